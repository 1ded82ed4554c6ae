import { BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions, shell } from 'electron';
import { fail, ok, type Result } from '../../shared/lib/result.ts';

/** Lets the person choose a folder, or make one; `null` when they cancelled. */
export function pickFolder(): Promise<string | null> {
  return open({ title: 'Choose a folder', properties: ['openDirectory', 'createDirectory'] });
}

/** Lets the person choose a file that was exported; `null` when they cancelled. */
export function pickFile(): Promise<string | null> {
  const filters = [
    { name: 'Runlight threads', extensions: ['json'] },
    { name: 'All files', extensions: ['*'] },
  ];
  return open({ title: 'Import a thread', properties: ['openFile'], filters });
}

async function open(options: OpenDialogOptions): Promise<string | null> {
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}

/** Asks where to save a file; `null` when the person cancelled. */
export async function pickSavePath(name: string): Promise<string | null> {
  const options: SaveDialogOptions = { title: 'Export', defaultPath: name };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return canceled || filePath === '' ? null : filePath;
}

/** Shows a folder in the system's file manager. */
export async function showFolder(path: string): Promise<Result<null>> {
  const problem = await shell.openPath(path);
  return problem === '' ? ok(null) : fail('not_shown', `${path} could not be shown: ${problem}.`);
}
