import type { Model } from '../agent/model.ts';
import { sleep } from '../lib/abort.ts';
import { scriptedModel } from '../models/scripted.ts';
import { LocalWorkspace } from '../workspace/local-workspace.ts';
import { DEMO_MODEL_ID, DEMO_WORDS_PER_SECOND } from './demo-agent.ts';
import { DEMO_SCENARIO } from './demo-scenario.ts';
import { nodeFolder } from './prepare.ts';

/** Plays the demo at a pace that people can read. */
export function demoModel(): Model {
  const pace = { wordsPerSecond: DEMO_WORDS_PER_SECOND, sleep };
  return scriptedModel({ id: DEMO_MODEL_ID, scenario: DEMO_SCENARIO, pace });
}

/** The demo's copy of the sample project at `root`, with the `node` that `prepareDemo` made. */
export function demoWorkspace(home: string, root: string): LocalWorkspace {
  return new LocalWorkspace({ root, path: [nodeFolder(home)] });
}
