import { fail, type Failure, type Result } from '../../../shared/lib/result.ts';
import type { AgentOrigin } from '../../agent/agent.ts';
import type { Line } from '../socket/line.ts';
import type { OfferedAgent, Order, Task, TaskName } from './protocol.ts';

/** One version of people's code, in a process elsewhere, as the engine sees it. */
export type RemoteVersion = {
  readonly generation: number;
  readonly agents: readonly OfferedAgent[];
  readonly origin: AgentOrigin;
  /** Ids of the attachments that it has. */
  readonly files: Set<string>;
  readonly ask: <N extends TaskName>(name: N, task: Task<N>) => Promise<Result<unknown>>;
  /** A call that goes on for a while. `onEvent` gets what it makes known until it is answered. */
  readonly call: <N extends 'model.stream' | 'tool.execute'>(
    name: N,
    task: Omit<Task<N>, 'call'>,
    onEvent: (event: unknown) => void,
    signal: AbortSignal,
  ) => Promise<Result<unknown>>;
  readonly onEvent: (call: number, event: unknown) => void;
  /** A newer version has taken its place: it is released as soon as no run needs it. */
  readonly supersede: () => void;
  readonly lose: (failure: Failure) => void;
};

export function remoteVersion(line: Line, generation: number, agents: readonly OfferedAgent[]): RemoteVersion {
  const lost = new AbortController();
  const listeners = new Map<number, (event: unknown) => void>();
  let lastCall = 0;
  let holds = 0;
  let superseded = false;

  function tell(order: Order): void {
    line.push(order);
  }

  function releaseWhenFree(): void {
    if (superseded && holds === 0) tell({ type: 'release', generation });
  }

  function ask(name: TaskName, task: object): Promise<Result<unknown>> {
    // Typed by its reason: only `lose` aborts it.
    if (lost.signal.aborted) return Promise.resolve({ ok: false, error: lost.signal.reason as Failure });
    return line.request(name, { generation, ...task });
  }

  return {
    generation,
    agents,
    files: new Set(),
    origin: {
      lost: lost.signal,
      hold() {
        holds += 1;
        return () => {
          holds -= 1;
          releaseWhenFree();
        };
      },
    },
    ask,
    async call(name, task, onEvent, signal) {
      if (signal.aborted) return fail('stopped', 'Stopped before it began');
      lastCall += 1;
      const call = lastCall;
      const abort = (): void => tell({ type: 'abort', generation, call });
      listeners.set(call, onEvent);
      signal.addEventListener('abort', abort, { once: true });
      try {
        return await ask(name, { ...task, call });
      } finally {
        listeners.delete(call);
        signal.removeEventListener('abort', abort);
      }
    },
    onEvent: (call, event) => listeners.get(call)?.(event),
    supersede() {
      superseded = true;
      releaseWhenFree();
    },
    lose: (failure) => lost.abort(failure),
  };
}
