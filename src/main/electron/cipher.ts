import type { SafeStorage } from 'electron';
import type { Cipher } from '../ipc/connection.ts';

/** Encrypts with the system's store of secrets; `undefined` where it has none. Ask when the app is ready. */
export function systemCipher(storage: SafeStorage, platform: NodeJS.Platform): Cipher | undefined {
  if (!storage.isEncryptionAvailable()) return undefined;
  // Without a keyring, Linux "encrypts" with a password that everybody knows.
  if (platform === 'linux' && storage.getSelectedStorageBackend() === 'basic_text') return undefined;
  return {
    encrypt: (text) => storage.encryptString(text),
    decrypt: (bytes) => storage.decryptString(Buffer.from(bytes)),
  };
}
