import type { Decision } from '../agent/asked.ts';
import { RunError } from './run-error.ts';
import type { ApprovalAnswer, ResumeOptions } from './run-options.ts';

const DECISIONS: readonly string[] = ['approved', 'rejected'];

/** Throws RunError `bad_decision`, and `call_unknown` for a decision about a call that does not wait. */
export function decided(decisions: ResumeOptions['decisions'], asking: readonly string[]): Map<string, Decision> {
  const all = isAnswer(decisions) ? Object.fromEntries(asking.map((callId) => [callId, decisions])) : decisions;
  const unknown = Object.keys(all).find((callId) => !asking.includes(callId));
  if (unknown !== undefined) {
    const message = `No call “${unknown}” waits for an approval`;
    throw new RunError({ code: 'call_unknown', message, hint: `Those that wait: ${asking.join(', ')}` });
  }
  const bad = Object.values(all).find(({ decision }) => !DECISIONS.includes(decision));
  if (bad !== undefined) {
    const message = `“${bad.decision}” is no decision`;
    throw new RunError({ code: 'bad_decision', message, hint: 'Give approved or rejected' });
  }
  return new Map(Object.entries(all).map(([callId, answer]) => [callId, { ...answer, by: 'person' }]));
}

function isAnswer(decisions: ResumeOptions['decisions']): decisions is ApprovalAnswer {
  return typeof decisions.decision === 'string';
}
