import { ask } from '../e2e/support/fixtures.ts';
import { call, hold, say, startModelServer } from '../e2e/support/model-server.ts';
import { median, ms, type Figure } from './figures.ts';
import { processorTime } from './main-thread.ts';
import { openWindow } from './window.ts';

const PHASES = 10;
const TASKS = 100;
/** With the panel in sight, and then again without it. */
const CHANGES = 60;
const CHANGE_EVERY_MS = 200;
/** A panel that has just come into sight is drawn from nothing. */
const WARM_UP = 5;

const list = Array.from({ length: PHASES }, (_, p) => ({
  phase: `Phase ${p}`,
  items: Array.from({ length: TASKS / PHASES }, (_, t) => `Task ${p}.${t}: what is to be done there`),
}));
const tasks = list.flatMap(({ items }) => items);

/**
 * What the page's main thread does from one change of a plan of 100 items to the next, with the panel in sight and with another tab
 * in its place: the difference is the panel's, all else (the call that streams in, the conversation, clocks) is in both.
 */
export async function planPanel(): Promise<readonly Figure[]> {
  const samples: Promise<number>[] = [];
  let busy = async (): Promise<number> => 0;
  const begin = hold();
  const halfway = hold();
  const server = await startModelServer({
    script: (_body, number) => {
      if (number > 2 * CHANGES) return say('Is that enough?');
      samples.push(busy());
      const input = number === 0 ? { op: 'init', list } : { op: 'start', task: tasks[number % TASKS] };
      const pause = number === 1 ? [{ hold: begin }] : number === CHANGES ? [{ hold: halfway }] : [];
      return { parts: [{ wait: CHANGE_EVERY_MS }, ...pause, call('todo', input, `call_${number}`)] };
    },
  });
  const desk = await openWindow();
  const { page } = desk;
  try {
    busy = await processorTime(page);
    await ask(page, 'models.save', { name: 'Bench', baseUrl: server.url, models: [] });
    const [agent] = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
    const overrides = { model: 'bench/mock', todos: 'phases', limits: { steps: 2 * CHANGES + 10 } };
    const started = await ask(page, 'run.start', { agentId: agent?.id, text: 'Plan', overrides });
    await page.evaluate(
      (id) => {
        window.location.hash = `#/thread/${id}`;
      },
      (started as { threadId: string }).threadId,
    );
    const panel = page.getByRole('region', { name: 'Todos', exact: true });
    await panel
      .getByRole('listitem')
      .nth(TASKS - 1)
      .waitFor();
    begin.release();
    await halfway.reached;
    await page.getByRole('tab', { name: 'Files' }).click();
    halfway.release();
    await page.getByText('Is that enough?').waitFor({ timeout: 120_000 });
    const times = await Promise.all(samples);
    const work = times.slice(1).map((time, n) => time - (times[n] ?? 0));
    const seen = median(work.slice(WARM_UP, CHANGES - 1));
    const unseen = median(work.slice(CHANGES + WARM_UP));
    return [
      {
        name: `main-thread work of the panel per change of ${TASKS} items`,
        value: ms(seen - unseen),
        goal: 'under 8 ms',
      },
      { name: '  all of the page, with the panel / without it', value: `${ms(seen)} / ${ms(unseen)}` },
    ];
  } finally {
    await desk.close();
    await server.close();
  }
}
