import { v7 as newId } from 'uuid';
import { join } from 'node:path';
import type { Push } from '../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../shared/lib/result.ts';
import { addCounts, type RunCounts } from '../shared/run/status.ts';
import { openThreadFiles, type ThreadFiles } from './files/thread-files.ts';
import { lockHome } from './home/lock.ts';
import { byStore } from './ipc/by-store.ts';
import type { Connection, Engine, EngineOptions } from './ipc/connection.ts';
import { route, type Client, type Handlers } from './ipc/router.ts';
import { appRoutes } from './ipc/routes/app.ts';
import { attachmentRoutes } from './ipc/routes/attachments.ts';
import { branchRoutes } from './ipc/routes/branches.ts';
import type { RouteDeps } from './ipc/routes/deps.ts';
import { codeRoutes } from './ipc/routes/code.ts';
import { compareRoutes } from './ipc/routes/compare.ts';
import { contextRoutes } from './ipc/routes/context.ts';
import { unsentRoutes } from './ipc/routes/unsent.ts';
import { fileRoutes } from './ipc/routes/files.ts';
import { historyRoutes } from './ipc/routes/history.ts';
import { modelRoutes } from './ipc/routes/models.ts';
import { overviewRoutes } from './ipc/routes/overview.ts';
import { runRoutes } from './ipc/routes/runs.ts';
import { queueRoutes } from './ipc/routes/queue.ts';
import { settingsRoutes } from './ipc/routes/settings.ts';
import { storageRoutes } from './ipc/routes/storage.ts';
import { threadRoutes } from './ipc/routes/threads.ts';
import { todoRoutes } from './ipc/routes/todos.ts';
import { createJobs } from './histories/jobs.ts';
import { createTransfers } from './histories/transfers.ts';
import { inTurn } from './lib/in-turn.ts';
import { described } from './lib/thrown.ts';
import { resolveAny } from './connect/code/resolve-any.ts';
import { createCodeAgents } from './connect/code/code-agents.ts';
import { createPrograms } from './connect/programs/programs.ts';
import { serveSocket, type SocketOptions } from './connect/socket/serve-socket.ts';
import { createLiveHub } from './runs/live-hub.ts';
import { createPurger } from './runs/purger.ts';
import { tellNotices } from './runs/notices.ts';
import { endRuns, recoverRuns } from './runs/recover-runs.ts';
import { reviveRun } from './runs/revive.ts';
import { createRuns } from './runs/registry.ts';
import { resolveModel } from './runs/resolve.ts';
import { createSummaries } from './runs/summaries.ts';
import { createTally } from './runs/tally.ts';
import { FIRST_AGENT, listAgents, saveAgent } from './settings/agents.ts';
import { openSecrets } from './settings/secrets.ts';
import { readSettings } from './settings/settings.ts';
import { storeFailure } from './threads/failures.ts';
import { openStore, STORE_FILE, type Store } from './threads/open.ts';
import { countThreads, storesAround, type Stores } from './threads/stores.ts';

/**
 * Opens a home folder and everything in it. Fails with `home_in_use` while another process has it, `home_unusable`,
 * `store_newer`, `store_damaged`, `store_failed`. Runs that the last process left go on before this returns where they wait for
 * approvals, and are ended as interrupted where they do not.
 */
export async function openEngine({ home, host, log, env = process.env }: EngineOptions): Promise<Result<Engine>> {
  const lock = lockHome(home);
  if (!lock.ok) return lock;
  const store = openStore({ file: join(home, STORE_FILE), now: Date.now, log });
  if (!store.ok) {
    lock.value.release();
    return store;
  }
  const stores = storesAround(store.value, Date.now, log);
  if (!stores.ok) {
    store.value.close();
    lock.value.release();
    return stores;
  }
  const files = await openThreadFiles(home, log);
  let assembled: Assembled;
  try {
    assembled = assemble(stores.value, files, { home, host, log, env });
  } catch (error) {
    await files.close();
    stores.value.close();
    lock.value.release();
    log('error', 'The store cannot be read', { error: described(error) });
    return { ok: false, error: storeFailure(error) };
  }
  const { engine, doors } = assembled;
  const socket = await serveSocket({ home, doors, log });
  // The windows of this host do not need it.
  if (!socket.ok) log('warn', 'other programs cannot talk to this engine', { why: socket.error.message });
  let closed = false;
  return ok({
    connect(push) {
      const connection = engine.connect(push);
      return {
        // Windows are told last, so that they learn how their runs ended: what they still ask finds no store.
        request: async (name, input) =>
          closed ? fail('closing', 'Runlight is closing') : connection.request(name, input),
        close: () => connection.close(),
      };
    },
    runs: () => engine.runs(),
    unsavedThreads: () => engine.unsavedThreads(),
    download: (id) => (closed ? undefined : engine.download(id)),
    upload: (body) => engine.upload(body),
    async close() {
      await engine.close();
      closed = true;
      if (socket.ok) await socket.value();
      stores.value.close();
      lock.value.release();
    },
  });
}

