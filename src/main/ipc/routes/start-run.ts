import { ok, type Result } from '../../../shared/lib/result.ts';
import type { ResolvedAgent } from '../../agent/agent.ts';
import { resolveAny } from '../../connect/code/resolve-any.ts';
import { checkFolderFree } from '../../files/busy.ts';
import { choosePlace, startAt, type PlaceWish, type RunPlace } from '../../files/run-place.ts';
import type { RunRequest, StartedRun } from '../../runs/runs.ts';
import type { AgentChoice, ResolveDeps } from '../../runs/resolve.ts';
import { threadSummary } from '../../threads/summaries.ts';
import { sourceOf } from '../../threads/thread-rows.ts';
import type { RouteDeps } from './deps.ts';
import { noCopy } from './no-copy.ts';
import { threadGone } from './thread-gone.ts';
import { threadOfProgram } from './thread-of-program.ts';

type Wish = Omit<RunRequest, 'agent'> & { readonly force?: boolean; readonly interrupt?: boolean };
type Resolve = (place: RunPlace) => Result<ResolvedAgent> | Promise<Result<ResolvedAgent>>;

export type RunStarter = {
  readonly resolving: ResolveDeps;
  readonly resolve: (choice: AgentChoice) => Promise<Result<ResolvedAgent>>;
  /** Whether a run of the engine's own may go on in a thread. */
  readonly mayRun: (threadId: string) => Result<null>;
  /** Starts the agent that `resolve` answers for the place that is wished. */
  readonly startIn: (place: PlaceWish, resolve: Resolve, wish: Wish) => Promise<Result<StartedRun>>;
  readonly start: (agent: Result<ResolvedAgent>, wish: Wish) => Promise<Result<StartedRun>>;
};

/** What every way to start a run has in common. */
export function createRunStarter({
  store,
  stores,
  runs,
  code,
  files,
  keys,
  home,
  host,
  newId,
  startInTurn,
}: RouteDeps): RunStarter {
  const resolving = { read: stores.home.read, keys, home, shellPath: host.shellPath };

  function titleOf(threadId: string): string | undefined {
    return threadSummary(store.read, threadId)?.title;
  }

  const resolve = (choice: AgentChoice) => resolveAny(code, resolving, choice);

  /**
   * A folder that is not there is told now, before anything is stored, rather than by a run that fails at once; so is one
   * that another run may change, unless `force`.
   */
  async function start(agent: Result<ResolvedAgent>, { force, ...request }: Wish): Promise<Result<StartedRun>> {
    if (!agent.ok) return agent;
    const folder = (await agent.value.workspace?.check()) ?? ok(null);
    if (!folder.ok) return folder;
    const { snapshot } = agent.value;
    const { workspace, copy } = snapshot;
    // Others work where this one does.
    const findAgent = (agentId: string) => resolve({ agentId, overrides: {}, workspace, copy });
    return startInTurn(async () => {
      const { threadId, at } = request;
      // The one on the active branch is in the way of more than its folder: that the registry tells.
      const others = runs.working().filter((run) => run.threadId !== threadId || run.side || at?.activate === false);
      const free = force === true ? ok(null) : await checkFolderFree(snapshot, others, titleOf);
      return free.ok ? runs.start({ ...request, agent: agent.value, findAgent }) : free;
    });
  }

  return {
    resolving,
    resolve,
    mayRun(threadId) {
      // No run goes on in a thread that is deleted: its purge would take what the run writes.
      if (threadSummary(store.read, threadId) === undefined) return threadGone();
      return sourceOf(store.read, threadId) === 'code' ? threadOfProgram() : ok(null);
    },
    async startIn(wished, resolveAt, { interrupt, ...wish }) {
      const choice = choosePlace(store.read, wished, (folder) => files.holds(wished.threadId, folder));
      if (!choice.ok) return choice;
      if (choice.value.type === 'copy' && store === stores.unsaved) return noCopy();
      // What would fail anyway is told before anything is copied.
      const agent = await resolveAt({});
      if (!agent.ok) return agent;
      if (interrupt === true) await runs.end(wished.threadId);
      return startAt({ files, read: store.read, newId }, wished.threadId, choice.value, async (place) =>
        start(await resolveAt(place), wish),
      );
    },
    start,
  };
}
