import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCode } from '../lib/thrown.ts';

const SECRET_BYTES = 32;

/**
 * The key that signs this home's sessions, made on first use. It is kept in `<home>/web-session`, which only its owner can
 * read, so that open windows go on after a restart; whoever deletes it signs all of them out.
 */
export function sessionSecret(home: string): Buffer {
  const file = join(home, 'web-session');
  const kept = readSecret(file);
  if (kept !== undefined) {
    chmodSync(file, 0o600);
    return kept;
  }
  const made = randomBytes(SECRET_BYTES);
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, made.toString('hex'), { mode: 0o600 });
  renameSync(fresh, file);
  return made;
}

/** A file that is missing or damaged is replaced; one that cannot be read is an error. */
function readSecret(file: string): Buffer | undefined {
  try {
    const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
    return secret.length === SECRET_BYTES ? secret : undefined;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
