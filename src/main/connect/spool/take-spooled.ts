import { createReadStream, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { parseJson } from '../../../shared/lib/json.ts';
import type { Log } from '../../lib/log.ts';
import { described } from '../../lib/thrown.ts';
import { spoolFiles } from './spool-folder.ts';

/** `end`: nothing after it is of use. `leave`: not now; the file stays as it is. */
export type Taken = 'next' | 'end' | 'leave';

/**
 * Takes in what programs that have ended left in the home folder, page by page, and removes it. What a crash cuts off is
 * taken again by the next engine: `take` must not mind what it knows already. A torn page reads as `undefined`.
 */
export async function takeSpooled(home: string, take: (page: unknown) => Taken, log: Log): Promise<void> {
  for (const { path } of spoolFiles(home).filter(({ ended }) => ended)) {
    try {
      if ((await takeFile(path, take)) !== 'leave') rmSync(path, { force: true });
    } catch (error) {
      log('warn', 'What a program left cannot be taken in', { path, error: described(error) });
    }
  }
}

async function takeFile(path: string, take: (page: unknown) => Taken): Promise<Taken> {
  for await (const line of linesOf(path)) {
    const taken = take(parseJson(line));
    if (taken !== 'next') return taken;
    // Live work comes first.
    await setImmediate();
  }
  return 'end';
}

async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString();
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString();
}
