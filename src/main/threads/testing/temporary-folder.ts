import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Gone when the test that asked for it has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'runlight-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
