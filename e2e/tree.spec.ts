import { AxeBuilder } from '@axe-core/playwright';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { silentLog } from '../src/main/lib/log.ts';
import { openStore } from '../src/main/threads/open.ts';
import { append, assistant, good, started, testThread, used, user } from '../src/main/threads/testing/store.ts';
import { wideThread } from '../src/main/threads/testing/wide-thread.ts';
import { createThread } from '../src/main/threads/thread-rows.ts';
import { ask, connect, expect, region, saveAgent, startRun, test } from './support/fixtures.ts';
import { call, hold, say } from './support/model-server.ts';

const panel = (page: Page) => region(page, 'Branches');
const tree = (page: Page) => panel(page).getByRole('tree');
const branch = (page: Page, name: RegExp) => tree(page).getByRole('treeitem', { name });
const answer = (page: Page, text: string) =>
  region(page, 'Conversation').getByRole('article', { name: 'Answer' }).filter({ hasText: text });
const threadOf = (page: Page): string => page.url().split('/').at(-1) ?? '';

/** What axe finds, as short lines. */
async function findings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

/** The name of the item that the keys act on. */
async function currentItem(page: Page): Promise<string> {
  const id = await tree(page).getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"] > .sr-only`).innerText();
}

test('three branches are seen, switched by click and by keys, folded, found, and compared', async ({ page, serve }) => {
  const server = await serve([say('About cats.'), say('About dogs.'), say('About birds.'), say('About fish.')]);
  await connect(page, server);
  await startRun(page, { text: 'Tell me of animals' });
  await expect(answer(page, 'About cats.')).toBeVisible();
  await page.getByLabel('Message', { exact: true }).blur();
  await page.keyboard.press('Alt+3');
  await expect(panel(page).getByText('This thread has one branch.')).toBeVisible();
  await expect(tree(page).getByRole('treeitem')).toHaveCount(1);

  await send(page, 'And of dogs?');
  await expect(answer(page, 'About dogs.')).toBeVisible();
  await answer(page, 'About dogs.').hover();
  await answer(page, 'About dogs.').getByRole('button', { name: 'Regenerate' }).click();
  await expect(answer(page, 'About birds.')).toBeVisible();
  await answer(page, 'About cats.').hover();
  await answer(page, 'About cats.').getByRole('button', { name: 'Regenerate' }).click();
  await expect(answer(page, 'About fish.')).toBeVisible();

  await expect(panel(page).getByText('3 branches')).toBeVisible();
  await expect(tree(page).getByRole('treeitem')).toHaveCount(5);
  await expect(branch(page, /^About fish\./)).toHaveAttribute('aria-selected', 'true');
  await expect(branch(page, /^About fish\./)).toHaveAccessibleName(
    /^About fish\., active branch, Finished, Coder, test\/mock, .*unpriced/,
  );
  await expect(branch(page, /^Tell me of animals/)).toHaveAttribute('aria-level', '1');

  await branch(page, /^About dogs\./).click();
  await expect(answer(page, 'About dogs.')).toBeVisible();
  await expect(branch(page, /^About dogs\./)).toHaveAttribute('aria-selected', 'true');

  await tree(page).focus();
  await page.keyboard.press('Home');
  expect(await currentItem(page)).toMatch(/^Tell me of animals, on the active branch/);
  await page.keyboard.press('ArrowRight');
  expect(await currentItem(page)).toMatch(/^About fish\./);
  await page.keyboard.press('Enter');
  await expect(answer(page, 'About fish.')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  expect(await currentItem(page)).toMatch(/^Tell me of animals/);
  await page.keyboard.press('ArrowLeft');
  await expect(branch(page, /^Tell me of animals/)).toHaveAttribute('aria-expanded', 'false');
  await expect(branch(page, /^Tell me of animals.*1 branch$/)).toBeVisible();
  await expect(branch(page, /^About fish\./)).toBeHidden();
  await page.keyboard.press('End');
  expect(await currentItem(page)).toMatch(/^About birds\./);

  // What is found is unfolded.
  await page.keyboard.press('a');
  const find = panel(page).getByRole('textbox', { name: 'Find in the tree' });
  await expect(find).toBeFocused();
  await expect(find).toHaveValue('a');
  await find.fill('ABOUT');
  await expect(panel(page).getByText('3 of 5')).toBeHidden();
  await find.press('Enter');
  await find.press('Enter');
  await expect(branch(page, /^About fish\./)).toBeVisible();
  await find.fill('fish');
  await find.press('Enter');
  await expect(panel(page).getByText('1 of 1')).toBeVisible();
  await find.fill('no such thing');
  await expect(panel(page).getByText('None')).toBeVisible();
  await find.fill('birds');
  await find.press('Enter');
  await find.press('Escape');
  await expect(tree(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answer(page, 'About birds.')).toBeVisible();

  // The keys for the branches beside still work.
  await branch(page, /^About dogs\./).click();
  await expect(answer(page, 'About dogs.')).toBeVisible();
  await page.keyboard.press(']');
  await expect(answer(page, 'About birds.')).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await branch(page, /^About fish\./).click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/#\/compare\//);
  await page.goBack();
  await tree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Enter');
  await expect(page).toHaveURL(/#\/compare\//);
});

test('a row says by its menu what can be done with it: name, compare, copy', async ({ page, context, serve }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await connect(page, await serve([say('About cats.'), say('About dogs.')]));
  await startRun(page, { text: 'Tell me of animals' });
  await answer(page, 'About cats.').hover();
  await answer(page, 'About cats.').getByRole('button', { name: 'Regenerate' }).click();
  await expect(answer(page, 'About dogs.')).toBeVisible();
  await page.getByRole('tab', { name: 'Branches' }).click();
  const pick = (name: string) => page.getByRole('menuitem', { name }).click();
  const field = page.getByRole('textbox', { name: 'Name of the branch' });

  await branch(page, /^About cats\./).click({ button: 'right' });
  await pick('Name this branch…');
  // A click in the field is none on its row.
  await field.click();
  await field.fill('Cats');
  await field.press('Enter');
  await expect(branch(page, /^Cats, Finished/)).toBeVisible();
  await expect(answer(page, 'About dogs.')).toBeVisible();
  await expect(tree(page)).toBeFocused();

  // By keys: for the row that they are at.
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Rename this branch…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tree(page)).toBeFocused();
  await page.keyboard.press('F2');
  await expect(field).toHaveValue('Cats');
  expect(await findings(page)).toEqual([]);
  await field.fill('All of cats');
  await field.press('Enter');
  await expect(branch(page, /^All of cats, Finished/)).toBeVisible();
  await branch(page, /^All of cats/).click({ button: 'right' });
  await pick('Remove the name');
  await expect(branch(page, /^About cats\., Finished/)).toBeVisible();

  await branch(page, /^About cats\./).click({ button: 'right' });
  await pick('Copy the entry’s id');
  const entryId = await branch(page, /^About cats\./).getAttribute('data-entry');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(entryId);
  await branch(page, /^About dogs\./).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Compare with the active branch' })).toBeHidden();
  await page.keyboard.press('Escape');
  await branch(page, /^About cats\./).click({ button: 'right' });
  await pick('Compare with the active branch');
  await expect(page.getByRole('region', { name: 'Compare' })).toBeVisible();
});

test('two branches at work show how far they are, and what they take, as they go on', async ({ page, serve }) => {
  const usage = { prompt_tokens: 400, completion_tokens: 100, total_tokens: 500 };
  const todos = (...done: readonly boolean[]) => ({
    todos: done.map((is, n) => ({ id: `t${n}`, content: `Item ${n}`, status: is ? 'completed' : 'pending' })),
  });
  const holds = { Main: [hold(), hold()], Beside: [hold(), hold()] } as const;
  const server = await serve(({ messages }) => {
    const asked = messages.findLast(({ role }) => role === 'user')?.content === 'Main' ? 'Main' : 'Beside';
    if (messages.length < 4) return say('Hello.');
    const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
    const step = since.filter(({ role }) => role === 'tool').length;
    const pause = holds[asked][step - 1];
    const wait = pause === undefined ? [] : [{ hold: pause }];
    if (step === 2) return { parts: [...wait, { text: `${asked} is done.` }, { usage }] };
    return { parts: [...wait, call('write_todos', todos(true, step === 1, false), `c${step}`), { usage }] };
  });
  await connect(page, server);
  await startRun(page, { text: 'Hi' });
  await expect(answer(page, 'Hello.')).toBeVisible();
  await page.getByRole('tab', { name: 'Branches' }).click();
  const { leaves } = (await ask(page, 'branch.leaves', { threadId: threadOf(page), limit: 10 })) as {
    leaves: readonly { entryId: string }[];
  };
  await send(page, 'Main');
  await holds.Main[0].reached;
  const agents = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
  await ask(page, 'run.start', {
    threadId: threadOf(page),
    agentId: agents[0]?.id,
    text: 'Beside',
    branch: { fromEntryId: leaves[0]?.entryId, activate: false },
    overrides: { model: 'test/mock' },
  });
  await holds.Beside[0].reached;

  const main = branch(page, /active branch/).last();
  const beside = tree(page)
    .getByRole('treeitem', { selected: false })
    .filter({ hasText: /\d\/\d/ });
  await expect(panel(page).getByText('2 branches · 2 at work')).toBeVisible();
  await expect(main).toHaveAttribute('data-status', 'running');
  await expect(beside).toHaveAttribute('data-status', 'running');
  await expect(main).toHaveAccessibleName(/plan 1 of 3, 500 tokens|plan 1 of 3, .* tokens, unpriced/);
  await expect(beside).toHaveAccessibleName(/plan 1 of 3/);

  // In a narrow window the title and all that can be done about the run stay in sight.
  await page.setViewportSize({ width: 1000, height: 700 });
  const header = region(page, 'Thread');
  for (const one of [header.getByRole('heading'), header.getByRole('button', { name: 'Export' })]) {
    const [inner, outer] = [await one.boundingBox(), await header.boundingBox()];
    expect(inner?.width).toBeGreaterThan(10);
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  }
  const facts = header.getByRole('status').locator('xpath=..');
  expect(await facts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);

  holds.Beside[0].release();
  await holds.Beside[1].reached;
  await expect(beside).toHaveAccessibleName(/plan 2 of 3/);
  await expect(main).toHaveAccessibleName(/plan 1 of 3/);
  holds.Main[0].release();
  await holds.Main[1].reached;
  await expect(main).toHaveAccessibleName(/plan 2 of 3/);

  holds.Beside[1].release();
  await expect(branch(page, /^Beside is done\./)).toHaveAttribute('data-status', 'finished');
  await expect(panel(page).getByText('2 branches · 1 at work')).toBeVisible();
  await expect(main).toHaveAttribute('data-status', 'running');
  holds.Main[1].release();
  await expect(branch(page, /^Main is done\., active branch/)).toHaveAttribute('data-status', 'finished');
  // As it would be read anew.
  const names = () => tree(page).getByRole('treeitem').locator('> .sr-only').allInnerTexts();
  const followed = await names();
  await page.reload();
  await page.getByRole('tab', { name: 'Branches' }).click();
  await expect(branch(page, /^Main is done\./)).toBeVisible();
  expect(await names()).toEqual(followed);
});

test('a sub-agent is marked as soon as it is asked', async ({ page, serve }) => {
  const reading = hold();
  const server = await serve(({ messages }) => {
    const text = JSON.stringify(messages);
    if (!text.includes('You lead.')) return { parts: [{ hold: reading }, { text: 'I have read it.' }] };
    if (messages.some(({ role }) => role === 'tool')) return say('It is done.');
    return { parts: [{ text: 'I ask.' }, call('ask_reader', { task: 'Read it' })] };
  });
  await connect(page, server);
  const reader = await saveAgent(page, { name: 'Reader' });
  const agentId = await saveAgent(page, { name: 'Lead', instructions: 'You lead.', subagents: [reader] });
  const { threadId } = (await ask(page, 'run.start', { agentId, text: 'Go' })) as { threadId: string };
  await openTree(page, threadId);
  await reading.reached;
  await expect(branch(page, /Working, Lead, .*Sub-agent Reader$/)).toBeVisible();
  reading.release();
  await expect(branch(page, /^It is done\., active branch, Finished, Lead, .*Sub-agent Reader$/)).toBeVisible();
});

/** A home with a thread of marked branches, and one of a thousand. */
function fillHome(home: string): void {
  mkdirSync(home);
  const store = good(openStore({ file: join(home, 'runlight.db'), now: Date.now, log: silentLog }));
  const { write: db } = store;
  testThread(db, 'thread', Date.now());
  const tokens = (count: number) => ({ tokens: count, estimated: false });
  append(db, {
    tip: null,
    runId: 'one',
    drafts: [
      { id: 'u', body: user('Begin') },
      { id: 's', targetId: 'u', body: started({ name: 'First' }) },
      { id: 'a', body: assistant({ text: 'Asks a reader' }) },
      { id: 'a-used', targetId: 'a', body: used(10, 0.25) },
      {
        id: 'c',
        body: {
          kind: 'compaction',
          trigger: 'person',
          summary: 'Short',
          model: 'm',
          firstKeptId: null,
          before: tokens(12_000),
          after: tokens(900),
          durationMs: 1,
        },
      },
      { id: 'h', body: { kind: 'handoff', from: 'First', agent: started({ name: 'Second' }).agent } },
      { id: 'b', body: assistant({ text: 'The end' }) },
      { id: 'e', targetId: 'b', body: { kind: 'run_finished', status: 'finished' } },
    ],
  });
  append(db, {
    tip: 'a',
    head: 'stay',
    drafts: [
      { id: 'i', body: { kind: 'intervention', from: 'b', message: true } },
      { id: 'v', body: user('In other words') },
    ],
  });
  const spawnedBy = { threadId: 'thread', runId: 'one', messageId: 'a', callId: 'call' };
  good(createThread(db, { id: 'reader', at: 1, title: 'Reader', titleBy: 'auto', spawnedBy }));
  append(db, {
    threadId: 'reader',
    runId: 'reader-run',
    tip: null,
    drafts: [
      { id: 'reader-u', body: user('Read') },
      { id: 'reader-s', targetId: 'reader-u', body: started({ name: 'Reader' }) },
      { id: 'reader-e', targetId: 'reader-u', body: { kind: 'run_finished', status: 'finished' } },
    ],
  });
  wideThread(db, 3000, 1000);
  store.close();
}

const filled = test.extend({
  home: async ({ folder }, use) => {
    const home = join(folder, 'home');
    fillHome(home);
    await use(home);
  },
});

async function openTree(page: Page, threadId: string): Promise<void> {
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  await page.getByRole('tab', { name: 'Branches' }).click();
  await expect(tree(page).getByRole('treeitem').first()).toBeVisible();
}

filled('what happened on the way is marked as what it is', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await openTree(page, 'thread');
  await expect(branch(page, /^Begin.*Sub-agent Reader$/).locator('[data-mark=subagent]')).toBeVisible();
  const end = branch(page, /^The end.*Compaction, 12k → 900 tokens, Handoff to Second$/);
  await expect(end.locator('[data-mark]')).toHaveCount(2);
  await expect(end).toHaveAccessibleName(/\$0\.25/);
  await expect(branch(page, /^In other words, .*Intervention: the message$/)).toBeVisible();
  await end.locator('[data-mark=compaction]').hover();
  await expect(page.getByText('Compaction, 12k → 900 tokens')).toBeVisible();
  for (const zoom of ['Zoom in', 'Zoom out', 'Zoom out']) {
    await panel(page).getByRole('button', { name: zoom }).click();
    expect(await tree(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
  const tabs = page.getByRole('tablist').filter({ hasText: 'Branches' });
  expect(await tabs.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findings(page)).toEqual([]);
  }
});

filled('a thousand branches begin folded, are drawn as far as they are in sight, and are found', async ({ page }) => {
  await openTree(page, 'wide');
  await expect(panel(page).getByText('1,000 branches')).toBeVisible();
  const rows = () => tree(page).getByRole('treeitem').count();
  expect(await rows()).toBeLessThan(80);
  await panel(page).getByRole('button', { name: 'Unfold all' }).click();
  await panel(page).getByRole('button', { name: 'Find in the tree' }).click();
  const find = panel(page).getByRole('textbox', { name: 'Find in the tree' });
  await find.fill('run-512');
  await find.press('Enter');
  await expect(panel(page).getByText('1 of 1')).toBeVisible();
  await find.press('Escape');
  await page.keyboard.press('Enter');
  await expect(region(page, 'Conversation').getByText('Message of run-512')).toBeVisible();
  expect(await rows()).toBeLessThan(80);
  await panel(page).getByRole('button', { name: 'Fit to the panel' }).click();
  await expect(tree(page).getByRole('treeitem', { selected: true })).toBeVisible();
});
