import { setTimeout as sleep } from 'node:timers/promises';
import type { Push } from '../../../shared/ipc/contract.ts';
import { isRecord } from '../../../shared/lib/json.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { NO_RUNS } from '../../../shared/run/status.ts';
import type { Connection, Engine, EngineOptions, Host, OpenEngine } from '../../ipc/connection.ts';
import { within } from '../../lib/within.ts';
import { dialWindow } from './window-line.ts';

/** Where the engine of the home is: in this program, or in another one. */
type Seat = { readonly type: 'own'; readonly engine: Engine } | { readonly type: 'other' };

/** An engine that has just got the lock does not listen yet; one that ends lets the lock go a little later. */
const FIRST_TRIES = 30;
const TRY_AGAIN_MS = 100;
/** How long a window waits for an engine that is on its way. */
const WAIT_MS = 10_000;

const NO_FILES = fail(
  'not_here',
  'Another program has the engine, and files cannot be sent to it from here',
  'Import it in a window of that program, or close it first',
);
const NOBODY = fail(
  'engine_gone',
  'The Runlight that had this folder has ended, and it cannot be opened here',
  'The log tells why; start Runlight again',
);

/**
 * The engine of a home, whichever program it lives in: it is opened here or, where another program has the home, talked to
 * over its socket. When that program goes away, one of those that are left opens the engine itself, and the windows of all
 * of them go on: they are told that everything may have changed. Fails as `openEngine` does, with `home_in_use` only
 * where whoever has the home does not answer.
 */
export async function openSharedEngine(options: EngineOptions, openEngine: OpenEngine): Promise<Result<Engine>> {
  const { home, log } = options;
  const closing = new AbortController();
  const first = await settle(FIRST_TRIES);
  if (!first.ok) return first;
  let here = first.value;
  let seat = Promise.resolve(here);

  /** Takes the seat that is free, or finds out who has it. */
  async function settle(tries: number): Promise<Result<Seat>> {
    for (let left = tries; ; left -= 1) {
      const opened = await openEngine(options);
      if (opened.ok) return ok({ type: 'own', engine: opened.value });
      if (opened.error.code !== 'home_in_use') return opened;
      const watch = await dialWindow(home, () => undefined, moved);
      if (watch.ok) return ok({ type: 'other' });
      if (watch.error.code !== 'no_engine') return watch;
      if (left <= 1 || closing.signal.aborted) return opened;
      await sleep(TRY_AGAIN_MS);
    }
  }

  /** The program that had the engine has gone. */
  function moved(): void {
    if (closing.signal.aborted) return;
    log('info', 'the engine has gone from another program');
    seat = settleAgain();
  }

  async function settleAgain(): Promise<Seat> {
    for (;;) {
      const next = await settle(1);
      if (next.ok) {
        here = next.value;
        log('info', next.value.type === 'own' ? 'the engine is here now' : 'the engine is in another program now');
        return next.value;
      }
      if (closing.signal.aborted) return { type: 'other' };
      if (next.error.code !== 'home_in_use') log('warn', 'the engine cannot be opened', { code: next.error.code });
      await sleep(TRY_AGAIN_MS);
    }
  }

  return ok({
    // Those of another program go on without this one.
    runs: () => (here.type === 'own' ? here.engine.runs() : NO_RUNS),
    unsavedThreads: () => (here.type === 'own' ? here.engine.unsavedThreads() : 0),
    // Files do not go over the socket between programs.
    download: (id) => (here.type === 'own' ? here.engine.download(id) : undefined),
    upload: async (body) => (here.type === 'own' ? here.engine.upload(body) : NO_FILES),
    connect: (push) => sharedConnection(() => seat, closing.signal, options, push),
    async close() {
      closing.abort();
      const last = await seat;
      if (last.type === 'own') await last.engine.close();
    },
  });
}

/** A window's connection that outlives the engine it is connected to. */
function sharedConnection(
  seat: () => Promise<Seat>,
  closing: AbortSignal,
  { home, host }: EngineOptions,
  push: (push: Push) => void,
): Connection {
  let closed = false;
  let current = join();

  async function join(): Promise<Connection | undefined> {
    for (;;) {
      if (closed || closing.aborted) return undefined;
      const now = await seat();
      if (now.type === 'own') return now.engine.connect(push);
      const dialled = await dialWindow(home, push, rejoin);
      if (dialled.ok) return asHere(dialled.value, host);
      await sleep(TRY_AGAIN_MS);
    }
  }

  /** What happened meanwhile, nobody has told the window. */
  function rejoin(): void {
    if (closed || closing.aborted) return;
    current = join();
    void current.then((connection) => connection && push({ type: 'changed', what: 'all' }));
  }

  return {
    async request(name, input) {
      const connection = await within(WAIT_MS, current);
      return connection === undefined ? NOBODY : connection.request(name, input);
    },
    close() {
      closed = true;
      void current.then((connection) => connection?.close());
    },
  };
}

/** What a host does itself: its dialogs belong before its own windows. */
function asHere(connection: Connection, host: Host): Connection {
  return {
    ...connection,
    async request(name, input) {
      if (name === 'folder.pick' && host.pickFolder !== undefined) return ok({ path: await host.pickFolder() });
      if (name === 'folder.pick') return fail('no_dialog', 'There is no folder dialog here', 'Type the path');
      const answer = await connection.request(name, input);
      if (name !== 'app.info' || !answer.ok || !isRecord(answer.value)) return answer;
      return ok({ ...answer.value, host: host.kind, canPickFolder: host.pickFolder !== undefined });
    },
  };
}
