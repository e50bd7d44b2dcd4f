import { createHash } from 'node:crypto';
import { z } from 'zod';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export const ZERO_HASH = '0'.repeat(64);
const RECORD_VERSION = 1;
/** Deeper values would overflow the stack in readers; nothing that Palimpsest writes comes near. */
const MAX_DEPTH = 200;

const Hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const envelope = {
  at: z.iso.datetime({ precision: 3 }),
  commit: Hex64,
  hash: Hex64,
  id: z.string().min(1).max(200),
  kind: z.string().min(1).max(100),
  prev: Hex64,
  seq: z.int().min(1),
  v: z.literal(RECORD_VERSION),
};
const LiveRecord = z
  .strictObject({ ...envelope, body: z.custom<JsonValue>((value) => value !== undefined), salt: Hex64 })
  .readonly();
/** An erased record keeps its commitment, so the chain still verifies; `body` and `salt` are gone together. */
const ErasedRecord = z
  .strictObject({ ...envelope, body: z.undefined().optional(), salt: z.undefined().optional() })
  .readonly();

/**
 * As a protected folder holds it: `sealed` is body and salt, encrypted. Read without the key it stays like this, and its
 * body must not be taken for erased.
 */
const SealedRecord = z
  .strictObject({
    ...envelope,
    body: z.undefined().optional(),
    salt: z.undefined().optional(),
    sealed: z.base64().min(1),
  })
  .readonly();

export const JournalRecord = z.union([LiveRecord, ErasedRecord, SealedRecord]);
export type JournalRecord = z.infer<typeof JournalRecord>;
type Chained = Pick<JournalRecord, 'at' | 'commit' | 'id' | 'kind' | 'prev' | 'seq' | 'v'>;

/** Which record sealed bytes belong to; in any other they do not open. */
export type SealPlace = Pick<JournalRecord, 'commit' | 'id' | 'seq'>;

/** Encrypts what is said in records and reads it again. */
export type Sealer = {
  readonly seal: (secret: Uint8Array, place: SealPlace) => Uint8Array;
  /** Null where the bytes were changed, belong elsewhere, or are of another key. */
  readonly open: (sealed: Uint8Array, place: SealPlace) => Uint8Array | null;
};

/** Numbers only, and they say which missing bodies are legal: a reader without the key needs them. */
const NEVER_SEALED: readonly string[] = ['erased'];
const SALT_BYTES = 32;

/** RFC 8785 canonical JSON; throws on what JSON cannot carry exactly (lone surrogates, NaN, undefined, cycles). */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TypeError('canonical JSON: nested too deeply');
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('canonical JSON: lone surrogate');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('canonical JSON: number is not finite');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`canonical JSON: cannot carry ${typeof value}`);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('canonical JSON: not a plain object');
  // Array.sort without a comparator orders by UTF-16 code units, which is the order RFC 8785 asks for.
  const entries = new Map<string, unknown>(Object.entries(value));
  const members = [...entries.keys()].sort().map((key) => {
    return `${canonicalJson(key)}:${canonicalJson(entries.get(key), depth + 1)}`;
  });
  return `{${members.join(',')}}`;
}

function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Commitment to a body: the random salt keeps an erased body from being guessed. */
export function commitOf(salt: string, body: unknown): string {
  return commitOfText(salt, canonicalJson(body));
}

function commitOfText(salt: string, canonicalBody: string): string {
  return sha256(Buffer.from(salt, 'hex'), canonicalBody);
}

/** Hash of a record; it covers the commitment and not the body, so that erasing a body leaves the chain whole. */
export function hashOf(record: Chained): string {
  const { at, commit, id, kind, prev, seq, v } = record;
  return sha256(canonicalJson({ at, commit, id, kind, prev, seq, v }));
}

/** A record before it has a place in the chain: everything that does not depend on its neighbours. */
export type PreparedRecord = {
  readonly at: string;
  readonly id: string;
  readonly kind: string;
  readonly body: JsonValue;
  readonly salt: string;
  readonly canonicalBody: string;
  readonly commit: string;
};

