import { readFileSync } from 'node:fs';
import { openDesk, pacedAgent, words } from './engine-desk.ts';
import type { ScriptedAnswer } from '../src/main/models/scenario.ts';
import type { Figure } from './figures.ts';

const SIZES = [1, 10, 100] as const;
/** Fast for a model, so that the longest answer takes about ten seconds. */
const WORDS_PER_SECOND = 2000;

/** What one step costs the disk: all that is written from its request to the commit of its answer. */
export async function bytesWritten(): Promise<readonly Figure[]> {
  if (written() === undefined) return [{ name: 'bytes written per answer', value: 'not measured on this system' }];
  const figures: Figure[] = [];
  for (const size of SIZES) {
    let committed = 0;
    const desk = openDesk((push) => {
      const answers = push.type === 'entries' && push.entries.some(({ kind }) => kind === 'assistant_message');
      if (answers) committed = written() ?? 0;
    });
    let asked = 0;
    const step = (): ScriptedAnswer => {
      asked = written() ?? 0;
      return { text: words(size * 1024) };
    };
    const agent = pacedAgent([step], WORDS_PER_SECOND);
    const run = desk.runs.start({ agent, input: { type: 'message', text: 'Go' } });
    if (!run.ok) throw new Error(run.error.message);
    await run.value.ended;
    await desk.close();
    figures.push({
      name: `bytes written per answer of ${size} KB`,
      value: `${((committed - asked) / 1024).toFixed(0)} KiB`,
      goal: `under ${64 + 8 * size} KiB`,
    });
  }
  return figures;
}

/** Bytes that this process has handed to the system to write; Linux alone tells. */
function written(): number | undefined {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
