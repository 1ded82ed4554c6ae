import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { exportHistory, type ExportFile, type ExportFormat } from '../histories/export-history.ts';
import { pace } from '../lib/pace.ts';
import { inChunks, writeWhole } from '../histories/write-file.ts';
import { snapshotsOf } from '../files/thread-files.ts';
import { chosenHome } from '../host/home-folder.ts';
import { silentLog } from '../lib/log.ts';
import type { ReadDb } from '../threads/database.ts';
import { listThreads } from '../threads/list-threads.ts';
import { openReadOnly } from '../threads/open-read-only.ts';
import { STORE_FILE } from '../threads/open.ts';
import { threadFacts } from '../threads/thread-rows.ts';

export const EXPORT_USAGE = `runlight export <thread id or title> [flags]

  --branch             the active branch alone, instead of the whole thread
  --format FORMAT      json (the default: can be imported again) or markdown
  --out FILE           where to write it; - is the terminal. Default: a file named after the thread
  --home DIR           the folder that everything is kept in`;

type Arguments = {
  readonly thread: string;
  readonly branch: boolean;
  readonly format: ExportFormat;
  readonly out?: string;
  readonly home?: string;
};

export type ExportOutput = {
  /** Writes to the terminal's output; resolves when more may come. */
  readonly write: (text: string) => Promise<void>;
  /** A line about how it went. */
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
};

/**
 * `runlight export`: reads a home, whether or not Runlight has it open, and writes one of its threads. Fails with
 * `bad_arguments`, `thread_not_found`, `thread_ambiguous`, and as opening a store and writing a file do.
 */
export async function runExport(args: readonly string[], output: ExportOutput): Promise<Result<null>> {
  const given = parseExportArguments(args);
  if (!given.ok) return given;
  const { thread, branch, format, out, home } = given.value;
  const folder = chosenHome(home);
  const store = openReadOnly({ file: join(folder, STORE_FILE), now: Date.now, log: silentLog });
  if (!store.ok) return store;
  try {
    const { read } = store.value;
    const found = findThread(read, thread);
    if (!found.ok) return found;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const exported = exportHistory(
      { read, pace: pace(() => performance.now()), timeZone, snapshots: snapshotsOf(folder) },
      { threadId: found.value, scope: branch ? 'branch' : 'thread', format },
    );
    return exported.ok ? await deliver(exported.value, out, output) : exported;
  } finally {
    store.value.close();
  }
}

async function deliver(file: ExportFile, out: string | undefined, output: ExportOutput): Promise<Result<null>> {
  if (out === '-') {
    for await (const chunk of inChunks(file.text())) await output.write(chunk);
    return ok(null);
  }
  const path = resolve(out ?? file.name);
  const written = await writeWhole(path, file.text(), output.signal);
  if (written.ok) output.tell(`Exported to ${path}`);
  return written;
}

function parseExportArguments(args: readonly string[]): Result<Arguments> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        branch: { type: 'boolean', default: false },
        format: { type: 'string', default: 'json' },
        out: { type: 'string' },
        home: { type: 'string' },
      },
    });
    const { format, branch, out, home } = values;
    const [thread] = positionals;
    if (thread === undefined || positionals.length !== 1) return usage('Name one thread, by its id or its title');
    if (format !== 'json' && format !== 'markdown') return usage(`There is no format ${JSON.stringify(format)}`);
    return ok({ thread, branch, format, out, home });
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

function usage(message: string): Result<never> {
  return fail('bad_arguments', message, EXPORT_USAGE);
}

const SHOWN = 10;
const PAGE = 500;

/** The thread of that id; else the one whose title is this or, where none is, holds all of these words. */
function findThread(read: ReadDb, wanted: string): Result<string> {
  if (threadFacts(read, wanted) !== undefined) return ok(wanted);
  const pages = [false, true].map((archived) =>
    listThreads(read, { query: wanted.slice(0, 200), archived, limit: PAGE }),
  );
  const threads = pages.flatMap((page) => (page.ok ? page.value.threads : []));
  const exact = threads.filter(({ title }) => title === wanted);
  const found = exact.length > 0 ? exact : threads;
  const [only] = found;
  if (only === undefined) {
    return fail(
      'thread_not_found',
      `There is no thread ${JSON.stringify(wanted)} here.`,
      'Look at its title in Runlight.',
    );
  }
  if (found.length === 1) return ok(only.id);
  const lines = found.slice(0, SHOWN).map(({ id, title }) => `  ${id}  ${title}`);
  const more = found.length > SHOWN ? [`  … and ${found.length - SHOWN} more`] : [];
  const message = `${found.length} threads match ${JSON.stringify(wanted)}.`;
  return fail('thread_ambiguous', message, ['Name one by its id:', ...lines, ...more].join('\n'));
}
