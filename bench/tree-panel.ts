import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { ask } from '../e2e/support/fixtures.ts';
import { call, say, startModelServer } from '../e2e/support/model-server.ts';
import { silentLog } from '../src/main/lib/log.ts';
import { openStore } from '../src/main/threads/open.ts';
import { good } from '../src/main/threads/testing/store.ts';
import { wideThread } from '../src/main/threads/testing/wide-thread.ts';
import type { ThreadWindow } from '../src/shared/thread/window.ts';
import { planProgress } from '../src/shared/todos/plan.ts';
import { median, ms, percentile, type Figure } from './figures.ts';
import { processorTime } from './main-thread.ts';
import { openWindow } from './window.ts';

const ENTRIES = 10_000;
const BRANCHES = 1000;
const OPENINGS = 7;
const SWITCHES = 15;
const CHANGES = 40;
const CHANGE_EVERY_MS = 150;
const THREAD = 'wide';

/** Of the tree of 10,000 entries in 1,000 branches, from the click or the commit to the frame that shows it. */
export async function treePanel(): Promise<readonly Figure[]> {
  const server = await startModelServer({
    script: (_body, number) => {
      if (number > CHANGES) return say('All done.');
      const todos = Array.from({ length: CHANGES }, (_, n) => ({
        id: `t${n}`,
        content: `Item ${n}`,
        status: n < number ? 'completed' : 'pending',
      }));
      return { parts: [{ wait: CHANGE_EVERY_MS }, call('write_todos', { todos }, `call_${number}`)] };
    },
  });
  let workspace = '';
  const desk = await openWindow([], (home) => {
    fill(home);
    workspace = home;
  });
  const { page } = desk;
  let asked = 0;
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"stretches":')) asked += String(payload).length;
    });
  });
  try {
    await ask(page, 'models.save', { name: 'Bench', baseUrl: server.url, models: [] });
    const openings: number[] = [];
    for (let n = 0; n < OPENINGS; n += 1) {
      await page.reload();
      await openThread(page);
      openings.push(await drawnAfter(page, { click: '[role=tab]', text: 'Branches', until: '[role=treeitem]' }));
    }
    const whole = asked / OPENINGS;
    await page.getByRole('button', { name: 'Unfold all' }).click();
    const switches: number[] = [];
    for (let n = 0; n < SWITCHES; n += 1) {
      const until = '[role=treeitem][aria-selected=true]';
      switches.push(
        await drawnAfter(page, { click: '[role=treeitem][aria-selected=false][data-status]', text: '', until }),
      );
    }
    asked = 0;
    const live = await follow(page, workspace);
    return [
      {
        name: `Branches opened, ${ENTRIES} entries, ${BRANCHES} branches`,
        value: both(openings),
        goal: 'under 300 ms',
      },
      { name: '  what a window is sent', value: kib(whole) },
      { name: '  another branch chosen in it', value: both(switches), goal: 'under 300 ms' },
      { name: '  plan of a run committed to painted', value: both(live.delays), goal: 'under 100 ms' },
      { name: '    main-thread work of the page per change', value: ms(live.work) },
      { name: `    asked for beside the pushes of ${CHANGES} changes`, value: kib(asked), goal: 'under 10 KiB' },
    ];
  } finally {
    await desk.close();
    await server.close();
  }
}

function fill(home: string): void {
  mkdirSync(home);
  const store = good(openStore({ file: join(home, 'runlight.db'), now: Date.now, log: silentLog }));
  wideThread(store.write, ENTRIES, BRANCHES);
  store.close();
}

/** The median and the longest. */
function both(samples: readonly number[]): string {
  return `${ms(median(samples))} / ${ms(percentile(samples, 1))}`;
}

function kib(characters: number): string {
  return `${(characters / 1024).toFixed(1)} KiB`;
}

async function openThread(page: Page): Promise<void> {
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, THREAD);
  await page.getByRole('region', { name: 'Conversation' }).getByRole('article').last().waitFor();
}

type Click = { readonly click: string; readonly text: string; readonly until: string };

/** From a click to the frame that shows what it brings: an item that was not there, or of another branch. */
async function drawnAfter(page: Page, click: Click): Promise<number> {
  return page.evaluate(async ({ click, text, until }) => {
    const target = [...document.querySelectorAll<HTMLElement>(click)].find((one) => one.textContent.includes(text));
    const seen = (): string | undefined => document.querySelector<HTMLElement>(until)?.dataset.entry;
    const before = seen();
    const began = performance.now();
    target?.click();
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = seen();
      if (now !== undefined && now !== before) break;
      if (performance.now() - began > 10_000) throw new Error(`${until} did not change`);
    }
    // A task posted from a frame's callback runs once that frame has been painted.
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(null);
    });
    return performance.now() - began;
  }, click);
}

type Live = { readonly delays: readonly number[]; readonly work: number };

/** What a run on the active branch does to the tree that is in sight. */
async function follow(page: Page, workspace: string): Promise<Live> {
  await page.evaluate((changes) => {
    const seen: { painted: Record<number, number> } = window as never;
    seen.painted = {};
    const tree = document.querySelector('[role=tree]') ?? document.body;
    new MutationObserver(() => {
      const row = tree.querySelector('[role=treeitem][aria-selected=true]');
      const done = new RegExp(`plan (\\d+) of ${changes}`).exec(row?.textContent ?? '')?.[1];
      if (done === undefined || seen.painted[Number(done)] !== undefined) return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => (seen.painted[Number(done)] ??= Date.now()));
        port1.start();
        port2.postMessage(null);
      });
    }).observe(tree, { subtree: true, childList: true, characterData: true });
  }, CHANGES);
  const busy = await processorTime(page);
  const before = await busy();
  const [agent] = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
  const overrides = { model: 'bench/mock', limits: { steps: CHANGES + 10 } };
  await ask(page, 'run.start', { threadId: THREAD, agentId: agent?.id, text: 'Plan', workspace, overrides });
  await page.locator('[role=treeitem][aria-selected=true]', { hasText: 'All done.' }).waitFor({ timeout: 60_000 });
  const work = ((await busy()) - before) / CHANGES;
  const painted = await page.evaluate(() => (window as unknown as { painted: Record<number, number> }).painted);
  const { window: opened } = (await ask(page, 'thread.open', { threadId: THREAD, limit: 200 })) as {
    window: Pick<ThreadWindow, 'planHistory'>;
  };
  const delays = opened.planHistory.flatMap(({ at, plan }) => {
    const { done, total } = planProgress(plan);
    const seenAt = painted[done];
    return total === CHANGES && seenAt !== undefined ? [seenAt - at] : [];
  });
  return { delays, work };
}
