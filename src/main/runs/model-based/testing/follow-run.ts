import { expect } from 'vitest';
import type { Entry, NoteEntry, PathEntry } from '../../../../shared/thread/entry.ts';
import type { TodoPhase } from '../../../../shared/todos/phases.ts';
import { assertNever } from '../../../../shared/lib/assert.ts';
import { isPathEntry } from '../../../../shared/thread/entry.ts';
import { plansToRestore, restored, shortening } from './compaction.ts';
import { expectedResult, NOT_RUN } from './expected-result.ts';
import { stepOf, takeUpCalls, type ModelRun } from './model-run.ts';
import type { Said } from './said.ts';
import { OVER } from './script.ts';
import { addNode, isAbove, mendCopy, nodeOf } from './tree.ts';
import { listOf, viewAfter } from './view.ts';
import { messagesIn } from './view-messages.ts';

/** Takes in the next entry of a run. Fails when the model would have written another one, or none. */
export function follow(run: ModelRun, entry: Entry): void {
  if (run.phase === 'over') throw new Error(`${entry.kind} after the end of ${run.id}`);
  if (isPathEntry(entry)) followPath(run, entry);
  else followNote(run, entry);
}

function followPath(run: ModelRun, entry: PathEntry): void {
  expect(entry.parentId, `where ${entry.kind} hangs`).toBe(run.tip?.id ?? null);
  const isOwn = run.first.length === 0;
  const said = saidBy(run, entry);
  const { tree } = run;
  const wasHead = tree.head === (run.tip?.id ?? null);
  run.tip = addNode(tree, run.tip, entry.id, entry.seq, said);
  run.wrote = true;
  const before = run.seen;
  run.seen = viewAfter(before, entry.id, said);
  if (said.type === 'summary') run.restores = plansToRestore(before, run.seen);
  if (run.takesHead || (wasHead && !run.side)) tree.head = entry.id;
  else run.side = true;
  // It is copied for the active branch alone, and when a call of the run wrote it.
  if (isOwn && said.type === 'result' && said.wrote === true && said.list !== undefined) {
    run.list = said.list;
    if (tree.head === entry.id) tree.kept = { items: said.list, by: entry.id };
  }
}

/** What the entry says, which must be what the run has to say now. */
function saidBy(run: ModelRun, entry: PathEntry): Said {
  const [first] = run.first;
  if (first !== undefined) {
    run.first.shift();
    expect(plain(entry)).toEqual(withoutPlan(first));
    return first;
  }
  switch (entry.kind) {
    case 'todos_restored':
      return restored(entry, run.restores);
    case 'compaction':
    case 'outputs_cleared':
      expect([run.open, run.phase, run.restores], 'when a branch is shortened').toEqual([[], 'working', []]);
      return shortening(entry, run.tip) ?? { type: 'nothing' };
    case 'assistant_message':
      return answered(run, entry);
    case 'tool_result':
      return resultOf(run, entry);
    case 'reminder':
      return reminded(run, entry);
    default:
      throw new Error(`an unexpected ${entry.kind}`);
  }
}

function answered(run: ModelRun, entry: Extract<PathEntry, { kind: 'assistant_message' }>): Said {
  expect(run.open, 'calls before an answer').toEqual([]);
  const { text, calls, end } = stepOf(run) ?? { text: OVER, calls: [], end: 'whole' };
  const { partial } = entry;
  if (partial !== undefined) {
    const reason = run.cut === undefined ? 'failed' : run.cut === 'stopped' ? 'stopped' : 'interrupted';
    expect([partial, entry.calls]).toEqual([reason, []]);
    if (run.cut === 'killed') expect(text.startsWith(entry.text), `${entry.text} of ${text}`).toBe(true);
    else {
      expect(entry.text).toBe(text);
      lookAtRequest(run);
    }
    run.phase = 'broken';
    return { type: 'answer', text: entry.text, calls: [] };
  }
  expect(end === 'fails', 'a whole answer of one that fails').toBe(false);
  lookAtRequest(run);
  expect([entry.text, entry.calls]).toEqual([text, calls]);
  run.asked += 1;
  run.open = calls;
  run.messageId = entry.id;
  run.ownsCalls = true;
  run.begunCalls.clear();
  run.declined.clear();
  run.finished.clear();
  run.phase = calls.length === 0 ? 'answered' : 'working';
  return { type: 'answer', text, calls };
}

/** The model must have been sent what the branch came to at that moment. */
function lookAtRequest(run: ModelRun): void {
  expect(run.restores, 'a plan that is still to be restored').toEqual([]);
  expect(run.kind === 'phases' ? run.seen.todoError : undefined, 'what it is still to be reminded of').toBeUndefined();
  run.wishes = false;
  const request = run.player.requests.shift();
  expect(request, 'what the model was sent').toEqual(messagesIn(run.seen));
}

