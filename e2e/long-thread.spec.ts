import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft } from '../src/shared/thread/draft.ts';
import { silentLog } from '../src/main/lib/log.ts';
import { appendEntries } from '../src/main/threads/append.ts';
import { openStore } from '../src/main/threads/open.ts';
import { createThread } from '../src/main/threads/thread-rows.ts';
import { expect, region, test } from './support/fixtures.ts';
import { startWebHost } from './support/web-host.ts';

const STEPS = 400;
const MINUTE = 60_000;

/** A thread whose one run worked on one item of its plan, a minute a step. */
function fillHome(home: string): void {
  mkdirSync(home);
  const opened = openStore({ file: join(home, 'runlight.db'), now: Date.now, log: silentLog });
  if (!opened.ok) throw new Error(opened.error.message);
  const { write } = opened.value;
  createThread(write, { id: 'long', at: 1, title: 'A long one', titleBy: 'auto' });
  let tip: string | null = null;
  const add = (at: number, drafts: readonly Draft[]): void => {
    const appended = appendEntries(write, { threadId: 'long', runId: 'run', at, tip, head: 'follow', drafts });
    if (!appended.ok) throw new Error(appended.error.message);
    tip = appended.value.tip ?? tip;
  };
  add(MINUTE, [{ id: 'go', body: { kind: 'user_message', text: 'Go', origin: 'person' } }]);
  for (let step = 1; step <= STEPS; step += 1) {
    const at = (step + 1) * MINUTE;
    const [messageId, callId, toolName] = [`a${step}`, `c${step}`, 'write_todos'];
    const status = step === STEPS ? 'completed' : 'in_progress';
    const todos = [
      { id: 'one', content: 'The item', status },
      { id: 'count', content: `Step ${step}`, status: 'pending' },
    ] as const;
    const calls = [{ id: callId, name: toolName, arguments: JSON.stringify({ todos }) }];
    const answer = { text: `Step ${step}.`, reasoning: '', calls, finish: 'tool_calls', sentAt: at - 1000 } as const;
    const result = { messageId, callId, toolName, content: 'ok', isError: false } as const;
    add(at, [
      { id: messageId, body: { kind: 'assistant_message', step, model: 'm', ...answer } },
      { id: `n${step}`, targetId: messageId, body: { kind: 'tool_started', callId, toolName } },
      { id: `r${step}`, body: { kind: 'tool_result', ...result, details: { kind: 'todos', todos } } },
    ]);
  }
  opened.value.close();
}

test('of a long thread the newest is there at once, and the rest where it is looked at', async ({
  folder,
  browser,
}) => {
  const home = join(folder, 'long');
  fillHome(home);
  const host = await startWebHost(home);
  const page = await browser.newPage();
  try {
    await page.goto(host.url);
    await page.getByRole('link', { name: /A long one/ }).click();
    await expect(region(page, 'Conversation').getByText(`Step ${STEPS}.`)).toBeVisible();
    // From the first of its changes to the last.
    await expect(region(page, 'Todos').getByRole('listitem').first()).toContainText('6h 39m');
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const steps = region(page, 'Timeline').getByRole('list', { name: 'Steps of the run' }).getByRole('listitem');
    await expect(steps.last()).toHaveAttribute('aria-setsize', String(2 * STEPS));
  } finally {
    await page.close();
    await host.stop();
  }
});
