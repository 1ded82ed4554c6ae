import type { Bridge, Push } from '../../shared/ipc/contract.ts';
import { fail, type Result } from '../../shared/lib/result.ts';

/** What goes over the web host's socket; src/main/web/socket.ts is the other end. */
type Incoming = { readonly id: number; readonly result: Result<unknown> } | { readonly push: Push };

type Waiting = { readonly frame: string; readonly answer: (result: Result<unknown>) => void };

export type WebBridge = Bridge & {
  /** `connected` is false while the host cannot be reached; what was asked meanwhile waits. */
  onConnection(listener: (connected: boolean) => void): () => void;
};

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4000;

/**
 * The Bridge over a WebSocket. It reconnects by itself; requests that the host had not yet received wait for the new
 * connection, those under way when it broke fail with `connection_lost`, since nobody knows whether they took effect.
 */
export function connectWeb(url: string): WebBridge {
  const pushes = new Set<(push: Push) => void>();
  const connections = new Set<(connected: boolean) => void>();
  const queued = new Map<number, Waiting>();
  const sent = new Map<number, Waiting>();
  let socket: WebSocket | undefined;
  let lastId = 0;
  let retryMs = FIRST_RETRY_MS;

  function open(): void {
    const opening = new WebSocket(url);
    opening.addEventListener('open', () => {
      socket = opening;
      retryMs = FIRST_RETRY_MS;
      for (const listener of connections) listener(true);
      for (const [id, waiting] of queued) send(opening, id, waiting);
      queued.clear();
    });
    opening.addEventListener('message', (event) => receive(JSON.parse(String(event.data)) as Incoming));
    opening.addEventListener('close', () => {
      if (socket === opening) {
        socket = undefined;
        for (const listener of connections) listener(false);
        const lost = fail('connection_lost', 'The connection to Runlight was lost before it answered', 'Try it again');
        for (const waiting of sent.values()) waiting.answer(lost);
        sent.clear();
      }
      setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    });
  }

  function send(to: WebSocket, id: number, waiting: Waiting): void {
    sent.set(id, waiting);
    to.send(waiting.frame);
  }

  function receive(incoming: Incoming): void {
    if ('push' in incoming) {
      for (const listener of pushes) listener(incoming.push);
      return;
    }
    sent.get(incoming.id)?.answer(incoming.result);
    sent.delete(incoming.id);
  }

  open();
  return {
    request(name, input) {
      lastId += 1;
      const id = lastId;
      const frame = JSON.stringify({ id, name, input });
      return new Promise((resolve) => {
        // The contract types both ends; over the wire everything is JSON.
        const waiting: Waiting = { frame, answer: (result) => resolve(result as never) };
        if (socket === undefined) queued.set(id, waiting);
        else send(socket, id, waiting);
      });
    },
    onPush(listener) {
      pushes.add(listener);
      return () => pushes.delete(listener);
    },
    onConnection(listener) {
      connections.add(listener);
      return () => connections.delete(listener);
    },
  };
}
