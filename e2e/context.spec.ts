import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright/test';
import { ask, connect, expect, region, startRun, test } from './support/fixtures.ts';
import { call, hold, say, type ModelServer } from './support/model-server.ts';

const LONG = 'This is a long story. '.repeat(200);
const composer = (page: Page) => page.getByLabel('Message', { exact: true });
const panel = (page: Page) => region(page, 'Context');

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Context' }).click();
  await expect(panel(page).getByRole('meter')).toBeVisible();
}

async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** What the clipboard gets. */
async function copied(page: Page, entry: string): Promise<string> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.documentElement.dataset.copied = text;
    };
  });
  await panel(page).getByRole('button', { name: 'Copy what the model sees' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.locator('html')).toHaveAttribute('data-copied');
  const text = await page.evaluate(() => document.documentElement.dataset.copied ?? '');
  await page.evaluate(() => delete document.documentElement.dataset.copied);
  return text;
}

/** Tokens of the bar's parts, in their order. */
async function partsOf(bar: Locator): Promise<Record<string, number>> {
  const parts = await bar
    .locator('[data-part]')
    .evaluateAll((spans) =>
      spans.map((span) => [span.getAttribute('data-part') ?? '', Number(span.getAttribute('data-tokens'))] as const),
    );
  return Object.fromEntries(parts);
}

/** Counts as a provider would. */
const usage = (prompt: number, completion: number) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
});

async function startCounting(page: Page, server: ModelServer, folder: string): Promise<void> {
  await connect(page, server);
  await ask(page, 'settings.set', { contextWindows: { 'test/mock': 10_000 } });
  await startRun(page, { text: 'Count', folder, allow: true });
}

test('the meter adds up to the window, and shows who counted and where it is compacted', async ({
  page,
  folder,
  serve,
}) => {
  const server = await serve([
    { parts: [call('run_command', { command: 'seq 200' }), usage(3000, 10)] },
    { parts: [{ text: 'It counted.' }, usage(3900, 20)] },
  ]);
  await startCounting(page, server, folder);
  await expect(region(page, 'Conversation').getByText('It counted.')).toBeVisible();
  const small = region(page, 'Thread').getByRole('button', {
    name: /^Context: 39 % ?, 3.9k of 10k tokens, compacted at 8k$/,
  });
  await small.click();

  const bar = panel(page).getByRole('meter', { name: 'Context' });
  await expect(bar).toHaveAttribute('aria-valuetext', '3.9k of 10k tokens');
  await expect(bar).toHaveAttribute('aria-valuenow', '3920');
  const { free, buffer, ...parts } = await partsOf(bar);
  expect(Object.values(parts).reduce((sum, tokens) => sum + tokens)).toBe(3920);
  expect([free, buffer]).toEqual([8000 - 3920, 2000]);
  await expect(bar.locator('[data-line]')).toHaveAttribute('data-line', '8000');
  await expect(panel(page).getByText('Compacts by itself at 8k: 4.1k to go')).toBeVisible();
  await expect(panel(page).getByText('The provider counted 3.9k. What it is spent on is estimated (~).')).toBeVisible();

  // Each part opens to what it is made of: tools by name, outputs by their first line.
  await panel(page)
    .getByRole('button', { name: /^Tools/ })
    .click();
  const tools = panel(page).getByRole('list', { name: 'Tools' });
  const names = server.requests[0]?.body.tools?.map((tool) => tool.function.name) ?? [];
  await expect(tools.getByRole('listitem')).toHaveCount(names.length);
  for (const name of names) await expect(tools.getByText(name, { exact: true })).toBeVisible();
  const sizes = () => tools.getByText(/^~\d/).allTextContents();
  await panel(page).getByRole('button', { name: 'The largest first' }).click();
  await expect.poll(sizes).toEqual((await sizes()).toSorted((a, b) => Number(b.slice(1)) - Number(a.slice(1))));
  await panel(page).getByRole('button', { name: 'Show all messages' }).click();
  await expect(panel(page).getByRole('list', { name: 'What the model sees now' }).getByRole('listitem')).toHaveCount(5);

  // Another window moves the line.
  await ask(page, 'settings.set', { contextWindows: { 'test/mock': 4000 } });
  await expect(bar).toHaveAttribute('aria-valuetext', '3.9k of 4k tokens');
  await expect(panel(page).getByText('Compacts before the next model call: past its line at 3.2k')).toBeVisible();
  expect((await partsOf(bar)).free).toBe(0);
  expect((await partsOf(bar)).buffer).toBe(80);
});

