import { performance } from 'node:perf_hooks';
import type { Message } from '../src/shared/thread/messages.ts';
import { todosIn, WRITE_TODOS } from '../src/shared/todos/list.ts';
import { callTodo } from '../src/shared/todos/phases.ts';
import { median, ms, type Figure } from './figures.ts';

const MESSAGES = 100_000;
const NEAR_THE_END = 50;
const TASKS = 1000;
const ROUNDS = 200;

/** What it costs to know a run's list, and to change one. */
export async function todoCosts(): Promise<readonly Figure[]> {
  const none = conversation('read_file');
  const near = none.with(-NEAR_THE_END - 2, {
    role: 'assistant',
    text: '',
    reasoning: '',
    toolCalls: [callOf(WRITE_TODOS)],
  });
  return [
    {
      name: `the list in ${MESSAGES} messages, its call near the end`,
      value: timed(() => todosIn(near)),
      goal: 'under 1 ms',
    },
    { name: `no list in ${MESSAGES} messages`, value: timed(() => todosIn(none)), goal: 'under 20 ms' },
    { name: `one op on ${TASKS} tasks`, value: opOnManyTasks(), goal: 'under 1 ms' },
  ];
}

function timed(work: () => unknown): string {
  const samples = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return ms(median(samples));
}

/** Steps of one call each: message and result by turns. */
function conversation(toolName: string): readonly Message[] {
  return Array.from(
    { length: MESSAGES },
    (_, index): Message =>
      index % 2 === 0
        ? { role: 'assistant', text: 'Next', reasoning: '', toolCalls: [callOf(toolName)] }
        : { role: 'tool', toolCallId: 'call', toolName, content: 'fine', isError: false },
  );
}

function callOf(name: string): { readonly id: string; readonly name: string; readonly arguments: string } {
  const todos = Array.from({ length: 10 }, (_, n) => ({ id: `t${n}`, content: `Task ${n}`, status: 'pending' }));
  return { id: 'call', name, arguments: JSON.stringify({ todos }) };
}

function opOnManyTasks(): string {
  const list = Array.from({ length: TASKS / 50 }, (_, p) => ({
    phase: `Phase ${p}`,
    items: Array.from({ length: 50 }, (_, t) => `Task ${p}.${t}`),
  }));
  let { phases } = callTodo([], { op: 'init', list });
  const tasks = list.flatMap(({ items }) => items).values();
  return timed(() => ({ phases } = callTodo(phases, { op: 'done', task: tasks.next().value })));
}
