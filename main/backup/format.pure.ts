import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PassphraseParams as StoredParams } from '../lib/crypto/passphrase-key.ts';

/** What this version writes. A reader for each earlier one stands in `readers.pure.ts`. */
export const BACKUP_FORMAT = 1;
export const HEADER_FILE = 'backup.json';
export const CHUNK_FOLDER = 'chunks';
export const MANIFEST_FOLDER = 'backups';
export const MANIFEST_SUFFIX = '.backup';

const Hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const Time = z.iso.datetime({ precision: 3 });
/** Name of a backup: its time, and eight random digits. Never a word of the user's. */
export const BackupName = z.string().regex(/^\d{8}T\d{6}(?:\d{3})?Z-[0-9a-f]{8}$/);

/** Parsed again where a key is derived: the bounds of its cost are that function's. */
const Params = z.custom<StoredParams>((value) => typeof value === 'object' && value !== null);

export const Encryption = z
  .strictObject({
    /** Whether new backups are sealed; earlier sealed ones need the passphrase all the same. */
    isActive: z.boolean(),
    passphrase: Params,
    /** The data key, sealed with the key that the passphrase stands for. Base64. */
    wrappedKey: z.base64(),
  })
  .readonly();
export type Encryption = z.infer<typeof Encryption>;

/** `backup.json`: what the folder is, and how its backups are opened. The only file that a new passphrase changes. */
export const Header = z
  .strictObject({
    kind: z.literal('palimpsest-backup'),
    format: z.literal(1),
    /** Of this folder. */
    storeId: z.string().min(1).max(100),
    /** Of the history that is kept here. */
    journalId: z.string().min(1).max(200),
    createdAt: Time,
    encryption: Encryption.nullable(),
    /** SHA-256 of the rest in canonical form: tells a damaged header from a wrong passphrase. */
    check: Hex64,
  })
  .readonly();
export type Header = z.infer<typeof Header>;

const SeqRange = z.tuple([z.int().min(1), z.int().min(1)]).readonly();
export type SeqRange = z.infer<typeof SeqRange>;

/** What a backup says of itself to whoever lists it, without a passphrase: numbers and hashes only. */
export const Summary = z
  .strictObject({
    format: z.literal(1),
    id: BackupName,
    storeId: z.string().min(1).max(100),
    at: Time,
    isEncrypted: z.boolean(),
    /** The backup before it, whose chunks it shares; null: every chunk was new. */
    basedOn: BackupName.nullable(),
    lastSeq: z.int().min(1),
    lastHash: Hex64,
    /** Up to here its records are the vault's own; only a rewritten backup goes on with records of its own. */
    sharedSeq: z.int().min(1),
    /** Records without a body, as ranges: they were forgotten before. */
    withoutBody: z.array(SeqRange).readonly(),
    /** Bytes on the disk: of all its chunks, and of those that were new. */
    bytes: z.int().min(0),
    newBytes: z.int().min(0),
    /** Every chunk that it needs, once. */
    chunks: z.array(Hex64).readonly(),
    /** When it was rewritten without what was forgotten since; null: never. */
    rewrittenAt: Time.nullable(),
  })
  .readonly();
export type Summary = z.infer<typeof Summary>;

export const JournalChunk = z
  .strictObject({ id: Hex64, firstSeq: z.int().min(1), lastSeq: z.int().min(1), bytes: z.int().min(1) })
  .readonly();
export type JournalChunk = z.infer<typeof JournalChunk>;

/** Files one after another in a chunk of their own. */
export const FilePack = z
  .strictObject({
    id: Hex64,
    bytes: z.int().min(0),
    files: z.array(z.strictObject({ path: z.string().min(1).max(500), bytes: z.int().min(0) }).readonly()).readonly(),
  })
  .readonly();
export type FilePack = z.infer<typeof FilePack>;

/** What is in a backup and in which order; sealed in an encrypted one. */
export const Contents = z
  .strictObject({ journal: z.array(JournalChunk).readonly(), packs: z.array(FilePack).readonly() })
  .readonly();
export type Contents = z.infer<typeof Contents>;

export type Manifest = { readonly summary: Summary; readonly contents: Contents };

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Where a sealed chunk belongs: its id is a keyed hash of its content, and the manifest says its place. */
export const chunkContext = (id: string): string => `palimpsest.backup.chunk.v1|${id}`;
/** A sealed list of contents opens only beside its own summary. */
export const contentsContext = (canonicalSummary: string): string =>
  `palimpsest.backup.contents.v1|${sha256(canonicalSummary)}`;
/** The wrapped key hangs on the parameters it was made with: cheaper ones cannot be put in their place. */
export const wrapContext = (canonicalParams: string): string => `palimpsest.backup.key.v1|${canonicalParams}`;

/** A name such as `20261130T142400999Z-1a2b3c4d`: names are in the order of time, also of two made in one second. */
export function nameBackup(at: Date, random: Uint8Array): string {
  const digits = at.toISOString().replace(/[-:.]/g, '').slice(0, 18);
  return `${digits}Z-${Buffer.from(random.subarray(0, 4)).toString('hex')}`;
}

/** A path inside a data folder that a backup may hold: nothing that leads out of it, and nothing hidden. */
export function isSafePath(path: string): boolean {
  const parts = path.split('/');
  return parts.length <= 4 && parts.every((part) => /^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(part) && !part.endsWith('.'));
}

/** Consecutive numbers as ranges, both ends included; the input ascends. */
export function toRanges(seqs: readonly number[]): readonly SeqRange[] {
  const ranges: [number, number][] = [];
  for (const seq of seqs) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}

/** Whether any of these ranges holds `seq`. Ranges ascend. */
export function isInRanges(ranges: readonly SeqRange[], seq: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (seq < range[0]) high = middle - 1;
    else if (seq > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}
