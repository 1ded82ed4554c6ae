import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import { instructionsOf, type ResolvedAgent } from '../agent/agent.ts';
import { compact, type CompactionEffects } from '../agent/compaction/compact.ts';
import type { CompactionWish } from '../agent/compaction/parts.ts';
import { COMPACTION_PROMPT } from '../../shared/run/compaction-prompt.ts';
import { toolSchema } from '../agent/tool.ts';
import { sleep } from '../lib/abort.ts';
import { described } from '../lib/thrown.ts';
import { wholeBranchInSlices } from '../threads/branches.ts';
import { countedOf } from '../threads/counted.ts';
import { headOf } from '../threads/thread-rows.ts';
import { commit } from './commit.ts';
import { notCompacted, summaryModel } from './compaction.ts';
import type { RunsDeps } from './deps.ts';

/** Compactions by hand of threads on which nothing runs: at most one on each. */
export type ThreadCompactions = {
  /** Of the active branch, which the agent went on with last. How it comes out, windows are told. */
  readonly start: (threadId: string, agent: ResolvedAgent, wish: CompactionWish) => Result<null>;
  readonly isGoing: (threadId: string) => boolean;
  readonly cancel: (threadId: string) => void;
  /** Ends them, and waits until they have. */
  readonly close: () => Promise<void>;
};

type Going = { readonly controller: AbortController; readonly ended: Promise<void> };

export function createThreadCompactions(deps: RunsDeps): ThreadCompactions {
  const going = new Map<string, Going>();

  async function run(threadId: string, agent: ResolvedAgent, wish: CompactionWish, signal: AbortSignal): Promise<void> {
    const ofThread = { ...deps, store: deps.stores.of(threadId) };
    const done = await compactThread(ofThread, threadId, agent, wish, signal).catch((error: unknown) => {
      deps.log('error', 'A compaction threw', { threadId, error: described(error) });
      return fail('bug', 'Runlight failed');
    });
    going.delete(threadId);
    if (!done.ok && done.error.code !== 'aborted') {
      deps.publish({ type: 'problem', threadId, about: 'compaction', error: notCompacted(done.error) });
    }
  }

  return {
    start(threadId, agent, wish) {
      if (going.has(threadId)) return beingCompacted();
      const controller = new AbortController();
      going.set(threadId, { controller, ended: run(threadId, agent, wish, controller.signal) });
      return ok(null);
    },
    isGoing: (threadId) => going.has(threadId),
    cancel: (threadId) => going.get(threadId)?.controller.abort(),
    async close() {
      for (const { controller } of going.values()) controller.abort();
      await Promise.all([...going.values()].map(({ ended }) => ended));
    },
  };
}

export function beingCompacted(): Result<never> {
  return fail('thread_compacting', 'This thread is being compacted', 'Wait until that is done, or cancel it');
}

const BRANCH_MOVED = fail(
  'branch_moved',
  'Meanwhile the branch grew, or another one became the active one, so the summary was discarded',
  'Compact again',
);

/** What it cost was spent all the same. */
function notesOnly(drafts: readonly Draft[], targetId: string): readonly Draft[] {
  return drafts.flatMap((draft) => ('targetId' in draft ? [{ ...draft, targetId }] : []));
}

async function compactThread(
  deps: RunsDeps,
  threadId: string,
  agent: ResolvedAgent,
  { instruction }: CompactionWish,
  signal: AbortSignal,
): Promise<Result<null>> {
  // The thread is known to be compacted before anything of it is read.
  await Promise.resolve();
  const { store, compaction, live, newId } = deps;
  const head = headOf(store.read, threadId);
  if (head === undefined || head === null) return fail('thread_not_found', 'This thread does not exist');
  const path = await wholeBranchInSlices(store.read, threadId, head);
  const model = summaryModel(compaction, agent.model);
  if (!model.ok) return model;
  const { keepTokens, prompt = COMPACTION_PROMPT } = compaction.settings();
  const runId = newId();
  const effects: CompactionEffects = {
    ...deps,
    sleep,
    branch: () => path,
    live: (event) => live.event(threadId, { ...event, runId }),
    append(drafts) {
      const late = headOf(store.read, threadId) !== head;
      const stored = commit(deps, { threadId, tip: head }, late ? notesOnly(drafts, head) : drafts);
      if (!stored.ok) return stored;
      return late ? BRANCH_MOVED : ok(stored.value.entries);
    },
  };

  const frame = { instructions: instructionsOf(agent.snapshot), tools: agent.tools.map(toolSchema) };
  const counted = countedOf(store.read, path);
  const job = {
    trigger: 'person',
    instruction,
    model: model.value,
    prompt,
    keepTokens,
    frame,
    counted,
    step: 0,
  } as const;
  return compact(job, effects, signal);
}
