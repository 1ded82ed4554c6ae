import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { thrownMessage } from '../lib/thrown.ts';
import { writeNodeShim } from './node-shim.ts';

type DemoOptions = {
  /** The folder that ships with the program. */
  readonly resources: string;
  /** The folder that everything is kept in. */
  readonly home: string;
  /** Names the copy; not used before. */
  readonly id: string;
  /** The program that the engine runs in. */
  readonly execPath: string;
};

/**
 * Copies the sample project, so that each demo begins with the same files, and makes `node` a command that works. Answers
 * where the copy is.
 */
export async function prepareDemo({ resources, home, id, execPath }: DemoOptions): Promise<Result<string>> {
  const root = join(home, 'workspaces', `demo-${id.slice(-8)}`);
  try {
    await copyFolder(join(resources, 'demo-project'), root);
    await writeNodeShim(nodeFolder(home), execPath);
    return ok(root);
  } catch (error) {
    // Half a copy is of no use; if even that cannot be removed, the reason is the same, and told.
    await rm(root, { recursive: true, force: true }).catch(() => undefined);
    const reason = thrownMessage(error);
    const hint = 'Make sure that the disk has room and that the folder can be written to';
    return fail('demo_not_ready', `The sample project could not be copied to ${root}: ${reason}`, hint);
  }
}

/** By content alone: what ships with a program may be read-only, or inside an archive. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else await writeFile(target, await readFile(source));
  }
}

/** The folder of the `node` that all demos share. */
export function nodeFolder(home: string): string {
  return join(home, 'workspaces', '.node');
}
