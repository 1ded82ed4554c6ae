import { assertNever } from '../../shared/lib/assert.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { PermissionQuestion } from '../../shared/run/permission.ts';
import type { Draft } from '../../shared/thread/draft.ts';
import type { ToolCall } from '../../shared/thread/tool-call.ts';
import { whenAborted } from '../lib/abort.ts';
import { thrownMessage } from '../lib/thrown.ts';
import type { AskedCalls, Decision } from './asked.ts';
import type { LoopEffects } from './effects.ts';
import type { PreparedCall } from './prepare-call.ts';
import { toolError, type ToolOutcome } from './tool.ts';

export const NOT_RUN: ToolOutcome = toolError('Not run: the run was stopped before this call began.');

export type CallsToDecide = {
  /** The assistant message that made them. */
  readonly messageId: string;
  /** What the run had asked about them before its program ended. */
  readonly asked: AskedCalls;
};

/**
 * Asks for every call that needs it and was not asked about before, all at once, and waits for all. Declined calls become
 * refusals.
 */
export async function decideCalls(
  prepared: readonly PreparedCall[],
  step: CallsToDecide,
  effects: LoopEffects,
  signal: AbortSignal,
): Promise<Result<readonly PreparedCall[]>> {
  const aborted = whenAborted(signal);
  const judging = Promise.all(prepared.map((one) => judge(one, step, effects)));
  // A tool may never say whether it needs an approval: a stop waits for none.
  const judged = (await Promise.race([judging, aborted.promise])) ?? prepared;
  aborted.dispose();
  const asking = judged.filter((one) => one.type === 'asks');
  const { messageId: targetId } = step;
  // A tool that is not there any more can be neither approved nor run; one that goes on and is stopped before this runs none.
  const withdrawn = judged.flatMap((one): readonly Draft[] => {
    const { id: callId } = one.call;
    const isOpen = step.asked.has(callId) && step.asked.get(callId)?.decision === undefined;
    if (!isOpen || (one.type !== 'refused' && !signal.aborted)) return [];
    const body = { kind: 'approval_decided', callId, decision: 'withdrawn', by: 'run' } as const;
    return [{ id: effects.newId(), targetId, body }];
  });
  if (signal.aborted || (asking.length === 0 && withdrawn.length === 0)) {
    const noted = withdrawn.length === 0 ? ok(null) : effects.append(withdrawn);
    return noted.ok ? ok(judged.map(settled)) : noted;
  }
  const alone = effects.decidedAlone();
  const asked = effects.append(
    asking.flatMap(({ call: { id: callId, name: toolName, arguments: text } }): readonly Draft[] => {
      if (step.asked.has(callId)) return [];
      const body = { kind: 'approval_asked', callId, toolName, arguments: text, ...alone } as const;
      return [{ id: effects.newId(), targetId, body }];
    }),
  );
  if (!asked.ok) return asked;
  const refusals = new Map<string, ToolOutcome>();
  const answers = await Promise.all(
    asking.map(async ({ call, question }): Promise<Result<unknown>> => {
      const { id: callId } = call;
      const { decision: known, ...limit } = step.asked.get(callId) ?? { ...alone, decision: undefined };
      const decision = known ?? (await effects.decide({ callId, question, ...limit }, signal));
      if (decision.decision === 'rejected') refusals.set(callId, refusalOf(decision));
      if (known !== undefined) return ok(null);
      const body = { kind: 'approval_decided', callId, ...decision } as const;
      const draft: Draft = { id: effects.newId(), targetId, body };
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

async function judge(
  one: PreparedCall,
  { asked }: CallsToDecide,
  effects: LoopEffects,
): Promise<PreparedCall | AskingCall> {
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
  // Once it was asked about, it goes by the answer.
  const permission = asked.has(call.id) ? 'ask' : effects.permit(question);
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

/** What the model reads of a call that was declined. */
export function refusalOf({ by, reason }: Pick<Decision, 'by' | 'reason'>): ToolOutcome {
  if (by === 'timer') {
    return toolError('Nobody answered in time whether this call may run, so it was declined; it was not run.');
  }
  if (by === 'message') {
    return toolError('The person sent a message instead of approving this call; it was not run.');
  }
  const words = reason === undefined || reason.trim() === '' ? '' : ` They said: ${reason.trim()}`;
  return toolError(`The person declined this call; it was not run.${words}`);
}
