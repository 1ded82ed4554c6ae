import { ArrowUp, Square } from 'lucide-react';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useUnsent } from '../../data/unsent.ts';
import { useAnswer } from '../../data/queries.ts';
import { useAttachments } from '../../data/attachments.ts';
import { useStopRun } from '../../data/run-actions.ts';
import { activeRunId, isBusy } from '../../data/active-run.ts';
import { type OpenThread, useThreadPart } from '../../data/thread.ts';
import { setBranchPoint, useBranching } from '../../state/branching.ts';
import { ofThread } from '../../state/by-thread.ts';
import { setNextModel, useNextModel } from '../../state/next-model.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { AttachButton } from '../../ui/attach-button.tsx';
import { AttachmentList } from '../../ui/attachment-list.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { isSendKey } from '../../ui/is-send-key.ts';
import { MentionPopup } from '../../ui/mention/mention-popup.tsx';
import { useMention } from '../../ui/mention/use-mention.ts';
import { Tip } from '../../ui/tip.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { blockerOf } from './blocker.ts';
import { BranchNote } from './branch-note.tsx';
import { ComposerNote, INTERRUPT, placeholderOf } from './composer-note.tsx';
import { ModelNote } from './model-note.tsx';
import { Queue } from './queue.tsx';
import { useSending, type Way } from './use-sending.ts';
import { CommandAnswer } from './command-answer.tsx';
import { CommandPopup } from './command-popup.tsx';
import { commandNote } from './commands.ts';
import { useCommands } from './use-commands.ts';

/** Where the person writes to the agent of a thread. */
export function Composer({ threadId }: { readonly threadId: string }) {
  return <ThreadComposer key={threadId} threadId={threadId} />;
}

/** What the composer shows of a thread: it does not change with every step of a run. */
function composerPart({ summary }: OpenThread) {
  const { id, title, status, side, runId, agent, agentId, model, source, workspace, unsaved } = summary;
  return { id, title, status, side, runId, agent, agentId, model, source, workspace, unsaved };
}

