import type { Socket } from 'node:net';
import { fail, type Result } from '../../../shared/lib/result.ts';
import { parseLineFrame, type LineFrame } from '../../ipc/frames.ts';

/** One end of a local socket: frames of JSON, a line each. Both ends may ask, answer and tell. */
export type Line = {
  /** Never rejects; `connection_lost` when the line ends before the answer, `cannot_be_sent` for what no frame can hold. */
  readonly request: (name: string, input: unknown) => Promise<Result<unknown>>;
  /** What no frame can hold is left out. */
  readonly push: (push: unknown) => void;
  /** Bytes that the other end has not taken yet. */
  readonly buffered: () => number;
  /** Whether the program stays alive for this line alone. */
  readonly keepAlive: (keep: boolean) => void;
  /** Resolves when the line has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** What was sent still arrives. */
  readonly close: () => void;
};

export type LineHandlers = {
  /** Must not reject. */
  readonly onRequest: (name: string, input: unknown) => Promise<Result<unknown>>;
  readonly onPush: (push: unknown) => void;
  /** The longest frame that is read, in bytes. Asked for each piece that comes. */
  readonly maxFrameBytes?: () => number;
  /** An end that leaves more than this unread is cut off. */
  readonly maxBufferedBytes?: number;
};

/** A message to an agent may have a million characters, and a request to a model holds a whole conversation. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;
const PARTING_MS = 1000;
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;

/** Speaks over a connected socket, from its first byte on. A frame that is none, or too long, ends the line. */
export function openLine(socket: Socket, handlers: LineHandlers): Line {
  const { maxFrameBytes = () => MAX_FRAME_BYTES, maxBufferedBytes = MAX_BUFFERED_BYTES } = handlers;
  const waiting = new Map<number, (result: Result<unknown>) => void>();
  let lastId = 0;
  const ended = Promise.withResolvers<void>();

  /** Whether a frame can hold it; where the line has ended, nobody asks. */
  function send(frame: object): boolean {
    if (socket.destroyed || socket.writableEnded) return true;
    if (socket.writableLength > maxBufferedBytes) {
      socket.destroy();
      return true;
    }
    const text = frameText(frame);
    if (text !== undefined) socket.write(text);
    return text !== undefined;
  }

  function answer(id: number, result: Result<unknown>): void {
    if (!send({ id, result })) send({ id, result: CANNOT_BE_SENT });
  }

  function take(frame: LineFrame): void {
    switch (frame.type) {
      case 'push':
        return handlers.onPush(frame.push);
      case 'result':
        waiting.get(frame.id)?.(frame.result);
        waiting.delete(frame.id);
        return;
      case 'request': {
        const { id, name, input } = frame;
        if (typeof name !== 'string') return answer(id, fail('bad_request', 'A request needs a name'));
        void handlers.onRequest(name, input).then((result) => answer(id, result));
      }
    }
  }

  const read = lineReader(
    maxFrameBytes,
    (text) => {
      if (socket.destroyed) return;
      const frame = parseLineFrame(text);
      if (frame === undefined) socket.destroy();
      else take(frame);
    },
    () => socket.destroy(),
  );
  socket.on('data', read);
  // The reason is of no use to anyone: what follows is `close` in any case.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    const lost = fail('connection_lost', 'The connection to Runlight was lost before it answered', 'Try it again');
    for (const settle of waiting.values()) settle(lost);
    waiting.clear();
    ended.resolve();
  });

  return {
    request(name, input) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        if (socket.destroyed || socket.writableEnded) {
          resolve(fail('connection_lost', 'The connection to Runlight is closed'));
          return;
        }
        waiting.set(id, resolve);
        if (send({ id, name, input })) return;
        waiting.delete(id);
        resolve(CANNOT_BE_SENT);
      });
    },
    push: (push) => void send({ push }),
    buffered: () => socket.writableLength,
    keepAlive: (keep) => void (keep ? socket.ref() : socket.unref()),
    ended: ended.promise,
    close() {
      socket.end(() => socket.destroy());
      // An end that takes nothing any more is not waited for.
      setTimeout(() => socket.destroy(), PARTING_MS).unref();
    },
  };
}

const CANNOT_BE_SENT = fail(
  'cannot_be_sent',
  `It cannot be sent: it is no JSON, or longer than ${MAX_FRAME_BYTES / 1024 / 1024} MB`,
);

/** `undefined` for what is no JSON, or too long for the other end. */
function frameText(frame: object): string | undefined {
  try {
    const text = JSON.stringify(frame);
    return Buffer.byteLength(text) > MAX_FRAME_BYTES ? undefined : `${text}\n`;
  } catch {
    return undefined;
  }
}

/** Cuts what comes into lines. */
function lineReader(
  maxBytes: () => number,
  onLine: (text: string) => void,
  onTooLong: () => void,
): (data: Buffer) => void {
  let parts: Buffer[] = [];
  let bytes = 0;
  return (data) => {
    let rest = data;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (bytes + end > maxBytes()) return onTooLong();
      const text = Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8');
      parts = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
      onLine(text);
    }
    bytes += rest.length;
    if (bytes > maxBytes()) return onTooLong();
    if (rest.length > 0) parts.push(rest);
  };
}
