import { safeStorage } from 'electron';
import type { KeychainAnswer, KeychainQuestion } from '../main/contract/process.ts';

/** Linux without a keyring: a password that is in Chromium's source. */
const UNSAFE = 'basic_text';

/**
 * Asks the system's keychain for the engine. What passes here is the key of a slot, never what was said; it is in the
 * open only between the two processes.
 */
export function askKeychain(question: KeychainQuestion): KeychainAnswer['result'] {
  const store = findStore();
  if (store === null) return null;
  if (question.ask === 'describe') return store;
  if (store === UNSAFE) return null;
  try {
    // Electron's strings are UTF-16: base64 passes unchanged.
    if (question.ask === 'encrypt') return safeStorage.encryptString(question.data).toString('base64');
    return safeStorage.decryptString(Buffer.from(question.data, 'base64'));
  } catch {
    // Another account's blob, or a keyring that was not unlocked: the user has other ways in.
    return null;
  }
}

/** How the system calls it; null where there is none. */
function findStore(): string | null {
  if (process.platform === 'linux') {
    const backend = safeStorage.getSelectedStorageBackend();
    // Said by its name, so that the user learns that it protects nothing; it is never used.
    if (backend === UNSAFE) return backend;
    return backend === 'unknown' || !safeStorage.isEncryptionAvailable() ? null : backend;
  }
  if (!safeStorage.isEncryptionAvailable()) return null;
  return process.platform === 'darwin' ? 'keychain' : 'dpapi';
}
