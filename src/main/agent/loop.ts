import { droppedTools } from '../../shared/thread/dropped-tools.ts';
import { must } from '../../shared/lib/assert.ts';
import type { Json } from '../../shared/lib/json.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { TodosKind } from '../../shared/run/agent.ts';
import { ASK_TOOL, TRANSFER_TOOL } from '../../shared/run/agent-tools.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { TurnSoFar } from './asked.ts';
import { openCalls, type OpenCalls } from './open-calls.ts';
import { instructionsOf, takingOver, type ResolvedAgent } from './agent.ts';
import { correctionText, readAnswer, readSchema } from './answer.ts';
import { stopOutcome, type LoopEffects, type RunOutcome } from './effects.ts';
import { compactAfterOverflow, keepWithinWindow, type Kept } from './compaction/keep-within-window.ts';
import { callModel, type ModelAnswer } from './model-call.ts';
import type { ModelRequest } from './model.ts';
import { namedAgents } from './named-agents.ts';
import { requestBody } from './request-body.ts';
import { subagentTools } from './subagent-tools.ts';
import { runTodos } from './todos/keep-todos.ts';
import type { RunTodos, TodosLeft } from './todos/run-todos.ts';
import { runCalls } from './tool-calls.ts';
import { toolSchema, type AnyTool } from './tool.ts';
import { transferTools } from './transfer-tools.ts';

export type LoopResult = TodosLeft & {
  readonly outcome: RunOutcome;
  /** The final answer of an agent that answers in a form. */
  readonly answer?: Json;
};

/** The tool by which agents end their work that must give a value back. */
const YIELD = 'yield';

/** What changes while a run goes on. */
type Run = {
  agent: ResolvedAgent;
  tools: readonly AnyTool[];
  /** Who goes on after this turn, when the model has handed over. */
  next?: ResolvedAgent;
  /** The plans that agents of the run keep, by kind. */
  readonly plans: Map<TodosKind, RunTodos>;
  /** How long the branch is that the run goes on from. */
  readonly start: number;
  corrected: boolean;
  answer?: Json;
  /** Whether it could not be compacted when it should have been. */
  readonly compaction: { gaveUp: boolean };
};

/** What a run has done already that goes on after its program had ended. */
export type RunSoFar = {
  /** Model calls. */
  readonly steps: number;
  /** How long the branch was that it first went on from. */
  readonly start: number;
};

/**
 * The run loop: ask the model, run what it calls, answer it, until it calls nothing more. It begins with the calls that
 * wait at the end of the branch, if any do. Everything it does to the world goes through `effects`.
 */
export async function runAgent(
  first: ResolvedAgent,
  effects: LoopEffects,
  signal: AbortSignal,
  begun: RunSoFar = { steps: 0, start: effects.branch().length },
): Promise<LoopResult> {
  const { start, steps } = begun;
  const run: Run = {
    agent: first,
    tools: [],
    plans: new Map(),
    start,
    corrected: false,
    compaction: { gaveUp: false },
  };
  const ready = await goOnWith(run, first, effects);
  const outcome = ready.ok
    ? await runSteps(run, steps, effects, signal)
    : ({ status: 'failed', error: ready.error } as const);
  const left = [...run.plans.values()].map((plan) => plan.left());
  return Object.assign({ outcome, answer: run.answer }, ...left);
}

/** Takes an agent in: its tools, and the plan of its kind if no agent before it kept one. */
async function goOnWith(run: Run, agent: ResolvedAgent, effects: LoopEffects): Promise<Result<unknown>> {
  run.agent = agent;
  run.next = undefined;
  run.corrected = false;
  const { handoffs, subagents = [] } = agent.snapshot;
  const helpers = agent.subagents ?? (await findAgents(subagents, effects));
  const targets = await findAgents(handoffs, effects);
  const taken = agent.tools.map(({ name }) => name);
  const others = [
    ...agent.tools,
    ...subagentTools(namedAgents(ASK_TOOL, helpers, taken), effects.askAgent),
    ...transferTools(namedAgents(TRANSFER_TOOL, targets, taken), (target) => {
      const free = run.next === undefined;
      run.next ??= target;
      return free;
    }),
  ];
  const dropped = droppedTools(effects.branch());
  const left = (tools: readonly AnyTool[]): readonly AnyTool[] => tools.filter(({ name }) => !dropped.has(name));
  const kind = kindOf(agent, effects);
  if (kind === false) {
    run.tools = left(others);
    return ok(null);
  }
  const known = run.plans.get(kind);
  const plan = known ?? runTodos(kind, effects, run.start);
  run.plans.set(kind, plan);
  run.tools = left([plan.tool, ...others]);
  return known === undefined ? plan.begin() : ok(null);
}

