import { useRef, useState } from 'react';
import { isRecord, parseJson } from '../../../shared/lib/json.ts';
import { MAX_TODO_MARKDOWN } from '../../../shared/todos/edits/todo-answers.ts';
import { offerUndo } from '../../data/todo-actions.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { useUnsent } from '../../data/unsent.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { KeptNote } from '../../ui/kept-note.tsx';
import { CONTROL } from '../../ui/text-input.tsx';
import { LineErrors } from './line-errors.tsx';

type MarkdownEditorProps = { readonly threadId: string; readonly onClose: () => void };

/** What a person wrote, and the entry of the plan that they began with. */
type Written = { readonly text: string; readonly basis: string | null };

/**
 * Edits a plan as text. What was written stays until it is saved or cancelled, however the editor is closed. Another plan
 * than the one it was begun with is not replaced unasked.
 */
export function MarkdownEditor({ threadId, onClose }: MarkdownEditorProps) {
  const list = useAnswer('todos.markdown', { threadId }, { staleTime: 0 });
  const [kept, update] = useUnsent(`todos:${threadId}`);
  const save = useAction('todos.replace');
  const field = useRef<HTMLTextAreaElement>(null);
  const written = writtenIn(kept ?? '');
  // What is there when the editor opens was written before.
  const [wroteHere, setWroteHere] = useState(false);
  const text = written?.text ?? list.data?.markdown ?? '';
  const isLoading = kept === undefined || (list.data === undefined && written === undefined);
  const failure = save.error?.failure ?? list.error?.failure;

  function write(next: string): void {
    const basis = written === undefined ? (list.data?.entryId ?? null) : written.basis;
    update(() => JSON.stringify({ text: next, basis }));
    if (written === undefined) setWroteHere(true);
    save.reset();
  }

  function discard(): void {
    update(() => '');
    save.reset();
  }

  function submit(anyway = false): void {
    if (save.isPending) return;
    if (written === undefined) {
      onClose();
      return;
    }
    const { basis } = written;
    save.mutate(
      { threadId, markdown: text, ...(anyway ? {} : { basis }) },
      {
        onSuccess: (edited) => {
          discard();
          offerUndo(threadId, edited, 'Saved the list');
          onClose();
        },
        onError({ failure: { code } }) {
          if (code !== 'todo_unchanged') return;
          discard();
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit the list as Markdown"
      description="# begins a phase, - [ ] an item: [x] done, [/] in progress, [-] dropped, [!] blocked"
      className="h-[min(640px,calc(100dvh-48px))] w-[640px]"
      footer={
        <>
          <CopyButton label="Copy as Markdown" text={() => text} className="me-auto" />
          <Button
            onClick={() => {
              discard();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button variant="primary" disabled={isLoading} onClick={() => submit()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex h-full flex-col gap-2">
        {written !== undefined && !wroteHere && <KeptNote onDiscard={discard} />}
        <textarea
          ref={field}
          aria-label="The list as Markdown"
          aria-invalid={failure?.code === 'todo_errors'}
          spellCheck={false}
          readOnly={isLoading}
          maxLength={MAX_TODO_MARKDOWN}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            submit();
          }}
          className={cx(CONTROL, 'scroll-thin min-h-40 flex-1 resize-none py-1.5 font-mono text-sm')}
        />
        {failure?.code === 'todo_errors' && <LineErrors message={failure.message} field={field} />}
        {failure !== undefined && failure.code !== 'todo_errors' && (
          <FailureNote
            failure={failure}
            action={failure.code === 'todo_moved_on' && <Button onClick={() => submit(true)}>Save anyway</Button>}
          />
        )}
      </div>
    </Dialog>
  );
}

function writtenIn(kept: string): Written | undefined {
  const value = kept === '' ? undefined : parseJson(kept);
  if (!isRecord(value) || typeof value.text !== 'string') return undefined;
  return { text: value.text, basis: typeof value.basis === 'string' ? value.basis : null };
}
