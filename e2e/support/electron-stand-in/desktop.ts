import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { NotificationConstructorOptions } from 'electron';
import { hub } from './hub.ts';
import { onlyKnown, strict } from './strict.ts';

type MenuShape = { readonly items: readonly object[] };

class Note extends EventEmitter {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly string[];

  constructor(options: NotificationConstructorOptions) {
    super();
    onlyKnown('option of Notification', options, ['title', 'body', 'silent', 'actions']);
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.actions = (options.actions ?? []).map(({ text }) => text ?? '');
    if (this.actions.length > 0 && process.platform === 'linux') throw new Error('Linux shows no actions');
  }
  show(): void {
    hub.desktop.notifications.push(this);
  }
  close(): void {
    if (!hub.desktop.notifications.includes(this)) return;
    hub.desktop.notifications.splice(hub.desktop.notifications.indexOf(this), 1);
    this.emit('close', {});
  }
}

class TrayIcon extends EventEmitter {
  toolTip = '';
  menu: MenuShape | undefined;

  constructor(image: string) {
    super();
    if (!existsSync(image)) throw new Error(`Failed to load image from path '${image}'`);
    hub.desktop.trays.push(this);
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: MenuShape): void {
    this.menu = menu;
  }
  destroy(): void {
    hub.desktop.trays.splice(hub.desktop.trays.indexOf(this), 1);
  }
}

export type StandInNotification = Note;
export type StandInTray = TrayIcon;

export const Notification = strict(
  'Notification',
  Object.assign(
    function Notification(options: NotificationConstructorOptions) {
      return strict('Notification', new Note(options));
    },
    { isSupported: () => true },
  ),
);

export const Tray = strict('Tray', function Tray(image: string) {
  return strict('Tray', new TrayIcon(image));
});

let blockers = 0;
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(type: string): number {
    if (type !== 'prevent-app-suspension') throw new Error(`The stand-in for Electron blocks no ${type}`);
    blockers += 1;
    hub.desktop.blockers.push(blockers);
    return blockers;
  },
  stop(id: number): void {
    const index = hub.desktop.blockers.indexOf(id);
    if (index < 0) throw new Error(`There is no power save blocker ${id}`);
    hub.desktop.blockers.splice(index, 1);
  },
});

export const powerMonitor = strict('powerMonitor', new EventEmitter());
