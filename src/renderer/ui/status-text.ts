import type { ThreadStatus } from '../../shared/run/status.ts';

const WORDS: Record<ThreadStatus, string> = {
  idle: 'Not started',
  running: 'Working',
  waiting: 'Waiting for approval',
  finished: 'Finished',
  failed: 'Failed',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  limit: 'Step limit reached',
};

export function statusText(status: ThreadStatus): string {
  return WORDS[status];
}
