import { fold } from '../lib/fold.ts';
import { usageFold, type UsageTotal } from '../run/usage.ts';
import type { Entry } from '../thread/entry.ts';

/** What part of a branch comes to. */
export type Totals = {
  /** Answers of models. */
  readonly steps: number;
  readonly calls: number;
  readonly failedCalls: number;
  /** Of its model calls; of a copy nothing was paid here. */
  readonly usage: UsageTotal;
  /** From the first to the last entry of each run (ms): with what it waited for, without the time between runs. */
  readonly ms: number;
};

export function totalsOf(entries: readonly Entry[]): Totals {
  const answers = entries.filter((entry) => entry.kind === 'assistant_message');
  return {
    steps: answers.length,
    calls: answers.reduce((sum, { calls }) => sum + calls.length, 0),
    failedCalls: entries.filter((entry) => entry.kind === 'tool_result' && entry.isError).length,
    usage: fold(usageFold, entries),
    ms: workedMs(entries),
  };
}

function workedMs(entries: readonly Entry[]): number {
  const runs = new Map<string, { from: number; to: number }>();
  for (const entry of entries) {
    if (entry.runId === undefined) continue;
    const from = entry.kind === 'assistant_message' ? Math.min(entry.sentAt, entry.at) : entry.at;
    const run = runs.get(entry.runId) ?? { from, to: entry.at };
    runs.set(entry.runId, { from: Math.min(run.from, from), to: Math.max(run.to, entry.at) });
  }
  return [...runs.values()].reduce((sum, { from, to }) => sum + to - from, 0);
}
