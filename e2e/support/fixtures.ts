import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, test as base, expect } from 'playwright/test';
import { chromiumPath } from './chromium-path.ts';
import { startModelServer, type ModelServer, type ServerScript } from './model-server.ts';
import { startWebHost, type WebHost } from './web-host.ts';

export { expect };

type Fixtures = {
  /** Made anew for each test, and removed after it. */
  readonly folder: string;
  readonly home: string;
  readonly host: WebHost;
  /** A window on the host, signed in. */
  readonly page: Page;
  /** Starts a server of models, which ends with the test. */
  readonly serve: (script: ServerScript, apiKey?: string) => Promise<ModelServer>;
};

export const test = base.extend<Fixtures>({
  launchOptions: async ({ launchOptions }, use) => {
    await use({
      ...launchOptions,
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  },
  // The empty pattern tells Playwright that a fixture needs none of the others.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'runlight-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  home: async ({ folder }, use) => use(join(folder, 'home')),
  host: async ({ home }, use) => {
    const host = await startWebHost(home);
    await use(host);
    await host.stop();
  },
  page: async ({ page, host }, use) => {
    const problems = watch(page);
    await page.goto(host.url);
    await use(page);
    expect(problems).toEqual([]);
  },
  serve: async ({}, use) => {
    const servers: ModelServer[] = [];
    await use(async (script, apiKey) => {
      const server = await startModelServer({ script, apiKey, models: ['mock'] });
      servers.push(server);
      return server;
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});

/** What no page may do: break the content security policy, or throw. */
export function watch(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(`policy: ${message.text()}`);
  });
  return problems;
}

/** Sends one request to the engine, as the page would, over a socket of its own. */
export async function ask(page: Page, name: string, input: object): Promise<unknown> {
  return page.evaluate(
    ([name, input]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${window.location.host}/bridge`);
        socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, name, input })));
        socket.addEventListener('error', () => reject(new Error('The socket broke')));
        socket.addEventListener('message', (event) => {
          const frame = JSON.parse(String(event.data)) as {
            id?: number;
            result?: { ok: boolean; value?: unknown; error?: { message: string } };
          };
          if (frame.id !== 1) return;
          socket.close();
          if (frame.result?.ok === true) resolve(frame.result.value);
          else reject(new Error(frame.result?.error?.message));
        });
      }),
    [name, input] as const,
  );
}

/** Adds the server as the model address “Test”, whose models are named `test/…`. */
export async function connect(page: Page, server: ModelServer, apiKey?: string): Promise<void> {
  await ask(page, 'models.save', { name: 'Test', baseUrl: server.url, apiKey, models: [] });
}

/** Stores an agent that has what `settings` leave out from here; its id. */
export async function saveAgent(page: Page, settings: object): Promise<string> {
  const agent = {
    model: 'test/mock',
    instructions: '',
    reasoning: 'default',
    tools: ['run_command'],
    approvals: {},
    commandRules: [],
    todos: 'list',
    limits: { steps: 10 },
    handoffs: [],
  };
  const saved = (await ask(page, 'agents.save', { ...agent, ...settings })) as { readonly id: string };
  return saved.id;
}

/** Starts a run through the New run form, and waits until its thread is open. */
export async function startRun(
  page: Page,
  { text, folder, allow }: { readonly text: string; readonly folder?: string; readonly allow?: boolean },
): Promise<void> {
  const agents = (await ask(page, 'agents.list', {})) as readonly { id: string }[];
  const { threadId } = (await ask(page, 'run.start', {
    agentId: agents[0]?.id,
    text,
    workspace: folder,
    overrides: { model: 'test/mock', approvals: { run_command: allow === true ? 'always' : 'ask' } },
  })) as { threadId: string };
  await page.evaluate((id) => {
    window.location.hash = `#/thread/${id}`;
  }, threadId);
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible();
}

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
