import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { startModelServer, type ServerScript } from '../../../../e2e/support/model-server.ts';
import type { Answer, Push, RequestInput, RequestName } from '../../../shared/ipc/contract.ts';
import { must } from '../../../shared/lib/assert.ts';
import type { Result } from '../../../shared/lib/result.ts';
import type { RunEnd } from '../../../shared/run/status.ts';
import { openEngine } from '../../engine.ts';
import { silentLog } from '../../lib/log.ts';
import { good } from '../../threads/testing/store.ts';
import { temporaryFolder } from '../../threads/testing/temporary-folder.ts';

export type TestEngine = {
  readonly folder: string;
  readonly home: string;
  readonly ask: <K extends RequestName>(name: K, input: RequestInput<K>) => Promise<Result<Answer<K>>>;
  /** Starts a run whose commands need no approval; on a new thread unless one is given. */
  readonly start: (input: Partial<RequestInput<'run.start'>>) => Promise<Result<Answer<'run.start'>>>;
  /** Exports a thread, and imports what came out; the new thread's id. */
  readonly throughFile: (threadId: string) => Promise<string>;
  /** Resolves with how the run ended. */
  readonly ended: (runId: string) => Promise<RunEnd>;
  /** Closes it, and opens another one on the same home. */
  readonly restart: () => Promise<void>;
};

/** An engine on a home of its own, and a server whose model plays the script. */
export async function testEngine(script: ServerScript): Promise<TestEngine> {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  mkdirSync(home);
  const server = await startModelServer({ script, models: ['mock'] });
  const ends = new Map<string, RunEnd>();
  const waiting = new Set<() => void>();
  const push = (pushed: Push): void => {
    if (pushed.type !== 'entries') return;
    for (const entry of pushed.entries) {
      if (entry.kind === 'run_finished') ends.set(entry.runId ?? '', entry.status);
    }
    for (const wake of waiting) wake();
  };
  const host = { kind: 'web', version: '1', resources: folder } as const;
  const open = async () => good(await openEngine({ home, host, log: silentLog }));
  let engine = await open();
  let connection = engine.connect(push);
  onTestFinished(async () => {
    await engine.close();
    await server.close();
  });

  const ask: TestEngine['ask'] = async (name, input) => {
    // The contract types both ends of the line.
    return (await connection.request(name, input)) as Result<Answer<typeof name>>;
  };
  good(await ask('models.save', { name: 'Test', baseUrl: server.url, models: [] }));
  return {
    folder,
    home,
    ask,
    async start(input) {
      const [agent] = good(await ask('agents.list', {}));
      const overrides = { model: 'test/mock', approvals: { run_command: 'always' } } as const;
      const started = await ask('run.start', { agentId: agent?.id ?? '', text: 'Go', overrides, ...input });
      if (started.ok) await ask('thread.open', { threadId: started.value.threadId, limit: 1 });
      return started;
    },
    async throughFile(threadId) {
      const exported = good(await ask('history.export', { jobId: 'out', threadId, scope: 'thread', format: 'json' }));
      const id = exported.type === 'download' ? (exported.url.split('/').at(-1) ?? '') : '';
      const text = must(engine.download(id), 'what was exported').text();
      const { uploadId } = good(await engine.upload(Readable.from(text).map((piece: string) => Buffer.from(piece))));
      const imported = good(await ask('history.import', { jobId: 'in', uploadId }));
      return imported.type === 'imported' ? imported.threadId : '';
    },
    ended: (runId) =>
      new Promise((resolve) => {
        const look = (): void => {
          const end = ends.get(runId);
          if (end === undefined) return;
          waiting.delete(look);
          resolve(end);
        };
        waiting.add(look);
        look();
      }),
    async restart() {
      await engine.close();
      engine = await open();
      connection = engine.connect(push);
    },
  };
}
