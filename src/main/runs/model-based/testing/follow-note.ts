import { expect } from 'vitest';
import { assertNever } from '../../../../shared/lib/assert.ts';
import type { NoteEntry } from '../../../../shared/thread/entry.ts';
import { NOT_RUN } from './expected-result.ts';
import { stepOf, takeUpCalls, type ModelRun } from './model-run.ts';
import { leavesOpen, takeUpPlan } from './plan-of-run.ts';
import { answersRequest } from './requests.ts';
import { mendCopy } from './tree.ts';

/** Takes in a note of a run. */
export function followNote(run: ModelRun, note: NoteEntry): void {
  switch (note.kind) {
    case 'run_started':
      expect([note.targetId, note.side === true]).toEqual([run.tip?.id, run.startsBeside]);
      begin(run);
      break;
    case 'tool_started':
      expect([note.targetId, [...run.undecided, ...run.deciding]]).toEqual([run.messageId, []]);
      expect(run.wantsPause, 'a call of a run that is paused').toBe(false);
      run.begunCalls.add(note.callId);
      run.waits = false;
      break;
    case 'approval_asked':
      expect(note.targetId).toBe(run.messageId);
      run.waits = run.ownsCalls;
      run.undecided.add(note.callId);
      break;
    case 'approval_decided':
      expect(run.deciding.delete(note.callId) || run.undecided.delete(note.callId), 'that it was asked').toBe(true);
      if (note.decision !== 'withdrawn') break;
      run.waits = false;
      if (run.cut !== 'killed') run.declined.set(note.callId, NOT_RUN);
      break;
    case 'run_revived':
      expect([note.targetId, run.waits]).toEqual([run.messageId, true]);
      run.kinds.clear();
      takeUpPlan(run);
      break;
    case 'run_finished':
      expect(note.targetId).toBe(run.tip?.id);
      run.end = endOf(run);
      expect(note.status).toBe(run.end);
      run.phase = 'over';
      // What it was asked for and did not do is done behind it.
      if (run.wishes && !run.side && run.cut !== 'killed' && run.cut !== 'interrupted') {
        run.tree.compacting = { from: run.tree.head, held: false };
      }
      break;
    case 'run_paused':
    case 'run_resumed':
      run.paused = note.kind === 'run_paused';
      expect(run.wantsPause, `when ${note.kind}`).toBe(run.paused);
      break;
    case 'usage':
      break;
    default:
      throw new Error(`an unexpected ${note.kind}`);
  }
}

/** Its model goes on with what its branch ends with: the calls that are open, and the plan. */
function begin(run: ModelRun): void {
  if (run.takesHead) {
    run.tree.head = run.tip?.id ?? null;
    mendCopy(run.tree);
  }
  run.takesHead = false;
  run.phase = 'working';
  takeUpCalls(run);
  takeUpPlan(run);
}

/** How a run ends that has nothing more to say. */
function endOf(run: ModelRun): NonNullable<ModelRun['end']> {
  expect([run.open, [...run.undecided]], 'what was left open').toEqual([[], []]);
  const { cut, phase, asked, steps } = run;
  switch (cut) {
    case 'killed':
    case 'interrupted':
    case 'stopped':
      return cut === 'stopped' ? 'stopped' : 'interrupted';
    case undefined:
      break;
    default:
      return assertNever(cut);
  }
  if (phase === 'answered') {
    expect(leavesOpen(run), 'that it was not reminded').toBe(false);
    const said = run.tree.queue.some(({ runId }) => runId === run.id);
    expect(said && asked < steps, 'that it did not take up what was written to it').toBe(false);
    return 'finished';
  }
  if (asked === steps) return 'limit';
  expect(stepOf(run)?.end, 'the reason of the end').toBe('fails');
  if (phase === 'working') answersRequest(run);
  return 'failed';
}