/** Canonicalises and commits to a body, so that a body that cannot be stored fails before it is queued. */
export function prepareRecord(input: Omit<PreparedRecord, 'canonicalBody' | 'commit'>): PreparedRecord {
  const canonicalBody = canonicalJson(input.body);
  return { ...input, canonicalBody, commit: commitOfText(input.salt, canonicalBody) };
}

/** Gives a prepared record its place in the chain, with its line (without the newline), sealed where there is a key. */
export function chainRecord(
  prepared: PreparedRecord,
  place: { readonly seq: number; readonly prev: string },
  sealer: Sealer | null = null,
): { readonly record: JournalRecord; readonly line: string } {
  const { at, body, commit, id, kind, salt } = prepared;
  const chained: Chained = { at, commit, id, kind, prev: place.prev, seq: place.seq, v: RECORD_VERSION };
  const hash = hashOf(chained);
  const line = writeLine({ ...chained, hash }, { canonicalBody: prepared.canonicalBody, salt }, sealer);
  return { record: { ...chained, body, salt, hash }, line };
}

/** The line of a record whose body is known, sealed or in the open; an erased one has nothing to seal. */
export function lineOf(record: JournalRecord, sealer: Sealer | null): string {
  if (record.salt === undefined) return canonicalJson(record);
  return writeLine(record, { canonicalBody: canonicalJson(record.body), salt: record.salt }, sealer);
}

type Secret = { readonly canonicalBody: string; readonly salt: string };

/** The keys stand in canonical order, so that the large body is not canonicalised twice. */
function writeLine(record: Chained & { readonly hash: string }, secret: Secret, sealer: Sealer | null): string {
  const { at, commit, hash, id, kind, prev, seq, v } = record;
  const isSealed = sealer !== null && !NEVER_SEALED.includes(kind);
  const body = isSealed ? '' : `"body":${secret.canonicalBody},`;
  const rest = isSealed
    ? `"sealed":"${Buffer.from(sealer.seal(packSecret(secret), record)).toString('base64')}"`
    : `"salt":"${secret.salt}"`;
  return `{"at":${JSON.stringify(at)},${body}"commit":"${commit}","hash":"${hash}","id":${JSON.stringify(id)},"kind":${JSON.stringify(kind)},"prev":"${prev}",${rest},"seq":${seq},"v":${v}}`;
}

/** What is sealed: the 32 bytes of the salt, then the canonical body. */
function packSecret({ canonicalBody, salt }: Secret): Uint8Array {
  return Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(canonicalBody)]);
}

export function buildRecord(input: {
  readonly seq: number;
  readonly prev: string;
  readonly at: string;
  readonly id: string;
  readonly kind: string;
  readonly body: JsonValue;
  readonly salt: string;
}): JournalRecord {
  const { at, body, id, kind, salt } = input;
  return chainRecord(prepareRecord({ at, body, id, kind, salt }), input).record;
}

/** The record as it stands after its body was erased. */
export function withoutBody(record: JournalRecord): JournalRecord {
  const { at, commit, hash, id, kind, prev, seq, v } = record;
  return { at, commit, hash, id, kind, prev, seq, v };
}

export type Fault =
  | 'not-utf8'
  | 'not-json'
  | 'wrong-shape'
  | 'not-canonical'
  | 'wrong-commit'
  | 'wrong-hash'
  | 'wrong-seal'
  | 'wrong-seq'
  | 'wrong-prev';

export type LineCheck =
  | { readonly kind: 'ok'; readonly record: JournalRecord }
  /** The line is a sound record, but not the one that belongs here. */
  | { readonly kind: 'misplaced'; readonly fault: 'wrong-seq' | 'wrong-prev'; readonly record: JournalRecord }
  | { readonly kind: 'faulty'; readonly fault: Exclude<Fault, 'wrong-seq' | 'wrong-prev'> };

