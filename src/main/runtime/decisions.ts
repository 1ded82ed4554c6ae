import type { PermissionQuestion } from '../../shared/run/permission.ts';
import type { WaitingApproval } from '../../shared/run/running.ts';
import type { Decision } from '../agent/asked.ts';
import type { Log } from '../lib/log.ts';
import { described } from '../lib/thrown.ts';
import type { Revival } from '../runs/runs.ts';
import { RunError } from './run-error.ts';
import type { ApprovalAnswer, ResumeOptions, RunOptions, WaitingCall } from './run-options.ts';

const DECISIONS: readonly string[] = ['approved', 'rejected'];

/** What a program calls a call that waits: models of several agents may use one id. */
function nameOf(callId: string, threadId: string, isSubagent: boolean): string {
  return isSubagent ? `${threadId}/${callId}` : callId;
}

/** The calls that a run of `root` waits for, as a program is told of them. */
export function waitingCalls(approvals: readonly WaitingApproval[], root: string): readonly WaitingCall[] {
  return approvals.map(({ callId, threadId, agent, toolName: tool, arguments: text }) => {
    const isSubagent = threadId !== root;
    const call = { callId: nameOf(callId, threadId, isSubagent), tool, arguments: text };
    return isSubagent ? { ...call, agent, threadId } : call;
  });
}

/** By the names of the calls. Throws RunError `bad_decision`, and `call_unknown` for a decision about a call that does not wait. */
export function decided(
  decisions: ResumeOptions['decisions'],
  waiting: readonly WaitingCall[],
): ReadonlyMap<string, Decision> {
  const names = waiting.map(({ callId }) => callId);
  const all = isAnswer(decisions) ? Object.fromEntries(names.map((name) => [name, decisions])) : decisions;
  const unknown = Object.keys(all).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const message = `No call “${unknown}” waits for an approval`;
    throw new RunError({ code: 'call_unknown', message, hint: `Those that wait: ${names.join(', ')}` });
  }
  const bad = Object.values(all).find(({ decision }) => !DECISIONS.includes(decision));
  if (bad !== undefined) {
    const message = `“${bad.decision}” is no decision`;
    throw new RunError({ code: 'bad_decision', message, hint: 'Give approved or rejected' });
  }
  return new Map(Object.entries(all).map(([name, answer]) => [name, { ...answer, by: 'person' }]));
}

function isAnswer(decisions: ResumeOptions['decisions']): decisions is ApprovalAnswer {
  return typeof decisions.decision === 'string';
}

export type Decides = {
  /** What is decided already, by the names of the calls. */
  readonly known: ReadonlyMap<string, Decision>;
  readonly onApproval: RunOptions['onApproval'];
  /** Whether a person may see the run in a window, and decide there. */
  readonly isShown: () => Promise<boolean>;
  readonly log: Log;
};

/** Who decides about a program's calls. */
export function decider({ known, onApproval, isShown, log }: Decides): NonNullable<Revival['onApproval']> {
  // Each counts once: later turns may use an id again.
  const left = new Map(known);
  return async ({ callId, question }, { threadId, isSubagent }) => {
    const name = nameOf(callId, threadId, isSubagent);
    const decision = left.get(name);
    left.delete(name);
    if (decision !== undefined) return decision;
    if (onApproval !== undefined) return { ...(await answerOf(onApproval, question, log)), by: 'person' };
    return (await isShown()) ? undefined : 'rest';
  };
}

/** Whatever is no approval declines: programs need not be typed, and may fail. */
async function answerOf(
  ask: NonNullable<RunOptions['onApproval']>,
  question: PermissionQuestion,
  log: Log,
): Promise<ApprovalAnswer> {
  try {
    const { decision, reason } = await ask(question);
    if (decision === 'approved' || decision === 'rejected') return { decision, reason };
    log('error', 'onApproval gave something that is no decision', { decision: String(decision) });
  } catch (error) {
    log('error', 'onApproval threw', { error: described(error) });
  }
  return { decision: 'rejected', reason: 'The program could not decide about this call.' };
}

/** Where nobody decides, a run waits until it is resumed: one that is not saved cannot. */
export function declineUnsaved(): ApprovalAnswer {
  return { decision: 'rejected', reason: 'This run is not saved, and so cannot wait for an approval.' };
}
