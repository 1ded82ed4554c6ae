import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestError } from '../../data/bridge.ts';
import { moveTodos, type FileOutcome, type FileWish } from '../../data/todo-files.ts';
import type { FileQuestion } from '../../state/todo-dialog.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showDone } from '../../ui/toast.tsx';

type FileDialogProps = FileWish & { readonly question?: FileQuestion; readonly onClose: () => void };

const WORDS = {
  export: { title: 'Export the list', action: 'Export', outside: 'Write there', exists: 'Replace it' },
  import: { title: 'Import a list', action: 'Import', outside: 'Read it', exists: 'Import' },
} as const;

/** Asks where a list goes to or comes from and, where that is needed, whether it may. */
export function FileDialog({ threadId, type, path: first, question: open, onClose }: FileDialogProps) {
  const [path, setPath] = useState(first);
  const [asked, setAsked] = useState<readonly FileQuestion[]>(open === undefined ? [] : [open]);
  const move = useMutation<FileOutcome, RequestError, FileWish>({
    mutationFn: moveTodos,
    onSuccess(outcome) {
      if (outcome.type !== 'done') {
        setAsked((before) => [...before.filter((one) => one.type !== outcome.type), outcome]);
        return;
      }
      if (type === 'export') showDone(outcome.words);
      onClose();
    },
  });
  const question = asked.at(-1);
  const words = WORDS[type];

  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={words.title}
      failure={move.error?.failure}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="todo-file" variant="primary" disabled={path.trim() === '' || move.isPending}>
            {question === undefined ? words.action : words[question.type]}
          </Button>
        </>
      }
    >
      <form
        id="todo-file"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          move.mutate({ threadId, type, path: path.trim(), agreed: asked });
        }}
      >
        <Field label="File" hint="From the folder of the thread, or a whole path">
          <TextInput
            value={path}
            onValueChange={(next) => {
              setPath(next);
              setAsked([]);
              move.reset();
            }}
          />
        </Field>
        {question !== undefined && (
          <p role="alert" className="wrap-anywhere">
            {question.type === 'outside'
              ? `This is outside of the folder that the thread works in: ${question.path}`
              : `There is a file ${question.path} already. What it holds would be lost.`}
          </p>
        )}
      </form>
    </Dialog>
  );
}