test('what is copied is what the model is sent next, to the letter', async ({ page, folder, serve }) => {
  const todos = [{ id: 'a', content: 'Read', status: 'in_progress' }];
  const server = await serve([
    {
      parts: [
        { text: 'Let me see.' },
        call('write_todos', { todos }),
        call('run_command', { command: 'echo hi' }, 'c2'),
      ],
    },
    say('Seen.'),
    say('Again.'),
  ]);
  await startCounting(page, server, folder);
  await expect(region(page, 'Conversation').getByText('Seen.')).toBeVisible();
  await openPanel(page);
  const messages = JSON.parse(await copied(page, 'Copy the messages as JSON')) as readonly Sent[];
  const markdown = await copied(page, 'Copy as Markdown');
  await send(page, 'And now?');
  await expect(region(page, 'Conversation').getByText('Again.')).toBeVisible();
  const [system, ...received] = server.requests.at(-1)?.body.messages ?? [];
  expect(received.slice(0, -1).map(receivedWords)).toEqual(messages.map(sentWords));
  expect(received.at(-1)).toMatchObject({ role: 'user', content: 'And now?' });
  expect(markdown).toContain(`## system\n\n${String(system?.content)}`);
  expect(markdown).toContain('## assistant\n\nLet me see.\n\nCalls `write_todos`');

  // As it was when the first answer was written.
  const answer = region(page, 'Conversation')
    .getByRole('article', { name: 'Answer' })
    .filter({ hasText: 'Let me see.' });
  await answer.hover();
  await answer.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Show what the model saw' }).click();
  await expect(panel(page).getByText('As it went on from an earlier message')).toBeVisible();
  await expect(panel(page).getByRole('list', { name: 'What the model sees now' }).getByRole('listitem')).toHaveCount(2);
  const then = JSON.parse(await copied(page, 'Copy the messages as JSON')) as readonly Sent[];
  expect(then.map(sentWords)).toEqual(server.requests[0]?.body.messages.slice(1).map(receivedWords));
  await panel(page).getByRole('button', { name: 'Back to now' }).click();
  await expect(panel(page).getByRole('list', { name: 'What the model sees now' }).getByRole('listitem')).toHaveCount(8);
});

type Sent = {
  readonly role: string;
  readonly content?: string;
  readonly text?: string;
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly toolCallId?: string;
};

/** Role, text, calls and whose result it is, as windows have them … */
function sentWords({ role, content, text, toolCalls = [], toolCallId }: Sent) {
  return {
    role,
    text: content ?? text ?? '',
    calls: toolCalls.map((one) => [one.id, one.name, one.arguments]),
    of: toolCallId,
  };
}

/** … and as chat completions have them. */
function receivedWords(message: {
  readonly role: string;
  readonly content?: unknown;
  readonly [key: string]: unknown;
}) {
  const { role, content, tool_calls: calls = [], tool_call_id: of } = message;
  const made = calls as readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  return {
    role,
    text: typeof content === 'string' ? content : '',
    calls: made.map(({ id, function: { name, arguments: json } }) => [id, name, json]),
    of,
  };
}

