import { AppError } from './contract/errors.ts';
import type { EngineToShell, KeychainAnswer, KeychainQuestion } from './contract/process.ts';
import type { Keychain } from './vault/slots.ts';

type Ask = KeychainQuestion['ask'];

/** The shell is asked for the keychain, which only it can reach. */
export function createShellKeychain(tell: (message: EngineToShell) => void) {
  const waiting = new Map<number, (result: string | null) => void>();
  let last = 0;
  const request = (ask: Ask, data = ''): Promise<string | null> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      tell({ t: 'keychain', id: last, question: { ask, data } });
    });
  return {
    answer: ({ id, result }: KeychainAnswer): void => {
      waiting.get(id)?.(result);
      waiting.delete(id);
    },
    find: async (): Promise<Keychain | null> => {
      const store = await request('describe');
      if (store === null) return null;
      return {
        store,
        encrypt: async (secret) => {
          const blob = await request('encrypt', secret.toString('base64'));
          if (blob !== null) return blob;
          throw new AppError('vault.no-keychain', 'The keychain of this computer did not answer. Try again.');
        },
        decrypt: async (blob) => {
          const secret = await request('decrypt', blob);
          return secret === null ? null : Buffer.from(secret, 'base64');
        },
      };
    },
  };
}
