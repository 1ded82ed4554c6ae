import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CODE_FILE = /(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$/;

/** The code files that `path` stands for: itself or, of a folder, those that lie in it. */
export function codeFiles(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`There is no file or folder ${path}`);
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE_FILE.test(entry.name))
    .map(({ name }) => join(path, name))
    .sort();
}
