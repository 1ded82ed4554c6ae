import { app, Menu, shell, type MenuItemConstructorOptions } from 'electron';

export type MenuActions = {
  readonly openWindow: () => void;
  readonly home: string;
  readonly logs: string;
};

/** The window handles its own keys; the menu holds what belongs to the system, and the way to the files. */
export function setAppMenu({ openWindow, home, logs }: MenuActions): void {
  const isMac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: 'New Window', accelerator: 'Shift+CmdOrCtrl+N', click: openWindow },
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    { role: 'viewMenu' },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Show Data Folder', click: () => void shell.openPath(home) },
        { label: 'Show Log Folder', click: () => void shell.openPath(logs) },
        ...(isMac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  app.setAboutPanelOptions({ applicationName: 'Runlight', applicationVersion: app.getVersion() });
}
