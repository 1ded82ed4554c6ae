import { expect, test } from 'vitest';
import type { PathBody, PathEntry } from '../thread/entry.ts';
import { phasesOn, putClosedAside } from './phases-on-branch.ts';
import type { PhaseTask, TodoPhase } from './phases.ts';

const task = (content: string, status: PhaseTask['status'] = 'pending'): PhaseTask => ({ content, status });
const phase = (name: string, ...tasks: readonly PhaseTask[]): TodoPhase => ({ name, tasks });
const branch = (...bodies: readonly PathBody[]): readonly PathEntry[] =>
  bodies.map((body, n) => ({ id: `e${n}`, threadId: 't', seq: n, at: 0, v: 1, parentId: null, ...body }));

const user: PathBody = { kind: 'user_message', text: 'Go', origin: 'person' };
const edit = (...phases: readonly TodoPhase[]): PathBody => ({ kind: 'user_todo_edit', action: '', phases });
const flatEdit: PathBody = { kind: 'user_todo_edit', action: '', items: [] };
const called = (op: 'init' | 'done' | 'view', phases: readonly TodoPhase[], isError = false): PathBody => ({
  kind: 'tool_result',
  messageId: 'm',
  callId: 'c',
  toolName: 'todo',
  content: '',
  isError,
  details: { kind: 'phases', op, phases, storage: 'session' },
});
/** As a call is answered that failed, or that an older program made. */
const bare: PathBody = {
  kind: 'tool_result',
  messageId: 'm',
  callId: 'c',
  toolName: 'todo',
  content: '',
  isError: false,
};

const FIRST = [phase('A', task('a', 'in_progress'))];
const SECOND = [phase('B', task('b', 'in_progress'))];

test('the plan of a branch is what its newest edit or successful call left, an empty one included', () => {
  expect(phasesOn(branch(user))).toBeUndefined();
  expect(phasesOn(branch(called('init', FIRST), user))).toEqual({ phases: FIRST, earlier: [] });
  expect(phasesOn(branch(called('init', FIRST), called('done', SECOND)))).toEqual({ phases: SECOND, earlier: [] });
  expect(phasesOn(branch(called('init', FIRST), edit(...SECOND)))).toEqual({ phases: SECOND, earlier: [] });
  expect(phasesOn(branch(edit(...SECOND), called('init', FIRST)))).toEqual({ phases: FIRST, earlier: [] });
  expect(phasesOn(branch(called('init', FIRST), edit()))).toEqual({ phases: [], earlier: [] });
});

test('views, failures, answers without a plan and edits of a flat list are passed over', () => {
  const later = [called('view', SECOND), called('done', SECOND, true), bare, flatEdit];
  for (const body of later)
    expect(phasesOn(branch(called('init', FIRST), body))).toEqual({ phases: FIRST, earlier: [] });
});

test('what is closed goes aside, with phases that it leaves empty, to what went aside before', () => {
  const phases = [
    phase('A', task('a', 'completed'), task('b', 'abandoned')),
    phase('B', task('c', 'completed'), task('d', 'blocked'), task('e', 'in_progress')),
    phase('C'),
  ];
  const earlier = [phase('B', task('z', 'completed'))];
  expect(putClosedAside({ phases, earlier })).toEqual({
    phases: [phase('B', task('d', 'blocked'), task('e', 'in_progress'))],
    earlier: [
      phase('B', task('z', 'completed'), task('c', 'completed')),
      phase('A', task('a', 'completed'), task('b', 'abandoned')),
    ],
  });
});
