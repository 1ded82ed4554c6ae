import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, region, test } from './support/fixtures.ts';

const UNSEEN = 'The model no longer sees this plan';
const count = { tokens: 10, estimated: true };
const compaction = (firstKeptId: string | null) =>
  ({
    kind: 'compaction',
    trigger: 'person',
    summary: 'They planned.',
    model: 'm',
    firstKeptId,
    before: count,
    after: count,
    durationMs: 1,
  }) as const;
const said = (text: string, calls: readonly object[] = []) =>
  ({ kind: 'assistant_message', step: 1, model: 'm', text, reasoning: '', calls, finish: 'stop', sentAt: 1 }) as const;
const plan = (status: string) => [{ step: 'Find the leak', status }];
const answer = {
  kind: 'tool_result',
  messageId: 'e2',
  callId: 'c',
  toolName: 'update_plan',
  content: 'Plan updated',
  isError: false,
  details: { kind: 'other', value: { plan: plan('in_progress') } },
} as const;

/** Brings in a thread of these entries, one after the other. */
async function bringIn(page: Page, folder: string, title: string, bodies: readonly object[]): Promise<void> {
  const entries = bodies.map((body, n) => {
    const parentId = n === 0 ? null : `e${n}`;
    return { id: `e${n + 1}`, seq: n + 1, at: n + 1, v: 1, parentId, ...body };
  });
  const thread = {
    id: 't',
    title,
    titleBy: 'auto',
    createdAt: 1,
    pinned: false,
    archived: false,
    headId: `e${entries.length}`,
    metadata: {},
  };
  const file = join(folder, `${title}.json`);
  const whole = {
    format: 'runlight-thread',
    version: 1,
    scope: 'thread',
    thread,
    entries,
    children: [],
    attachments: [],
  };
  await writeFile(file, JSON.stringify(whole));
  await page.evaluate(() => {
    window.location.hash = '#/settings/storage';
  });
  const chooser = page.waitForEvent('filechooser');
  await region(page, 'Storage').getByRole('button', { name: 'Import…' }).click();
  await (await chooser).setFiles(file);
  await expect(region(page, 'Conversation').getByText('The end.')).toBeVisible();
}

test('where a summary stands for the call that wrote a plan, the panel says that the model no longer sees it', async ({
  page,
  folder,
}) => {
  const user = { kind: 'user_message', text: 'Go', origin: 'person' };
  const calls = [{ id: 'c', name: 'update_plan', arguments: JSON.stringify({ plan: plan('in_progress') }) }];
  const planned = [user, said('', calls), answer, said('Working.'), user];
  const todos = region(page, 'Todos');

  await bringIn(page, folder, 'Gone', [...planned, compaction('e5'), said('The end.')]);
  await expect(todos.getByText('Find the leak')).toBeVisible();
  await expect(todos.getByText(UNSEEN)).toBeVisible();

  // What the summary leaves is seen, and so is what came after it.
  await bringIn(page, folder, 'Kept', [...planned, compaction('e2'), said('The end.')]);
  await expect(todos.getByText('Find the leak')).toBeVisible();
  await expect(todos.getByText(UNSEEN)).toBeHidden();
  await bringIn(page, folder, 'Again', [user, said('', calls), compaction('e2'), answer, said('The end.')]);
  await expect(todos.getByText('Find the leak')).toBeVisible();
  await expect(todos.getByText(UNSEEN)).toBeHidden();
});
