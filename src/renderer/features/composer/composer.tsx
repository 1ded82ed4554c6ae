import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { isActive } from '../../../shared/run/status.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { useStopRun } from '../../data/run-actions.ts';
import { useThread } from '../../data/thread.ts';
import { navigate } from '../../state/route.ts';
import { keysOf } from '../../state/shortcuts.ts';
import { useUi } from '../../state/ui.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Tip } from '../../ui/tip.tsx';
import { blockerOf, type Blocker } from './blocker.ts';

/** Where the person writes to the agent of a thread. */
export function Composer({ threadId }: { readonly threadId: string }) {
  return <ThreadComposer key={threadId} threadId={threadId} />;
}

function ThreadComposer({ threadId }: { readonly threadId: string }) {
  const { data: thread } = useThread(threadId);
  const agents = useAnswer('agents.list', {});
  const draft = useUi((ui) => ui.drafts[threadId] ?? '');
  const setDraft = useUi((ui) => ui.setDraft);
  const start = useAction('run.start');
  const stop = useStopRun();
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  // Between two presses no render may lie: the state of the request would come too late.
  const sending = useRef(false);
  const active = thread !== undefined && isActive(thread.summary.status);
  const blocker = thread && blockerOf(thread.summary, agents.data);

  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  function send(): void {
    const text = draft.trim();
    const agentId = thread?.summary.agentId;
    if (text === '' || sending.current || active || agentId === undefined || blocker !== undefined) return;
    sending.current = true;
    start.mutate(
      { threadId, agentId, text },
      {
        // What was written meanwhile stays.
        onSuccess: () => useUi.getState().drafts[threadId] === draft && setDraft(threadId, ''),
        onSettled: () => {
          sending.current = false;
        },
      },
    );
  }

  const failure = stop.error?.failure ?? start.error?.failure;
  const disabled = draft.trim() === '' || active || blocker !== undefined || start.isPending || thread === undefined;
  return (
    <form
      aria-label="Composer"
      className="mx-auto w-full max-w-[760px] shrink-0 px-5 pt-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {failure !== undefined && <FailureNote failure={failure} className="mb-2" />}
      <div className="rounded-lg border border-line-strong bg-bg focus-within:border-accent">
        <textarea
          ref={field}
          aria-label="Message"
          aria-describedby={noteId}
          rows={1}
          dir="auto"
          maxLength={1_000_000}
          value={draft}
          placeholder={active ? 'Write the next message while the agent works' : 'Message the agent'}
          onChange={(event) => setDraft(threadId, event.target.value)}
          onKeyDown={(event) => {
            // While an input method composes, Enter belongs to it; 229 is how some browsers say so.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
              return;
            event.preventDefault();
            send();
          }}
          className="scroll-thin field-sizing-content block max-h-[40vh] min-h-9 w-full resize-none bg-transparent px-3 pt-2 pb-1 outline-none"
        />
        <div className="flex min-h-9 items-center gap-2 py-1 pr-1.5 pl-3">
          <p id={noteId} className="line-clamp-2 min-w-0 flex-1 text-sm text-faint">
            <ComposerNote active={active} blocker={blocker} agent={thread?.summary.agent} sending={start.isPending} />
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
          <Button type="submit" variant="primary" icon={<ArrowUp />} disabled={disabled} aria-describedby={noteId}>
            Send
          </Button>
        </div>
      </div>
    </form>
  );
}

type ComposerNoteProps = {
  readonly active: boolean;
  readonly blocker: Blocker | undefined;
  readonly agent: string | undefined;
  readonly sending: boolean;
};

/** Why Send is off, or what it will do. */
function ComposerNote({ active, blocker, agent, sending }: ComposerNoteProps) {
  if (sending) return 'Sending…';
  if (active) return 'You can send once the run has ended';
  if (blocker !== undefined) {
    return (
      <>
        {blocker.message}{' '}
        <button
          type="button"
          className="text-accent underline underline-offset-2"
          onClick={() => navigate({ view: 'new' })}
        >
          Start a new run
        </button>
      </>
    );
  }
  return (
    <>
      {agent !== undefined && <bdi>{agent} · </bdi>}
      Enter sends, Shift+Enter starts a new line
    </>
  );
}
