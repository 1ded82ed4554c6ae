import { powerSaveBlocker } from 'electron';

/** Keeps the machine from falling asleep by itself, or lets it; the display may go dark in any case. */
export function wakefulness(): (on: boolean) => void {
  let blocker: number | undefined;
  return (on) => {
    if (on) {
      blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    } else if (blocker !== undefined) {
      powerSaveBlocker.stop(blocker);
      blocker = undefined;
    }
  };
}
