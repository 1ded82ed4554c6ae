import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import type { QueuedMessage } from '../../../shared/thread/queued-message.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { ofThread } from '../../state/by-thread.ts';
import { setNextModel, useNextModel } from '../../state/next-model.ts';
import { AttachmentList } from '../../ui/attachment-list.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextArea } from '../../ui/text-input.tsx';

type QueueProps = {
  readonly threadId: string;
  /** The run that works, if one does: it reads what was written to it. */
  readonly runId: string | undefined;
  readonly agentId: string | undefined;
  /** Where the person writes: when a message leaves the queue, the focus goes there. */
  readonly onLeft: () => void;
  /** Takes what was being changed in a message that the agent has read meanwhile. */
  readonly onLost: (text: string) => void;
};

/** What was written to runs at work and none has read: it can be changed until one does. */
export function Queue({ threadId, runId, agentId, onLeft, onLost }: QueueProps) {
  const { data: messages = [] } = useAnswer('queue.list', { threadId });
  if (messages.length === 0) return null;
  return (
    <section aria-label="Queued messages" className="mb-2">
      <ol className="scroll-thin flex max-h-[30vh] flex-col gap-1 overflow-y-auto">
        {messages.map((message, index) => (
          <QueuedRow
            key={message.id}
            message={message}
            waits={message.runId === runId}
            working={runId !== undefined}
            agentId={agentId}
            before={messages[index - 1]?.id}
            after={index + 1 < messages.length ? (messages[index + 2]?.id ?? null) : undefined}
            onLeft={onLeft}
            onLost={onLost}
          />
        ))}
      </ol>
    </section>
  );
}

type QueuedRowProps = {
  readonly message: QueuedMessage;
  /** Whether the run at work reads it by itself. */
  readonly waits: boolean;
  readonly working: boolean;
  readonly agentId: string | undefined;
  /** The message that it comes before when it moves up; absent of the first. */
  readonly before: string | undefined;
  /** The same when it moves down; `null` makes it the last, absent: it is. */
  readonly after: string | null | undefined;
} & Pick<QueueProps, 'onLeft' | 'onLost'>;

function QueuedRow({ message, waits, working, agentId, before, after, onLeft, onLost }: QueuedRowProps) {
  const { id, threadId, text, attachments } = message;
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const move = useAction('queue.move');
  const remove = useAction('queue.remove');
  const give = useAction('queue.give');
  const start = useAction('run.start');
  const model = useNextModel((state) => ofThread(state, threadId));
  const failure = [move, remove, give, start].find(({ error }) => error !== null)?.error?.failure;
  const busy = give.isPending || start.isPending;
  const leave = { onSuccess: onLeft };
  const begin = {
    onSuccess() {
      setNextModel(threadId, undefined);
      onLeft();
    },
  };
  function sendNow(): void {
    if (busy) return;
    if (working) give.mutate({ id });
    else if (agentId !== undefined) start.mutate({ threadId, agentId, text, queuedId: id, model }, begin);
  }
  return (
    <li className="flex flex-col gap-1.5 rounded-md border bg-raised px-2.5 py-1.5">
      <div className="flex items-start gap-1">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="text-sm text-faint">
            {waits ? 'The agent reads this after its step' : 'Not sent: the run had ended'}
          </span>
          {editing ? (
            <EditQueued
              message={message}
              onLost={onLost}
              onDone={() => {
                setEditing(false);
                requestAnimationFrame(() => editButton.current?.focus());
              }}
            />
          ) : (
            <p dir="auto" className="line-clamp-3 whitespace-pre-wrap wrap-anywhere">
              {visibleText(text)}
            </p>
          )}
          <AttachmentList files={attachments} />
        </div>
        {!waits && !editing && (
          <Button size="sm" aria-disabled={busy} onClick={sendNow}>
            Send now
          </Button>
        )}
        {before !== undefined && (
          <IconButton
            size="sm"
            label="Move up"
            icon={<ArrowUp />}
            onClick={() => move.mutate({ id, beforeId: before })}
          />
        )}
        {after !== undefined && (
          <IconButton
            size="sm"
            label="Move down"
            icon={<ArrowDown />}
            onClick={() => move.mutate({ id, beforeId: after })}
          />
        )}
        {!editing && (
          <IconButton ref={editButton} size="sm" label="Edit" icon={<Pencil />} onClick={() => setEditing(true)} />
        )}
        <IconButton size="sm" label="Remove" icon={<Trash2 />} onClick={() => remove.mutate({ id }, leave)} />
      </div>
      {failure !== undefined && <FailureNote failure={failure} />}
    </li>
  );
}

type EditQueuedProps = Pick<QueueProps, 'onLost'> & { readonly message: QueuedMessage; readonly onDone: () => void };

function EditQueued({ message, onDone, onLost }: EditQueuedProps) {
  const [text, setText] = useState(message.text);
  /** What is lost when the row goes now. */
  const unsaved = useRef<string>(undefined);
  useEffect(
    () => () => {
      if (unsaved.current !== undefined) onLost(unsaved.current);
    },
    [onLost],
  );
  function done(): void {
    unsaved.current = undefined;
    onDone();
  }
  const edit = useAction('queue.edit');
  function save(): void {
    if (text.trim() === '' || edit.isPending) return;
    edit.mutate({ id: message.id, text }, { onSuccess: done });
  }
  return (
    // No form of its own: it is in the composer's, and browsers keep to themselves that a form within another is sent.
    <div className="flex flex-col gap-1.5">
      <TextArea
        aria-label="Queued message"
        autoFocus
        value={text}
        onValueChange={(next) => {
          setText(next);
          unsaved.current = next;
        }}
        className="max-h-40 min-h-9"
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            done();
          } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            save();
          }
        }}
      />
      <span className="flex gap-2">
        <Button size="sm" variant="primary" disabled={text.trim() === ''} aria-disabled={edit.isPending} onClick={save}>
          Save
        </Button>
        <Button size="sm" onClick={done}>
          Cancel
        </Button>
      </span>
      {edit.error !== null && <FailureNote failure={edit.error.failure} />}
    </div>
  );
}
