import { isActive } from '../../../shared/run/status.ts';
import type { SpawnedBy } from '../../../shared/thread/spawned-by.ts';
import type { ThreadWindow } from '../../../shared/thread/window.ts';
import { stateIn } from '../../../shared/todos/edits/edit-plan.ts';
import { seesPlan } from '../../../shared/todos/sees-plan.ts';
import type { OpenThread } from '../../data/thread.ts';
import { failedUpdate } from './stale.ts';

/** What the panel shows of a thread. It does not change with every word that streams. */
export type PlanPart = Pick<ThreadWindow, 'threadId' | 'planHistory' | 'hasEarlierPlans'> & {
  /** The call that it works for, of a sub-agent's thread. */
  readonly spawnedBy: SpawnedBy | undefined;
  /** When the work on the branch ended; absent while it goes on. */
  readonly endedAt: number | undefined;
  /** As far as the window tells: whether the agent that works here, or worked last, keeps no plan. */
  readonly publishesNone: boolean;
  /** As far as the window tells: whether people can change it. The engine has the last word. */
  readonly editable: boolean;
  /** Why the list may be old. */
  readonly problem: string | undefined;
  readonly seen: PlanSeen;
};

/** Whether the model sees the plan; where the window does not tell, nothing has changed that since the entry `since`. */
export type PlanSeen = { readonly told: boolean | undefined; readonly since: string | undefined };

export function planPart({ window, summary }: OpenThread): PlanPart {
  const { threadId, entries, planHistory, hasEarlierPlans } = window;
  const { status, side, finishedAt, updatedAt, spawnedBy } = summary;
  // What works on another branch does nothing for this plan.
  const ended = side === undefined ? (finishedAt ?? updatedAt) : (entries.at(-1)?.at ?? updatedAt);
  const endedAt = isActive(status) && side === undefined ? undefined : ended;
  const plan = { threadId, spawnedBy, planHistory, hasEarlierPlans, endedAt };
  const editing = { publishesNone: publishesNone(window), editable: isEditable({ window, summary }) };
  return { ...plan, ...editing, problem: failedUpdate(entries), seen: seenIn(window) };
}

function seenIn({ entries, planHistory }: ThreadWindow): PlanSeen {
  const planId = planHistory.at(-1)?.entryId;
  const told = planId === undefined ? true : seesPlan(entries, planId);
  const since = entries.findLast(({ kind }) => kind === 'compaction') ?? entries[0];
  return { told, since: told === undefined ? since?.id : undefined };
}

/** A program changes its lists itself, and so do agents that keep theirs in a way of their own. */
function isEditable({ window, summary }: OpenThread): boolean {
  const newest = window.planHistory.at(-1);
  if (summary.source === 'code' || (newest === undefined && publishesNone(window))) return false;
  const entry = window.entries.find(({ id }) => id === newest?.entryId);
  return entry === undefined || stateIn(entry) !== undefined;
}

function publishesNone({ entries, notes }: ThreadWindow): boolean {
  const started = notes.findLast((note) => note.kind === 'run_started');
  const handed = entries.findLast((entry) => entry.kind === 'handoff');
  const newest = handed !== undefined && handed.seq > (started?.seq ?? 0) ? handed : started;
  return newest !== undefined && newest.agent.todos === false;
}
