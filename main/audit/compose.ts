import type { JournalRecord } from '../journal/record.pure.ts';
import { canonicalJson, withoutBody } from '../journal/record.pure.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { mapTexts } from './names.pure.ts';
import type { Openness } from './scope.pure.ts';
import { utf8 } from './verify/bytes.pure.ts';
import { MANIFEST_PURPOSE, type Signed, signingText } from './verify/keys.pure.ts';
import { type Manifest, type ManifestFile, toRanges } from './verify/manifest.pure.ts';
import { SLOT_BEGIN } from './verify/viewer-slot.pure.ts';
import { createZipWriter, sha256Hex, type ZipWriter } from './zip-writer.ts';

/** Unpacked: small enough that a page which hashes one stays alive meanwhile. */
const SEGMENT_BYTES = 1_000_000;
/** A page that carries more takes too long to open: the zip is then opened in it by hand. */
export const MAX_EMBEDDED_BYTES = 64_000_000;

/** Everything that a bundle is made of, already decided: what may be in it and what may not. */
export type Material = {
  readonly about: Omit<Manifest, 'covered' | 'files' | 'viewer' | 'isSigned' | 'publicKey' | 'tracesLeftOut'>;
  readonly records: AsyncIterable<JournalRecord> | Iterable<JournalRecord>;
  readonly opennessOf: (record: JournalRecord) => Openness;
  readonly head: { readonly seq: number; readonly hash: string; readonly at: string; readonly signed: Signed | null };
  readonly state: unknown;
  readonly config: unknown;
  /** Read one after another, each already free of what is covered. */
  readonly traces: AsyncIterable<unknown> | Iterable<unknown>;
  readonly tracesLeftOut: () => number;
  readonly readme: string;
  /** The page without a bundle in it, and the script. */
  readonly viewerTemplate: Uint8Array;
  readonly verifyScript: Uint8Array;
  /** Signs a text with the vault's key; null: nothing is signed. */
  readonly sign: { readonly publicKey: string; readonly sign: (text: string) => string } | null;
};

export type Watch = { readonly signal: AbortSignal; readonly onRecord: (seq: number) => Promise<void> };

export type Composed = { readonly bytes: number; readonly files: number; readonly manifest: Manifest };

/** Writes a bundle, entry by entry; the same material gives the same bytes. */
export async function composeBundle(
  material: Material,
  write: (bytes: Uint8Array) => Promise<void>,
  watch: Watch,
): Promise<Composed> {
  const zip = createZipWriter(write, MAX_EMBEDDED_BYTES);
  const files: ManifestFile[] = [];
  const add = async (name: string, bytes: Uint8Array): Promise<void> => {
    throwIfAborted(watch.signal);
    files.push(await zip.add(name, bytes));
  };
  await add('README.txt', utf8(material.readme));
  await add('verify.mjs', material.verifyScript);
  await add('config.json', utf8(canonicalJson(material.config)));
  await add('head.json', utf8(headText(material.head)));
  await add('state.json', utf8(canonicalJson(wellFormed(material.state))));
  const covered = await addJournal(material, add, watch);
  await addTraces(material, add, watch);
  const manifest: Manifest = {
    ...material.about,
    ...{ isSigned: material.sign !== null, publicKey: material.sign?.publicKey ?? null },
    ...{ covered, files, tracesLeftOut: material.tracesLeftOut() },
    viewer: { templateSha256: sha256Hex(material.viewerTemplate), isEmbedded: zip.soFar() !== null },
  };
  await addProof(zip, manifest, material);
  await zip.add('viewer.html', buildViewer(material.viewerTemplate, manifest.viewer.isEmbedded ? zip.soFar() : null), {
    isStored: true,
  });
  return { bytes: await zip.finish(), files: files.length, manifest };
}

const headText = ({ seq, hash, at, signed }: Material['head']): string =>
  canonicalJson(signed === null ? { seq, hash, at } : { seq, hash, at, ...signed });

/** An excerpt may end in the middle of a sign that takes two units, which canonical JSON cannot carry. */
const wellFormed = (value: unknown): unknown => mapTexts(value, (text) => text.toWellFormed());

type Add = (name: string, bytes: Uint8Array) => Promise<void>;

async function addJournal(material: Material, add: Add, watch: Watch): Promise<Manifest['covered']> {
  const covered: { readonly [K in Exclude<Openness, 'open'>]: number[] } = { scope: [], bodies: [], names: [] };
  let lines: string[] = [];
  let chars = 0;
  let segment = 0;
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    segment += 1;
    const text = `${lines.join('\n')}\n`;
    lines = [];
    chars = 0;
    await add(`journal/${String(segment).padStart(8, '0')}.jsonl`, utf8(text));
  };
  for await (const record of material.records) {
    throwIfAborted(watch.signal);
    const openness = record.body === undefined ? 'open' : material.opennessOf(record);
    if (openness !== 'open') covered[openness].push(record.seq);
    const line = canonicalJson(openness === 'open' ? { ...record } : withoutBody(record));
    lines.push(line);
    chars += line.length;
    if (chars >= SEGMENT_BYTES) await flush();
    await watch.onRecord(record.seq);
  }
  await flush();
  return { scope: toRanges(covered.scope), bodies: toRanges(covered.bodies), names: toRanges(covered.names) };
}

async function addTraces(material: Material, add: Add, watch: Watch): Promise<void> {
  let lines: string[] = [];
  let chars = 0;
  let part = 0;
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    part += 1;
    await add(`traces/${String(part).padStart(5, '0')}.jsonl`, utf8(`${lines.join('\n')}\n`));
    lines = [];
    chars = 0;
  };
  for await (const trace of material.traces) {
    throwIfAborted(watch.signal);
    const line = canonicalJson(wellFormed(trace));
    lines.push(line);
    chars += line.length;
    if (chars >= SEGMENT_BYTES) await flush();
  }
  await flush();
}

/** The manifest and what signs it are stored as they are. */
async function addProof(zip: ZipWriter, manifest: Manifest, { sign }: Material): Promise<void> {
  const bytes = utf8(canonicalJson(manifest));
  await zip.add('manifest.json', bytes, { isStored: true });
  if (sign === null) return;
  const signature = sign.sign(signingText(MANIFEST_PURPOSE, { manifest: sha256Hex(bytes) }));
  const text = canonicalJson({ publicKey: sign.publicKey, purpose: MANIFEST_PURPOSE, signature });
  await zip.add('signature.json', utf8(text), { isStored: true });
}

/** The page with a bundle in it. */
function buildViewer(template: Uint8Array, bundle: Uint8Array | null): Uint8Array {
  if (bundle === null) return template;
  const page = Buffer.from(template);
  const at = page.indexOf(SLOT_BEGIN) + SLOT_BEGIN.length;
  const data = Buffer.from(Buffer.from(bundle).toString('base64'), 'latin1');
  return new Uint8Array(Buffer.concat([page.subarray(0, at), data, page.subarray(at)]));
}
