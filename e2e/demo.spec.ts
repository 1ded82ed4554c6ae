import { expect, region, test } from './support/fixtures.ts';

test.use({ viewport: { width: 1280, height: 720 } });

test('one click runs the demo to its end, with its plan in sight', async ({ page }) => {
  await page.getByRole('button', { name: 'Run the demo' }).click();
  const todos = region(page, 'Todos');
  await expect(todos.getByText(/of 6/)).toBeInViewport();
  const items = todos.getByRole('listitem');
  await expect(items).toHaveCount(6);

  // Its one mistake: two items begun at once, refused, and corrected in the next step.
  const conversation = region(page, 'Conversation');
  await expect(conversation.getByText('Todo update refused')).toBeVisible();

  // One item after the other, never two at once.
  for (let done = 1; done <= 5; done += 1) {
    await expect(todos.getByText(`${done} of 6`)).toBeVisible();
    await expect(todos.locator('[data-status=in_progress]')).toHaveCount(1);
  }
  await expect(conversation.getByRole('button', { name: 'Approve' })).toBeVisible();
  // Nobody answers; the demo does, after three seconds.
  await expect(todos.getByText('6 of 6')).toBeVisible();
  await expect(conversation.getByText('Eight people now get twice the flour.')).toBeVisible();
  await expect(region(page, 'Thread').getByText('Finished', { exact: true }).first()).toBeVisible();
  await expect(items.and(page.locator('[data-status=completed]'))).toHaveCount(6);
});
