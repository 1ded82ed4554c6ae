import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import { ask } from '../e2e/support/fixtures.ts';
import { call, startModelServer, type ServerPart, type ServerReply } from '../e2e/support/model-server.ts';
import type { Answer } from '../src/shared/ipc/contract.ts';
import { ms, type Figure } from './figures.ts';
import { watchMainThread } from './main-thread.ts';
import { openWindow } from './window.ts';

const RUNS = 50;
const SECONDS = 10;
const TOKEN_EVERY_MS = 20;
/** What the host keeps in memory beyond its need goes with time. */
const REST_MS = 5000;

/** As bench/host-watch.ts writes it: bytes and milliseconds. */
type Health = {
  readonly rss: number;
  readonly peak: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

/** Many runs at once through the web host, a window watching one of them: what that costs, and that nothing is lost. */
export async function manyRuns(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-bench-many-'));
  const file = join(folder, 'health.json');
  const watch = pathToFileURL(join(import.meta.dirname, 'host-watch.ts'));
  watch.searchParams.set('file', file);
  const health = (): Health => JSON.parse(readFileSync(file, 'utf8')) as Health;
  const server = await startModelServer({ script: ({ messages }) => answer(messages) });
  const desk = await openWindow(['--import', watch.href]);
  const { page } = desk;
  try {
    await ask(page, 'models.save', { name: 'Bench', baseUrl: server.url, models: [] });
    await ask(page, 'settings.set', { maxRuns: RUNS });
    const [agent] = (await ask(page, 'agents.list', {})) as Answer<'agents.list'>;
    await page.waitForTimeout(1000);
    const before = health();
    process.kill(desk.host.pid, 'SIGUSR2');
    const threads: string[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const overrides = { model: 'bench/mock' };
      const started = await ask(page, 'run.start', { agentId: agent?.id, text: nameOf(run), overrides });
      threads.push((started as Answer<'run.start'>).threadId);
    }
    await page.evaluate((id) => {
      window.location.hash = `#/thread/${id}`;
    }, threads.at(-1));
    await page.getByRole('region', { name: 'Conversation', exact: true }).getByText('word').first().waitFor();
    const watching = await watchMainThread(page, `while one of ${RUNS} streams in sight`);
    await ended(page);
    const watched = await watching.stop();
    const during = health();
    await page.waitForTimeout(REST_MS);
    const lost = (await Promise.all(threads.map((id, run) => problemOf(page, id, run)))).filter(Boolean);
    return [
      { name: `${RUNS} runs at once: finished whole`, value: `${RUNS - lost.length} of ${RUNS}`, goal: 'all' },
      ...lost.map((value): Figure => ({ name: '  lost', value: value ?? '' })),
      { name: '  memory of the host before / peak / after', value: memory(before.rss, during.peak, health().rss) },
      { name: '  loop delay of the host p50 / p99', value: `${ms(during.p50)} / ${ms(during.p99)}` },
      { name: '  loop delay of the host, longest', value: ms(during.max) },
      ...watched,
    ];
  } finally {
    await desk.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function nameOf(run: number): string {
  return `Talk ${run}.`;
}

/** The words of one run, which no other says. */
function wordsOf(run: number): readonly string[] {
  return Array.from({ length: (SECONDS * 1000) / TOKEN_EVERY_MS }, (_, n) => `word${run}x${n} `);
}

/** A plan first, and then many words. */
function answer(messages: readonly { readonly role: string; readonly content?: unknown }[]): ServerReply {
  const said = JSON.stringify(messages.filter(({ role }) => role === 'user'));
  const run = Number(/Talk (\d+)\./.exec(said)?.[1]);
  if (!messages.some(({ role }) => role === 'tool')) {
    const todos = [{ id: 'talk', content: `Talk ${run}`, status: 'in_progress' }];
    return { parts: [call('write_todos', { todos })] };
  }
  return { parts: wordsOf(run).flatMap((text): ServerPart[] => [{ text }, { wait: TOKEN_EVERY_MS }]) };
}

async function ended(page: Page): Promise<void> {
  for (;;) {
    const counts = (await ask(page, 'runs.counts', {})) as Answer<'runs.counts'>;
    if (counts.running + counts.queued === 0) return;
    await page.waitForTimeout(250);
  }
}

/** What is wrong with a run's thread; nothing when every entry is there and its answer is what the server sent. */
async function problemOf(page: Page, threadId: string, run: number): Promise<string | undefined> {
  const { summary, window } = (await ask(page, 'thread.open', { threadId, limit: 500 })) as Answer<'thread.open'>;
  if (summary.status !== 'finished') return `${nameOf(run)} is ${summary.status}`;
  const seqs = [...window.entries, ...window.notes].map(({ seq }) => seq).sort((a, b) => a - b);
  if (seqs.some((seq, index) => seq !== index + 1) || seqs.length !== window.seq) return `${nameOf(run)} lacks entries`;
  const last = window.entries.at(-1);
  const text = last?.kind === 'assistant_message' ? last.text : '';
  return text === wordsOf(run).join('') ? undefined : `${nameOf(run)} has another answer`;
}

function memory(...bytes: readonly number[]): string {
  return `${bytes.map((one) => (one / 2 ** 20).toFixed(0)).join(' / ')} MiB`;
}
