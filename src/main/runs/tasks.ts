import { must } from '../../shared/lib/assert.ts';
import type { RunRecord } from '../../shared/run/run-record.ts';
import type { SpawnedBy } from '../../shared/thread/spawned-by.ts';
import { readAnswer, readSchema } from '../agent/answer.ts';
import type { AgentReport, TakenUpTask } from '../agent/effects.ts';
import { taskThread } from '../threads/children.ts';
import type { ReadDb } from '../threads/database.ts';
import { firstRunOf, runById, runTip } from '../threads/runs.ts';
import type { ActiveRuns } from './active-runs.ts';
import { lastWords } from './last-words.ts';
import type { StartedRun } from './runs.ts';

/** What the run of a sub-agent comes to; `signal`, that of whoever asked, ends it as well. */
export async function reportOf(
  active: ActiveRuns,
  { runId, ended }: StartedRun,
  signal: AbortSignal,
): Promise<AgentReport> {
  const run = active.get(runId);
  const stop = (): void => run?.stop(signal.reason === 'interrupted' ? 'interrupted' : 'stopped');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const result = await ended;
  signal.removeEventListener('abort', stop);
  // One that is put down takes whoever asked along: nobody reads this.
  return { ...result, status: result.status === 'waiting' ? 'interrupted' : result.status };
}

/** What a task came to whose run has ended, though its answer was not stored with the call; `undefined` where there is none. */
export function storedTask(db: ReadDb, spawnedBy: SpawnedBy): TakenUpTask | undefined {
  const threadId = taskThread(db, spawnedBy);
  const run = threadId === undefined ? undefined : runById(db, firstRunOf(db, threadId) ?? '');
  return run && { agent: run.agent.name, report: Promise.resolve(storedReport(db, run)) };
}

function storedReport(db: ReadDb, { id, threadId, agent, status, error, limit }: RunRecord): AgentReport {
  const words = lastWords(db, threadId, must(runTip(db, id), 'the end of a run'));
  switch (status) {
    case 'finished':
      return { status, words, answer: agent.answer && answerIn(agent.answer, words) };
    case 'failed':
    case 'stopped':
    case 'limit':
      return { status, words, error, limit };
    default:
      return { status: 'interrupted', words };
  }
}

function answerIn(form: object, words: string): AgentReport['answer'] {
  const schema = readSchema(form);
  const answer = schema.ok ? readAnswer(schema.value, words) : schema;
  return answer.ok ? answer.value : undefined;
}
