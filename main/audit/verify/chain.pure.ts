import { fromHex, join, textOf, utf8 } from './bytes.pure.ts';
import { canonical, readCanonical } from './canonical.pure.ts';
import { isFields, isIn, type Manifest } from './manifest.pure.ts';
import type { Problems } from './report.pure.ts';

/** A record of the journal; `body` and `salt` are absent where it was erased or is covered up. */
export type AuditRecord = {
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly hash: string;
  readonly body?: { readonly [key: string]: unknown };
};

export type Sha256 = (bytes: Uint8Array) => string;

const ENVELOPE = ['at', 'commit', 'hash', 'id', 'kind', 'prev', 'seq', 'v'];
const WITH_BODY = ['at', 'body', 'commit', 'hash', 'id', 'kind', 'prev', 'salt', 'seq', 'v'];
const HEX64 = /^[0-9a-f]{64}$/;

const SAYS = {
  'not-utf8': 'was changed: its bytes are not valid text',
  'not-json': 'was changed: it is not a JSON line',
  'wrong-shape': 'was changed: it lacks or adds fields',
  'not-canonical': 'was changed: its bytes are not the canonical form',
  'wrong-commit': 'was changed: its body does not match its commitment',
  'wrong-hash': 'was changed: its fields do not match its hash',
  'wrong-seq': 'stands where another record belongs: something was removed, moved or added here',
  'wrong-prev': 'does not follow the record before it',
  'missing-body': 'has no body, and neither an erasure nor the list of covered records names it',
  'unerased-body': 'still holds a body that an erasure names',
  'covered-body': 'holds a body, although the manifest says that it is covered up',
} as const;
type Fault = keyof typeof SAYS;

type Line = AuditRecord & { readonly prev: string };
type Reading =
  | { readonly kind: 'ok'; readonly record: Line }
  | { readonly kind: 'faulty'; readonly fault: Fault; readonly record: Line | null };

/** Follows the chain of a bundle's journal, line by line, and goes on after a fault so that each is named. */
export class AuditChain {
  readonly #covered: Manifest['covered'];
  readonly #problems: Problems;
  readonly #sha256: Sha256;
  readonly #missing = new Map<number, { readonly file: string; readonly id: string }>();
  readonly #licensed = new Map<number, string>();
  readonly #withBody = new Set<number>();
  #next = 1;
  #prev: string | null = '0'.repeat(64);
  records = 0;
  open = 0;
  covered = 0;
  last: { readonly seq: number; readonly hash: string } | null = null;

  constructor(input: { readonly covered: Manifest['covered']; readonly problems: Problems; readonly sha256: Sha256 }) {
    this.#covered = input.covered;
    this.#problems = input.problems;
    this.#sha256 = input.sha256;
  }

  get erased(): number {
    return this.#missing.size - this.covered;
  }

  /** One line without its newline; the record, where it can be read at all. */
  add(bytes: Uint8Array, file: string): AuditRecord | null {
    const read = this.#read(bytes);
    const place = { file, seq: read.record?.seq ?? this.#next, id: read.record?.id ?? null };
    if (read.kind === 'faulty') this.#report(read.fault, place);
    const { record } = read;
    if (record === null) {
      this.#next += 1;
      this.#prev = null;
      return null;
    }
    if (record.seq !== this.#next) this.#report('wrong-seq', place);
    else if (this.#prev !== null && record.prev !== this.#prev) this.#report('wrong-prev', place);
    this.#next = record.seq + 1;
    this.#prev = record.hash;
    this.#note(record, file);
    return record;
  }

  /** After the last line: bodies that may not be missing, and bodies that may not be there. */
  finish(): void {
    for (const [seq, { file, id }] of this.#missing) {
      const isCovered = this.#isCovered(seq);
      if (!isCovered && !this.#licensed.has(seq)) this.#report('missing-body', { file, seq, id });
    }
    for (const [seq, file] of this.#licensed)
      if (this.#withBody.has(seq)) this.#report('unerased-body', { file, seq, id: null });
  }

  #isCovered(seq: number): boolean {
    const { scope, bodies, names } = this.#covered;
    return isIn(scope, seq) || isIn(bodies, seq) || isIn(names, seq);
  }

  #report(fault: Fault, place: { readonly file: string; readonly seq: number; readonly id: string | null }): void {
    this.#problems.add({
      check: `journal.${fault}`,
      message: `Record ${place.seq} in ${place.file} ${SAYS[fault]}.`,
      ...place,
    });
  }

  #note(record: Line, file: string): void {
    const { seq, id, hash, body, kind } = record;
    this.records += 1;
    this.last = { seq, hash };
    if (body === undefined) {
      this.#missing.set(seq, { file, id });
      if (this.#isCovered(seq)) this.covered += 1;
      return;
    }
    this.open += 1;
    this.#withBody.add(seq);
    if (this.#isCovered(seq)) this.#report('covered-body', { file, seq, id });
    if (kind === 'erased' && Array.isArray(body.seqs))
      for (const erased of body.seqs) if (typeof erased === 'number' && erased < seq) this.#licensed.set(erased, file);
  }

  #read(bytes: Uint8Array): Reading {
    const faulty = (fault: Fault, record: Line | null = null): Reading => ({ kind: 'faulty', fault, record });
    const text = textOf(bytes);
    if (text === null) return faulty('not-utf8');
    const read = readCanonical(text);
    if (read.kind !== 'ok') return faulty(read.kind);
    const record = toRecord(read.value);
    if (record === null) return faulty('wrong-shape');
    const { at, commit, id, kind, prev, seq, v, salt, body } = record.fields;
    if (salt !== undefined && this.#commitOf(String(salt), body) !== commit) return faulty('wrong-commit', record.line);
    const chained = canonical({ at, commit, id, kind, prev, seq, v }) ?? '';
    if (this.#sha256(utf8(chained)) !== record.line.hash) return faulty('wrong-hash', record.line);
    return { kind: 'ok', record: record.line };
  }

  #commitOf(salt: string, body: unknown): string {
    return this.#sha256(join([fromHex(salt) ?? new Uint8Array(), utf8(canonical(body) ?? '')]));
  }
}

function toRecord(
  value: unknown,
): { readonly fields: { readonly [key: string]: unknown }; readonly line: Line } | null {
  if (!isFields(value)) return null;
  const keys = Object.keys(value);
  const expected = 'body' in value ? WITH_BODY : ENVELOPE;
  if (keys.length !== expected.length || !expected.every((key) => Object.hasOwn(value, key))) return null;
  const { at, body, commit, hash, id, kind, prev, salt, seq, v } = value;
  const isSound =
    [commit, hash, prev].every((each) => typeof each === 'string' && HEX64.test(each)) &&
    (salt === undefined || (typeof salt === 'string' && HEX64.test(salt))) &&
    typeof at === 'string' &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(at) &&
    typeof id === 'string' &&
    typeof kind === 'string' &&
    Number.isSafeInteger(seq) &&
    Number(seq) >= 1 &&
    v === 1;
  if (!isSound || (body !== undefined && !isFields(body))) return null;
  const line = { seq: Number(seq), id, kind, at, hash: String(hash), prev: String(prev) };
  return { fields: value, line: isFields(body) ? { ...line, body } : line };
}
