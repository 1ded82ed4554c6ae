import { assertNever } from '../lib/assert.ts';
import type { Entry } from '../thread/entry.ts';
import type { RunStatus } from './status.ts';

/** What a run does. */
export type RunStanding = {
  readonly status: RunStatus;
  /** Ids of the calls that wait for a decision. */
  readonly asking: readonly string[];
};

/** Of a run that has just started. */
export const STARTED: RunStanding = { status: 'running', asking: [] };

/** Steps it by an entry of the run. */
export function stepStanding(standing: RunStanding, entry: Entry): RunStanding {
  switch (entry.kind) {
    case 'run_started':
      return STARTED;
    case 'run_finished':
      return { status: entry.status, asking: [] };
    case 'run_queued':
      return { ...standing, status: 'queued' };
    case 'run_paused':
      return { ...standing, status: 'paused' };
    case 'run_dequeued':
    case 'run_resumed':
      return { ...standing, status: 'running' };
    case 'approval_asked':
      return { status: 'waiting', asking: [...standing.asking, entry.callId] };
    case 'approval_decided': {
      const asking = standing.asking.filter((callId) => callId !== entry.callId);
      return { status: asking.length === 0 ? 'running' : 'waiting', asking };
    }
    case 'user_message':
    case 'assistant_message':
    case 'tool_result':
    case 'handoff':
    case 'compaction':
    case 'outputs_cleared':
    case 'user_todo_edit':
    case 'todos_restored':
    case 'reminder':
    case 'intervention':
    case 'label':
    case 'usage':
    case 'run_revived':
    case 'tool_started':
    case 'retry':
    case 'files_changed':
      return standing;
    default:
      return assertNever(entry);
  }
}
