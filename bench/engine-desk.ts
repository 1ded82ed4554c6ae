import { TODO_RULES } from '../src/main/agent/effects.ts';
import { PLAIN_AGENT, type AgentSnapshot } from '../src/shared/run/agent.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import type { Push } from '../src/shared/ipc/contract.ts';
import type { ResolvedAgent } from '../src/main/agent/agent.ts';
import { sleep } from '../src/main/lib/abort.ts';
import { silentLog } from '../src/main/lib/log.ts';
import type { ScriptedStep } from '../src/main/models/scenario.ts';
import { scriptedModel } from '../src/main/models/scripted.ts';
import { fail } from '../src/shared/lib/result.ts';
import { DEFAULT_COMPACTION } from '../src/shared/settings.ts';
import { createLiveHub } from '../src/main/runs/live-hub.ts';
import { createRuns } from '../src/main/runs/registry.ts';
import type { Runs } from '../src/main/runs/runs.ts';
import { openStore } from '../src/main/threads/open.ts';
import { storesAround } from '../src/main/threads/stores.ts';

/** The engine's runs on a store in a file, without a host: what they cost by themselves. */
export type Desk = { readonly runs: Runs; readonly close: () => Promise<void> };

export function openDesk(publish: (push: Push) => void): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'runlight-bench-'));
  const opened = openStore({ file: join(folder, 'runlight.db'), now: Date.now, log: silentLog });
  if (!opened.ok) throw new Error(opened.error.message);
  const stores = storesAround(opened.value, Date.now, silentLog);
  if (!stores.ok) throw new Error(stores.error.message);
  const store = opened.value;
  const live = createLiveHub(publish);
  const touched = (): void => undefined;
  const unlimited = {
    maxRuns: () => Number.POSITIVE_INFINITY,
    subagentDepth: () => 3,
    mostRepeats: () => 0,
    runsChanged: () => undefined,
    todoRules: () => TODO_RULES,
  };
  const deps = {
    stores: stores.value,
    store,
    live,
    now: Date.now,
    newId,
    random: Math.random,
    publish,
    touched,
    log: silentLog,
    compaction: { settings: () => DEFAULT_COMPACTION, model: () => fail('model_unknown', 'No model is known here') },
    ...unlimited,
  };
  const runs = createRuns(deps);
  return {
    runs,
    async close() {
      await runs.close();
      live.close();
      stores.value.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** An agent that plays these steps at so many words a second. */
export function pacedAgent(steps: readonly ScriptedStep[], wordsPerSecond: number): ResolvedAgent {
  const model = scriptedModel({ id: 'scripted/bench', scenario: { steps }, pace: { wordsPerSecond, sleep } });
  const snapshot: AgentSnapshot = {
    ...PLAIN_AGENT,
    name: 'bench',
    model: model.id,
    instructions: '',
    tools: [],
    todos: 'list',
    limits: { steps: 100 },
    overrides: {},
  };
  return { snapshot, model, tools: [] };
}

/** Text of about so many characters, in words of five. */
export function words(characters: number): string {
  return 'word '.repeat(Math.ceil(characters / 5)).slice(0, characters);
}