function resultOf(run: ModelRun, entry: Extract<PathEntry, { kind: 'tool_result' }>): Said {
  const { messageId, callId, toolName, content, isError, details } = entry;
  const call = run.open.find(({ id }) => id === callId);
  if (call === undefined) throw new Error(`a result of ${callId}, which does not wait for one`);
  expect([messageId, toolName]).toEqual([run.messageId, call.name]);
  const expected = expectedResult(run, call);
  if ('begins' in expected) expect(content.slice(0, expected.begins.length)).toBe(expected.begins);
  else expect([content, isError]).toEqual([expected.content, expected.isError]);
  run.open = run.open.filter(({ id }) => id !== callId);
  run.waits = false;
  run.worked = true;
  const said = { type: 'result', to: messageId, callId, toolName, content, isError } as const;
  if ('begins' in expected) return said;
  const { list, phases } = expected;
  const shown = details?.kind === 'phases' && details.op !== 'view' ? details.phases : undefined;
  expect(shown, 'the plan in phases').toEqual(phases);
  if (phases !== undefined) run.phases = phases;
  const wrote = list !== undefined && JSON.stringify(list) !== JSON.stringify(run.list);
  expect(details?.kind === 'todos' ? details.todos : undefined, 'the list').toEqual(wrote ? list : undefined);
  return {
    ...said,
    ...(list === undefined ? {} : { list }),
    ...(wrote ? { wrote } : {}),
    ...(phases === undefined ? {} : { phases }),
  };
}

function reminded(run: ModelRun, entry: Extract<PathEntry, { kind: 'reminder' }>): Said {
  const { about, text } = entry;
  if (about === 'todo_error') {
    const [failure = 'none did'] = run.seen.todoError?.split('\n') ?? [];
    expect(text).toContain(`The last todo call failed: ${failure}\n`);
    return { type: 'developer', text, aboutTodoError: true };
  }
  expect([about, run.phase, leavesOpen(run)]).toEqual(['todos_open', 'answered', true]);
  for (const content of openTasks(run.phases)) expect(text).toContain(content);
  run.reminded = true;
  run.worked = false;
  run.phase = 'working';
  return { type: 'developer', text };
}

/** Whether a run that has answered is to be reminded of what is open. */
function leavesOpen({ kind, worked, reminded: wasReminded, phases }: ModelRun): boolean {
  return kind === 'phases' && worked && !wasReminded && openTasks(phases).length > 0;
}

function openTasks(phases: readonly TodoPhase[] | undefined): readonly string[] {
  const all = (phases ?? []).flatMap(({ tasks }) => tasks);
  return all.filter(({ status }) => status === 'pending' || status === 'in_progress').map(({ content }) => content);
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

/** The plan that it goes on with, which is put before its model where that no longer sees it. */
function takeUpPlan(run: ModelRun): void {
  const { tree, tip } = run;
  if (run.kind === 'phases') run.phases = run.seen.phases;
  if (run.kind !== 'list') return;
  const shown = listOf(run.seen);
  const { kept } = tree;
  const isOurs = kept !== undefined && isAbove(nodeOf(tree, kept.by), tip);
  const list = isOurs ? kept.items : undefined;
  if (shown === undefined && list !== undefined) run.restores.push({ list });
  run.list = shown ?? list;
}

function followNote(run: ModelRun, note: NoteEntry): void {
  switch (note.kind) {
    case 'run_started':
      expect([note.targetId, note.side === true]).toEqual([run.tip?.id, run.startsBeside]);
      begin(run);
      break;
    case 'tool_started':
      expect([note.targetId, [...run.undecided, ...run.deciding]]).toEqual([run.messageId, []]);
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
      takeUpPlan(run);
      break;
    case 'run_finished':
      expect(note.targetId).toBe(run.tip?.id);
      run.end = endOf(run);
      expect(note.status).toBe(run.end);
      run.phase = 'over';
      // What it was asked for and did not do is done behind it.
      if (run.wishes && run.cut !== 'killed' && run.cut !== 'interrupted') {
        run.tree.compacting = { from: run.tree.head, held: false };
      }
      break;
    case 'usage':
      break;
    default:
      throw new Error(`an unexpected ${note.kind}`);
  }
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
    return 'finished';
  }
  if (asked === steps) return 'limit';
  expect(stepOf(run)?.end, 'the reason of the end').toBe('fails');
  if (phase === 'working') lookAtRequest(run);
  return 'failed';
}

function withoutPlan(said: Said): Said {
  if (said.type !== 'result') return said;
  const { list: _, wrote: __, phases: ___, ...rest } = said;
  return rest;
}

/** A path entry that begins a run, in the model's words. */
function plain(entry: PathEntry): unknown {
  switch (entry.kind) {
    case 'user_message':
      return { type: 'user', text: entry.text };
    case 'tool_result': {
      const { messageId: to, callId, toolName, content, isError } = entry;
      return { type: 'result', to, callId, toolName, content, isError };
    }
    case 'intervention':
      return entry.context === undefined ? { type: 'nothing' } : { type: 'developer', text: entry.context };
    default:
      return entry;
  }
}
