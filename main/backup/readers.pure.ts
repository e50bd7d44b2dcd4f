import { z } from 'zod';
import { canonicalJson } from '../journal/record.pure.ts';
import { BACKUP_FORMAT, Header, Summary, sha256 } from './format.pure.ts';

/** What a file turned out to be. */
export type Reading<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'newer'; readonly format: number }
  | { readonly kind: 'damaged' };

const Versioned = z.looseObject({ format: z.int().min(1) });
const StoredManifest = z.strictObject({
  summary: z.unknown(),
  /** Deflated and, where the summary says so, sealed. Base64. */
  contents: z.base64(),
  check: z.string(),
});

/** A manifest as it lies on the disk. */
export type ReadManifest = { readonly summary: Summary; readonly contents: Buffer };

/** By format: each version of the app reads all formats up to its own, and hands on what the rest of the code works with. */
const HEADERS: Readonly<Record<number, (value: unknown) => Header | null>> = { 1: readHeader1 };
const MANIFESTS: Readonly<Record<number, (value: Stored) => ReadManifest | null>> = {
  1: readManifest1,
};

type Stored = z.infer<typeof StoredManifest>;

/** `backup.json`. */
export function parseHeader(text: string): Reading<Header> {
  const value = parseJson(text);
  const versioned = Versioned.safeParse(value);
  if (!versioned.success) return { kind: 'damaged' };
  return readBy(HEADERS, versioned.data.format, (read) => read(value));
}

/** A manifest, its contents still as stored. */
export function parseManifest(text: string): Reading<ReadManifest> {
  const stored = StoredManifest.safeParse(parseJson(text));
  if (!stored.success) return { kind: 'damaged' };
  const versioned = Versioned.safeParse(stored.data.summary);
  if (!versioned.success) return { kind: 'damaged' };
  return readBy(MANIFESTS, versioned.data.format, (read) => read(stored.data));
}

function readBy<R, T>(readers: Readonly<Record<number, R>>, format: number, use: (reader: R) => T | null): Reading<T> {
  if (format > BACKUP_FORMAT) return { kind: 'newer', format };
  const reader = readers[format];
  const value = reader === undefined ? null : use(reader);
  return value === null ? { kind: 'damaged' } : { kind: 'ok', value };
}

function readHeader1(value: unknown): Header | null {
  const parsed = Header.safeParse(value);
  if (!parsed.success) return null;
  const { check, ...rest } = parsed.data;
  return sha256(canonicalJson(rest)) === check ? parsed.data : null;
}

function readManifest1({ summary, contents, check }: Stored): ReadManifest | null {
  const parsed = Summary.safeParse(summary);
  if (!parsed.success || sha256(`${canonicalJson(summary)}\n${contents}`) !== check) return null;
  return { summary: parsed.data, contents: Buffer.from(contents, 'base64') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is damage, which the caller names.
    return null;
  }
}
