import { isActive, type ThreadStatus } from '../../../shared/run/status.ts';
import { navigate } from '../../state/route.ts';
import { chordText, PLATFORM } from '../../state/shortcuts.ts';
import type { Blocker } from './blocker.ts';

/** What the field says while nothing is written. */
export function placeholderOf(status: ThreadStatus): string {
  if (status === 'waiting') return 'Tell the agent what to do instead';
  return isActive(status) ? 'Write the next message while the agent works' : 'Message the agent';
}

type ComposerNoteProps = {
  /** Of the branch that is shown. */
  readonly status: ThreadStatus;
  readonly branches: boolean;
  readonly blocker: Blocker | undefined;
  readonly agent: string | undefined;
  readonly sending: boolean;
};

export const INTERRUPT = chordText({ key: 'enter', mod: true }, PLATFORM);

/** Why Send is off, or what it will do. */
export function ComposerNote({ status, branches, blocker, agent, sending }: ComposerNoteProps) {
  if (sending) return 'Sending…';
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
  if (isActive(status) && branches) return 'The branch can begin when the run has ended';
  if (status === 'waiting') return 'Enter declines what waits, and tells the agent why';
  if (isActive(status)) return `Enter queues it for after the step, ${INTERRUPT} stops the run and sends it`;
  return (
    <>
      {agent !== undefined && <bdi>{agent} · </bdi>}
      Enter sends, Shift+Enter starts a new line
    </>
  );
}
