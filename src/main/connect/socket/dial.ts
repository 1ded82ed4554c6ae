import { connect, type Socket } from 'node:net';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { within } from '../../lib/within.ts';
import { PROTOCOL, type Hello, type Role } from './hello.ts';
import { openLine, type Line, type LineHandlers } from './line.ts';
import { announcedPlace } from './place.ts';

const ANSWER_MS = 5000;

export type DialOptions = Pick<LineHandlers, 'onRequest' | 'onPush'> & {
  readonly home: string;
  readonly role: Role;
  /** Whether the program stays alive for the line alone. */
  readonly keepAlive: boolean;
};

/**
 * Opens a line to the engine that runs on `home`, whichever program it lives in. Fails with `no_engine` where none
 * answers, and with `protocol_differs` or `forbidden` where one turns us away.
 */
export async function dial({ home, role, keepAlive, ...handlers }: DialOptions): Promise<Result<Line>> {
  const place = announcedPlace(home);
  if (place === undefined) return noEngine(home);
  const socket = await connected(place.address);
  if (socket === undefined) return noEngine(home);
  const line = openLine(socket, handlers);
  line.keepAlive(keepAlive);
  const hello: Hello = { protocol: PROTOCOL, secret: place.secret, role };
  const greeted = await within(ANSWER_MS, line.request('hello', hello), { keepAlive });
  if (greeted?.ok === true) return ok(line);
  line.close();
  return greeted === undefined || greeted.error.code === 'connection_lost' ? noEngine(home) : greeted;
}

function noEngine(home: string): Result<never> {
  return fail('no_engine', `No Runlight is running on the folder ${home}`, 'Start one with "npm start".');
}

function connected(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    // Nobody listens there any more, or never did.
    socket.once('error', () => resolve(undefined));
  });
}
