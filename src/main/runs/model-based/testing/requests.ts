import { expect } from 'vitest';
import type { ModelRun } from './model-run.ts';
import { messagesIn } from './view-messages.ts';

/** Unless somebody has looked at the request already. */
export function answersRequest(run: ModelRun): void {
  if (!run.lookedAt) lookAtRequest(run);
  run.lookedAt = false;
}

/** The model must have been sent what the branch came to at that moment. */
export function lookAtRequest(run: ModelRun): void {
  expect(run.wantsPause, 'a request of a run that is paused').toBe(false);
  const left = run.tree.queue.filter(({ runId, afterRequest }) => runId === run.id && !afterRequest);
  expect(left, 'what should have been taken up before a request').toEqual([]);
  run.edited = false;
  expect(run.restores, 'a plan that is still to be restored').toEqual([]);
  expect(run.kind === 'phases' ? run.seen.todoError : undefined, 'what it is still to be reminded of').toBeUndefined();
  run.wishes = false;
  const request = run.player.requests.shift();
  expect(request, 'what the model was sent').toEqual(messagesIn(run.seen));
}
