import { BrowserWindow, Notification } from 'electron';
import type { Log } from '../lib/log.ts';
import { digest, type Shown, type TitledNotice } from './digest.ts';

/** What comes within this time is told together. */
const GATHER_MS = 250;

/** Tells of notices through the system while no window is in front. A click brings one there, with the entry in sight. */
export function systemNotifications(
  show: (threadId: string, entryId: string) => void,
  log: Log,
): (notice: TitledNotice) => void {
  /** The newest of each thread: the one before it is old news. Held, since the system forgets what nobody holds. */
  const shown = new Map<string, Notification>();
  let gathered: TitledNotice[] = [];

  function tell(): void {
    const notices = gathered;
    gathered = [];
    if (isInFront()) return;
    for (const one of digest(notices)) display(one);
  }

  function display({ title, body, about: { kind, threadId, entryId } }: Shown): void {
    const notification = new Notification({ title, body, silent: kind === 'finished' });
    const forget = (): void => {
      if (shown.get(threadId) === notification) shown.delete(threadId);
    };
    notification.on('click', () => {
      forget();
      show(threadId, entryId);
    });
    notification.on('close', forget);
    notification.on('failed', (_event, error) => {
      forget();
      log('warn', 'a notification was not shown', { error });
    });
    shown.get(threadId)?.close();
    shown.set(threadId, notification);
    notification.show();
  }

  return (notice) => {
    if (isInFront() || !Notification.isSupported()) return;
    if (gathered.length === 0) setTimeout(tell, GATHER_MS);
    gathered.push(notice);
  };
}

function isInFront(): boolean {
  return BrowserWindow.getFocusedWindow() !== null;
}
