import { ask, expect, region, test } from './support/fixtures.ts';
import { startModelServer } from './support/model-server.ts';

const KEY = 'sk-ant-window-4d8b2f6a-planted';

test('a provider is added, tested and asked, and what it cost is in sight', async ({ page }) => {
  const server = await startModelServer({
    models: ['claude-haiku-4-5'],
    apiKey: KEY,
    script: () => ({
      parts: [
        { reasoning: 'A greeting.', signature: 'SIGNED' },
        { text: 'Hello from Claude.' },
        { usage: { input_tokens: 100_000, output_tokens: 10_000 } },
      ],
    }),
  });
  try {
    await page.getByRole('button', { name: 'Connect a model' }).click();
    const settings = region(page, 'Providers & keys');
    await settings.getByRole('button', { name: 'Add a provider' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name')).toHaveValue('Anthropic');
    await dialog.getByLabel('Base URL').fill(server.url);
    await dialog.getByLabel('API key').fill('wrong');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(/key .* was refused.*Correct the key above/i);
    await dialog.getByLabel('API key').fill(KEY);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText('It answers and offers one model')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByRole('listitem').filter({ hasText: 'Anthropic' })).toContainText('Key stored');
    expect(JSON.stringify(await ask(page, 'models.addresses', {}))).not.toContain(KEY);

    await page.getByRole('button', { name: 'New run' }).first().click();
    await page.getByLabel('What should the agent do?').fill('Greet me');
    await page.getByRole('combobox', { name: 'Model' }).fill('haiku');
    await page.getByRole('option', { name: 'anthropic/claude-haiku-4-5' }).click();
    await page.getByRole('button', { name: 'Start run' }).click();
    await expect(region(page, 'Conversation').getByText('Hello from Claude.')).toBeVisible();
    const header = region(page, 'Thread');
    await expect(header).toContainText('$0.15');
    await expect(header).toContainText(/priced by the table of \d{4}-\d{2}-\d{2}/);

    // What it signed goes back with the next message.
    await page.getByLabel('Message', { exact: true }).fill('Again');
    await page.keyboard.press('Enter');
    await expect(header).toContainText('$0.30');
    expect(JSON.stringify(server.requests[1]?.body)).toContain('SIGNED');
    expect(server.requests.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true);
  } finally {
    await server.close();
  }
});

test('a preset fills in the rest, and what is missing is told', async ({ page }) => {
  await page.getByRole('button', { name: 'Connect a model' }).click();
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Or set ANTHROPIC_API_KEY before Runlight starts.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/api\.anthropic\.com asks for a key/);
  await dialog.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Ollama' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Ollama');
  await expect(dialog.getByLabel('Base URL')).toHaveValue('http://127.0.0.1:11434/v1');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Custom' }).click();
  await dialog.getByLabel('Name').fill('Mine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter an address that starts with http:// or https://')).toBeVisible();
  await dialog.getByLabel('Name').fill('');
  await dialog.getByLabel('Base URL').fill('http://127.0.0.1:9999/v1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const rows = region(page, 'Providers & keys').getByRole('listitem');
  await expect(
    rows.filter({ hasText: '127.0.0.1:9999' }).getByRole('button', { name: 'Edit 127.0.0.1:9999' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await dialog.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'OpenRouter' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows.filter({ hasText: 'OpenRouter' })).toContainText('No key');
});
