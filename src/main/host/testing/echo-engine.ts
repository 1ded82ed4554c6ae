import type { Push } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/lib/result.ts';
import { NO_RUNS } from '../../../shared/run/status.ts';
import type { ExportFile } from '../../histories/export-history.ts';
import type { Engine } from '../../ipc/connection.ts';

export type EchoEngine = Engine & {
  readonly pushAll: (push: Push) => void;
  /** How many windows are connected. */
  readonly connected: () => number;
  readonly isClosed: () => boolean;
};

const ECHO_FILE: ExportFile = {
  name: 'Grüße "x".md',
  mediaType: 'text/markdown; charset=utf-8',
  entries: 2,
  async *text() {
    yield 'one\n';
    yield 'zwei ß\n';
  },
};

/** For tests of what carries requests and pushes: an engine that answers `echo` with its input and knows nothing else. */
export function echoEngine(): EchoEngine {
  const listeners = new Set<(push: Push) => void>();
  let closed = false;
  return {
    connect(push) {
      listeners.add(push);
      return {
        request: (name, input) =>
          Promise.resolve(
            name === 'echo' ? ok(input) : fail('bad_request', `There is no request ${JSON.stringify(name)}`),
          ),
        close: () => listeners.delete(push),
      };
    },
    runs: () => NO_RUNS,
    unsavedThreads: () => 0,
    download: (id) => (id === 'file' ? ECHO_FILE : undefined),
    async upload(body) {
      let bytes = 0;
      for await (const chunk of body) bytes += chunk.length;
      return ok({ uploadId: String(bytes) });
    },
    close() {
      closed = true;
      return Promise.resolve();
    },
    pushAll: (push) => {
      for (const listener of listeners) listener(push);
    },
    connected: () => listeners.size,
    isClosed: () => closed,
  };
}
