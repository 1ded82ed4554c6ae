import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright';
import { ask } from '../e2e/support/fixtures.ts';
import { call, hold, say, startModelServer } from '../e2e/support/model-server.ts';
import { fillThread, openHome } from './context.ts';
import { median, ms, type Figure } from './figures.ts';
import { processorTime } from './main-thread.ts';
import { openWindow } from './window.ts';

/** With the panel in sight, and then again without it. */
const STEPS = 40;
const STEP_EVERY_MS = 200;
const WARM_UP = 5;

/**
 * A branch of 10,000 entries: from the click on Context to its rows, and what the page's main thread does with each step of
 * a run that goes on there, with the panel in sight and with another tab in its place.
 */
export async function contextPanel(): Promise<readonly Figure[]> {
  const samples: Promise<number>[] = [];
  let busy = async (): Promise<number> => 0;
  const halfway = hold();
  const server = await startModelServer({
    script: (_body, number) => {
      if (number >= 2 * STEPS) return say('Is that enough?');
      samples.push(busy());
      const todos = [{ id: 'a', content: `Step ${number}`, status: 'in_progress' }];
      const pause = number === STEPS ? [{ hold: halfway }] : [];
      return { parts: [{ wait: STEP_EVERY_MS }, ...pause, call('write_todos', { todos }, `call_${number}`)] };
    },
  });
  const desk = await openWindow([], (home) => {
    mkdirSync(home);
    const store = openHome(home);
    fillThread(store);
    store.close();
  });
  const { page } = desk;
  try {
    await page.evaluate(() => {
      window.location.hash = '#/thread/thread';
    });
    await page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('article').first().waitFor();
    const opened = await openPanel(page);
    busy = await processorTime(page);
    await ask(page, 'models.save', { name: 'Bench', baseUrl: server.url, models: [] });
    const [agent] = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
    const overrides = { model: 'bench/mock', todos: 'list', limits: { steps: 2 * STEPS + 10 } };
    await ask(page, 'run.start', { threadId: 'thread', agentId: agent?.id, text: 'Go on', overrides });
    await halfway.reached;
    await page.getByRole('tab', { name: 'Files' }).click();
    halfway.release();
    await page.getByText('Is that enough?').waitFor({ timeout: 120_000 });
    const times = await Promise.all(samples);
    const work = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    const [seen, unseen] = [median(work.slice(WARM_UP, STEPS - 1)), median(work.slice(STEPS + WARM_UP))];
    return [
      { name: '10,000 entries: from the click on Context to its rows', value: ms(opened), goal: 'under 1000 ms' },
      { name: '  main-thread work of the panel per step of a run', value: ms(seen - unseen), goal: 'under 16 ms' },
      { name: '    all of the page, with the panel / without it', value: `${ms(seen)} / ${ms(unseen)}` },
    ];
  } finally {
    await desk.close();
    await server.close();
  }
}

/** Milliseconds from the click on the tab to the frame that has the rows. */
function openPanel(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const look = (): void => {
          const row = document.querySelector('[aria-label="Context"] [data-row]');
          if (row === null) requestAnimationFrame(look);
          else resolve(performance.now() - began);
        };
        const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
        tabs.find((tab) => tab.textContent === 'Context')?.click();
        look();
      }),
  );
}
