import type { ReactNode } from 'react';
import { assertNever } from '../../../shared/lib/assert.ts';
import { codedText } from '../../../shared/lib/visible-text.ts';
import { TODO_VERBS } from '../../../shared/todos/edits/todo-command.ts';
import { planItems, planProgress, type Plan, statusWord } from '../../../shared/todos/plan.ts';
import type { ThreadSummary } from '../../../shared/thread/summary.ts';
import { EXPORTS, exportThread } from '../../data/history-actions.ts';
import { undoTodos } from '../../data/todo-actions.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { headedPhases } from '../../ui/headed-phases.ts';
import { TodoGlyph } from '../../ui/todo-glyph.tsx';
import type { CommandAnswer as Answer } from './use-commands.ts';

type CommandAnswerProps = {
  readonly thread: Pick<ThreadSummary, 'id' | 'title'>;
  readonly answer: Answer;
  readonly plan: Plan | undefined;
  readonly onGone: () => void;
};

/** What a command answers, above the place where it was written. */
export function CommandAnswer({ thread, answer, plan, onGone }: CommandAnswerProps) {
  switch (answer.type) {
    case 'failed':
      return <FailureNote failure={answer.failure} className="mb-2" />;
    case 'plan':
      return <Box>{plan === undefined ? 'There is no list yet.' : <PlanStatus plan={plan} />}</Box>;
    case 'help':
      return (
        <Box>
          <Help />
        </Box>
      );
    case 'exports':
      return (
        <Box>
          <div className="flex flex-wrap gap-1">
            {EXPORTS.map(({ label, ...what }, index) => (
              <Button
                key={label}
                size="sm"
                autoFocus={index === 0}
                onClick={() => {
                  void exportThread(thread, what);
                  onGone();
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        </Box>
      );
    case 'done': {
      const { words, entryId } = answer;
      return (
        <Box>
          <span className="flex items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">{codedText(words)}</span>
            {entryId !== undefined && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  undoTodos(thread.id, entryId);
                  onGone();
                }}
              >
                Undo
              </Button>
            )}
          </span>
        </Box>
      );
    }
    default:
      return assertNever(answer);
  }
}

function Box({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="status"
      aria-label="Answer to the command"
      className="scroll-thin mb-2 max-h-60 overflow-x-hidden overflow-y-auto rounded-md border bg-raised px-3 py-2"
    >
      {children}
    </div>
  );
}

function PlanStatus({ plan }: { readonly plan: Plan }) {
  const { done, total } = planProgress(plan);
  if (planItems(plan).length === 0) return 'The list is empty.';
  return (
    <>
      <p className="font-medium">{`${done} of ${total}`}</p>
      {headedPhases(plan).map(({ key, title, items }) => (
        <div key={key}>
          {title !== undefined && <p className="pt-1 wrap-anywhere text-soft">{codedText(title)}</p>}
          <ul>
            {items.map((item) => (
              <li key={item.key} className="flex items-start gap-2 py-0.5">
                <TodoGlyph status={item.status} />
                <span className="min-w-0 wrap-anywhere">
                  <bdi>{codedText(item.content)}</bdi>
                  <span className="sr-only">, {statusWord(item.status)}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function Help() {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
      {TODO_VERBS.map(({ verb, args, does }) => (
        <div key={verb} className="contents">
          <dt>
            <code className="text-sm">/todo {verb === 'status' ? '' : verb}</code>{' '}
            <span className="text-sm text-faint">{args}</span>
          </dt>
          <dd className="text-soft">{does}</dd>
        </div>
      ))}
    </dl>
  );
}