// A byte order mark is kept, so that it fails instead of being dropped without a word.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `null` for an expectation that the caller does not have. */
type Expected = { readonly prev: string | null; readonly seq: number | null };

/** Checks one line of an open folder (without its newline). */
export function checkLine(line: Uint8Array, expectedPrev: string | null, expectedSeq: number | null): LineCheck {
  return checkStoredLine(line, { prev: expectedPrev, seq: expectedSeq, sealer: null });
}

/**
 * Checks one line (without its newline). Without a sealer a sealed record is checked as far as the chain covers it: its
 * commitment is known, its body is not.
 */
export function checkStoredLine(line: Uint8Array, expected: Expected & { readonly sealer: Sealer | null }): LineCheck {
  const parsed = parseLine(line);
  if (parsed.kind !== 'ok') return parsed;
  const opened = expected.sealer === null ? parsed : openRecord(parsed.record, expected.sealer);
  if (opened.kind !== 'ok') return opened;
  return checkRecord(opened.record, expected);
}

function checkRecord(record: JournalRecord, expected: Expected): LineCheck {
  if (record.salt !== undefined && commitOf(record.salt, record.body) !== record.commit) {
    return { kind: 'faulty', fault: 'wrong-commit' };
  }
  if (hashOf(record) !== record.hash) return { kind: 'faulty', fault: 'wrong-hash' };
  if (expected.seq !== null && record.seq !== expected.seq) return { kind: 'misplaced', fault: 'wrong-seq', record };
  if (expected.prev !== null && record.prev !== expected.prev)
    return { kind: 'misplaced', fault: 'wrong-prev', record };
  return { kind: 'ok', record };
}

/** The record with body and salt in the place of `sealed`. */
function openRecord(record: JournalRecord, sealer: Sealer): LineCheck {
  if (!isSealed(record)) return { kind: 'ok', record };
  const secret = sealer.open(Buffer.from(record.sealed, 'base64'), record);
  if (secret === null) return { kind: 'faulty', fault: 'wrong-seal' };
  try {
    const salt = Buffer.from(secret.subarray(0, SALT_BYTES)).toString('hex');
    const body: JsonValue = JSON.parse(utf8.decode(secret.subarray(SALT_BYTES)));
    return { kind: 'ok', record: { ...withoutBody(record), body, salt } };
  } catch {
    // Sealed with the key, and yet no body: whatever wrote it, it is not what was committed to.
    return { kind: 'faulty', fault: 'wrong-commit' };
  }
}

/** Whether a record's body is there but was read without the key. */
export function isSealed(record: JournalRecord): record is JournalRecord & { readonly sealed: string } {
  return 'sealed' in record;
}

function parseLine(line: Uint8Array): LineCheck {
  let text: string;
  try {
    text = utf8.decode(line);
  } catch {
    // The decoder's only failure; the caller gets it as data.
    return { kind: 'faulty', fault: 'not-utf8' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A line that is not JSON is a finding, not an exception.
    return { kind: 'faulty', fault: 'not-json' };
  }
  const parsed = (looksSealed(value) ? SealedRecord : JournalRecord).safeParse(value);
  if (!parsed.success) return { kind: 'faulty', fault: 'wrong-shape' };
  try {
    if (canonicalJson(value) !== text) return { kind: 'faulty', fault: 'not-canonical' };
  } catch {
    // JSON can spell what canonical JSON cannot carry (an escaped lone surrogate): the same finding.
    return { kind: 'faulty', fault: 'not-canonical' };
  }
  if (isSealed(parsed.data) && !isCanonicalBase64(parsed.data.sealed))
    return { kind: 'faulty', fault: 'not-canonical' };
  return { kind: 'ok', record: parsed.data };
}

/** Told before parsing: a union tries the other shapes first, on each of many records. */
function looksSealed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'sealed' in value;
}

/** The last letter of base64 may hold bits that mean nothing: changed, they would go unnoticed. */
function isCanonicalBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}
