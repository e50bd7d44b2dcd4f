import { readCanonical } from './canonical.pure.ts';

/** Record numbers, as ranges with both ends included. */
export type Ranges = readonly (readonly [number, number])[];

export type ManifestFile = {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly packedSize: number;
  readonly packedSha256: string;
};

/** What a bundle says of itself. `docs/audit-format.md` describes every field. */
export type Manifest = {
  readonly format: 'palimpsest.audit';
  readonly version: 1;
  readonly exportedAt: string;
  readonly app: { readonly name: 'Palimpsest'; readonly version: string };
  readonly vault: { readonly journalId: string; readonly createdAt: string };
  readonly head: { readonly seq: number; readonly hash: string };
  readonly isSigned: boolean;
  /** SPKI, base64; null where nothing is signed. */
  readonly publicKey: string | null;
  readonly scope: {
    readonly spaceId: string | null;
    readonly conversationId: string | null;
    readonly from: string | null;
    readonly to: string | null;
  };
  readonly times: { readonly validAt: string; readonly knownAt: string };
  readonly redaction: { readonly bodies: boolean; readonly names: boolean };
  /** Records whose body is not given, and why: outside of the scope, all bodies covered, or a covered name in it. */
  readonly covered: { readonly scope: Ranges; readonly bodies: Ranges; readonly names: Ranges };
  readonly tracesLeftOut: number;
  readonly files: readonly ManifestFile[];
  readonly viewer: { readonly templateSha256: string; readonly isEmbedded: boolean };
};

export type ManifestReading =
  | { readonly kind: 'ok'; readonly manifest: Manifest }
  | { readonly kind: 'not-json' | 'not-canonical' | 'newer' | 'wrong-shape' };

type Fields = { readonly [key: string]: unknown };
type Check = (value: unknown) => boolean;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text: Check = (value) => typeof value === 'string' && value.length <= 2_000;
const flag: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const hex64: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const instant: Check = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** An object with exactly these fields. */
const object =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) &&
    Object.keys(value).length === Object.keys(fields).length &&
    Object.entries(fields).every(([key, check]) => Object.hasOwn(value, key) && check(value[key]));

/** In order, and none twice. */
const ranges: Check = (value) => {
  let last = 0;
  return (
    Array.isArray(value) &&
    value.every((range: unknown) => {
      if (!Array.isArray(range) || range.length !== 2 || !range.every(count)) return false;
      const [from, to] = range.map(Number);
      const isNext = from !== undefined && to !== undefined && from > last && to >= from;
      last = to ?? last;
      return isNext;
    })
  );
};

const isManifest = object({
  format: (value) => value === 'palimpsest.audit',
  version: (value) => value === 1,
  exportedAt: instant,
  app: object({ name: (value) => value === 'Palimpsest', version: text }),
  vault: object({ journalId: text, createdAt: instant }),
  head: object({ seq: (value) => count(value) && value !== 0, hash: hex64 }),
  isSigned: flag,
  publicKey: orNull(text),
  scope: object({ spaceId: orNull(text), conversationId: orNull(text), from: orNull(instant), to: orNull(instant) }),
  times: object({ validAt: instant, knownAt: instant }),
  redaction: object({ bodies: flag, names: flag }),
  covered: object({ scope: ranges, bodies: ranges, names: ranges }),
  tracesLeftOut: count,
  files: list(object({ path: text, size: count, sha256: hex64, packedSize: count, packedSha256: hex64 })),
  viewer: object({ templateSha256: hex64, isEmbedded: flag }),
});

/** The manifest in its one spelling, or what is wrong with it. */
export function readManifest(json: string): ManifestReading {
  const read = readCanonical(json);
  if (read.kind !== 'ok') return read;
  const { value } = read;
  if (isFields(value) && value.format === 'palimpsest.audit' && typeof value.version === 'number' && value.version > 1)
    return { kind: 'newer' };
  // Checked field by field just before.
  return isManifest(value) ? { kind: 'ok', manifest: value as unknown as Manifest } : { kind: 'wrong-shape' };
}

/** Whether a number lies in one of the ranges, which are in order. */
export function isIn(within: Ranges, seq: number): boolean {
  let low = 0;
  let high = within.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = within[middle] ?? [0, 0];
    if (seq < from) high = middle - 1;
    else if (seq > to) low = middle + 1;
    else return true;
  }
  return false;
}

/** Numbers in order as ranges. */
export function toRanges(seqs: readonly number[]): Ranges {
  const ranges: [number, number][] = [];
  for (const seq of seqs) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}
