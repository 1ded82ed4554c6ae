import { setImmediate } from 'node:timers/promises';
import type { Result } from '../../shared/lib/result.ts';
import { ok } from '../../shared/lib/result.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { whenAborted } from '../lib/abort.ts';
import { thrownMessage } from '../lib/thrown.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';
import { commitResults, resultOf, type StepResults } from './call-results.ts';
import { decideCalls, NOT_RUN, type CallsToDecide } from './decide-calls.ts';
import type { LoopEffects } from './effects.ts';
import { prepareCall, type PreparedCall } from './prepare-call.ts';
import { REPEATED, repeatedCalls } from './repeated-calls.ts';
import { takeUpCalls } from './take-up-calls.ts';
import { toolError, type AnyTool, type ToolOutcome } from './tool.ts';

/** How long a tool may take to wind up after a stop before the run goes on without it. */
const STOP_GRACE_MS = 5000;

/** A step may have hundreds of calls: more than this many neither run at once nor are stored in one go. */
const GROUP = 16;

const LEFT: ToolOutcome = toolError('Stopped: the call did not end in time; it may have taken effect.');

export type StepCalls = CallsToDecide &
  StepResults & {
    readonly calls: readonly ToolCall[];
    /** Ids of those that had begun before the run's program ended. */
    readonly begun: ReadonlySet<string>;
    readonly tools: readonly AnyTool[];
    readonly workspace?: LocalWorkspace;
  };

/**
 * Runs the calls of one step and commits each result as it comes. No call runs before every approval of the step is
 * decided, nor while the run is paused. Whatever happens, each call gets exactly one result. The failure is the store's:
 * the run cannot go on.
 */
export async function runCalls(step: StepCalls, effects: LoopEffects, signal: AbortSignal): Promise<Result<null>> {
  const begun = step.calls.filter(({ id }) => step.begun.has(id));
  const taken = begun.length === 0 ? ok(null) : await takeUpCalls(begun, step, effects, signal);
  const left = step.calls.filter((call) => !begun.includes(call));
  if (!taken.ok || left.length === 0) return taken;
  const repeated = repeatedCalls(left, effects.branch(), effects.mostRepeats());
  const prepared = left.map(
    (call): PreparedCall =>
      repeated.has(call) ? { type: 'refused', call, outcome: REPEATED } : prepareCall(call, step.tools),
  );
  // What waits for people needs no place.
  const ready = step.asked.size > 0 ? ok(null) : await effects.ready(signal);
  if (!ready.ok) return ready;
  const decided = await decideCalls(prepared, step, effects, signal);
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

function changesNote(
  { id: callId }: ToolCall,
  { changes }: ToolOutcome,
  { messageId }: StepCalls,
  { newId }: LoopEffects,
): readonly Draft[] {
  if (changes === undefined) return [];
  return [{ id: newId(), targetId: messageId, body: { kind: 'files_changed', callId, ...changes } }];
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
    if (tool.endsWhenStopped) return await work;
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
