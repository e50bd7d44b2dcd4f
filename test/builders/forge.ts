import { inflateRawSync } from 'node:zlib';
import { utf8 } from '../../main/audit/verify/bytes.pure.ts';
import { HEAD_PURPOSE, MANIFEST_PURPOSE, signingText } from '../../main/audit/verify/keys.pure.ts';
import type { Manifest, ManifestFile } from '../../main/audit/verify/manifest.pure.ts';
import { SLOT_BEGIN } from '../../main/audit/verify/viewer-slot.pure.ts';
import { buildZip, crc32, readZip } from '../../main/audit/verify/zip.pure.ts';
import { createZipWriter, sha256Hex } from '../../main/audit/zip-writer.ts';
import { buildRecord, canonicalJson, type JournalRecord } from '../../main/journal/record.pure.ts';
import { createKey, type Key, type Random, signWith, TEMPLATE } from './audit.ts';

/** A bundle as somebody changed it, and what the report must name. */
export type Forgery = {
  readonly bytes: Uint8Array;
  readonly names: (problem: { file: string | null; seq: number | null; check: string }) => boolean;
};
type Files = Map<string, Uint8Array>;
type Target = { readonly bytes: Uint8Array; readonly other: Uint8Array; readonly random: Random };

const SEGMENT = 'journal/00000001.jsonl';
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8');
const json = <T>(files: Files, name: string): T => JSON.parse(text(files.get(name))) as T; // files of a bundle that the test made

/** Files of a sound bundle, unpacked. */
export function unpack(bytes: Uint8Array): Files {
  return new Map(
    readZip(bytes).entries.map(({ name, method, packed }) => [
      name,
      method === 0 ? packed : new Uint8Array(inflateRawSync(packed)),
    ]),
  );
}

type Repacked = {
  /** Signs anew with this key; null: what signed the old manifest stays. */
  readonly key?: Key;
  readonly edit?: (manifest: Manifest) => Manifest;
  readonly keepsManifest?: boolean;
};

/** A zip of the one form with every hash right: what a forger without the key can do. */
export async function repack(
  files: Files,
  { key, edit = (manifest) => manifest, keepsManifest = false }: Repacked = {},
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = createZipWriter(async (bytes) => void parts.push(bytes), 1e9);
  const listed: ManifestFile[] = [];
  for (const [name, bytes] of files)
    if (!['manifest.json', 'signature.json', 'viewer.html'].includes(name)) listed.push(await zip.add(name, bytes));
  const before = json<Manifest>(files, 'manifest.json');
  const manifest = keepsManifest
    ? before
    : edit({ ...before, files: listed, ...(key === undefined ? {} : { publicKey: key.publicKey }) });
  const bytes = utf8(canonicalJson(manifest));
  await zip.add('manifest.json', bytes, { isStored: true });
  const signature = files.get('signature.json');
  if (key !== undefined) {
    const signed = signWith(key)(signingText(MANIFEST_PURPOSE, { manifest: sha256Hex(bytes) }));
    await zip.add(
      'signature.json',
      utf8(canonicalJson({ publicKey: key.publicKey, purpose: MANIFEST_PURPOSE, signature: signed })),
      { isStored: true },
    );
  } else if (signature !== undefined) await zip.add('signature.json', signature, { isStored: true });
  const page = Buffer.from(TEMPLATE);
  const slot = page.indexOf(SLOT_BEGIN) + SLOT_BEGIN.length;
  const inside = Buffer.from(zip.soFar() ?? []).toString('base64');
  await zip.add('viewer.html', Buffer.concat([page.subarray(0, slot), Buffer.from(inside), page.subarray(slot)]), {
    isStored: true,
  });
  await zip.finish();
  return new Uint8Array(Buffer.concat(parts));
}

export const readRecords = (files: Files): JournalRecord[] =>
  text(files.get(SEGMENT))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JournalRecord); // lines of a bundle that the test made

const writeRecords = (files: Files, records: readonly JournalRecord[]): Files =>
  new Map(files).set(SEGMENT, utf8(records.map((record) => `${canonicalJson(record)}\n`).join('')));

/** The chain computed anew from a record on; what has no body keeps its commitment. */
function rechain(records: readonly JournalRecord[]): JournalRecord[] {
  const out: JournalRecord[] = [];
  for (const record of records) {
    const place = { seq: out.length + 1, prev: out.at(-1)?.hash ?? '0'.repeat(64) };
    const { at, id, kind } = record;
    const made = buildRecord({ ...place, at, id, kind, body: record.body ?? {}, salt: record.salt ?? '0'.repeat(64) });
    out.push(made);
  }
  return out;
}

