import { useEffect, useRef, useState } from 'react';
import { isBusy } from '../../data/active-run.ts';
import { useUnsent } from '../../data/unsent.ts';
import { useAction } from '../../data/queries.ts';
import { useThreadPart, type OpenThread } from '../../data/thread.ts';
import { setEditing } from '../../state/branching.ts';
import { showNewRun } from '../../state/show-thread.ts';
import { AttachmentList } from '../../ui/attachment-list.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FilesChoice, type FilesChoiceValue } from '../../ui/files-choice.tsx';
import { isSendKey } from '../../ui/is-send-key.ts';
import { Tip } from '../../ui/tip.tsx';
import type { UserBlock } from './blocks.ts';

type EditMessageProps = { readonly block: UserBlock; readonly threadId: string };

/** Writes another version of a message: it begins a branch beside the old one, with the same files unless they are removed. */
export function EditMessage({
  block: { entryId = '', parentId, text: old, attachments = [] },
  threadId,
}: EditMessageProps) {
  const [unsent, update] = useUnsent(`edit:${threadId}:${entryId}`);
  const [attached, setAttached] = useState(attachments);
  const [files, setFiles] = useState<FilesChoiceValue>('now');
  const agentId = useThreadPart(threadId, agentOf).data;
  const busy = useThreadPart(threadId, busyOf).data === true;
  const isSaved = useThreadPart(threadId, isSavedIn).data === true;
  const start = useAction('run.start');
  const field = useRef<HTMLTextAreaElement>(null);

  // It begins with what was sent, unless something was written before.
  const isKnown = unsent !== undefined;
  const begun = useRef(false);
  useEffect(() => {
    if (!isKnown || begun.current) return;
    begun.current = true;
    update((before) => (before === '' ? old : before));
    field.current?.focus();
  }, [isKnown, old, update]);

  function end(): void {
    update(() => '');
    setEditing(threadId, undefined);
  }

  function send(activate: boolean, force?: true): void {
    const text = unsent?.trim() ?? '';
    if (text === '' || agentId === undefined || start.isPending) return;
    const branch = { fromEntryId: parentId, activate, files };
    start.mutate({ threadId, agentId, text, attachments: [...attached], branch, force }, { onSuccess: end });
  }

  /** In a copy of the branch, which is shown instead. */
  function tryUnsaved(): void {
    const text = unsent?.trim() ?? '';
    if (text === '' || agentId === undefined || start.isPending) return;
    const branch = { fromEntryId: parentId };
    start.mutate(
      { threadId, agentId, text, attachments: [...attached], branch, saveHistory: false },
      {
        onSuccess(started) {
          end();
          showNewRun(started.threadId);
        },
      },
    );
  }

  const failure = start.error?.failure;
  const disabled = (unsent?.trim() ?? '') === '' || agentId === undefined || start.isPending;
  return (
    <div className="my-3 rounded-lg border border-accent bg-bg">
      {attached.length > 0 && (
        <div className="px-3 pt-2">
          <AttachmentList files={attached} onRemove={(id) => setAttached(attached.filter((file) => file.id !== id))} />
        </div>
      )}
      <textarea
        ref={field}
        aria-label="Edited message"
        rows={1}
        dir="auto"
        maxLength={1_000_000}
        value={unsent ?? ''}
        onChange={(event) => {
          const { value } = event.target;
          update(() => value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            end();
          } else if (isSendKey(event)) {
            event.preventDefault();
            send(!busy);
          }
        }}
        className="scroll-thin field-sizing-content block max-h-[40vh] min-h-9 w-full resize-none bg-transparent px-3 pt-2 pb-1 outline-none"
      />
      <div className="flex min-h-9 flex-wrap items-center justify-end gap-2 px-2 py-1">
        <p className="min-w-44 flex-1 text-sm text-faint">
          {busy ? 'A run works here: this one goes on beside it' : 'Begins a branch beside the old message'}
        </p>
        <div className="flex gap-2">
          <Button onClick={end}>Cancel</Button>
          {isSaved && files === 'now' && (
            <Tip label="In a copy that is not saved: this thread stays as it is">
              <Button disabled={disabled} onClick={tryUnsaved}>
                Try unsaved
              </Button>
            </Tip>
          )}
          <Button variant="primary" disabled={disabled} onClick={() => send(!busy)}>
            Send
          </Button>
        </div>
      </div>
      <div className="px-2 pb-2 empty:hidden">
        <FilesChoice threadId={threadId} fromEntryId={parentId} value={files} onValueChange={setFiles} />
      </div>
      {failure !== undefined && (
        <FailureNote
          failure={failure}
          className="m-2"
          action={
            failure.code === 'folder_busy' && (
              <Button disabled={disabled} onClick={() => send(!busy, true)}>
                Send anyway
              </Button>
            )
          }
        />
      )}
    </div>
  );
}

function agentOf({ summary }: OpenThread): string | undefined {
  return summary.agentId;
}

function isSavedIn({ summary }: OpenThread): boolean {
  return summary.unsaved !== true;
}

function busyOf({ summary }: OpenThread): boolean {
  return isBusy(summary);
}
