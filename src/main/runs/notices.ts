import { isRecord, parseJson } from '../../shared/lib/json.ts';
import { aloneAt } from '../../shared/run/approval-limit.ts';
import { openAtEnd, withOpen } from '../../shared/run/open-todos.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import { type Plan, planProgress } from '../../shared/todos/plan.ts';
import { hideKeys } from './hide-keys.ts';
import { lastWords } from './last-words.ts';
import { readSettings } from '../settings/settings.ts';
import { rootThread } from '../threads/children.ts';
import { planAt } from '../threads/plans.ts';
import type { Stores } from '../threads/stores.ts';
import { threadSummary } from '../threads/summaries.ts';

/** What is decided by itself so soon is no news (ms). */
const SOON_MS = 10_000;

/** Something that a person wants to hear of who looks elsewhere. */
export type Notice = {
  readonly kind: 'approval' | 'failed' | 'finished';
  readonly threadId: string;
  /** Where to look. */
  readonly entryId: string;
  readonly text: string;
  readonly asks?: AskedCall;
};

/** The call that an approval is about. `whole`: the text says all that would be done, so that one can approve by it. */
export type AskedCall = { readonly runId: string; readonly callId: string; readonly whole: boolean };

/** Tells `notify` what of committed entries a person wants to hear, unless the settings say no. */
export function tellNotices(
  stores: Stores,
  entries: readonly Entry[],
  notify: (notice: Notice & { readonly title: string }) => void,
): void {
  for (const entry of entries) {
    const { read } = stores.of(entry.threadId);
    const notice = noticeOf(entry, {
      lastWords: (entryId) => lastWords(read, entry.threadId, entryId),
      plan: (entryId) => planAt(read, entryId),
    });
    if (notice === undefined || !readSettings(stores.home.read).notifications) continue;
    // Whoever works for others answers to them: people hear of what it asks, under the name of what they started.
    const root = rootThread(read, entry.threadId);
    if (root !== entry.threadId && notice.kind !== 'approval') continue;
    const title = threadSummary(read, root)?.title;
    // Of a deleted thread nobody wants to hear.
    if (title !== undefined) notify({ ...notice, title });
  }
}

type AtEnd = {
  /** The answer that a run has ended with. */
  readonly lastWords: (entryId: string) => string;
  readonly plan: (entryId: string) => Plan | undefined;
};

export function noticeOf(entry: Entry, { lastWords: wordsOf, plan: planOf }: AtEnd): Notice | undefined {
  const { threadId } = entry;
  if (entry.kind === 'approval_asked') {
    // Nobody comes in so short a time.
    const alone = aloneAt(entry);
    if (alone !== undefined && alone.at - entry.at < SOON_MS) return undefined;
    const { text: call, whole } = callText(entry.toolName, entry.arguments);
    const { runId, callId, targetId: entryId } = entry;
    const notice = { kind: 'approval', threadId, entryId, text: `Approval needed: ${call}` } as const;
    return runId === undefined ? notice : { ...notice, asks: { runId, callId, whole } };
  }
  if (entry.kind !== 'run_finished') return undefined;
  switch (entry.status) {
    case 'failed':
      return {
        kind: 'failed',
        threadId,
        entryId: entry.id,
        text: `Failed: ${entry.error?.message ?? 'no reason known'}`,
      };
    case 'limit':
      return { kind: 'failed', threadId, entryId: entry.id, text: 'Ended at its limit' };
    case 'finished': {
      const words = firstLine(wordsOf(entry.targetId));
      const plan = planOf(entry.targetId);
      const end = withOpen('Finished', openAtEnd('finished', plan && planProgress(plan)));
      const text = words === '' ? end : `${end}: ${words}`;
      return { kind: 'finished', threadId, entryId: entry.targetId, text };
    }
    default:
      // Whoever stopped it, or closed the program, knows.
      return undefined;
  }
}

/** A call in few words: the tool, and the command or the path that it is about, else its arguments. */
function callText(toolName: string, json: string): { readonly text: string; readonly whole: boolean } {
  const input = parseJson(json);
  const about = isRecord(input) ? [input.command, input.path].find((value) => typeof value === 'string') : undefined;
  const all = about ?? json.trim();
  const shown = hideKeys(firstLine(all));
  const more = isRecord(input) && about !== undefined && Object.keys(input).length > 1;
  return { text: `${toolName} ${shown}`, whole: shown === all && !more };
}

const LENGTH = 160;

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= LENGTH ? line : `${line.slice(0, LENGTH - 1)}…`;
}