const MAX_UPLOAD_BYTES = 1024 * 1024 * 1024;
type Assembled = { readonly engine: Engine; readonly doors: SocketOptions['doors'] };

/** The parts of an engine around its open stores, wired. */
function assemble(stores: Stores, files: ThreadFiles, { home, host, log, env }: Required<EngineOptions>): Assembled {
  const { home: store, unsaved } = stores;
  const clients = new Map<Client, (push: Push) => void>();
  const keys = { secrets: openSecrets(join(home, 'keys.json'), host.cipher), env };

  function publish(push: Push): void {
    const toAll = push.type !== 'entries' && push.type !== 'live';
    for (const [client, send] of clients) if (toAll || client.followed.has(push.threadId)) send(push);
    if (push.type === 'entries' && host.notify !== undefined) tellNotices(stores, push.entries, host.notify);
  }

  const live = createLiveHub(publish);
  const summaries = createSummaries(stores, publish, (runId) => runs.standing(runId));
  const { touched } = summaries;
  const deps = {
    stores,
    store,
    live,
    now: Date.now,
    newId,
    random: Math.random,
    publish,
    touched,
    maxRuns: () => readSettings(store.read).maxRuns,
    todoRules() {
      const {
        todoTool: enabled,
        todoReminders: reminders,
        todoStripsOnResume: stripsOnResume,
      } = readSettings(store.read);
      return { enabled, reminders, stripsOnResume };
    },
    subagentDepth: () => readSettings(store.read).subagentDepth,
    mostRepeats: () => readSettings(store.read).mostRepeats,
    runsChanged: () => tally.changed(),
    compaction: {
      settings: () => readSettings(store.read).compaction,
      model: (id: string) => resolveModel({ read: store.read, keys }, id),
    },
    log,
  };
  const runs = createRuns({ ...deps, recorder: files.recorder });
  const programs = createPrograms(home, deps);
  const allRuns = (): RunCounts => addCounts(runs.counts(), programs.counts());
  const tally = createTally(runs.areWorking, allRuns, publish, (on) => host.keepAwake?.(on));
  const resolving = { read: store.read, keys, home, shellPath: host.shellPath };
  const code = createCodeAgents(publish);
  recoverRuns(deps, (run) => reviveRun(runs, resolving, run, (choice) => resolveAny(code, resolving, choice)));
  // Nothing is kept of a thread in memory outside of it.
  const noFiles = async (): Promise<void> => undefined;
  const purgers = [
    createPurger({ store, now: Date.now, release: files.release, log }),
    createPurger({ store: unsaved, now: Date.now, release: noFiles, log }),
  ];
  const purgeLater = (): void => purgers.forEach((purger) => purger.later());
  if (listAgents(store.read).length === 0) {
    const saved = saveAgent(store.write, newId(), FIRST_AGENT, Date.now());
    if (!saved.ok) log('error', 'The first agent could not be stored', { code: saved.error.code });
  }

  const jobs = createJobs();
  const transfers = createTransfers(join(home, 'uploads'), MAX_UPLOAD_BYTES);

  const startInTurn = inTurn();
  const routeDeps: RouteDeps = { ...deps, home, host, keys, runs, code, programs, files, summaries, startInTurn };
  const aboutThreads = (of: Store) => {
    const ofStore = { ...routeDeps, store: of };
    return {
      ...threadRoutes(ofStore, purgeLater),
      ...runRoutes(ofStore),
      ...branchRoutes(ofStore, purgeLater),
      ...queueRoutes(ofStore),
      ...fileRoutes(ofStore),
      ...attachmentRoutes(ofStore),
      ...historyRoutes(ofStore, { jobs, transfers, endRuns: (threadId) => endRuns(deps, threadId), purgeLater }),
      ...contextRoutes(ofStore),
      ...todoRoutes(ofStore),
    };
  };
  const handlers: Handlers = {
    ...appRoutes(routeDeps),
    ...byStore(stores, aboutThreads),
    ...modelRoutes(routeDeps),
    ...settingsRoutes(routeDeps),
    ...unsentRoutes(routeDeps),
    ...overviewRoutes(routeDeps),
    ...storageRoutes(routeDeps),
    ...codeRoutes(routeDeps),
    ...compareRoutes(routeDeps),
  };

  const engine: Engine = {
    connect(push): Connection {
      const client: Client = { followed: new Set() };
      clients.set(client, push);
      return {
        request: (name, input) => route(handlers, client, name, input, log),
        close: () => clients.delete(client),
      };
    },
    runs: runs.counts,
    unsavedThreads: () => countThreads(unsaved.read),
    download: transfers.take,
    upload: transfers.receive,
    async close() {
      await jobs.close();
      transfers.close();
      await runs.close();
      await files.close();
      tally.close();
      programs.close();
      for (const purger of purgers) purger.close();
      live.close();
      summaries.close();
    },
  };
  return {
    engine,
    doors: { window: (line) => engine.connect(line.push), agents: code.door, program: programs.door },
  };
}
