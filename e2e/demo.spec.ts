import { expect, region, test } from './support/fixtures.ts';

test.use({ viewport: { width: 1280, height: 720 } });

test('one click runs the demo to its end, with its plan in sight', async ({ page }) => {
  await page.getByRole('button', { name: 'Run the demo' }).click();
  const todos = region(page, 'Todos');
  await expect(todos.getByText(/of 6/)).toBeInViewport();
  // What passes too quickly to be looked for is written down as it is painted.
  const progress = await todos.evaluateHandle((panel) => {
    const seen: string[] = [];
    const look = (): void => {
      const line = `${/\d of 6/.exec(panel.textContent)?.[0]}, ${panel.querySelectorAll('[data-status=in_progress]').length} active`;
      if (seen.at(-1) !== line) seen.push(line);
    };
    look();
    new MutationObserver(look).observe(panel, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    return seen;
  });
  const items = todos.getByRole('listitem');
  await expect(items).toHaveCount(6);

  // Its one mistake: two items begun at once, refused, and corrected in the next step.
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('Todo update refused')).toBeVisible();

  await expect(conversation.getByRole('button', { name: 'Approve' })).toBeVisible();
  // Nobody answers; the demo does, after three seconds.
  await expect(todos.getByText('6 of 6')).toBeVisible();
  await expect(conversation.getByText('Eight people now get twice the flour.')).toBeVisible();
  await expect(region(page, 'Thread').getByText('Finished', { exact: true }).first()).toBeVisible();
  await expect(items.and(page.locator('[data-status=completed]'))).toHaveCount(6);
  // One item after the other, never two at once.
  const steps = [0, 1, 2, 3, 4, 5].map((done) => `${done} of 6, 1 active`);
  expect(await progress.jsonValue()).toEqual([...steps, '6 of 6, 0 active']);
});
