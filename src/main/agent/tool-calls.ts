import { setImmediate } from 'node:timers/promises';
import { assertNever } from '../../shared/lib/assert.ts';
import type { Result } from '../../shared/lib/result.ts';
import { ok } from '../../shared/lib/result.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { ToolResultBody } from '../../shared/thread/entry.ts';
import { whenAborted } from '../lib/abort.ts';
import { thrownMessage } from '../lib/thrown.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';
import type { LoopEffects } from './effects.ts';
import { prepareCall, type PreparedCall } from './prepare-call.ts';
import { toolError, type AnyTool, type ToolOutcome } from './tool.ts';

/** How long a tool may take to wind up after a stop before the run goes on without it. */
const STOP_GRACE_MS = 5000;

/** A step may have hundreds of calls: more than this many neither run at once nor are stored in one go. */
const GROUP = 16;

const NOT_RUN: ToolOutcome = toolError('Not run: the run was stopped before this call began.');
const LEFT: ToolOutcome = toolError('Stopped: the call did not end in time; it may have taken effect.');

export type StepCalls = {
  /** The assistant message that made the calls. */
  readonly messageId: string;
  readonly calls: readonly ToolCall[];
  readonly tools: readonly AnyTool[];
  readonly workspace?: LocalWorkspace;
  /** Called after a result is committed. */
  readonly onResult: (result: ToolResultBody) => void;
};

/**
 * Runs the calls of one step and commits each result as it comes. No call runs before every approval of the step is
 * decided, nor while the run is paused. Whatever happens, each call gets exactly one result. The failure is the store's:
 * the run cannot go on.
 */
export async function runCalls(step: StepCalls, effects: LoopEffects, signal: AbortSignal): Promise<Result<null>> {
  const prepared = step.calls.map((call) => prepareCall(call, step.tools));
  const ready = await effects.ready(signal);
  if (!ready.ok) return ready;
  const decided = await decideAll(prepared, step, effects, signal);
  if (!decided.ok) return decided;
  for (const [index, group] of groupsOf(decided.value).entries()) {
    // The calls before may have taken long, or given the run's place to others.
    const still = index === 0 ? ready : await effects.ready(signal);
    if (!still.ok) return still;
    const ran = await runGroup(group, step, effects, signal);
    if (!ran.ok) return ran;
    // Calls that need no waiting would have all of the others' time.
    await setImmediate();
  }
  return ok(null);
}

