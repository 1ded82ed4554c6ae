import { z } from 'zod';
import type { Push } from '../../../shared/ipc/contract.ts';
import { PLAIN_AGENT, type AgentSnapshot } from '../../../shared/run/agent.ts';
import { ok, type Result } from '../../../shared/lib/result.ts';
import type { Entry } from '../../../shared/thread/entry.ts';
import type { ResolvedAgent } from '../../agent/agent.ts';
import { TODO_RULES } from '../../agent/effects.ts';
import type { Model } from '../../agent/model.ts';
import { defineTool, type AnyTool } from '../../agent/tool.ts';
import { silentLog } from '../../lib/log.ts';
import type { ScriptedStep } from '../../models/scenario.ts';
import { scriptedModel } from '../../models/scripted.ts';
import { entriesSince } from '../../threads/entries.ts';
import type { Store } from '../../threads/open.ts';
import { testStores } from '../../threads/testing/store.ts';
import type { RunsDeps } from '../deps.ts';
import { fail } from '../../../shared/lib/result.ts';
import { DEFAULT_COMPACTION } from '../../../shared/settings.ts';
import { createLiveHub } from '../live-hub.ts';
import { createRuns } from '../registry.ts';
import type { Runs } from '../runs.ts';

/** For tests: runs on a store in memory, without an engine around them. */
export type Desk = { readonly store: Store; readonly runs: Runs; readonly deps: RunsDeps; readonly pushes: Push[] };

const opened: Pick<Store, 'close'>[] = [];

/** After each test. */
export function closeDesks(): void {
  for (const part of opened.splice(0)) part.close();
}

/** `store`: one that is there already, and that whoever made it closes. */
export function createDesk(changes: Partial<Omit<RunsDeps, 'stores'>> = {}): Desk {
  const stores = testStores(changes.store);
  const { home: store } = stores;
  opened.push(changes.store === undefined ? stores : stores.unsaved);
  const pushes: Push[] = [];
  let ids = 0;
  const publish = (push: Push): void => void pushes.push(push);
  const deps: RunsDeps = {
    store,
    stores,
    live: createLiveHub(publish),
    now: () => 1000,
    newId: () => `id${(ids += 1)}`,
    random: () => 0,
    publish,
    touched: () => undefined,
    maxRuns: () => Number.POSITIVE_INFINITY,
    subagentDepth: () => 3,
    mostRepeats: () => 0,
    runsChanged: () => undefined,
    todoRules: () => TODO_RULES,
    log: silentLog,
    compaction: { settings: () => DEFAULT_COMPACTION, model: () => fail('model_unknown', 'No model is known here') },
    ...changes,
  };
  return { store, runs: createRuns(deps), deps, pushes };
}

export function agentOf(steps: readonly ScriptedStep[] | Model, tools: readonly AnyTool[] = []): ResolvedAgent {
  const model = 'id' in steps ? steps : scriptedModel({ id: 'scripted/test', scenario: { steps } });
  const snapshot: AgentSnapshot = {
    ...PLAIN_AGENT,
    name: 'tester',
    model: model.id,
    instructions: '',
    tools: [],
    todos: 'list',
    limits: { steps: 10 },
    overrides: {},
  };
  return { snapshot, model, tools };
}

/** A call that a person is asked for, by a tool that does nothing. */
export const asks = defineTool({
  name: 'asks',
  description: '',
  input: z.looseObject({}),
  concurrency: 'exclusive',
  needsApproval: () => true,
  execute: async () => ({ content: 'ran' }),
});
export const ASKING: readonly ScriptedStep[] = [{ calls: [{ name: 'asks', arguments: {} }] }, { text: 'Done' }];

/** For `recoverRuns`: runs that wait stay as they are. */
export const leave = (): Result<null> => ok(null);

/** A model that says this and then hangs until it is stopped. */
export function hanging(text: string): Model {
  return {
    id: 'm',
    async *stream() {
      yield { type: 'text', text };
      await new Promise(() => undefined);
    },
  };
}

export const entriesOf = ({ store }: Desk, threadId = 't'): readonly Entry[] =>
  entriesSince(store.read, threadId, 0, 1000);
export const kinds = (desk: Desk, threadId = 't'): readonly string[] =>
  entriesOf(desk, threadId).map(({ kind }) => kind);
export const message = (text: string) => ({ type: 'message', text }) as const;
