import { BrowserWindow, Notification } from 'electron';
import type { Log } from '../lib/log.ts';
import type { AskedCall } from '../runs/notices.ts';
import { digest, type Shown, type TitledNotice } from './digest.ts';

/** What comes within this time is told together. */
const GATHER_MS = 250;

export type NotificationActs = {
  /** Brings a window to the front, with the entry in sight. */
  readonly show: (threadId: string, entryId: string) => void;
  /** Answers an approval; whether that was still asked. */
  readonly decide: (call: AskedCall, decision: Decision) => Promise<boolean>;
};
type Decision = 'approved' | 'rejected';

const LABELS: Record<Decision, string> = { approved: 'Approve', rejected: 'Reject' };

/**
 * Tells of notices through the system while no window is in front. A click shows the entry; where the system has buttons,
 * an approval can be decided on the spot.
 */
export function systemNotifications({ show, decide }: NotificationActs, log: Log): (notice: TitledNotice) => void {
  /** The newest of each thread: the one before it is old news. Held, since the system forgets what nobody holds. */
  const shown = new Map<string, Notification>();
  let gathered: TitledNotice[] = [];

  function tell(): void {
    const notices = gathered;
    gathered = [];
    if (isInFront()) return;
    for (const one of digest(notices)) display(one);
  }

  function display({ title, body, about: { kind, threadId, entryId }, asks }: Shown): void {
    const offered = asks === undefined ? [] : offeredFor(asks);
    const actions = offered.map((decision) => ({ type: 'button', text: LABELS[decision] }) as const);
    const silent = kind === 'finished';
    const notification = new Notification(
      actions.length === 0 ? { title, body, silent } : { title, body, silent, actions },
    );
    const forget = (): void => {
      if (shown.get(threadId) === notification) shown.delete(threadId);
    };
    notification.on('click', () => {
      forget();
      show(threadId, entryId);
    });
    notification.on('action', ({ actionIndex }) => {
      const decision = offered[actionIndex];
      if (asks === undefined || decision === undefined) return;
      forget();
      void decide(asks, decision).then((done) => done || show(threadId, entryId));
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

/** Only macOS and Windows draw buttons. Nobody approves what they have not seen whole. */
function offeredFor({ whole }: AskedCall): readonly Decision[] {
  if (process.platform !== 'darwin' && process.platform !== 'win32') return [];
  return whole ? ['approved', 'rejected'] : ['rejected'];
}

function isInFront(): boolean {
  return BrowserWindow.getFocusedWindow() !== null;
}
