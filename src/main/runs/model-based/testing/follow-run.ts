import { expect } from 'vitest';
import type { Entry, PathEntry } from '../../../../shared/thread/entry.ts';
import { isPathEntry } from '../../../../shared/thread/entry.ts';
import { plansToRestore, restored, shortening } from './compaction.ts';
import { edited } from './edits.ts';
import { expectedResult } from './expected-result.ts';
import { followNote } from './follow-note.ts';
import { stepOf, type ModelRun } from './model-run.ts';
import { goOnAsNext, leavesOpen, openTasks, takeUpEdit } from './plan-of-run.ts';
import { answersRequest } from './requests.ts';
import type { Said } from './said.ts';
import { OVER, TRANSFER } from './script.ts';
import { addNode, keep } from './tree.ts';
import { viewAfter } from './view.ts';

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
    if (tree.head === entry.id) keep(tree, said.list, entry.id);
  }
  if (said.type === 'edit') {
    takeUpEdit(run, said.plan);
    if ('list' in said.plan && tree.head === entry.id) tree.copyLags = true;
  }
  if (entry.kind === 'handoff') goOnAsNext(run);
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
    case 'user_message':
      return takenUp(run, entry);
    case 'user_todo_edit':
      return edited(run.edits, entry);
    case 'handoff':
      expect([run.handsOver, run.open], 'when a run hands over').toEqual([true, []]);
      return { type: 'nothing' };
    default:
      throw new Error(`an unexpected ${entry.kind}`);
  }
}

/** What a person has written to the run: between two steps, in the order in which they wrote it. */
function takenUp(run: ModelRun, { id, text }: Extract<PathEntry, { kind: 'user_message' }>): Said {
  const { tree } = run;
  const next = tree.queue.find(({ runId }) => runId === run.id);
  expect([id, text], 'the message that is taken up').toEqual([next?.id, next?.text]);
  // A run that has answered takes it up first, and then stands still.
  const stands = run.wantsPause && run.phase !== 'answered';
  expect([run.open, run.restores, stands], 'when it is taken up').toEqual([[], [], false]);
  tree.queue = tree.queue.filter((queued) => queued !== next);
  if (run.phase === 'answered') expect(run.asked).toBeLessThan(run.steps);
  run.phase = 'working';
  return { type: 'user', text };
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
      answersRequest(run);
    }
    run.phase = 'broken';
    return { type: 'answer', text: entry.text, calls: [] };
  }
  expect(end === 'fails', 'a whole answer of one that fails').toBe(false);
  answersRequest(run);
  for (const queued of run.tree.queue) if (queued.runId === run.id) queued.afterRequest = false;
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

function resultOf(run: ModelRun, entry: Extract<PathEntry, { kind: 'tool_result' }>): Said {
  const { messageId, callId, toolName, content, isError, details } = entry;
  const call = run.open.find(({ id }) => id === callId);
  if (call === undefined) throw new Error(`a result of ${callId}, which does not wait for one`);
  expect([messageId, toolName]).toEqual([run.messageId, call.name]);
  const expected = expectedResult(run, call);
  if ('begins' in expected) expect(content.slice(0, expected.begins.length)).toBe(expected.begins);
  else expect([content, isError]).toEqual([expected.content, expected.isError]);
  run.open = run.open.filter(({ id }) => id !== callId);
  if (toolName === TRANSFER && !isError) run.handsOver = true;
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
