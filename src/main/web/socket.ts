import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { fail } from '../../shared/lib/result.ts';
import type { Engine } from '../ipc/connection.ts';
import type { Log } from '../lib/log.ts';
import { parseRequestFrame, type HostFrame } from '../ipc/frames.ts';

export const BRIDGE_PATH = '/bridge';

/** A message to an agent may have a million characters, each up to six bytes as JSON. */
const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** How long a window may take to answer a farewell. */
const PARTING_MS = 500;

/** RFC 6455, 7.4.1. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

export type BridgeOptions = {
  readonly engine: Engine;
  readonly log: Log;
  /** Whether this request may become a window's socket. */
  readonly admits: (request: IncomingMessage) => boolean;
  /** How often a window must show that it is still there. */
  readonly heartbeatMs: number;
  /**
   * A window that leaves more than this unread and reads nothing for a while is cut off, as is one that leaves many times
   * as much; it comes back and asks for what it lacks.
   */
  readonly maxBufferedBytes: number;
};

/** How long a window may read nothing of what waits for it. */
const PATIENCE_MS = 10_000;
/** By how much a single large answer, and what comes after it, may go over `maxBufferedBytes`. */
const LARGEST_FACTOR = 32;

/** Carries Bridge frames between windows and the engine. Returns what closes all of them. */
export function serveBridge(server: Server, options: BridgeOptions): () => Promise<void> {
  const { engine, log, admits, heartbeatMs, maxBufferedBytes } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    if (!admits(request)) {
      refuse(stream);
      return;
    }
    sockets.handleUpgrade(request, stream, head, carry);
  });

  function carry(socket: WebSocket): void {
    const isStuck = watchReading(socket, maxBufferedBytes);
    const connection = engine.connect((push) => send({ push }));
    const stopHeartbeat = watchHeartbeat(socket, heartbeatMs);
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return;
      const frame = isBinary ? undefined : parseRequestFrame(textOf(data));
      if (frame === undefined) {
        socket.close(POLICY_VIOLATION, 'Not a request frame');
        return;
      }
      const { id, name, input } = frame;
      if (typeof name !== 'string') {
        send({ id, result: fail('bad_request', 'A request needs a name') });
        return;
      }
      void connection.request(name, input).then((result) => send({ id, result }));
    });
    socket.on('error', (error) => log('warn', 'a window broke its connection', { error: error.message }));
    socket.on('close', () => {
      stopHeartbeat();
      connection.close();
    });

    function send(frame: HostFrame): void {
      if (socket.readyState !== socket.OPEN) return;
      if (isStuck()) {
        log('warn', 'a window does not read what it gets, and is cut off', { bufferedBytes: socket.bufferedAmount });
        socket.terminate();
        return;
      }
      socket.send(JSON.stringify(frame));
    }
  }

  return async () => {
    sockets.close();
    await Promise.all([...sockets.clients].map(part));
  };
}

/** Closes the socket, with or without its other end. */
function part(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), PARTING_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(GOING_AWAY, 'Runlight is closing');
  });
}

/** Asked before each frame: whether the window has stopped reading. One that was given much at once has not. */
function watchReading(socket: WebSocket, maxBufferedBytes: number): () => boolean {
  let before = 0;
  let readAt = performance.now();
  return () => {
    const waiting = socket.bufferedAmount;
    if (waiting > maxBufferedBytes * LARGEST_FACTOR) return true;
    if (waiting <= maxBufferedBytes || waiting < before) readAt = performance.now();
    before = waiting;
    return performance.now() - readAt > PATIENCE_MS;
  };
}

/** Cuts the socket off when it answers no ping; returns what ends the watch. */
function watchHeartbeat(socket: WebSocket, everyMs: number): () => void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const timer = setInterval(() => {
    if (!alive) {
      socket.terminate();
      return;
    }
    alive = false;
    socket.ping();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function refuse(stream: Duplex): void {
  stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