/** Asks for every call that needs it, all at once, and waits for all. Declined calls become refusals. */
async function decideAll(
  prepared: readonly PreparedCall[],
  step: StepCalls,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<Result<readonly PreparedCall[]>> {
  const aborted = whenAborted(signal);
  const judging = Promise.all(prepared.map((one) => judge(one, effects)));
  // A tool may never say whether it needs an approval: a stop waits for none.
  const judged = (await Promise.race([judging, aborted.promise])) ?? prepared;
  aborted.dispose();
  const asking = judged.filter((one) => one.type === 'asks');
  if (asking.length === 0 || signal.aborted) return ok(judged.map(settled));
  const targetId = step.messageId;
  const approvesAt = effects.approvesAt();
  const asked = effects.append(
    asking.map(({ call: { id: callId, name: toolName, arguments: text } }): Draft => {
      const body = { kind: 'approval_asked', callId, toolName, arguments: text, approvesAt } as const;
      return { id: effects.newId(), targetId, body };
    }),
  );
  if (!asked.ok) return asked;
  const refusals = new Map<string, ToolOutcome>();
  const withdrawn: Draft[] = [];
  const answers = await Promise.all(
    asking.map(async ({ call, question }): Promise<Result<unknown>> => {
      const { id: callId } = call;
      const decision = await effects.decide({ callId, question, approvesAt }, signal);
      const body = { kind: 'approval_decided', callId, ...decision } as const;
      const draft: Draft = { id: effects.newId(), targetId, body };
      if (decision.decision === 'rejected') refusals.set(callId, refusalOf(decision.reason));
      if (decision.decision !== 'withdrawn') return effects.append([draft]);
      refusals.set(callId, NOT_RUN);
      withdrawn.push(draft);
      return ok(null);
    }),
  );
  // A stop withdraws all of them in the same moment.
  if (withdrawn.length > 0) answers.push(effects.append(withdrawn));
  const failed = answers.find((answer) => !answer.ok);
  if (failed !== undefined) return failed;
  // While people think, others may have taken the place, and a person may have paused the run.
  const again = await effects.ready(signal);
  if (!again.ok) return again;
  return ok(
    judged.map((one): PreparedCall => {
      const outcome = refusals.get(one.call.id);
      return outcome === undefined ? settled(one) : { type: 'refused', call: one.call, outcome };
    }),
  );
}

/** A call that a person has to decide about. */
type AskingCall = {
  readonly type: 'asks';
  readonly call: ToolCall;
  readonly question: PermissionQuestion;
  readonly ready: PreparedCall;
};

async function judge(one: PreparedCall, effects: LoopEffects): Promise<PreparedCall | AskingCall> {
  if (one.type === 'refused') return one;
  const { call, tool, input } = one;
  let question: PermissionQuestion;
  try {
    const asks = Boolean(await tool.needsApproval?.(input));
    question = { tool: tool.name, command: await tool.commandOf?.(input), asks };
  } catch (error) {
    // What cannot be judged is not run.
    effects.log('warn', 'A tool threw', { tool: tool.name, error: String(error) });
    return { type: 'refused', call, outcome: toolError(`${tool.name} failed: ${thrownMessage(error)}`) };
  }
  const permission = effects.permit(question);
  switch (permission) {
    case 'always':
      return one;
    case 'ask':
      return { type: 'asks', call, question, ready: one };
    case 'never':
      return { type: 'refused', call, outcome: forbidden(question) };
    default:
      return assertNever(permission);
  }
}

function settled(one: PreparedCall | AskingCall): PreparedCall {
  return one.type === 'asks' ? one.ready : one;
}

function forbidden({ tool, command }: PermissionQuestion): ToolOutcome {
  const what = command === undefined ? `use ${tool}` : 'run this command';
  return toolError(`This agent may not ${what}; it was not run. Go on without it.`);
}

function refusalOf(reason: string | undefined): ToolOutcome {
  const words = reason === undefined || reason.trim() === '' ? '' : ` They said: ${reason.trim()}`;
  return toolError(`The person declined this call; it was not run.${words}`);
}

/** Calls next to each other that may run together; an exclusive call is a group of its own. */
function groupsOf(prepared: readonly PreparedCall[]): readonly (readonly PreparedCall[])[] {
  const groups: PreparedCall[][] = [];
  let open: PreparedCall[] | undefined;
  for (const one of prepared) {
    const exclusive = one.type === 'ready' && one.tool.concurrency === 'exclusive';
    if (open === undefined || open.length === GROUP || exclusive) groups.push((open = []));
    open.push(one);
    if (exclusive) open = undefined;
  }
  return groups;
}

async function runGroup(
  group: readonly PreparedCall[],
  step: StepCalls,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<Result<null>> {
  const stopped = signal.aborted;
  const answered = group.flatMap((one) =>
    one.type === 'refused'
      ? [resultOf(one.call, one.outcome, step)]
      : stopped
        ? [resultOf(one.call, NOT_RUN, step)]
        : [],
  );
  const starting = stopped ? [] : group.filter((one) => one.type === 'ready');
  const notes = starting.map(({ call }): Draft => {
    const body = { kind: 'tool_started', callId: call.id, toolName: call.name } as const;
    return { id: effects.newId(), targetId: step.messageId, body };
  });
  const begun = commitResults(answered, step, effects, notes);
  if (!begun.ok) return begun;
  const stored = await Promise.all(
    starting.map(async (one): Promise<Result<null>> => {
      const outcome = await execute(one, step, effects, signal);
      const note = changesNote(one.call, outcome, step, effects);
      return commitResults([resultOf(one.call, outcome, step)], step, effects, note);
    }),
  );
  return stored.find((result) => !result.ok) ?? ok(null);
}

function resultOf(call: ToolCall, outcome: ToolOutcome, { messageId }: StepCalls): ToolResultBody {
  const { content, isError = false, details } = outcome;
  const { id: callId, name: toolName } = call;
  return { kind: 'tool_result', messageId, callId, toolName, content, isError, details };
}

function changesNote(
  { id: callId }: ToolCall,
  { changes }: ToolOutcome,
  { messageId }: StepCalls,
  { newId }: LoopEffects,
): readonly Draft[] {
  if (changes === undefined) return [];
  return [{ id: newId(), targetId: messageId, body: { kind: 'files_changed', callId, ...changes } }];
}

function commitResults(
  results: readonly ToolResultBody[],
  step: StepCalls,
  effects: LoopEffects,
  notes: readonly Draft[] = [],
): Result<null> {
  const stored = effects.append([...notes, ...results.map((body): Draft => ({ id: effects.newId(), body }))]);
  if (!stored.ok) return stored;
  for (const body of results) step.onResult(body);
  return ok(null);
}

async function execute(
  { call, tool, input }: Extract<PreparedCall, { type: 'ready' }>,
  { workspace }: StepCalls,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  let printed = 0;
  let over = false;
  const print = (text: string): void => {
    // What a tool prints after its result, or after it was given up, belongs to nobody.
    if (over || text === '') return;
    effects.live({ type: 'output', callId: call.id, offset: printed, text });
    printed += text.length;
  };
  const aborted = whenAborted(signal);
  try {
    const work = tool.execute(input, { callId: call.id, workspace, signal, print });
    const givenUp = aborted.promise.then(() => effects.sleep(STOP_GRACE_MS, new AbortController().signal));
    return await Promise.race([work, givenUp.then(() => LEFT)]);
  } catch (error) {
    effects.log('warn', 'A tool threw', { tool: tool.name, error: String(error) });
    return toolError(`${tool.name} failed: ${thrownMessage(error)}`);
  } finally {
    over = true;
    aborted.dispose();
  }
}