function ThreadComposer({ threadId }: { readonly threadId: string }) {
  const { data: thread } = useThreadPart(threadId, composerPart);
  const agents = useAnswer('agents.list', {}).data;
  const code = useAnswer('code.list', {}).data;
  const [unsent = '', update] = useUnsent(`thread:${threadId}`);
  const start = useSending();
  const stop = useStopRun();
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  // Between two presses no render may lie: the state of the request would come too late.
  const sending = useRef(false);
  const attachments = useAttachments(threadId, thread?.unsaved !== true);
  const drop = useFileDrop(attachments.add);
  const folder = thread?.workspace;
  const mention = useMention(folder, unsent, ({ text, caret }, path) => {
    update(() => text);
    if (folder !== undefined) attachments.addFromFolder(folder, path);
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  });
  const listId = useId();
  const active = thread !== undefined && isBusy(thread);
  const status = active ? thread.status : 'idle';
  const from = useBranching((state) => ofThread(state.from, threadId));
  const model = useNextModel((state) => ofThread(state, threadId));
  const commands = useCommands({ threadId, text: unsent, summary: thread }, (change) => {
    update(change);
    field.current?.focus();
  });
  const { command } = commands;
  const blocker =
    thread && blockerOf(thread, agents && code && [...agents, ...code.flatMap((source) => source.agents)]);

  const keepText = useCallback((text: string) => update((now) => (now === '' ? text : `${now}\n\n${text}`)), [update]);
  const usual: Way = active && from === undefined ? 'queue' : 'start';

  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  function send(way: Way, force?: true): void {
    const text = unsent.trim();
    if (command !== undefined) {
      start.reset();
      commands.run(command);
      return;
    }
    const agentId = thread?.agentId;
    if (text === '' || sending.current || agentId === undefined || blocker !== undefined) return;
    if (attachments.pending > 0) return;
    sending.current = true;
    start.mutate(
      {
        threadId,
        agentId,
        text,
        attachments: [...attachments.files],
        branch: from && { fromEntryId: from.entryId, files: from.files },
        model,
        way,
        force,
      },
      {
        onSuccess: ({ started }) => {
          attachments.clear();
          if (started) setNextModel(threadId, undefined);
          setBranchPoint(threadId, undefined);
          // What was written meanwhile stays.
          update((now) => (now === unsent ? '' : now));
        },
        onSettled: () => {
          sending.current = false;
        },
      },
    );
  }

  const offersFiles = mention.paths.length > 0;
  const offered = offersFiles || commands.suggestions.length > 0;
  const failure = stop.error?.failure ?? start.error?.failure ?? attachments.failure;
  const disabled =
    command === undefined &&
    (unsent.trim() === '' ||
      attachments.pending > 0 ||
      // A branch that becomes the active one waits for the run that is on it.
      (active && from !== undefined) ||
      blocker !== undefined ||
      start.isPending ||
      thread === undefined);
  return (
    <form
      aria-label="Composer"
      className="mx-auto w-full max-w-[760px] shrink-0 px-5 pt-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        send(usual);
      }}
    >
      {failure !== undefined && (
        <FailureNote
          failure={failure}
          className="mb-2"
          action={
            failure.code === 'folder_busy' && (
              <Button disabled={disabled} onClick={() => send('start', true)}>
                Send anyway
              </Button>
            )
          }
        />
      )}
      <Queue
        threadId={threadId}
        runId={active ? activeRunId(thread) : undefined}
        agentId={blocker === undefined ? thread?.agentId : undefined}
        onLeft={() => field.current?.focus({ preventScroll: true })}
        onLost={keepText}
      />
      {commands.answer !== undefined && thread !== undefined && (
        <CommandAnswer
          thread={thread}
          answer={commands.answer}
          plan={commands.plan}
          onGone={() => {
            commands.forget();
            field.current?.focus();
          }}
        />
      )}
      <div
        className={cx(
          'relative rounded-lg border border-line-strong bg-bg focus-within:border-accent',
          drop.over && 'border-accent bg-accent-soft',
        )}
        {...drop.handlers}
      >
        {from !== undefined && (
          <BranchNote
            threadId={threadId}
            from={from}
            onFiles={(files) => setBranchPoint(threadId, { ...from, files })}
            onLeave={() => setBranchPoint(threadId, undefined)}
          />
        )}
        {model !== undefined && <ModelNote threadId={threadId} model={model} />}
        <MentionPopup id={listId} list={mention} side="top" />
        <CommandPopup id={listId} commands={commands} />
        {attachments.files.length > 0 && (
          <div className="px-3 pt-2">
            <AttachmentList files={attachments.files} onRemove={attachments.remove} />
          </div>
        )}
        <textarea
          ref={field}
          aria-label="Message"
          aria-describedby={noteId}
          rows={1}
          dir="auto"
          maxLength={1_000_000}
          value={unsent}
          placeholder={placeholderOf(blocker === undefined ? status : 'idle')}
          onChange={(event) => {
            const { value, selectionStart } = event.target;
            update(() => value);
            mention.onCaret(selectionStart);
            commands.forget();
          }}
          onBlur={() => mention.onCaret(-1)}
          aria-controls={offered ? listId : undefined}
          aria-activedescendant={offered ? `${listId}-${offersFiles ? mention.chosen : commands.chosen}` : undefined}
          onKeyDown={(event) => {
            if (mention.onKeyDown(event) || commands.onKeyDown(event)) return;
            if (event.key === 'Escape' && from !== undefined) {
              event.preventDefault();
              setBranchPoint(threadId, undefined);
            }
            if (!isSendKey(event)) return;
            event.preventDefault();
            send(active && (event.ctrlKey || event.metaKey) ? 'interrupt' : usual);
          }}
          className="scroll-thin field-sizing-content block max-h-[40vh] min-h-9 w-full resize-none bg-transparent px-3 pt-2 pb-1 outline-none"
        />
        <div className="flex min-h-9 items-center gap-2 py-1 pr-1.5 pl-1.5">
          <AttachButton onFiles={attachments.add} />
          <p id={noteId} className="line-clamp-2 min-w-0 flex-1 text-sm text-faint">
            {commandNote(unsent) ?? (
              <ComposerNote
                status={status}
                branches={from !== undefined}
                blocker={blocker}
                agent={thread?.agent}
                sending={start.isPending}
              />
            )}
          </p>
          {active && (
            <Tip label="Stop the run" keys={keysOf('stop')} side="top">
              <Button
                icon={<Square fill="currentColor" />}
                aria-disabled={stop.isPending}
                onClick={() => !stop.isPending && stop.mutate(threadId)}
              >
                Stop
              </Button>
            </Tip>
          )}
          {active && unsent.trim() !== '' && (
            <Tip label="Stop the run, and send this" keys={INTERRUPT} side="top">
              <Button disabled={disabled} onClick={() => send('interrupt')}>
                Stop and send
              </Button>
            </Tip>
          )}
          <Button type="submit" variant="primary" icon={<ArrowUp />} disabled={disabled} aria-describedby={noteId}>
            {active && status !== 'waiting' ? 'Queue' : 'Send'}
          </Button>
        </div>
      </div>
    </form>
  );
}
