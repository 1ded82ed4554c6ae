import { stat } from 'node:fs/promises';
import { shell } from 'electron';
import { runsWhenOpened } from './runs-when-opened.ts';

/** Opens a file in its program; what would run instead is shown in its folder. Answers what went wrong, if anything did. */
export async function openFile(path: string): Promise<string | undefined> {
  const { mode } = await stat(path);
  if (runsWhenOpened(path, mode, process.platform)) {
    shell.showItemInFolder(path);
    return undefined;
  }
  const problem = await shell.openPath(path);
  return problem === '' ? undefined : problem;
}
