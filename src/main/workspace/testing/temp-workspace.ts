import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { LocalWorkspace } from '../local-workspace.ts';

export type TempWorkspace = {
  /** Holds the workspace's folder and whatever lies beside it. */
  readonly base: string;
  readonly root: string;
  readonly workspace: LocalWorkspace;
  /** Writes files by their path from the workspace's folder. */
  readonly put: (files: Readonly<Record<string, string | Uint8Array>>) => Promise<void>;
};

const made: string[] = [];

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A workspace in a folder of its own, gone after the test. */
export async function tempWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<TempWorkspace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'runlight-workspace-')));
  made.push(base);
  const root = join(base, 'root');
  await mkdir(root);
  const put: TempWorkspace['put'] = async (files) => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
  };
  await put(files);
  return { base, root, workspace: new LocalWorkspace({ root }), put };
}
