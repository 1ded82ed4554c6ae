import type { Page } from 'playwright';
import { say, startModelServer, type ServerPart, type ServerReply } from '../e2e/support/model-server.ts';
import { ask } from '../e2e/support/fixtures.ts';
import { median, ms, percentile, type Figure } from './figures.ts';
import { watchMainThread } from './main-thread.ts';
import { openWindow } from './window.ts';

const UPDATES = 60;
const UPDATE_EVERY_MS = 150;
const TOKEN_EVERY_MS = 20;
const READ_MS = 8000;

/** Paint times by the number of the update, as the page saw them (ms since the epoch). */
type Painted = { readonly [update: number]: number };

/**
 * From the commit of a todo change to the frame that shows it, while 0 or 19 other runs stream. Both clocks are the
 * machine's. Also what this costs the page's main thread.
 */
export async function commitToPaint(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const runs of [1, 20]) figures.push(...(await measure(runs)));
  return figures;
}

async function measure(runs: number): Promise<readonly Figure[]> {
  const server = await startModelServer({
    script: (body) => (isPlanner(body.messages) ? planner(body.messages) : talker()),
  });
  const desk = await openWindow();
  const { page } = desk;
  try {
    await ask(page, 'models.save', { name: 'Bench', baseUrl: server.url, models: [] });
    await ask(page, 'settings.set', { maxRuns: runs });
    const agents = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
    const start = (text: string) =>
      ask(page, 'run.start', { agentId: agents[0]?.id, text, overrides: { model: 'bench/mock' } }) as Promise<{
        threadId: string;
      }>;
    let talk: string | undefined;
    for (let other = 1; other < runs; other += 1) talk = (await start('Talk')).threadId;
    const { threadId } = await start('Plan');
    await open(page, threadId);
    await page.getByRole('region', { name: 'Todos', exact: true }).getByRole('listitem').first().waitFor();
    await watchPaint(page);
    const planning = await watchMainThread(page, 'while the plan changes');
    await page.getByText('All planned.').first().waitFor({ timeout: 120_000 });
    const whilePlanning = await planning.stop();
    const painted = await page.evaluate(() => (window as unknown as { painted: Painted }).painted);
    const commits = await commitTimes(page, threadId);
    const delays = Object.entries(painted).flatMap(([update, at]) => {
      const commit = commits.get(Number(update));
      return commit === undefined ? [] : [at - commit];
    });
    const order = Object.keys(painted).map(Number);
    const missed = [...commits.keys()].filter((update) => update >= (order[0] ?? 0) && painted[update] === undefined);
    const whileReading = talk === undefined ? [] : await readAlong(page, talk);
    return [
      {
        name: `todo commit to paint with ${runs} streaming, p50 / p95`,
        value: `${ms(median(delays))} / ${ms(percentile(delays, 0.95))}`,
        goal: 'p95 under 50 ms',
      },
      { name: '  updates painted, missed', value: `${order.length}, ${missed.length}`, goal: 'none missed' },
      ...whilePlanning,
      ...whileReading,
    ];
  } finally {
    await desk.close();
    await server.close();
  }
}

async function open(page: Page, threadId: string): Promise<void> {
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
}

/** What it costs to look at an answer of Markdown that grows by 50 tokens a second. */
async function readAlong(page: Page, threadId: string): Promise<readonly Figure[]> {
  await open(page, threadId);
  await page.getByRole('region', { name: 'Conversation', exact: true }).getByText('word').first().waitFor();
  // Opening is another matter.
  await page.waitForTimeout(1000);
  const reading = await watchMainThread(page, 'while an answer streams in sight');
  await page.waitForTimeout(READ_MS);
  return reading.stop();
}

type Messages = Parameters<
  Extract<Parameters<typeof startModelServer>[0]['script'], (...all: never[]) => unknown>
>[0]['messages'];

function isPlanner(messages: Messages): boolean {
  return messages.some(({ role, content }) => role === 'user' && JSON.stringify(content).includes('Plan'));
}

/** Writes the plan anew, again and again: the number of the update is in an item's content. */
function planner(messages: Messages): ServerReply {
  const update = messages.filter(({ role }) => role === 'tool').length;
  if (update >= UPDATES) return say('All planned.');
  const todos = Array.from({ length: 8 }, (_, n) => ({
    id: `t${n}`,
    content: n === 0 ? `Update ${update}` : `Task ${n}`,
    status: n < update % 8 ? 'completed' : n === update % 8 ? 'in_progress' : 'pending',
  }));
  const input = JSON.stringify({ todos });
  return {
    parts: [{ wait: UPDATE_EVERY_MS }, { call: { id: `call_${update}`, name: 'write_todos', arguments: input } }],
  };
}

/** Talks until long after the planner is done. */
function talker(): ServerReply {
  const parts: ServerPart[] = [];
  for (let n = 0; n < 4000; n += 1) {
    const text = n % 60 === 59 ? '\n\n- **next** `code`\n\n' : 'word ';
    parts.push({ text }, { wait: TOKEN_EVERY_MS });
  }
  return { parts };
}

/** Notes when each update is first in a painted frame. */
async function watchPaint(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: { painted: Record<number, number> } = window as never;
    seen.painted = {};
    const panel =
      document.querySelector('section[aria-label="Todos"], [role=region][aria-label="Todos"]') ?? document.body;
    new MutationObserver(() => {
      const update = /Update (\d+)/.exec(panel.textContent)?.[1];
      if (update === undefined || seen.painted[Number(update)] !== undefined) return;
      // A task posted from a frame's callback runs once that frame has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => (seen.painted[Number(update)] ??= Date.now()));
        port1.start();
        port2.postMessage(null);
      });
    }).observe(panel, { subtree: true, childList: true, characterData: true });
  });
}

/** When each update was committed, by its number. */
async function commitTimes(page: Page, threadId: string): Promise<ReadonlyMap<number, number>> {
  const { window } = (await ask(page, 'thread.open', { threadId, limit: 500 })) as {
    window: { planHistory: readonly { at: number; plan: { items: readonly { content: string }[] } }[] };
  };
  return new Map(
    window.planHistory.map(({ at, plan }) => [Number(/\d+/.exec(plan.items[0]?.content ?? '')?.[0]), at] as const),
  );
}
