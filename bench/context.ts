import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft } from '../src/shared/thread/draft.ts';
import { silentLog } from '../src/main/lib/log.ts';
import { createContextViews } from '../src/main/runs/context-views.ts';
import { openStore, type Store } from '../src/main/threads/open.ts';
import { append, assistant, good, started, testThread, used, user } from '../src/main/threads/testing/store.ts';
import { ms, percentile, type Figure } from './figures.ts';
import { watchLoop } from './loop-watch.ts';

const STEPS = 5000;
const PUSHES = 200;
const PAGE = { by: 'place', offset: 0, limit: 100 } as const;

/** What showing the context of a branch of 10,000 entries costs the engine: at first, with each entry that comes, and on the wire. */
export async function contextCosts(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-bench-context-'));
  const store = openHome(folder);
  try {
    let entryId = fillThread(store);
    const views = createContextViews(store.read);
    const first = await watchLoop('10,000 entries: the meter, at first', () =>
      views.meter({ threadId: 'thread', entryId }),
    );
    const samples: number[] = [];
    let sent = 0;
    for (let push = 0; push < PUSHES; push += 1) {
      entryId = grow(store, entryId, STEPS + push + 1);
      const where = { threadId: 'thread', entryId };
      const asked = { of: 'request', ...PAGE } as const;
      samples.push(
        await taken(async () => {
          sent = JSON.stringify([await views.meter(where), await views.rows(where, asked)]).length;
        }),
      );
    }
    const where = { threadId: 'thread', entryId };
    return [
      ...first,
      {
        name: '  the meter and the rows in sight with each entry, p50 / p95',
        value: `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.95))}`,
        goal: 'under 50 ms',
      },
      { name: '    what a window is sent of it', value: `${(sent / 1024).toFixed(0)} KiB` },
      {
        name: '  the largest 100 results',
        value: ms(await taken(() => views.rows(where, { of: 'toolResults', ...PAGE, by: 'size' }))),
      },
      { name: '  the whole request, to be copied', value: ms(await taken(() => views.request(where))) },
    ];
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In ms of the processor, as for turns of the loop. */
async function taken(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

export function openHome(folder: string): Store {
  return good(openStore({ file: join(folder, 'runlight.db'), now: Date.now, log: silentLog }));
}

/** One run of many steps, each an answer and the result of its call; its last entry. */
export function fillThread(store: Store): string {
  testThread(store.write);
  const at = { runId: 'run' };
  append(store.write, {
    ...at,
    tip: null,
    drafts: [
      { id: 'go', body: user('Go') },
      { id: 'started', targetId: 'go', body: started({ workspace: undefined }) },
    ],
  });
  let tip = 'go';
  for (let step = 1; step <= STEPS; step += 1) tip = grow(store, tip, step);
  return tip;
}

function grow(store: Store, tip: string, step: number): string {
  const id = `a${step}`;
  const calls = [{ id: `c${step}`, name: 'read', arguments: '{"path":"a.txt"}' }];
  const result = { messageId: id, callId: `c${step}`, toolName: 'read', content: 'Read this. '.repeat(100) } as const;
  const drafts: readonly Draft[] = [
    {
      id,
      body: assistant({ step, text: `Answer ${step}. ${'Some words. '.repeat(20)}`, calls, finish: 'tool_calls' }),
    },
    { id: `u${step}`, targetId: id, body: used(step) },
    { id: `r${step}`, body: { kind: 'tool_result', ...result, isError: false } },
  ];
  append(store.write, { runId: 'run', tip, drafts });
  return `r${step}`;
}