/** An agent that ends its work by a tool of its own is not to be kept from it by a plan. */
function kindOf({ snapshot, tools }: ResolvedAgent, { todoRules }: LoopEffects): TodosKind {
  const isPhased = snapshot.todos === 'phases';
  return isPhased && (!todoRules.enabled || tools.some(({ name }) => name === YIELD)) ? false : snapshot.todos;
}

function planOf({ plans, agent }: Run): RunTodos | undefined {
  return plans.get(agent.snapshot.todos);
}

/** Those that are there: an agent that was deleted meanwhile is no tool of this one any more. */
async function findAgents(ids: readonly string[], effects: LoopEffects): Promise<readonly ResolvedAgent[]> {
  const found = await Promise.all(ids.map((id) => effects.findAgent(id)));
  return found.flatMap((agent, index) => {
    if (agent.ok) return [agent.value];
    effects.log('warn', 'An agent that this one works with is not there', { id: ids[index], code: agent.error.code });
    return [];
  });
}

async function runSteps(run: Run, stepsDone: number, effects: LoopEffects, signal: AbortSignal): Promise<RunOutcome> {
  const open = openCalls(effects.branch());
  if (open !== undefined) {
    const ended = await runTurn(run, open, effects.turnSoFar(open.messageId), effects, signal);
    if (ended !== undefined) return ended;
  }
  for (let step = stepsDone + 1; step <= run.agent.snapshot.limits.steps; step += 1) {
    const ready = await effects.ready(signal);
    if (!ready.ok) return { status: 'failed', error: ready.error };
    if (signal.aborted) return stopOutcome(signal);
    const folder = await run.agent.workspace?.check();
    if (folder?.ok === false) return { status: 'failed', error: folder.error };
    if (signal.aborted) return stopOutcome(signal);
    const limit = effects.limitReached();
    if (limit !== undefined) return { status: 'limit', limit };
    const steered = effects.steer();
    if (!steered.ok) return { status: 'failed', error: steered.error };
    const ended = await runStep(run, step, effects, signal);
    if (ended === undefined) continue;
    const goesOn = ended.status === 'finished' && step < run.agent.snapshot.limits.steps && steer(run, effects);
    if (goesOn === false) return ended;
    if (goesOn !== true) return goesOn;
  }
  return signal.aborted ? stopOutcome(signal) : { status: 'limit', limit: 'steps' };
}

/** Whether a run that has just given its answer goes on, because the person had more to say. A failure ends it. */
function steer(run: Run, effects: LoopEffects): boolean | RunOutcome {
  const steered = effects.steer();
  if (!steered.ok) return { status: 'failed', error: steered.error };
  if (!steered.value) return false;
  run.answer = undefined;
  run.corrected = false;
  return true;
}

