import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron';

/** Lets the person choose a folder, or make one; `null` when they cancelled. */
export async function pickFolder(): Promise<string | null> {
  const options: OpenDialogOptions = { title: 'Choose a folder', properties: ['openDirectory', 'createDirectory'] };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return canceled ? null : (filePaths[0] ?? null);
}
