import { expect } from 'vitest';
import type { TodosKind } from '../../../../shared/run/agent.ts';
import type { BranchStart, RunRequest } from '../../runs.ts';
import type { ModelRun } from './model-run.ts';
import { createPlayer } from './player.ts';
import type { Said } from './said.ts';
import { randomScript } from './script.ts';
import { headNode, nodeOf, viewOf, type Node, type Tree } from './tree.ts';
import { limitedTo } from './view-messages.ts';
import type { World } from './world.ts';

export type Start = {
  readonly input: RunRequest['input'];
  /** What it writes first. */
  readonly first: readonly Said[];
  readonly at?: BranchStart;
  readonly historyLimit?: number;
  /** Why it is refused even where nothing else works. */
  readonly refused?: string;
};

/** Of some models, so that their runs compact by themselves. */
const WINDOW = 400;

const KINDS: readonly TodosKind[] = ['list', 'list', 'phases', false];

/** Starts a run by a new script, on both sides. Answers how that went. */
export function startRun(world: World, tree: Tree, { input, first, at, historyLimit, refused }: Start): string {
  const { random, process, modelRuns } = world;
  const kind: TodosKind = historyLimit === undefined ? random.pick(KINDS) : 'list';
  const next = random.chance(0.3) ? random.pick(KINDS) : undefined;
  const script = randomScript(random, kind, next !== undefined, world.nextNumber);
  const steps = random.chance(0.1) ? 1 + random.int(2) : 10;
  const contextWindow = random.chance(0.3) ? WINDOW : undefined;
  const player = createPlayer({ script, kind, next, steps, contextWindow }, world.nextNumber);
  const side = at?.activate === false;
  const others = [...modelRuns.values()].filter((run) => run.tree === tree && run.phase !== 'over');
  const taken = others.some((run) => !run.side) ? 'thread_busy' : undefined;
  const busy = side ? undefined : tree.compacting === undefined ? taken : 'thread_compacting';
  const { agent, findAgent } = player;
  const started = process.runs.start({ agent, findAgent, threadId: tree.threadId, input, at, historyLimit });
  const code = started.ok ? undefined : started.error.code;
  expect(code, 'why it is refused').toBe(busy ?? refused);
  if (!started.ok) return `refused: ${started.error.code}`;
  const { runId } = started.value;
  const from = startOf(tree, at);
  const seen = historyLimit === undefined ? viewOf(from) : limitedTo(viewOf(from), historyLimit);
  const run: ModelRun = {
    id: runId,
    tree,
    kind,
    next,
    script,
    steps,
    contextWindow,
    edits: world.edits,
    player,
    startsBeside: side,
    side,
    takesHead: at?.activate === true,
    first: [...first],
    tip: from,
    wrote: false,
    seen,
    asked: 0,
    open: [],
    messageId: '',
    ownsCalls: false,
    waits: false,
    begunCalls: new Set(),
    undecided: new Set(),
    deciding: new Set(),
    declined: new Map(),
    finished: new Map(),
    list: undefined,
    phases: undefined,
    restores: [],
    handsOver: false,
    handed: false,
    kinds: new Set(),
    wantsPause: false,
    paused: false,
    lookedAt: false,
    edited: false,
    wishes: false,
    worked: false,
    reminded: false,
    phase: 'starting',
  };
  modelRuns.set(runId, run);
  return `${runId}${side ? ' beside' : ''} from ${from?.id ?? 'the beginning'}`;
}

function startOf(tree: Tree, at: BranchStart | undefined): Node | undefined {
  if (at === undefined) return headNode(tree);
  return at.parentId === null ? undefined : nodeOf(tree, at.parentId);
}