/** One model call and what it calls. The answer is how the run ends, or `undefined` when it goes on. */
async function runStep(
  run: Run,
  step: number,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<RunOutcome | undefined> {
  const answer = await askModel(run, step, effects, signal);
  if (answer.type === 'ended') return answer.outcome;
  const { calls, text } = answer.body;
  if (calls.length === 0) return finish(run, text, effects);
  return runTurn(run, { messageId: answer.id, calls }, NOTHING_DONE, effects, signal);
}

/** The answer to the branch as it is, which is compacted before if it has grown too long, or if the provider says so. */
async function askModel(run: Run, step: number, effects: LoopEffects, signal: AbortSignal): Promise<ModelAnswer> {
  const { agent, tools, compaction: state } = run;
  const { model } = agent;
  const frame = { instructions: instructionsOf(agent.snapshot), tools: tools.map(toolSchema) };
  const kept: Kept = { model, frame, step, state, phases: () => run.plans.get('phases')?.phases() };
  await keepWithinWindow(kept, effects, signal);
  if (signal.aborted) return { type: 'ended', outcome: stopOutcome(signal) };
  const told = planOf(run)?.beforeCall() ?? ok(null);
  if (!told.ok) return { type: 'ended', outcome: { status: 'failed', error: told.error } };
  const asked = tipOf(effects);
  const answer = await callModel(model, requestOf(run, effects), step, asked, effects, signal);
  // What has begun to come was not refused.
  if (!isTooLong(answer) || tipOf(effects) !== asked) return answer;
  if (!(await compactAfterOverflow(kept, effects, signal))) {
    return signal.aborted ? { type: 'ended', outcome: stopOutcome(signal) } : answer;
  }
  const ready = await effects.ready(signal);
  if (!ready.ok) return { type: 'ended', outcome: { status: 'failed', error: ready.error } };
  if (signal.aborted) return { type: 'ended', outcome: stopOutcome(signal) };
  return callModel(model, requestOf(run, effects), step, tipOf(effects), effects, signal);
}

function tipOf({ branch }: LoopEffects): string {
  return must(branch().at(-1), 'the entry that a run goes on from').id;
}

function isTooLong(answer: ModelAnswer): boolean {
  return (
    answer.type === 'ended' && answer.outcome.status === 'failed' && answer.outcome.error.code === 'context_too_long'
  );
}

const NOTHING_DONE: TurnSoFar = { asked: new Map(), begun: new Set() };

async function runTurn(
  run: Run,
  open: OpenCalls,
  soFar: TurnSoFar,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<RunOutcome | undefined> {
  const { agent, tools } = run;
  const onResult = (): void => planOf(run)?.follow();
  const ran = await runCalls({ ...open, ...soFar, tools, workspace: agent.workspace, onResult }, effects, signal);
  if (!ran.ok) return { status: 'failed', error: ran.error };
  return run.next === undefined ? undefined : handOver(run, run.next, effects);
}

function requestOf({ agent, tools }: Run, { branch, attachment }: LoopEffects): ModelRequest {
  return { ...requestBody(agent.snapshot, branch(), tools.map(toolSchema)), attachment };
}

async function handOver(run: Run, target: ResolvedAgent, effects: LoopEffects): Promise<RunOutcome | undefined> {
  const next = takingOver(target, run.agent.snapshot);
  const body = { kind: 'handoff', from: run.agent.snapshot.name, agent: next.snapshot } as const;
  const appended = effects.append([{ id: effects.newId(), body }]);
  if (!appended.ok) return { status: 'failed', error: appended.error };
  const begun = await goOnWith(run, next, effects);
  return begun.ok ? undefined : { status: 'failed', error: begun.error };
}

/**
 * A final answer in words is the end, unless the model is reminded of what it has left open. One that should have a form is
 * read; the model may correct it once.
 */
function finish(run: Run, text: string, effects: LoopEffects): RunOutcome | undefined {
  const reminded = planOf(run)?.remind(text) ?? ok(false);
  if (!reminded.ok) return { status: 'failed', error: reminded.error };
  if (reminded.value) return undefined;
  const form = run.agent.snapshot.answer;
  if (form === undefined) return { status: 'finished' };
  const schema = readSchema(form);
  if (!schema.ok) return { status: 'failed', error: schema.error };
  const answer = readAnswer(schema.value, text);
  if (answer.ok) {
    run.answer = answer.value;
    return { status: 'finished' };
  }
  const problem = answer.error.message;
  if (run.corrected) {
    const message = `The answer does not have the form that the agent is to give: ${problem}`;
    const hint = 'Press Continue to let the model try again, or loosen the schema in the agent';
    return { status: 'failed', error: { code: 'answer_invalid', message, hint } };
  }
  run.corrected = true;
  const correction: Draft = {
    id: effects.newId(),
    body: { kind: 'user_message', text: correctionText(problem), origin: 'correction' },
  };
  const appended = effects.append([correction]);
  return appended.ok ? undefined : { status: 'failed', error: appended.error };
}
