import { counted, tailOf } from './text.ts';

const PACE_MS = 40;
const MOST = 16_000;

export type PacedPrint = { readonly print: (text: string) => void; readonly flush: () => void };

/**
 * Passes text on at once, then at most every 40 ms and no more than a screenful each time, so that a command that floods its
 * output does not flood everyone who watches. What is skipped is named.
 */
export function pacedPrint(print: (text: string) => void): PacedPrint {
  let waiting = '';
  let skipped = 0;
  let timer: NodeJS.Timeout | undefined;
  const pass = (): void => {
    if (waiting === '') return;
    const text = skipped === 0 ? waiting : `\n… ${counted(skipped, 'byte')} not shown …\n${waiting}`;
    waiting = '';
    skipped = 0;
    print(text);
  };
  const onPace = (): void => {
    timer = waiting === '' ? undefined : setTimeout(onPace, PACE_MS);
    pass();
  };
  return {
    print: (text) => {
      const all = waiting + text;
      waiting = tailOf(all, MOST);
      skipped += all.length === waiting.length ? 0 : Buffer.byteLength(all) - Buffer.byteLength(waiting);
      if (timer !== undefined) return;
      pass();
      timer = setTimeout(onPace, PACE_MS);
    },
    flush: () => {
      clearTimeout(timer);
      timer = undefined;
      pass();
    },
  };
}
