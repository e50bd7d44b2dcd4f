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

export const JournalRecord = z.union([LiveRecord, ErasedRecord]);
export type JournalRecord = z.infer<typeof JournalRecord>;
type Chained = Pick<JournalRecord, 'at' | 'commit' | 'id' | 'kind' | 'prev' | 'seq' | 'v'>;

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

/** Gives a prepared record its place in the chain, with its line (without the newline). */
export function sealRecord(
  prepared: PreparedRecord,
  place: { readonly seq: number; readonly prev: string },
): { readonly record: JournalRecord; readonly line: string } {
  const { at, body, commit, id, kind, salt } = prepared;
  const chained: Chained = { at, commit, id, kind, prev: place.prev, seq: place.seq, v: RECORD_VERSION };
  const record: JournalRecord = { ...chained, body, salt, hash: hashOf(chained) };
  // The keys stand in canonical order, so the large body is not canonicalised twice.
  const line = `{"at":${JSON.stringify(at)},"body":${prepared.canonicalBody},"commit":"${commit}","hash":"${record.hash}","id":${JSON.stringify(id)},"kind":${JSON.stringify(kind)},"prev":"${place.prev}","salt":"${salt}","seq":${place.seq},"v":${RECORD_VERSION}}`;
  return { record, line };
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
  return sealRecord(prepareRecord({ at, body, id, kind, salt }), input).record;
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
  | 'wrong-seq'
  | 'wrong-prev';

export type LineCheck =
  | { readonly kind: 'ok'; readonly record: JournalRecord }
  /** The line is a sound record, but not the one that belongs here. */
  | { readonly kind: 'misplaced'; readonly fault: 'wrong-seq' | 'wrong-prev'; readonly record: JournalRecord }
  | { readonly kind: 'faulty'; readonly fault: Exclude<Fault, 'wrong-seq' | 'wrong-prev'> };

// A byte order mark is kept, so that it fails instead of being dropped without a word.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Checks one line (without its newline); `null` for an expectation that the caller does not have. */
export function checkLine(line: Uint8Array, expectedPrev: string | null, expectedSeq: number | null): LineCheck {
  const parsed = parseLine(line);
  if (parsed.kind !== 'ok') return parsed;
  const { record } = parsed;
  if (record.salt !== undefined && commitOf(record.salt, record.body) !== record.commit) {
    return { kind: 'faulty', fault: 'wrong-commit' };
  }
  if (hashOf(record) !== record.hash) return { kind: 'faulty', fault: 'wrong-hash' };
  if (expectedSeq !== null && record.seq !== expectedSeq) return { kind: 'misplaced', fault: 'wrong-seq', record };
  if (expectedPrev !== null && record.prev !== expectedPrev) return { kind: 'misplaced', fault: 'wrong-prev', record };
  return parsed;
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
  const parsed = JournalRecord.safeParse(value);
  if (!parsed.success) return { kind: 'faulty', fault: 'wrong-shape' };
  try {
    if (canonicalJson(value) !== text) return { kind: 'faulty', fault: 'not-canonical' };
  } catch {
    // JSON can spell what canonical JSON cannot carry (an escaped lone surrogate): the same finding.
    return { kind: 'faulty', fault: 'not-canonical' };
  }
  return { kind: 'ok', record: parsed.data };
}
