import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/lib/json.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { Cipher } from '../ipc/connection.ts';
import { isCode } from '../lib/thrown.ts';

const SecretsFile = z.object({
  /** By the id of what they open: encrypted by the system (base64), or plain. */
  keys: z.record(z.string(), z.union([z.object({ sealed: z.string() }), z.object({ plain: z.string() })])),
});
type SecretsFile = z.output<typeof SecretsFile>;

export type Secrets = {
  readonly has: (id: string) => boolean;
  /** `undefined` when there is none; `key_unreadable` when there is one that this system cannot decrypt. */
  readonly get: (id: string) => Result<string | undefined>;
  /** An empty secret forgets it. */
  readonly set: (id: string, secret: string) => Result<null>;
};

/** Keys, in a file that only its owner can read, encrypted where the host has the system's key store. */
export function openSecrets(file: string, cipher?: Cipher): Secrets {
  function read(): SecretsFile {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if (isCode(error, 'ENOENT')) return { keys: {} };
      throw error;
    }
    return SecretsFile.parse(parseJson(text));
  }

  function write(secrets: SecretsFile): void {
    mkdirSync(dirname(file), { recursive: true });
    const fresh = `${file}.new`;
    writeFileSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    chmodSync(fresh, 0o600);
    renameSync(fresh, file);
  }

  return {
    has(id) {
      const known = attempt(() => Object.hasOwn(read().keys, id));
      return known.ok && known.value;
    },
    get(id) {
      const stored = attempt(() => read().keys[id]);
      if (!stored.ok) return stored;
      if (stored.value === undefined) return ok(undefined);
      if ('plain' in stored.value) return ok(stored.value.plain);
      const { sealed } = stored.value;
      try {
        if (cipher !== undefined) return ok(cipher.decrypt(Buffer.from(sealed, 'base64')));
      } catch {
        // Named below: it reads the same whether the store is missing or refuses.
      }
      return fail('key_unreadable', 'The stored key cannot be decrypted on this system', 'Enter it again in Settings');
    },
    set(id, secret) {
      return attempt(() => {
        const { [id]: _, ...others } = read().keys;
        write({ keys: secret === '' ? others : { ...others, [id]: kept(secret) } });
        return null;
      });
    },
  };

  function kept(secret: string): SecretsFile['keys'][string] {
    return cipher === undefined
      ? { plain: secret }
      : { sealed: Buffer.from(cipher.encrypt(secret)).toString('base64') };
  }

  function attempt<T>(work: () => T): Result<T> {
    try {
      return ok(work());
    } catch (error) {
      if (isCode(error, 'ENOSPC', 'EDQUOT')) {
        return fail('disk_full', 'The disk is full, so the key was not saved.', 'Free some space, then try again.');
      }
      const why = error instanceof z.ZodError ? 'it is damaged' : String(error);
      return fail('keys_unusable', `The file of keys ${file} cannot be used: ${why}`, 'Repair or remove that file');
    }
  }
}
