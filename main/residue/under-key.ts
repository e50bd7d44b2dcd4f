import { z } from 'zod';
import { createSealer } from '../journal/sealer.ts';
import { findStoredBody } from '../journal/stored-body.pure.ts';
import type { Keyring } from '../lib/crypto/keyring.ts';
import { sealFiles } from '../lib/file-codec.ts';
import { systemIds as ids } from '../lib/ids.ts';
import { openEntry } from '../stores/cache-seal.ts';
import { openSealedFile, type SealedReader } from '../stores/sealed-folder/copy.ts';
import { deriveSectorKeys, wipeSectorKeys } from '../stores/sealed-folder/sectors.ts';

/** What the ciphertext of a folder says; null everywhere where it does not open. */
export type UnderKey = {
  /** A file that is sealed as a whole. */
  readonly openFile: (stored: Buffer, place: string) => Buffer | null;
  /** What is sealed in a line of the journal; `bare` where nothing is. */
  readonly openLine: (line: Buffer) => Uint8Array | 'bare' | null;
  /** An entry of the cached vectors. */
  readonly openEntry: (entry: Buffer) => Buffer | null;
  /** A file of the database folder. */
  readonly openPages: (path: string) => SealedReader;
  readonly wipe: () => void;
};

const Place = z.looseObject({ seq: z.int(), id: z.string(), commit: z.string() });
/** A record's salt stands before its body. */
const SALT_BYTES = 32;
/** What a write leaves when it is killed was sealed for the place that it was to have; what is put aside, for where it was. */
const LEFTOVER = /\.(?:new|tmp|damaged(?:-\d+)?)$/;

/** Reads with the keys of one generation; after a change of keys nothing is under another. */
export function createUnderKey(keyring: Keyring): UnderKey {
  const files = sealFiles(keyring, ids);
  const sealer = createSealer(keyring, ids);
  const keyFor = (purpose: 'cache' | 'database'): Buffer => {
    const key = keyring.keyFor(purpose, keyring.generation);
    if (key === null) throw new Error('bug: the current key is not in its keyring');
    return key;
  };
  const seal = { keys: deriveSectorKeys(keyFor('database')), ids };
  const cache = { key: keyFor('cache'), ids };
  return {
    openFile: (stored, place) =>
      files.decode(stored, place) ?? files.decode(stored, place.replace(LEFTOVER, '').replace('/damaged/', '/')),
    openLine: (line) => {
      const body = findStoredBody(line);
      if (body.kind !== 'sealed') return 'bare';
      const at = readPlace(line);
      return at === null ? null : (sealer.open(body.bytes, at)?.subarray(SALT_BYTES) ?? null);
    },
    openEntry: (entry) => openEntry(cache, entry),
    openPages: (path) => openSealedFile(path, seal),
    wipe: () => {
      wipeSectorKeys(seal.keys);
      keyring.wipe();
    },
  };
}

function readPlace(line: Buffer): z.infer<typeof Place> | null {
  try {
    return Place.parse(JSON.parse(line.toString('utf8')));
  } catch {
    return null; // a damaged line: the chain says so, and the scan says that it could not look into it
  }
}
