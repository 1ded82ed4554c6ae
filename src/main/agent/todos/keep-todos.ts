import type { TodosKind } from '../../../shared/run/agent.ts';
import type { LoopEffects } from '../effects.ts';
import { listTodos } from './list-todos.ts';
import { phasedTodos } from './phased-todos.ts';
import type { RunTodos } from './run-todos.ts';

/** `start`: how long the branch is that the run goes on from. */
export function runTodos(kind: Exclude<TodosKind, false>, effects: LoopEffects, start: number): RunTodos {
  return kind === 'list' ? listTodos(effects) : phasedTodos(effects, start);
}
