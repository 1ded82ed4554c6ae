import type { SafeStorage } from 'electron';
import { expect, test } from 'vitest';
import { systemCipher } from './cipher.ts';

/** A system's store, as far as the cipher may know it. */
function storage(available: boolean, backend: ReturnType<SafeStorage['getSelectedStorageBackend']>): SafeStorage {
  return {
    isEncryptionAvailable: () => available,
    getSelectedStorageBackend: () => backend,
    encryptString: (text: string) => Buffer.from(text.split('').reverse().join('')),
    decryptString: (bytes: Buffer) => bytes.toString().split('').reverse().join(''),
  } as SafeStorage;
}

test('keys go through the system store', () => {
  const cipher = systemCipher(storage(true, 'gnome_libsecret'), 'linux');
  const bytes = cipher?.encrypt('key');
  expect(bytes).toEqual(Buffer.from('yek'));
  expect(cipher?.decrypt(new Uint8Array(bytes ?? []))).toBe('key');
});

test('without a store, or with one that hides nothing, there is no cipher', () => {
  expect(systemCipher(storage(false, 'unknown'), 'linux')).toBeUndefined();
  expect(systemCipher(storage(true, 'basic_text'), 'linux')).toBeUndefined();
  expect(systemCipher(storage(true, 'basic_text'), 'darwin')).toBeDefined();
});
