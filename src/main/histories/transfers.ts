import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { ExportFile } from './export-history.ts';

/** For how long what was promised, or sent, waits to be asked for. */
const WAIT_MS = 10 * 60_000;

/** Files on their way to and from windows that have no dialogs of the system's: browsers. */
export type Transfers = {
  /** The id under which a window may fetch the file, once. */
  readonly offer: (file: ExportFile) => string;
  readonly take: (id: string) => ExportFile | undefined;
  /** Stores what a window sends; answers the id under which it may be asked for. */
  readonly receive: (body: AsyncIterable<Uint8Array>) => Promise<Result<{ readonly uploadId: string }>>;
  /** Where an upload lies; it is gone when `work` has ended. */
  readonly withUpload: <T>(id: string, work: (path: string) => Promise<Result<T>>) => Promise<Result<T>>;
  readonly close: () => void;
};

/** `folder` is emptied: what an earlier process was sent is of no use any more. */
export function createTransfers(folder: string, maxBytes: number): Transfers {
  const offered = new Map<string, ExportFile>();
  const uploads = new Map<string, string>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  rmSync(folder, { recursive: true, force: true });

  function later(work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, WAIT_MS);
    timer.unref();
    timers.add(timer);
  }

  async function store(path: string, body: AsyncIterable<Uint8Array>): Promise<Result<null>> {
    let bytes = 0;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > maxBytes) {
          return fail(
            'file_too_large',
            `The file has more than ${Math.floor(maxBytes / 1024 / 1024)} MiB.`,
            'Put it on this machine and import it with the desktop app.',
          );
        }
        await file.writeFile(chunk);
      }
      return ok(null);
    } finally {
      await file.close();
    }
  }

  return {
    offer(file) {
      const id = randomBytes(24).toString('base64url');
      offered.set(id, file);
      later(() => offered.delete(id));
      return id;
    },
    take(id) {
      const file = offered.get(id);
      offered.delete(id);
      return file;
    },
    async receive(body) {
      const uploadId = randomBytes(24).toString('base64url');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, uploadId);
      try {
        const stored = await store(path, body);
        if (!stored.ok) {
          await rm(path, { force: true });
          return stored;
        }
      } catch (error) {
        // The window has gone, or the disk is full.
        await rm(path, { force: true });
        const reason = error instanceof Error ? error.message : String(error);
        return fail('upload_failed', `The file did not arrive whole: ${reason}.`, 'Try it again.');
      }
      uploads.set(uploadId, path);
      later(() => {
        uploads.delete(uploadId);
        void rm(path, { force: true });
      });
      return ok({ uploadId });
    },
    async withUpload(id, work) {
      const path = uploads.get(id);
      uploads.delete(id);
      if (path === undefined) return fail('upload_gone', 'The file is not here any more.', 'Choose it again.');
      try {
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
