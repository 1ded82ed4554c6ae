import type { TodosKind } from '../../../../shared/run/agent.ts';
import type { ToolCall } from '../../../../shared/thread/tool-call.ts';
import type { TodoItem } from '../../../../shared/todos/todo-item.ts';
import type { Random } from './random.ts';

/** What the model of a run does when it is asked once. */
export type ScriptStep = {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** `holds`: says its text, and goes on when it is let. `fails`: says its text, and no more. */
  readonly end: 'whole' | 'holds' | 'fails';
  /** So many tokens its request counted. */
  readonly tokens: number;
};

/** Said when a script is over. */
export const OVER = 'That is all';

/** Tools of every agent here, by what they do: answer, throw, wait until they are let go on, wait for a person's yes. */
export const TOOLS = { echoes: 'echo', throws: 'throw', waits: 'wait', asks: 'ask' } as const;

const STATUSES = ['pending', 'in_progress', 'completed'] as const;
const MOST_STEPS = 3;
const MOST_CALLS = 3;

export const TRANSFER = 'transfer_to_next';
const MOST_TOKENS = 500;

/** `hands`: whether its agent may hand over to another one. */
export function randomScript(
  random: Random,
  kind: TodosKind,
  hands: boolean,
  nextNumber: () => number,
): readonly ScriptStep[] {
  const steps = Array.from({ length: random.int(MOST_STEPS) }, (): ScriptStep => {
    const calls = Array.from({ length: 1 + random.int(MOST_CALLS) }, (_, at) =>
      randomCall(random, kind, hands, at, nextNumber()),
    );
    const text = random.chance(0.5) ? `Step ${nextNumber()} is next` : '';
    return { text, calls, end: random.chance(0.05) ? 'holds' : 'whole', tokens: random.int(MOST_TOKENS) };
  });
  const end = random.chance(0.15) ? 'holds' : random.chance(0.1) ? 'fails' : 'whole';
  const text = end === 'fails' && random.chance(0.5) ? '' : `Answer ${nextNumber()} in a few words`;
  return [...steps, { text, calls: [], end, tokens: random.int(MOST_TOKENS) }];
}

// Ids are the same in every step, as some providers have it.
function randomCall(random: Random, kind: TodosKind, hands: boolean, at: number, number: number): ToolCall {
  const id = `call_${at + 1}`;
  const call = (name: string, input: object): ToolCall => ({ id, name, arguments: JSON.stringify(input) });
  if (kind !== false && random.chance(0.4)) {
    return kind === 'list'
      ? call('write_todos', { todos: randomTodos(random) })
      : call('todo', randomOp(random, number));
  }
  if (hands && random.chance(0.2)) return call(TRANSFER, {});
  if (random.chance(0.05)) return { id, name: TOOLS.echoes, arguments: '{"text":' };
  const name = random.pick([TOOLS.echoes, TOOLS.echoes, TOOLS.throws, TOOLS.waits, TOOLS.asks, 'unknown']);
  const text = `Output ${number}.`;
  return call(name, { text: random.chance(0.3) ? text.repeat(30) : text });
}

/** One list in ten breaks the rule that one item is worked on at most. */
function randomTodos(random: Random): readonly TodoItem[] {
  const broken = random.chance(0.1);
  const todos = Array.from({ length: random.int(4) }, (_, index): TodoItem => {
    const status = random.pick(STATUSES);
    return { id: `t${index}`, content: `Item ${index}`, status: status === 'in_progress' ? 'pending' : status };
  });
  const working = (todo: TodoItem): TodoItem => ({ ...todo, status: 'in_progress' });
  if (broken && todos.length > 1) return todos.map(working);
  return random.chance(0.5) ? todos.map((todo, index) => (index === 0 ? working(todo) : todo)) : todos;
}

function randomOp(random: Random, number: number): object {
  const task = `Task ${random.int(3)}`;
  switch (random.int(4)) {
    case 0:
      return { op: 'init', list: [{ phase: `Phase ${number}`, items: ['Task 0', 'Task 1'] }] };
    case 1:
      return { op: 'view' };
    default:
      return { op: random.pick(['done', 'start', 'drop']), task };
  }
}
