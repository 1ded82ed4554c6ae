import type { Result } from '../../shared/lib/result.ts';
import { ok } from '../../shared/lib/result.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import type { ToolResultBody } from '../../shared/thread/entry.ts';
import { whenAborted } from '../lib/abort.ts';
import type { LocalWorkspace } from '../workspace/local-workspace.ts';
import type { Draft, LoopEffects } from './effects.ts';
import { prepareCall, type PreparedCall } from './prepare-call.ts';
import { toolError, type AnyTool, type ToolOutcome } from './tool.ts';

/** How long a tool may take to wind up after a stop before the run goes on without it. */
const STOP_GRACE_MS = 5000;

const NOT_RUN: ToolOutcome = toolError('Not run: the run was stopped before this call began.');
const LEFT: ToolOutcome = toolError('Stopped: the call did not end in time; it may have taken effect.');

export type Turn = {
  /** The assistant message that made the calls. */
  readonly messageId: string;
  readonly calls: readonly ToolCall[];
  readonly tools: readonly AnyTool[];
  readonly workspace?: LocalWorkspace;
  /** Called after a result is committed. */
  readonly onResult: (result: ToolResultBody) => void;
};

/**
 * Runs the calls of one turn and commits each result as it comes. No call runs before every approval of the turn is
 * decided. Whatever happens, each call gets exactly one result. The failure is the store's: the run cannot go on.
 */
export async function runCalls(turn: Turn, effects: LoopEffects, signal: AbortSignal): Promise<Result<null>> {
  const prepared = turn.calls.map((call) => prepareCall(call, turn.tools));
  const decided = await decideAll(prepared, turn, effects, signal);
  if (!decided.ok) return decided;
  for (const group of groupsOf(decided.value)) {
    const ran = await runGroup(group, turn, effects, signal);
    if (!ran.ok) return ran;
  }
  return ok(null);
}

/** Asks for every call that needs it, all at once, and waits for all. Declined calls become refusals. */
async function decideAll(
  prepared: readonly PreparedCall[],
  turn: Turn,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<Result<readonly PreparedCall[]>> {
  const asking = prepared.filter((one) => one.type === 'ready' && one.tool.needsApproval?.(one.input) === true);
  if (asking.length === 0 || signal.aborted) return ok(prepared);
  const targetId = turn.messageId;
  const approvesAt = effects.approvesAt();
  const asked = effects.append(
    asking.map(({ call: { id: callId, name: toolName, arguments: text } }): Draft => {
      const body = { kind: 'approval_asked', callId, toolName, arguments: text, approvesAt } as const;
      return { id: effects.newId(), targetId, body };
    }),
  );
  if (!asked.ok) return asked;
  const refusals = new Map<string, ToolOutcome>();
  const answers = await Promise.all(
    asking.map(async ({ call }): Promise<Result<unknown>> => {
      const { id: callId } = call;
      const decision = await effects.decide({ callId, approvesAt }, signal);
      if (decision.decision === 'rejected') refusals.set(callId, refusalOf(decision.reason));
      if (decision.decision === 'withdrawn') refusals.set(callId, NOT_RUN);
      return effects.append([
        { id: effects.newId(), targetId, body: { kind: 'approval_decided', callId, ...decision } },
      ]);
    }),
  );
  const failed = answers.find((answer) => !answer.ok);
  if (failed !== undefined && !failed.ok) return failed;
  return ok(
    prepared.map((one): PreparedCall => {
      const outcome = refusals.get(one.call.id);
      return outcome === undefined ? one : { type: 'refused', call: one.call, outcome };
    }),
  );
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
    if (open === undefined || exclusive) groups.push((open = []));
    open.push(one);
    if (exclusive) open = undefined;
  }
  return groups;
}

async function runGroup(
  group: readonly PreparedCall[],
  turn: Turn,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<Result<null>> {
  const starting = signal.aborted ? [] : group.filter((one) => one.type === 'ready');
  if (starting.length > 0) {
    const notes = starting.map(({ call }): Draft => {
      const body = { kind: 'tool_started', callId: call.id, toolName: call.name } as const;
      return { id: effects.newId(), targetId: turn.messageId, body };
    });
    const started = effects.append(notes);
    if (!started.ok) return started;
  }
  const stopped = signal.aborted;
  const stored = await Promise.all(
    group.map(async (one): Promise<Result<unknown>> => {
      const outcome =
        one.type === 'refused' ? one.outcome : stopped ? NOT_RUN : await execute(one, turn, effects, signal);
      return commitResult(one.call, outcome, turn, effects);
    }),
  );
  const failed = stored.find((result) => !result.ok);
  return failed !== undefined && !failed.ok ? failed : ok(null);
}

function commitResult(call: ToolCall, outcome: ToolOutcome, turn: Turn, effects: LoopEffects): Result<unknown> {
  const { content, isError = false, details } = outcome;
  const { id: callId, name: toolName } = call;
  const { messageId } = turn;
  const body: ToolResultBody = { kind: 'tool_result', messageId, callId, toolName, content, isError, details };
  const stored = effects.append([{ id: effects.newId(), body }]);
  if (stored.ok) turn.onResult(body);
  return stored;
}

async function execute(
  { call, tool, input }: Extract<PreparedCall, { type: 'ready' }>,
  { workspace }: Turn,
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
    return toolError(`${tool.name} failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    over = true;
    aborted.dispose();
  }
}
