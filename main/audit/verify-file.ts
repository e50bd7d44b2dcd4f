import { readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { AppError } from '../contract/errors.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { readExpectedKey } from './verify/keys.pure.ts';
import type { AuditReport } from './verify/report.pure.ts';
import { type Platform, verifyBundle } from './verify/verify.pure.ts';
import { sha256Hex } from './zip-writer.ts';

/** Breaths after which others get a turn. */
const BREATHS_A_TURN = 10;

const unpack = promisify(inflateRaw);
/** Node reads no larger file into one piece of memory. */
const MAX_FILE_BYTES = 2_000_000_000;

/** What Node gives the verifier. */
export function nodePlatform(watch: {
  readonly signal: AbortSignal;
  readonly onShare?: (share: number) => Promise<void>;
}): Platform {
  let breaths = 0;
  return {
    sha256: sha256Hex,
    inflate: async (packed, maxBytes) => await unpack(packed, { maxOutputLength: Math.max(1, maxBytes) }),
    breathe: async (share) => {
      throwIfAborted(watch.signal);
      breaths += 1;
      if (breaths % BREATHS_A_TURN !== 0) return;
      await watch.onShare?.(share);
      // Whoever else waits gets a turn.
      await setImmediate();
    },
  };
}

type Asked = {
  readonly path: string;
  /** A fingerprint or a public key, as it was pasted. */
  readonly key: string | null;
  readonly signal: AbortSignal;
  readonly onShare?: (share: number) => Promise<void>;
};

/** Checks a bundle that lies in a file; needs no vault. */
export async function verifyBundleFile({ path, key, ...watch }: Asked): Promise<AuditReport> {
  const expectedKey = key === null ? null : readExpectedKey(key, sha256Hex);
  if (key !== null && expectedKey === null)
    throw new AppError(
      'usage.invalid',
      'That is no key: give the fingerprint (64 hexadecimal digits) or the public key.',
    );
  const bytes = await readBundle(path);
  return verifyBundle(nodePlatform(watch), { bytes, expectedKey, isEmbedded: false });
}

async function readBundle(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES)
      throw new AppError(
        'audit.too-large',
        'This file is too large to be checked here. Use the script inside the bundle.',
      );
    return await readFile(path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('audit.unreadable', 'That file cannot be read. Check its name, and that you may read it.', {
      cause: error,
    });
  }
}
