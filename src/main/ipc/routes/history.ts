import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { ExportAnswer, ImportAnswer } from '../../../shared/ipc/requests/histories.ts';
import { exportHistory, type ExportFile } from '../../histories/export-history.ts';
import { importHistory } from '../../histories/import-history.ts';
import type { Jobs } from '../../histories/jobs.ts';
import { pace } from '../../lib/pace.ts';
import type { Transfers } from '../../histories/transfers.ts';
import { writeWhole } from '../../histories/write-file.ts';
import type { HandlersOf } from '../router.ts';
import type { RouteDeps } from './deps.ts';

/** What the routes of histories need beside what all do. */
export type HistoryParts = {
  readonly jobs: Jobs;
  readonly transfers: Transfers;
  /** Ends the runs of a thread that nobody goes on with. */
  readonly endRuns: (threadId: string) => void;
  /** To be called when something hidden is left to be purged. */
  readonly purgeLater: () => void;
};

export function historyRoutes(deps: RouteDeps, parts: HistoryParts): HandlersOf<'history'> {
  const { store, host, files, now, newId } = deps;
  const { jobs, transfers, endRuns, purgeLater } = parts;
  const clock = () => performance.now();

  async function save(jobId: string, path: string, file: ExportFile): Promise<Result<ExportAnswer>> {
    const written = await jobs.run(jobId, (signal, onProgress) =>
      writeWhole(
        path,
        file.text((done) => onProgress(done / file.entries)),
        signal,
      ),
    );
    return written.ok ? ok({ type: 'saved', path }) : written;
  }

  async function bringIn(jobId: string, path: string): Promise<Result<ImportAnswer>> {
    const imported = await jobs.run(jobId, (signal, onProgress) =>
      importHistory({ write: store.write, now, clock, newId, pace: pace(clock), snapshots: files.snapshots }, path, {
        signal,
        onProgress,
      }),
    );
    if (!imported.ok) {
      purgeLater();
      return imported;
    }
    endRuns(imported.value.threadId);
    deps.summaries.publish(imported.value.threadId);
    return ok({ type: 'imported', ...imported.value });
  }

  return {
    async 'history.export'({ jobId, ...request }) {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const file = exportHistory(
        { read: store.read, pace: pace(clock), timeZone, snapshots: files.snapshots },
        request,
      );
      if (!file.ok) return file;
      if (host.pickSavePath === undefined) {
        return ok({ type: 'download', url: `/export/${transfers.offer(file.value)}` });
      }
      const path = await host.pickSavePath(file.value.name);
      return path === null ? ok({ type: 'dismissed' }) : save(jobId, path, file.value);
    },
    async 'history.import'({ jobId, uploadId }) {
      if (uploadId !== undefined) return transfers.withUpload(uploadId, (path) => bringIn(jobId, path));
      if (host.pickFile === undefined) return fail('no_dialog', 'There is no file dialog here.', 'Upload the file.');
      const path = await host.pickFile();
      return path === null ? ok({ type: 'dismissed' }) : bringIn(jobId, path);
    },
    'history.progress': ({ jobId }) => ok({ share: jobs.share(jobId) ?? null }),
    'history.cancel'({ jobId }) {
      jobs.cancel(jobId);
      return ok(null);
    },
  };
}
