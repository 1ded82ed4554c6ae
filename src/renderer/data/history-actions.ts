import type { RequestInput } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/lib/result.ts';
import type { ThreadSummary } from '../../shared/thread/summary.ts';
import { navigate } from '../state/route.ts';
import { hideToast, showDone, showFailure, showProgress } from '../ui/toast.tsx';
import { ask, failureOf, RequestError } from './bridge.ts';

type Export = Pick<RequestInput<'history.export'>, 'scope' | 'format'>;

export const EXPORTS: readonly (Export & { readonly label: string })[] = [
  { scope: 'branch', format: 'markdown', label: 'Branch as Markdown' },
  { scope: 'branch', format: 'json', label: 'Branch as JSON' },
  { scope: 'thread', format: 'markdown', label: 'Thread as Markdown' },
  { scope: 'thread', format: 'json', label: 'Thread as JSON' },
];

/** Writes a history to a place that the person chooses, or gives it to the browser to download. */
export async function exportThread({ id, title }: Pick<ThreadSummary, 'id' | 'title'>, what: Export): Promise<void> {
  await asJob(`Exporting “${title}”`, async (jobId) => {
    const answer = await ask('history.export', { jobId, threadId: id, ...what });
    if (answer.type === 'saved') showDone(`Exported to ${answer.path}`);
    if (answer.type === 'download') follow(answer.url);
  });
}

/** Brings in a file that the person chooses, and shows its thread. `hostPicks`: the host has a dialog for it. */
export async function importThread(hostPicks: boolean): Promise<void> {
  const file = hostPicks ? undefined : await chosenFile();
  if (!hostPicks && file === undefined) return;
  await asJob('Importing', async (jobId) => {
    const uploadId = file && (await upload(file));
    const answer = await ask('history.import', { jobId, uploadId });
    if (answer.type !== 'imported') return;
    showDone(`Imported a thread of ${answer.entries} entries`);
    navigate({ view: 'thread', threadId: answer.threadId });
  });
}

const FIRST_LOOK_MS = 500;

/** Shows how far the work is when it takes a while, with a way to end it; says what went wrong. */
async function asJob(label: string, work: (jobId: string) => Promise<void>): Promise<void> {
  const jobId = crypto.randomUUID();
  let ended = false;
  const timer = setInterval(() => {
    void ask('history.progress', { jobId }).then(({ share }) => {
      if (share === null || ended) return;
      showProgress(jobId, `${label}: ${Math.floor(share * 100)} %`, () => void ask('history.cancel', { jobId }));
    }, ignoreLostConnection);
  }, FIRST_LOOK_MS);
  try {
    await work(jobId);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'cancelled') showDone(failure.message);
    else showFailure(failure);
  } finally {
    ended = true;
    clearInterval(timer);
    hideToast(jobId);
  }
}

/** The work itself fails then as well, and says so. */
function ignoreLostConnection(): void {}

/** Lets the browser download what is there: the host says that it is a file. */
function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

function chosenFile(): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}

async function upload(file: File): Promise<string> {
  const response = await fetch('/import', { method: 'POST', body: file }).catch((error: unknown) => {
    throw new RequestError({
      code: 'upload_failed',
      message: `The file could not be sent: ${error instanceof Error ? error.message : String(error)}`,
      hint: 'Try it again.',
    });
  });
  const result = (await response.json()) as Result<{ readonly uploadId: string }>;
  if (!result.ok) throw new RequestError(result.error);
  return result.value.uploadId;
}
