import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'runlight-log-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('the log is written wherever the program was started', () => {
  const module = new URL('./host-log.ts', import.meta.url).href;
  const program = `
    const { openLog } = await import(${JSON.stringify(module)});
    openLog(${JSON.stringify(home)}, 'web')('info', 'started', { port: 1 });`;
  // A folder that no package.json is in or above.
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: home });
  expect(readFileSync(join(home, 'logs', 'web.log'), 'utf8')).toMatch(/\[info\] {2}started \{ port: 1 \}\n$/);
});
