import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRecord, parseJson } from '../../../shared/lib/json.ts';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import { privateFolder } from '../../lib/private-folder.ts';
import { thrownMessage } from '../../lib/thrown.ts';

/** Where the engine of a home listens, and the word that lets a program in. */
export type Place = { readonly address: string; readonly secret: string };

/** What the shortest of the systems' address structures holds, without its closing zero. */
const MAX_PATH_BYTES = 103;

/**
 * Makes a place for the engine of `home` to listen at. The folder that the socket lies in is its owner's alone; on Windows
 * the pipe has a name that nobody can guess. Only whoever holds the home's lock may call it: a socket that is there
 * belongs to nobody any more, and is removed.
 */
export function makePlace(home: string, platform: NodeJS.Platform = process.platform): Result<Place> {
  const secret = randomBytes(32).toString('hex');
  try {
    privateFolder(join(home, 'run'));
    if (platform === 'win32') {
      return ok({ address: `\\\\.\\pipe\\runlight-${randomBytes(16).toString('hex')}`, secret });
    }
    const near = join(home, 'run', 'engine.sock');
    const address = fits(near) ? near : join(farFolder(home), 'engine.sock');
    if (!fits(address)) return fail('socket_failed', `The path ${address} is too long for a local socket`);
    privateFolder(dirname(address));
    rmSync(address, { force: true });
    return ok({ address, secret });
  } catch (error) {
    return fail('socket_failed', thrownMessage(error));
  }
}

/** Tells programs of this user where the engine listens. */
export function announcePlace(home: string, place: Place): void {
  const fresh = `${placeFile(home)}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(place), { mode: 0o600 });
  renameSync(fresh, placeFile(home));
}

/** While the home is still ours. */
export function withdrawPlace(home: string, { address }: Place): void {
  rmSync(placeFile(home), { force: true });
  if (!address.startsWith('\\\\')) rmSync(address, { force: true });
}

/** Where the engine of `home` listens, or last did; `undefined` when none has said so. */
export function announcedPlace(home: string): Place | undefined {
  const place = parseJson(readIfThere(placeFile(home)));
  if (!isRecord(place) || typeof place.address !== 'string' || typeof place.secret !== 'string') return undefined;
  return { address: place.address, secret: place.secret };
}

function placeFile(home: string): string {
  return join(home, 'run', 'engine.json');
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Not there, or not ours to read: either way there is no engine for us.
    return '';
  }
}

function fits(address: string): boolean {
  return Buffer.byteLength(address) <= MAX_PATH_BYTES;
}

function farFolder(home: string): string {
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  return join(tmpdir(), `runlight-${process.getuid?.() ?? 0}-${name}`);
}
