import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { QueuedMessage } from '../../../shared/thread/queued-message.ts';
import {
  editQueued,
  giveQueued,
  moveQueued,
  QUEUE_GONE,
  queuedMessage,
  queuedMessages,
  queueMessage,
  removeQueued,
} from '../../threads/queued-messages.ts';
import type { HandlersOf } from '../router.ts';
import { attachmentsFor } from './attachments-for.ts';
import type { RouteDeps } from './deps.ts';

/** Messages to runs at work. Every window learns of each change. */
export function queueRoutes({ store, stores, runs, publish, now, newId }: RouteDeps): HandlersOf<'queue'> {
  function told<T>(changed: Result<T>): Result<T> {
    if (changed.ok) publish({ type: 'changed', what: 'queue' });
    return changed;
  }

  function onMessage(id: string, act: (message: QueuedMessage) => Result<null>): Result<null> {
    const message = queuedMessage(store.read, id);
    return message === undefined ? { ok: false, error: QUEUE_GONE } : told(act(message));
  }

  return {
    'queue.list': ({ threadId }) => ok(queuedMessages(store.read, threadId)),
    'queue.add'({ threadId, text, attachments = [] }) {
      const runId = runs.onBranch(threadId);
      if (runId === undefined) return nobodyWorks();
      const kept = attachmentsFor(stores, store, attachments, now());
      if (!kept.ok) return kept;
      const message = { id: newId(), threadId, runId, text, attachments, at: now() };
      const queued = told(queueMessage(store.write, message));
      if (queued.ok) runs.writtenTo(runId);
      return queued.ok ? ok({ id: message.id }) : queued;
    },
    'queue.edit': ({ id, text, attachments }) =>
      onMessage(id, (message) =>
        editQueued(store.write, message, { text, attachments: attachments ?? message.attachments }),
      ),
    'queue.move': ({ id, beforeId }) => onMessage(id, (message) => moveQueued(store.write, message, beforeId)),
    'queue.remove': ({ id }) => onMessage(id, () => removeQueued(store.write, id)),
    'queue.give': ({ id }) =>
      onMessage(id, ({ threadId }) => {
        const runId = runs.onBranch(threadId);
        if (runId === undefined) return nobodyWorks();
        const given = giveQueued(store.write, id, runId);
        if (given.ok) runs.writtenTo(runId);
        return given;
      }),
  };
}

function nobodyWorks(): Result<never> {
  return fail('run_not_active', 'No run works here any more', 'Send it as a message of its own');
}
