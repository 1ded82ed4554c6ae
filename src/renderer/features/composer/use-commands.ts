import { useState } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import type { Plan } from '../../../shared/todos/plan.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { EXPORTS, exportThread } from '../../data/history-actions.ts';
import { ask, failureOf } from '../../data/bridge.ts';
import { useAnswer } from '../../data/queries.ts';
import { compactThread } from '../../data/compaction.ts';
import { type OpenThread, useThreadPart } from '../../data/thread.ts';
import { setNextModel } from '../../state/next-model.ts';
import { type Choice, useChoice } from '../../ui/use-choice.ts';
import { chooseModel } from './choose-model.ts';
import { type Command, commandIn } from './commands.ts';
import { itemsOfPlan, phasesOfPlan } from './plan-lists.ts';
import { runTodo, type TodoAnswer } from './run-todo.ts';
import { type Names, type Suggestion, suggestionsFor } from './suggestions.ts';

export type CommandAnswer = TodoAnswer | { readonly type: 'exports' };

export type Commands = {
  /** What the text is, if it is no message. */
  readonly command: Command | undefined;
  readonly suggestions: readonly Suggestion[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly onKeyDown: Choice['onKeyDown'];
  /** Of the newest command, until the person does something else. */
  readonly answer: CommandAnswer | undefined;
  /** The plan that commands and their answers are about; `undefined` while there are none. */
  readonly plan: Plan | undefined;
  readonly run: (command: Command) => void;
  /** To be called whenever the person writes or sends. */
  readonly forget: () => void;
};

/** What is being written, and where. `summary`: absent while the thread loads. */
type About = {
  readonly threadId: string;
  readonly text: string;
  readonly summary: Pick<ThreadSummary, 'id' | 'title' | 'model'> | undefined;
};

/** The commands of the composer: offered while they are typed, and done. */
export function useCommands(
  { threadId, text, summary }: About,
  update: (change: (before: string) => string) => void,
): Commands {
  const [answer, setAnswer] = useState<CommandAnswer>();
  const [closedAt, setClosedAt] = useState<string>();
  const isCommand = text.trimStart().startsWith('/');
  const plan = useThreadPart(threadId, isCommand || answer !== undefined ? newestPlan : noPlan).data;
  const isOfModels = /^\s*\/model\b/.test(text);
  const models = useAnswer('models.list', {}, { enabled: isOfModels }).data?.models.map(({ id }) => id);
  const suggestions =
    text === closedAt || !isCommand
      ? []
      : suggestionsFor(text, { ...namesOf(plan), models: models ?? [], exports: EXPORT_NAMES });
  const choice = useChoice(suggestions.length, { choose, close: () => setClosedAt(text) });

  function choose(index: number): void {
    const chosen = suggestions[index];
    if (chosen === undefined) return;
    choice.reset();
    update(() => chosen.text);
  }

  async function chosenModel(query: string | undefined): Promise<CommandAnswer | undefined> {
    if (query === undefined) {
      const words = `Its model is ${summary?.model ?? 'not chosen yet'}. Write /model and a part of a name for another one.`;
      return { type: 'done', words };
    }
    try {
      const known = models ?? (await ask('models.list', {})).models.map(({ id }) => id);
      const model = chooseModel(query, known);
      if (!model.ok) return { type: 'failed', failure: model.error };
      setNextModel(threadId, model.value);
      return undefined;
    } catch (error) {
      return { type: 'failed', failure: failureOf(error) };
    }
  }

  function exported(what: string | undefined): CommandAnswer | undefined {
    if (summary === undefined || what === undefined) return { type: 'exports' };
    const asked = EXPORTS.find(({ label }) => label.toLowerCase() === what.toLowerCase());
    if (asked === undefined) {
      const message = `“${what}” is nothing that can be exported.`;
      return {
        type: 'failed',
        failure: { code: 'export_unknown', message, hint: `There is: ${EXPORT_NAMES.join(', ')}.` },
      };
    }
    void exportThread(summary, asked);
    return undefined;
  }

  function answered(command: string, given: CommandAnswer | undefined): void {
    setAnswer(given);
    // What failed can be put right.
    if (given?.type === 'failed') update((now) => (now === '' ? command : now));
  }

  return {
    command: commandIn(text),
    suggestions,
    chosen: choice.chosen,
    choose,
    onKeyDown: choice.onKeyDown,
    answer,
    plan,
    forget() {
      choice.reset();
      setAnswer(undefined);
    },
    run(command) {
      setAnswer(undefined);
      update(() => '');
      switch (command.name) {
        case 'todo':
          void runTodo(threadId, command.line, plan).then((given) => answered(command.line, given));
          break;
        case 'compact':
          void compactThread(threadId, command.instruction);
          break;
        case 'model':
          void chosenModel(command.query).then((given) => answered(`/model ${command.query ?? ''}`, given));
          break;
        case 'export':
          answered(`/export ${command.what ?? ''}`, exported(command.what));
          break;
        default:
          assertNever(command);
      }
    },
  };
}

function newestPlan({ window }: OpenThread): Plan | undefined {
  return window.planHistory.at(-1)?.plan;
}

function noPlan(): undefined {
  return undefined;
}

const EXPORT_NAMES = EXPORTS.map(({ label }) => label);

function namesOf(plan: Plan | undefined): Pick<Names, 'tasks' | 'phases'> {
  const phases = phasesOfPlan(plan);
  const items = itemsOfPlan(plan) ?? phases.flatMap(({ tasks }) => tasks);
  return { tasks: items.map(({ content }) => content), phases: phases.map(({ name }) => name) };
}
