import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { Log } from '../../lib/log.ts';
import { sameText } from '../../lib/same-text.ts';
import { Hello, PROTOCOL, type Role } from './hello.ts';
import { MAX_FRAME_BYTES, openLine, type Line } from './line.ts';
import { announcePlace, makePlace, withdrawPlace, type Place } from './place.ts';

/** How long a program may take to say who it is, and with how many bytes. */
const HELLO_MS = 5000;
const MAX_HELLO_BYTES = 4096;

/** What stands behind the socket for one program that was let in. */
export type Guest = {
  readonly request: (name: string, input: unknown) => Promise<Result<unknown>>;
  readonly onPush?: (push: unknown) => void;
  readonly close: () => void;
};

export type SocketOptions = {
  readonly home: string;
  readonly doors: { readonly [R in Role]: (line: Line) => Guest };
  readonly log: Log;
  readonly platform?: NodeJS.Platform;
};

/**
 * Lets programs of the same user talk to the engine that holds `home`. Whoever can read the place's file may do what the
 * person may do in a window; nobody else gets a word in. Returns what closes it.
 */
export async function serveSocket({ home, doors, log, platform }: SocketOptions): Promise<Result<() => Promise<void>>> {
  const made = makePlace(home, platform);
  if (!made.ok) return made;
  const place = made.value;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    admit(socket, place, doors, log);
  });
  const listening = await listen(server, place);
  if (!listening.ok) return listening;
  announcePlace(home, place);
  return ok(async () => {
    withdrawPlace(home, place);
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets) socket.end(() => socket.destroy());
    await closed;
  });
}

function listen(server: Server, { address }: Place): Promise<Result<null>> {
  return new Promise((resolve) => {
    server.on('error', (error) => resolve(fail('socket_failed', error.message)));
    server.listen(address, () => {
      if (!address.startsWith('\\\\')) chmodSync(address, 0o600);
      resolve(ok(null));
    });
  });
}

function admit(socket: Socket, place: Place, doors: SocketOptions['doors'], log: Log): void {
  let guest: Guest | undefined;
  const impatience = setTimeout(() => socket.destroy(), HELLO_MS);
  const line = openLine(socket, {
    maxFrameBytes: () => (guest === undefined ? MAX_HELLO_BYTES : MAX_FRAME_BYTES),
    async onRequest(name, input) {
      if (guest !== undefined) return guest.request(name, input);
      const role = greet(name, input, place);
      if (!role.ok) {
        log('warn', 'a program was turned away', { code: role.error.code });
        // After the answer.
        setImmediate(line.close);
        return role;
      }
      clearTimeout(impatience);
      guest = doors[role.value](line);
      return ok(null);
    },
    onPush(push) {
      if (guest === undefined) socket.destroy();
      else guest.onPush?.(push);
    },
  });
  void line.ended.then(() => {
    clearTimeout(impatience);
    guest?.close();
  });
}

/** Says who the program is, or why it may not come in. */
function greet(name: string, input: unknown, place: Place): Result<Role> {
  const hello = Hello.safeParse(input);
  if (name !== 'hello' || !hello.success) return fail('bad_request', 'A program must say who it is first');
  const { secret, protocol, role } = hello.data;
  if (!sameText(secret, place.secret)) return fail('forbidden', 'This program may not talk to Runlight');
  if (protocol === PROTOCOL) return ok(role);
  return fail(
    'protocol_differs',
    `The running Runlight speaks version ${PROTOCOL} over its local socket, and this program speaks version ${protocol}`,
    'Use the same version of Runlight for both, and start the older one again',
  );
}
