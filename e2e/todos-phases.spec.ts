import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { ask, connect, expect, region, test } from './support/fixtures.ts';
import { call, hold, say, type ServerPart } from './support/model-server.ts';

async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

async function start(page: Page, text: string, todos: 'list' | 'phases'): Promise<string> {
  const [agent] = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
  const overrides = { model: 'test/mock', todos };
  const { threadId } = (await ask(page, 'run.start', { agentId: agent?.id, text, overrides })) as { threadId: string };
  await open(page, threadId);
  return threadId;
}

async function open(page: Page, threadId: string): Promise<void> {
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  await expect(region(page, 'Conversation')).toBeVisible();
}

let calls = 0;
function todo(input: object): ServerPart {
  calls += 1;
  return call('todo', input, `call_${calls}`);
}

const PHASES = [
  { phase: 'Read', items: ['Find the tests', 'Note the mocks'] },
  { phase: 'Move', items: ['Rewrite the mocks', 'Move the snapshots'] },
];

test('a plan in phases is followed in the panel and in one block, and an end tells what it left open', async ({
  page,
  serve,
}) => {
  const begun = hold();
  const pause = hold();
  const server = await serve([
    { parts: [todo({ op: 'init', list: PHASES })] },
    { parts: [{ text: 'Reading.' }, { hold: begun }, todo({ op: 'done', task: 'Find the tests' })] },
    { parts: [todo({ op: 'block', task: 'Move the snapshots', reason: 'No disk' })] },
    { parts: [todo({ op: 'done', task: 'Find the toasts' })] },
    { parts: [{ text: 'Hm.' }, { hold: pause }, todo({ op: 'drop', task: 'Note the mocks' })] },
    say('Shall I go on?'),
  ]);
  await connect(page, server);
  await start(page, 'Move the tests', 'phases');
  const todos = region(page, 'Todos');
  const conversation = region(page, 'Conversation');
  const items = todos.getByRole('listitem');
  await expect(todos.getByRole('button', { name: 'I. Read 0/2' })).toBeVisible();
  await expect(todos.getByRole('button', { name: 'II. Move 0/2' })).toBeVisible();
  await expect(items).toHaveCount(4);
  await expect(items.and(page.locator('[data-status=in_progress]'))).toHaveText(/Find the tests/);

  // What is completed before the person's eyes is marked for two seconds.
  begun.release();
  await expect(todos.locator('[data-just-completed]')).toHaveText(/Find the tests/);
  await expect(todos.locator('[data-just-completed]')).toHaveCount(0);
  await expect(items.and(page.locator('[data-status=blocked]'))).toHaveText(/Move the snapshots.*No disk/);
  await expect(todos.getByText(/Todo update failed: .*Task "Find the toasts" not found/)).toBeVisible();

  // One block a turn: the failure replaced none, and what came before the newest success is a line.
  const block = conversation.getByRole('list', { name: 'Plan' });
  await expect(block).toHaveCount(1);
  await expect(block.getByText('I. Read')).toBeVisible();
  await expect(conversation.getByText('Find the tests → done, Note the mocks → in progress')).toBeVisible();

  pause.release();
  await expect(region(page, 'Thread').getByText('Finished, 2 open').first()).toBeVisible();
  await expect(conversation.locator('[data-item=end]')).toHaveText(/Finished, 2 open/);
  await expect(region(page, 'Threads').getByText('Finished, 2 open ·')).toBeVisible();
  await expect(todos.getByText(/Todo update failed/)).toHaveCount(0);
  await expect(items.and(page.locator('[data-status=abandoned]'))).toHaveText(/Note the mocks/);

  // A folded phase stays folded, and shows what is under way all the same.
  await todos.getByRole('button', { name: 'II. Move 0/2' }).click();
  await todos.getByRole('button', { name: 'I. Read 2/2' }).click();
  await expect(items).toHaveText([/Rewrite the mocks/]);
  await page.reload();
  await expect(items).toHaveText([/Rewrite the mocks/]);
  await todos.getByRole('button', { name: 'I. Read 2/2' }).click();

  // What is closed is hidden after the delay, and comes back at a click; the numbers stay.
  await ask(page, 'settings.set', { todoClearDelay: 0 });
  await expect(todos.getByText('2 hidden')).toBeVisible();
  await expect(items).toHaveCount(1);
  await expect(todos.getByText('2 of 4', { exact: true })).toBeVisible();
  await todos.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(items).toHaveCount(3);

  // Back through the history by keys, and to where a change was made.
  const slider = todos.getByRole('slider', { name: /^History/ });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Change 1 of 4, agent/);
  await expect(todos.getByText('0 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const changes = todos.getByRole('region', { name: 'What changed then' });
  await expect(changes.getByRole('listitem')).toHaveText(['Find the tests → done', 'Note the mocks → in progress']);
  await changes.getByRole('button').first().click();
  await expect(page).toHaveURL(/entry|thread\/[^/]+\/.+/);
  await todos.getByRole('button', { name: 'Back to now' }).click();
  await expect(changes).toHaveCount(0);
  await expect(todos.getByText('2 of 4', { exact: true })).toBeVisible();
});

for (const kind of ['list', 'phases'] as const) {
  test(`every window and every list follows a plan at once (${kind})`, async ({ page, serve }) => {
    const pause = hold();
    const flat = (...statuses: readonly string[]) =>
      call('write_todos', { todos: statuses.map((status, n) => ({ id: `t${n}`, content: `Task ${n}`, status })) });
    const first = kind === 'list' ? flat('in_progress', 'pending') : todo({ op: 'init', items: ['Task 0', 'Task 1'] });
    const next = kind === 'list' ? flat('completed', 'in_progress') : todo({ op: 'done', task: 'Task 0' });
    const end = hold();
    const server = await serve([
      { parts: [first] },
      { parts: [{ text: 'One.' }, { hold: pause }, next] },
      { parts: [{ text: 'Two.' }, { hold: end }, { text: ' Is that right?' }] },
    ]);
    await connect(page, server);
    const title = `Work by ${kind}`;
    const threadId = await start(page, title, kind);
    const other = await page.context().newPage();
    const third = await page.context().newPage();
    for (const window of [other, third]) await window.goto(new URL('/', page.url()).href);
    await open(other, threadId);
    for (const window of [page, other]) await expect(region(window, 'Todos').getByText('0 of 2')).toBeVisible();
    const card = region(third, 'Overview').getByRole('article', { name: title });
    await expect(card.getByText('0/2')).toBeVisible();

    await pause.reached;
    pause.release();
    for (const window of [page, other]) {
      await expect(region(window, 'Todos').getByText('1 of 2')).toBeVisible();
      await expect(region(window, 'Todos').locator('[data-status=in_progress]')).toHaveText(/Task 1/);
      await expect(region(window, 'Threads').getByText('1/2').first()).toBeVisible();
    }
    await expect(card.getByText('1/2')).toBeVisible();
    await expect(card.locator('li[data-status=in_progress]')).toHaveText(/Task 1/);
    end.release();
    for (const window of [page, other, third]) {
      await expect(region(window, 'Threads').getByText('Finished, 1 open').first()).toBeVisible();
    }
  });
}

for (const theme of ['light', 'dark'] as const) {
  test(`a hundred items in thirty phases, of any text, fit a small window (${theme})`, async ({ page, serve }) => {
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const odd = [
      '<img src=x onerror=alert(1)>',
      '\u202Etfel ot thgir\u0007',
      'שלום עולם',
      'w'.repeat(300),
      '**bold** `code`',
    ];
    const list = Array.from({ length: 30 }, (_, p) => ({
      phase: p === 4 ? `Phase ${'v'.repeat(200)}` : `Phase ${p}`,
      items: Array.from({ length: p < 10 ? 4 : 3 }, (_, t) =>
        odd[p] !== undefined && t === 0 ? odd[p] : `Task ${p}.${t}`,
      ),
    }));
    const pause = hold();
    const server = await serve([
      { parts: [todo({ op: 'init', list })] },
      { parts: [todo({ op: 'start', task: 'Task 20.1' })] },
      { parts: [{ text: 'At work.' }, { hold: pause }] },
    ]);
    await connect(page, server);
    await start(page, 'Much to do', 'phases');
    const todos = region(page, 'Todos');
    await expect(todos.getByRole('listitem')).toHaveCount(100);
    await expect(todos.getByRole('button', { name: 'XXX. Phase 29 0/3' })).toBeAttached();
    const current = todos.locator('[aria-current=step]');
    await expect(current).toHaveText(/Task 20\.1/);
    await expect(current).toBeInViewport({ ratio: 1 });
    await expect(todos.getByText('<img src=x onerror=alert(1)>')).toBeAttached();
    await expect(todos.getByText('<U+202E>tfel ot thgir<U+0007>')).toBeAttached();

    expect(await layoutProblems(page)).toEqual([]);
    // Wherever the person scrolls to, what is under way stays in sight.
    for (const top of [0, 100_000]) {
      await todos
        .getByRole('listitem')
        .first()
        .evaluate((item, to) => {
          item.closest('.overflow-y-auto')?.scrollTo({ top: to });
        }, top);
      await expect(current).toBeInViewport({ ratio: 1 });
    }
    await expect(region(page, 'Conversation').getByText(/phases more/)).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await todos.getByRole('slider', { name: /^History/ }).press('Home');
    await expect(todos.getByRole('region', { name: 'What changed then' })).toBeVisible();
    expect(await layoutProblems(page)).toEqual([]);
    expect(await findings(page)).toEqual([]);
    pause.release();
  });
}

/** Of the Todos panel: what scrolls sideways, and lines that lie over each other; the one that sticks lies over others. */
async function layoutProblems(page: Page): Promise<readonly string[]> {
  return region(page, 'Todos').evaluate((panel) => {
    const wide = [document.documentElement, panel, ...panel.querySelectorAll('*')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter(
        (element) =>
          !['hidden', 'clip'].includes(getComputedStyle(element).overflowX) || element.matches('.overflow-y-auto'),
      )
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => `wide: ${element.tagName} ${element.textContent.slice(0, 30)}`);
    const over = [...panel.querySelectorAll('.overflow-y-auto')].flatMap((scroller) => {
      const lines = [...scroller.querySelectorAll('h2, li:not([aria-current])')];
      const boxes = lines.map((line) => line.getBoundingClientRect());
      return boxes.flatMap((box, n) => {
        const next = boxes[n + 1];
        return next !== undefined && next.top < box.bottom - 0.5 ? [`over: ${lines[n]?.textContent.slice(0, 30)}`] : [];
      });
    });
    return [...wide, ...over];
  });
}