const changedText = (record: JournalRecord): JournalRecord => {
  const body = record.body as { readonly [key: string]: string }; // a turn
  return { ...record, body: { ...body, text: `${body.text}x` } } as JournalRecord; // with its salt, as it was
};

const turnOf = (records: readonly JournalRecord[], random: Random): number => {
  const turns = records.flatMap(({ kind, body }, n) => (kind === 'turn.said' && body !== undefined ? [n] : []));
  return turns[random(turns.length)] ?? 0;
};

const isIn =
  (file: string): Forgery['names'] =>
  (problem) =>
    problem.file === file;
const isRecord =
  (seq: number): Forgery['names'] =>
  (problem) =>
    problem.seq === seq && problem.file === SEGMENT;
const hasPlace: Forgery['names'] = ({ file, check }) => file !== null || check.startsWith('zip.');

async function withHead(files: Files, records: readonly JournalRecord[], key?: Key): Promise<Uint8Array> {
  const last = records.at(-1);
  const head = { seq: last?.seq ?? 0, hash: last?.hash ?? '' };
  const at = '2026-01-02T00:00:00.000Z';
  const next = writeRecords(files, records);
  if (key !== undefined) {
    const signature = signWith(key)(signingText(HEAD_PURPOSE, { ...head, at }));
    next.set('head.json', utf8(canonicalJson({ ...head, at, publicKey: key.publicKey, signature })));
  }
  return repack(next, { ...(key === undefined ? {} : { key }), edit: (manifest) => ({ ...manifest, head }) });
}

