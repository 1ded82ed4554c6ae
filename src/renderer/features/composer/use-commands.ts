import { useState } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import type { Plan } from '../../../shared/todos/plan.ts';
import { compactThread } from '../../data/thread-actions.ts';
import { type Choice, useChoice } from '../../ui/use-choice.ts';
import { type Command, commandIn } from './commands.ts';
import { itemsOfPlan, phasesOfPlan } from './plan-lists.ts';
import { runTodo, type TodoAnswer } from './run-todo.ts';
import { type Suggestion, suggestionsFor } from './suggestions.ts';

export type Commands = {
  /** What the text is, if it is no message. */
  readonly command: Command | undefined;
  readonly suggestions: readonly Suggestion[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly onKeyDown: Choice['onKeyDown'];
  /** Of the newest command, until the person does something else. */
  readonly answer: TodoAnswer | undefined;
  readonly run: (command: Command) => void;
  /** To be called whenever the person writes or sends. */
  readonly forget: () => void;
};

/** The commands of the composer: offered while they are typed, and done. */
export function useCommands(
  threadId: string,
  text: string,
  plan: Plan | undefined,
  update: (change: (before: string) => string) => void,
): Commands {
  const [answer, setAnswer] = useState<TodoAnswer>();
  const [closedAt, setClosedAt] = useState<string>();
  const suggestions = text === closedAt ? [] : suggestionsFor(text, namesOf(plan));
  const choice = useChoice(suggestions.length, { choose, close: () => setClosedAt(text) });

  function choose(index: number): void {
    const chosen = suggestions[index];
    if (chosen === undefined) return;
    choice.reset();
    update(() => chosen.text);
  }

  return {
    command: commandIn(text),
    suggestions,
    chosen: choice.chosen,
    choose,
    onKeyDown: choice.onKeyDown,
    answer,
    forget() {
      choice.reset();
      setAnswer(undefined);
    },
    run(command) {
      setAnswer(undefined);
      update(() => '');
      switch (command.name) {
        case 'todo':
          void runTodo(threadId, command.line, plan).then((answered) => {
            setAnswer(answered);
            // What failed can be put right.
            if (answered?.type === 'failed') update((now) => (now === '' ? command.line : now));
          });
          break;
        case 'compact':
          void compactThread(threadId, command.instruction);
          break;
        default:
          assertNever(command);
      }
    },
  };
}

function namesOf(plan: Plan | undefined): Parameters<typeof suggestionsFor>[1] {
  const phases = phasesOfPlan(plan);
  const items = itemsOfPlan(plan) ?? phases.flatMap(({ tasks }) => tasks);
  return { tasks: items.map(({ content }) => content), phases: phases.map(({ name }) => name) };
}