test('a compaction is asked for, cancelled, failed and seen from the panel', async ({ page, folder, serve }) => {
  const pause = hold();
  const server = await serve([
    say(LONG),
    { parts: [{ hold: pause }, { text: 'Not in time.' }] },
    { parts: [{ text: ' ' }] },
    say('## Goal\nA story about **names**.'),
    say('The end.'),
  ]);
  await startCounting(page, server, folder);
  await expect(region(page, 'Conversation').getByText('This is a long story.').first()).toBeVisible();
  await expect(composer(page)).toHaveAttribute('placeholder', 'Message the agent');
  await openPanel(page);

  const compactNow = async (instruction: string): Promise<void> => {
    await panel(page).getByRole('button', { name: 'Compact now…' }).click();
    await panel(page).getByLabel('What to keep in mind').fill(instruction);
    await panel(page).getByRole('button', { name: 'Compact', exact: true }).click();
  };
  await compactNow('');
  await expect(panel(page).getByText('Compacting the conversation')).toBeVisible();
  await expect(region(page, 'Conversation').getByText('Compacting the conversation')).toBeVisible();
  await expect(panel(page).getByText(/^\d+s$/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page).getByText('The compaction was cancelled: nothing has changed.')).toBeVisible();
  pause.release();

  await compactNow('keep the names');
  await expect(
    panel(page).getByText('The conversation was not compacted. The model wrote an empty summary'),
  ).toBeVisible();

  await compactNow('keep the names');
  await panel(page).getByRole('button', { name: '1 compaction' }).click();
  await expect(panel(page).getByText('The model wrote an empty summary')).toBeHidden();
  for (const place of [panel(page), region(page, 'Conversation')]) {
    const card = place.getByRole('group', { name: 'Compaction' });
    await expect(card).toContainText(/Compacted: ~?\d[\d.]*k? → ~\d+ tokens−\d+ %/);
    await card.getByRole('button').first().click();
    await expect(card.getByText('keep the names', { exact: true })).toBeVisible();
    await expect(card.getByText('By hand')).toBeVisible();
    await expect(card.getByText('test/mock')).toBeVisible();
    await expect(card.getByText(/^A story about|A story about/).first()).toBeVisible();
    await expect(card.getByText(/^Out of the model’s sight: 2 messages \(~\d/)).toBeVisible();
    await card.getByRole('button', { name: 'List them' }).click();
    await expect(card.getByRole('list', { name: 'Out of sight' }).getByRole('listitem')).toHaveCount(2);
  }
  await expect(panel(page).getByText('In effect: the model is sent this')).toBeVisible();
  expect(await findings(page)).toEqual([]);

  // Everything is still there, with why the model is not sent it.
  await panel(page).getByRole('radio', { name: 'Everything' }).click();
  const everything = panel(page).getByRole('list', { name: 'Everything' });
  await expect(everything.locator('[data-hidden=compaction]')).toHaveCount(2);
  await expect(everything.getByText('Compacted: a summary stands for it.').first()).toBeAttached();
  await panel(page).getByRole('radio', { name: 'What the model sees now' }).click();
  const seen = panel(page).getByRole('list', { name: 'What the model sees now' });
  await expect(seen.getByText('What came before is no longer shown. This is its summary:')).toBeVisible();
  await expect(seen.getByText('This is a long story.')).toHaveCount(0);

  // By keyboard: to the end, back to the top, and open.
  await seen.getByRole('button').first().focus();
  await page.keyboard.press('End');
  await expect(seen.getByRole('listitem').last().getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(seen.getByRole('listitem').first().getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(seen.getByRole('group', { name: 'system' })).toBeVisible();

  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(panel(page).getByRole('meter')).toBeVisible();
  const overflow = await panel(page).evaluate((node) =>
    [node, ...node.querySelectorAll('*')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto')
      .map((one) => one.outerHTML.slice(0, 200)),
  );
  expect(overflow).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await findings(page)).toEqual([]);
});

test('it follows a run, and the compaction that a run makes by itself', async ({ page, folder, serve }) => {
  const [working, summarising] = [hold(), hold()];
  const server = await serve([
    { parts: [call('run_command', { command: 'seq 400' }), usage(3000, 10)] },
    { parts: [{ hold: working }, call('run_command', { command: 'seq 500' }, 'c2'), usage(8500, 10)] },
    { parts: [{ hold: summarising }, { text: 'It counted.' }] },
    { parts: [{ text: 'Done.' }, usage(900, 5)] },
  ]);
  await connect(page, server);
  const compaction = { automatic: true, share: 0.8, keepTokens: 0 };
  await ask(page, 'settings.set', { contextWindows: { 'test/mock': 10_000 }, compaction });
  await startRun(page, { text: 'Count', folder, allow: true });
  await working.reached;
  await openPanel(page);
  const bar = panel(page).getByRole('meter', { name: 'Context' });
  const rows = panel(page).getByRole('list', { name: 'What the model sees now' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(bar).toHaveAttribute('aria-valuetext', /^~3.[4-9]k of 10k tokens$/);
  await expect(panel(page).getByText(/The provider counted 3k, ~\d+ came since/)).toBeVisible();

  working.release();
  await summarising.reached;
  await expect(rows).toHaveCount(6);
  await expect(
    panel(page).getByText('Compacting the conversation: it nearly fills what the model can read'),
  ).toBeVisible();
  await expect(panel(page).getByText(/^Compacts before the next model call: past its line at 8k$/)).toBeVisible();
  summarising.release();
  await expect(region(page, 'Conversation').getByText('Done.', { exact: true })).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuetext', '905 of 10k tokens');
  await panel(page).getByRole('button', { name: '1 compaction' }).click();
  const card = panel(page).getByRole('group', { name: 'Compaction' });
  await card.getByRole('button').first().click();
  await expect(card.getByText('The conversation came near what the model can read')).toBeVisible();

  // The same on the timeline.
  const words = /Compaction, ~?[\d.]+k → ~[\d.]+k? tokens, test\/mock/;
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(region(page, 'Timeline').getByRole('button', { name: words })).toBeVisible();
  await page.getByRole('tab', { name: 'Context' }).click();

  // Whatever nobody knows is said.
  await ask(page, 'settings.set', { contextWindows: {} });
  await expect(panel(page).getByText('Nobody knows how much this model can read')).toBeVisible();
  await expect(bar).toHaveAttribute('aria-valuetext', '905 tokens');
  const small = region(page, 'Thread').getByRole('button', { name: /^Context: 905 ?tokens; nobody knows/ });
  // Without a bar the number is told what it counts.
  expect((await small.getByText('Context:').boundingBox())?.width).toBeGreaterThan(10);
  await panel(page).getByRole('button', { name: 'Enter it' }).click();
  await panel(page).getByLabel('Tokens that it can read').fill('20');
  await panel(page).getByLabel('Tokens that it can read').press('Enter');
  await expect(panel(page).getByText('Enter 1,000 or more')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findings(page)).toEqual([]);
  }
  await panel(page).getByLabel('Tokens that it can read').fill('20,000');
  await panel(page).getByLabel('Tokens that it can read').press('Enter');
  await expect(bar).toHaveAttribute('aria-valuetext', '905 of 20k tokens');
});
