import { assertNever } from '../../../shared/lib/assert.ts';
import { outputOf, type LiveRun } from '../../../shared/run/live.ts';
import { isActive, type ThreadStatus } from '../../../shared/run/status.ts';
import type { Block, CallBlock } from './blocks.ts';
import { callKey } from './call-blocks.ts';
import { answerKey, retryKey, textBlocks } from './entry-blocks.ts';
import { sectionsOf } from './sections.ts';

/**
 * The committed blocks with what runs do right now: printed output goes into the rows of running calls, the answer in
 * the making follows at the end. `status`: of the thread's newest run.
 */
export function withLive(stored: readonly Block[], live: readonly LiveRun[], status: ThreadStatus): readonly Block[] {
  const keys = new Set(stored.map((block) => block.key));
  const shown = live.reduce(withOutputs, stored);
  const making = live.flatMap((run) => makingBlocks(run, keys));
  if (making.length > 0) return [...shown, ...making];
  const retrying = live.some((run) => run.phase === 'retrying');
  const busy = shown.some(
    (block) => block.kind === 'call' && (block.state === 'running' || block.state === 'approval'),
  );
  if (status === 'queued' || status === 'paused') return [...shown, { kind: 'waiting', key: 'waiting', held: status }];
  return isActive(status) && !busy && !retrying ? [...shown, { kind: 'waiting', key: 'waiting' }] : shown;
}

function withOutputs(blocks: readonly Block[], { runId, outputs }: LiveRun): readonly Block[] {
  if (Object.keys(outputs).length === 0) return blocks;
  return blocks.map((block) => {
    if (block.kind !== 'call' || block.state !== 'running' || block.runId !== runId) return block;
    const output = outputOf(outputs, block.callId);
    return output === undefined ? block : { ...block, output };
  });
}

function makingBlocks(run: LiveRun, stored: ReadonlySet<string>): readonly Block[] {
  const { runId, step, phase } = run;
  const key = answerKey(runId, step);
  switch (phase) {
    case 'idle':
      return [];
    case 'compacting':
      return run.compaction === undefined ? [] : [{ kind: 'compacting', key: `${key}/compacting`, ...run.compaction }];
    case 'waiting':
      return [{ kind: 'waiting', key: `${key}/waiting`, since: run.sentAt }];
    case 'retrying': {
      const { retry, sentAt } = run;
      if (retry === undefined) return [];
      const known = retryKey(runId, step, retry.attempt);
      // The note in the thread says the same.
      if (stored.has(known)) return [];
      const { error, retryAt } = retry;
      return [{ kind: 'retry', key: known, error, failedAt: sentAt ?? retryAt, retryAt }];
    }
    case 'streaming':
      return answerInTheMaking(run, key);
    default:
      return assertNever(phase);
  }
}

function answerInTheMaking(run: LiveRun, key: string): readonly Block[] {
  const { reasoning, text, calls, runId } = run;
  const answering = text !== '' || calls.length > 0;
  const thought: readonly Block[] =
    reasoning.trim() === '' ? [] : [{ kind: 'reasoning', key: `${key}/reasoning`, text: reasoning, live: !answering }];
  const said = textBlocks(sectionsOf(text), text, key, { live: true });
  const writing = calls.map(
    ({ id, name, arguments: args }, index): CallBlock => ({
      kind: 'call',
      key: callKey(key, index),
      runId,
      callId: id,
      name,
      arguments: args,
      state: 'writing',
    }),
  );
  const blocks = [...thought, ...said, ...writing];
  return blocks.length > 0 ? blocks : [{ kind: 'waiting', key: `${key}/waiting`, since: run.sentAt }];
}