/** What somebody may do to a bundle, by name. */
export const FORGERIES: Readonly<Record<string, (target: Target) => Promise<Forgery>>> = {
  'a bit flipped': async ({ bytes, random }) => {
    const out = Uint8Array.from(bytes);
    const place = random(out.length);
    out[place] = (out[place] ?? 0) ^ (1 << random(8));
    return { bytes: out, names: hasPlace };
  },
  'cut short': async ({ bytes, random }) => ({ bytes: bytes.slice(0, random(bytes.length)), names: hasPlace }),
  'bytes appended': async ({ bytes, random }) => ({ bytes: Uint8Array.from([...bytes, random(256)]), names: hasPlace }),
  'bytes put in': async ({ bytes, random }) => {
    const place = random(bytes.length);
    return {
      bytes: Uint8Array.from([...bytes.subarray(0, place), random(256), ...bytes.subarray(place)]),
      names: hasPlace,
    };
  },
  'a record removed': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const n = 1 + random(records.length - 2);
    const seq = records[n + 1]?.seq ?? 0;
    return { bytes: await repack(writeRecords(files, records.toSpliced(n, 1))), names: isRecord(seq) };
  },
  'two records exchanged': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const n = random(records.length - 1);
    const [a, b] = records.slice(n, n + 2);
    if (a === undefined || b === undefined) throw new Error('two records');
    return { bytes: await repack(writeRecords(files, records.toSpliced(n, 2, b, a))), names: isRecord(b.seq) };
  },
  'a body changed': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const n = turnOf(records, random);
    const record = records[n];
    if (record === undefined) throw new Error('a turn');
    return {
      bytes: await repack(writeRecords(files, records.with(n, changedText(record)))),
      names: isRecord(record.seq),
    };
  },
  'a body changed with its seal': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const n = turnOf(records, random);
    const record = records[n];
    if (record === undefined) throw new Error('a turn');
    const { at, id, kind, prev, seq, body, salt } = changedText(record);
    const made = buildRecord({ at, id, kind, prev, seq, body: body ?? {}, salt: salt ?? '' });
    return {
      bytes: await repack(writeRecords(files, records.with(n, made))),
      names: (problem) => problem.seq === seq + 1 || problem.file === 'manifest.json',
    };
  },
  're-chained without the key': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const n = turnOf(records, random);
    const record = records[n];
    if (record === undefined) throw new Error('a turn');
    return { bytes: await withHead(files, rechain(records.with(n, changedText(record)))), names: isIn('head.json') };
  },
  're-chained and signed by another key': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const n = turnOf(records, random);
    const record = records[n];
    if (record === undefined) throw new Error('a turn');
    const key = createKey();
    return {
      bytes: await withHead(files, rechain(records.with(n, changedText(record))), key),
      names: ({ check }) => check === 'key.unexpected',
    };
  },
  'the last records dropped': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    return { bytes: await withHead(files, records.slice(0, 1 + random(records.length - 1))), names: isIn('head.json') };
  },
  'a record added': async ({ bytes }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const last = records.at(-1);
    const added = buildRecord({
      seq: records.length + 1,
      prev: last?.hash ?? '',
      at: last?.at ?? '',
      id: 'added',
      kind: 'turn.said',
      body: { text: 'never said' },
      salt: '1'.repeat(64),
    });
    return { bytes: await withHead(files, [...records, added]), names: isIn('head.json') };
  },
  'the manifest of another bundle': async ({ bytes, other }) => {
    const [files, others] = [unpack(bytes), unpack(other)];
    for (const name of ['manifest.json', 'signature.json']) files.set(name, others.get(name) ?? new Uint8Array());
    return { bytes: await repack(files, { keepsManifest: true }), names: isIn(SEGMENT) };
  },
  'the journal of another bundle': async ({ bytes, other }) => {
    const files = unpack(bytes).set(SEGMENT, unpack(other).get(SEGMENT) ?? new Uint8Array());
    return { bytes: await repack(files), names: ({ file }) => file === 'signature.json' || file === 'manifest.json' };
  },
  'the state changed': async ({ bytes }) => {
    const files = unpack(bytes);
    const changed = text(files.get('state.json')).replace(/"version":1/, '"version":1,"zz":1');
    return { bytes: await repack(files.set('state.json', utf8(changed))), names: isIn('signature.json') };
  },
  'a date of the manifest changed': async ({ bytes }) => ({
    bytes: await repack(unpack(bytes), {
      edit: (manifest) => ({ ...manifest, exportedAt: '2001-01-01T00:00:00.000Z' }),
    }),
    names: isIn('signature.json'),
  }),
  'a body taken away and called covered': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const n = turnOf(records, random);
    const { body: _, salt: __, ...bare } = records[n] ?? ({} as JournalRecord); // there is a turn
    const next = writeRecords(files, records.with(n, bare as JournalRecord)); // what an erased one looks like
    return {
      bytes: await repack(next, {
        edit: (manifest) => ({ ...manifest, covered: { ...manifest.covered, bodies: [[n + 1, n + 1]] } }),
      }),
      names: isIn('signature.json'),
    };
  },
  'a body taken away': async ({ bytes, random }) => {
    const files = unpack(bytes);
    const records = readRecords(files);
    const n = turnOf(records, random);
    const { body: _, salt: __, ...bare } = records[n] ?? ({} as JournalRecord); // there is a turn
    return { bytes: await repack(writeRecords(files, records.with(n, bare as JournalRecord))), names: isRecord(n + 1) }; // as above
  },
  'a file removed': async ({ bytes, random }) => {
    const entries = readZip(bytes).entries;
    const gone = random(entries.length);
    return { bytes: buildZip(entries.toSpliced(gone, 1)), names: isIn(entries[gone]?.name ?? '') };
  },
  'a file added': async ({ bytes, random }) => {
    const name = ['journal/00000002.jsonl', 'extra.txt', '../evil.txt', 'C:\\evil'][random(4)] ?? '';
    const packed = utf8('more');
    const entry = { name, method: 0, crc: crc32(packed), size: packed.length, packed };
    return { bytes: buildZip([...readZip(bytes).entries, entry]), names: isIn(name) };
  },
  'a file twice': async ({ bytes, random }) => {
    const entries = readZip(bytes).entries;
    const entry = entries[random(entries.length)];
    if (entry === undefined) throw new Error('an entry');
    return { bytes: buildZip([...entries, entry]), names: isIn(entry.name) };
  },
  'the viewer of another bundle': async ({ bytes, other }) => {
    const page = readZip(other).entries.find(({ name }) => name === 'viewer.html');
    const entries = readZip(bytes).entries.map((entry) =>
      entry.name === 'viewer.html' && page !== undefined ? page : entry,
    );
    return { bytes: buildZip(entries), names: isIn('viewer.html') };
  },
  'the signature taken away': async ({ bytes }) => ({
    bytes: await repack(new Map([...unpack(bytes)].filter(([name]) => name !== 'signature.json'))),
    names: isIn('signature.json'),
  }),
};
