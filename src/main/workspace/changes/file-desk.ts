import { Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { entryUrl } from '../../lib/entry-url.ts';
import type { FileJobAnswer, FileJobEnd, FileJobInput, FileJobName } from './file-jobs.ts';

/** Where work on many or large files is handed in. */
export type FileDesk = {
  /** Fails with `file_work_failed`. */
  readonly ask: <K extends FileJobName>(name: K, input: FileJobInput<K>) => Promise<Result<FileJobAnswer<K>>>;
  readonly close: () => Promise<void>;
};

/** One worker for all, started by the first job. It does not keep the program alive. */
export function openFileDesk(): FileDesk {
  const waiting = new Map<number, (end: Result<unknown>) => void>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(entryUrl('file-worker', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    started.unref();
    started.on('message', (end: FileJobEnd) => {
      const answer = waiting.get(end.id);
      waiting.delete(end.id);
      answer?.(end.ok ? ok(end.answer) : failed(end.message));
    });
    started.on('error', (error) => drop(started, error.message));
    started.on('exit', () => drop(started, 'the worker ended'));
    return started;
  }

  /** The next job gets a new one. */
  function drop(gone: Worker, reason: string): void {
    if (worker !== gone) return;
    worker = undefined;
    for (const answer of waiting.values()) answer(failed(reason));
    waiting.clear();
  }

  return {
    ask<K extends FileJobName>(name: K, input: FileJobInput<K>) {
      worker ??= start();
      lastId += 1;
      const id = lastId;
      worker.postMessage({ id, name, input });
      return new Promise<Result<FileJobAnswer<K>>>((resolve) => {
        // What the worker answers is what FileJobs says of the name that it was asked for.
        waiting.set(id, (end) => resolve(end as Result<FileJobAnswer<K>>));
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}

function failed(reason: string): Result<never> {
  return fail('file_work_failed', `Files could not be looked at: ${reason}`);
}
