import { ok, type Failure, type Result } from '../../shared/lib/result.ts';
import { countedFold, type Counted } from '../../shared/run/context.ts';
import type { Entry } from '../../shared/thread/entry.ts';
import type { CompactionParts, CompactionWish } from '../agent/compaction/parts.ts';
import type { Model } from '../agent/model.ts';
import type { CompactionDeps, RunsDeps } from './deps.ts';

/** What one run knows of its compactions. */
export type RunCompaction = {
  readonly parts: CompactionParts;
  /** Where the branch was counted before the run. */
  readonly goOnFrom: (counted: Counted | undefined) => void;
  /** To be called with each entry of the run's branch, and with each note about one. */
  readonly step: (entry: Entry) => void;
  readonly ask: (wish: CompactionWish) => void;
  /** Cancels what goes on, and what was asked for. */
  readonly cancel: () => void;
};

export function createCompaction(
  { compaction, publish, log }: Pick<RunsDeps, 'compaction' | 'publish' | 'log'>,
  threadId: string,
): RunCompaction {
  let counting = countedFold.init;
  let wished: CompactionWish | undefined;
  let going = new AbortController();
  return {
    parts: {
      settings: compaction.settings,
      model: (own) => summaryModel(compaction, own),
      counted: () => counting.counted,
      wish() {
        const wish = wished;
        wished = undefined;
        return wish;
      },
      begun() {
        going = new AbortController();
        return going.signal;
      },
      failed(error) {
        log('warn', 'A conversation was not compacted', { threadId, code: error.code });
        publish({ type: 'problem', threadId, about: 'compaction', error: notCompacted(error) });
      },
    },
    goOnFrom(counted) {
      if (counted !== undefined) counting = { counted, ...counting };
    },
    step(entry) {
      counting = countedFold.step(counting, entry);
    },
    ask(wish) {
      wished = wish;
    },
    cancel() {
      wished = undefined;
      going.abort();
    },
  };
}

/** The model that the person has chosen for summaries, else `own`. */
export function summaryModel({ settings, model }: CompactionDeps, own: Model): Result<Model> {
  const id = settings().model ?? '';
  return id === '' ? ok(own) : model(id);
}

export function notCompacted({ message, ...rest }: Failure): Failure {
  return { ...rest, message: `The conversation was not compacted. ${message}` };
}
