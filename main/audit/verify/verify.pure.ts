import { isSame, textOf } from './bytes.pure.ts';
import { AuditChain, type AuditRecord, type Sha256 } from './chain.pure.ts';
import {
  fingerprintOf,
  HEAD_PURPOSE,
  isSignedFor,
  MANIFEST_PURPOSE,
  readHeadFile,
  readSignatureFile,
  type Signed,
} from './keys.pure.ts';
import { type Manifest, type ManifestFile, readManifest } from './manifest.pure.ts';
import { type AuditReport, Problems, UNTRUSTED } from './report.pure.ts';
import { StateCheck } from './state.pure.ts';
import { readViewer } from './viewer-slot.pure.ts';
import { buildZip, crc32, readZip, type ZipEntry, type ZipFault } from './zip.pure.ts';

/** What Node and browsers do each in their way. */
export type Platform = {
  readonly sha256: Sha256;
  /** Inflates raw deflate; throws where it is none, or where it gives more than `maxBytes`. */
  readonly inflate: (packed: Uint8Array, maxBytes: number) => Promise<Uint8Array>;
  /** Awaited now and then, so that a page stays alive. */
  readonly breathe: (share: number) => Promise<void>;
};

export type VerifyInput = {
  readonly bytes: Uint8Array;
  /** Fingerprint of the key that must have signed it, in hex; null: whoever signed it. */
  readonly expectedKey: string | null;
  /** The bundle that lies inside its own viewer is the same one without the viewer. */
  readonly isEmbedded: boolean;
  /** Sees each record and each readable file on the way. */
  readonly onRecord?: (record: AuditRecord) => void;
  readonly onFile?: (path: string, text: string) => void;
};

const KNOWN_FILE =
  /^(?:README\.txt|verify\.mjs|config\.json|head\.json|state\.json|journal\/\d{8}\.jsonl|traces\/\d{5}\.jsonl)$/;
const OUTSIDE_MANIFEST = ['manifest.json', 'signature.json', 'viewer.html'];
const NEEDED = ['README.txt', 'verify.mjs', 'config.json', 'head.json', 'state.json', 'journal/00000001.jsonl'];
const RECORDS_A_BREATH = 20;

const ZIP_SAYS: Readonly<Record<ZipFault['check'], string>> = {
  'zip.unreadable': 'This file is no zip, or the zip was cut short or changed.',
  'zip.form': 'The zip was changed or packed again by another program: its headers are not those of a bundle.',
  'zip.duplicate': 'The zip holds two entries of one name.',
  'zip.unsafe-name': 'The zip holds an entry whose name no bundle has.',
  'zip.hidden-data': 'The zip holds bytes that belong to no entry.',
  'zip.bomb': 'The zip would unpack to far more than it should.',
};

/** Checks a bundle, byte by byte, and names every fault. It never throws on what a bundle holds. */
export async function verifyBundle(platform: Platform, input: VerifyInput): Promise<AuditReport> {
  const problems = new Problems();
  const zip = readZip(input.bytes);
  for (const { check, file } of zip.faults)
    problems.add({ check, file: file === '' ? null : file, message: ZIP_SAYS[check], fix: zipFix(check) });
  const entries = new Map(zip.entries.map((entry) => [entry.name, entry]));
  const manifest = await openManifest({ platform, entries, problems });
  if (manifest === null) return reportOf({ problems, manifest: null, chain: null, state: null, platform });
  checkListed({ manifest, entries, problems, isEmbedded: input.isEmbedded });
  const signature = await checkSignature({ platform, manifest, entries, problems });
  const chain = new AuditChain({ covered: manifest.covered, problems, sha256: platform.sha256 });
  const state = new StateCheck(problems);
  await checkFiles({ platform, manifest, entries, problems, chain, state, input });
  chain.finish();
  state.finish();
  if (chain.last?.seq !== manifest.head.seq || chain.last.hash !== manifest.head.hash) {
    const message = `The journal ends at record ${chain.last?.seq ?? 0}, which is not the end that the manifest names (record ${manifest.head.seq}).`;
    problems.add({ check: 'journal.truncated', file: 'manifest.json', seq: manifest.head.seq, message });
  }
  checkKey({ problems, expectedKey: input.expectedKey, signature, sha256: platform.sha256 });
  if (!input.isEmbedded) await checkViewer({ platform, manifest, zip: zip.entries, problems });
  return reportOf({ problems, manifest, chain, state, platform });
}

const zipFix = (check: ZipFault['check']): string =>
  check === 'zip.form' ? 'Use the file as it was handed over, without unpacking and packing it again.' : UNTRUSTED;

type Opened = {
  readonly platform: Platform;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly problems: Problems;
};

/** The bytes of an entry as its headers say, or null with the fault reported. */
async function unpack({ platform, problems }: Opened, entry: ZipEntry): Promise<Uint8Array | null> {
  const report = (how: string): null => {
    problems.add({ check: 'file.changed', file: entry.name, message: `The file ${entry.name} was changed: ${how}.` });
    return null;
  };
  let bytes: Uint8Array;
  try {
    if (entry.method !== 0 && entry.method !== 8) return report('it is packed in another way');
    bytes = entry.method === 0 ? entry.packed : await platform.inflate(entry.packed, entry.size);
  } catch {
    // Whatever the platform says, the data are no deflate of this size.
    return report('it cannot be unpacked');
  }
  if (bytes.length !== entry.size) return report('it has another size than the zip says');
  return crc32(bytes) === entry.crc ? bytes : report('its check sum does not fit');
}

async function openManifest(opened: Opened): Promise<Manifest | null> {
  const { entries, problems } = opened;
  const file = 'manifest.json';
  const entry = entries.get(file);
  if (entry === undefined) {
    problems.add({
      check: 'manifest.missing',
      file,
      message: 'This is no audit bundle of Palimpsest: there is no manifest.json.',
    });
    return null;
  }
  checkStored(problems, entry);
  const bytes = await unpack(opened, entry);
  const text = bytes === null ? null : textOf(bytes);
  const read = text === null ? null : readManifest(text);
  if (read?.kind === 'ok') return read.manifest;
  if (read?.kind === 'newer') {
    const fix = 'Check it with a newer Palimpsest, or with the script inside the bundle.';
    problems.add({ check: 'manifest.newer', file, message: 'This bundle was written by a newer Palimpsest.', fix });
  } else
    problems.add({
      check: 'manifest.unreadable',
      file,
      message: 'The manifest was changed: it is not in its one allowed form.',
    });
  return null;
}

/** Deflate has bits without meaning, and nothing holds the hash of these files as they are packed. */
function checkStored(problems: Problems, { name, method }: ZipEntry): void {
  if (method !== 0)
    problems.add({
      check: 'file.repacked',
      file: name,
      message: `The file ${name} was packed again.`,
      fix: zipFix('zip.form'),
    });
}

type Listing = {
  readonly manifest: Manifest;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly problems: Problems;
  readonly isEmbedded: boolean;
};

/** Every entry is in the manifest, and everything in the manifest is there; nothing else. */
function checkListed({ manifest, entries, problems, isEmbedded }: Listing): void {
  const listed = new Set<string>();
  for (const { path } of manifest.files) {
    if (listed.has(path) || !KNOWN_FILE.test(path))
      problems.add({
        check: 'manifest.foreign-file',
        file: path.slice(0, 120),
        message: 'The manifest lists a file that no bundle has, or one twice.',
      });
    listed.add(path);
    if (!entries.has(path))
      problems.add({ check: 'file.missing', file: path, message: `The file ${path} is missing.` });
  }
  for (const path of NEEDED)
    if (!listed.has(path))
      problems.add({ check: 'manifest.incomplete', file: path, message: `The manifest does not list ${path}.` });
  const own = OUTSIDE_MANIFEST.filter((name) => !(isEmbedded && name === 'viewer.html'));
  for (const name of entries.keys())
    if (!listed.has(name) && !own.includes(name))
      problems.add({
        check: 'file.foreign',
        file: name.slice(0, 120),
        message: 'The zip holds an entry that the manifest does not list.',
      });
}

type Checking = Opened & { readonly manifest: Manifest };

/** Who signed the manifest, or null. */
async function checkSignature(checking: Checking): Promise<Signed | null> {
  const { platform, manifest, entries, problems } = checking;
  const file = 'signature.json';
  const entry = entries.get(file);
  if (!manifest.isSigned) {
    if (entry !== undefined)
      problems.add({
        check: 'signature.foreign',
        file,
        message: 'There is a signature, although the manifest says that nothing is signed.',
      });
    return null;
  }
  if (entry === undefined) {
    problems.add({
      check: 'signature.missing',
      file,
      message: 'The signature is missing, although the manifest says that it is signed.',
    });
    return null;
  }
  checkStored(problems, entry);
  const bytes = await unpack(checking, entry);
  const signed = bytes === null ? null : readSignatureFile(textOf(bytes) ?? '');
  const manifestEntry = entries.get('manifest.json');
  const manifestBytes = manifestEntry === undefined ? null : await unpack(checking, manifestEntry);
  if (signed === null || manifestBytes === null) {
    problems.add({ check: 'signature.unreadable', file, message: 'The signature was changed: it cannot be read.' });
    return null;
  }
  if (signed.publicKey !== manifest.publicKey)
    problems.add({
      check: 'signature.other-key',
      file,
      message: 'The signature is by another key than the manifest names.',
    });
  if (isSignedFor(MANIFEST_PURPOSE, { manifest: platform.sha256(manifestBytes) }, signed)) return signed;
  problems.add({
    check: 'signature.wrong',
    file,
    message: 'The signature does not fit: the manifest was changed after it was signed, or swapped.',
  });
  return null;
}

type Reading = Checking & { readonly chain: AuditChain; readonly state: StateCheck; readonly input: VerifyInput };

/** One file after another, the journal last: what points at records is known by then. */
async function checkFiles(reading: Reading): Promise<void> {
  const { manifest, entries, input, platform } = reading;
  const total = manifest.files.reduce((sum, { size }) => sum + size, 1);
  let done = 0;
  const inOrder = [...manifest.files].sort(
    (a, b) => Number(isJournal(a)) - Number(isJournal(b)) || (a.path < b.path ? -1 : 1),
  );
  let segment = 0;
  for (const listed of inOrder) {
    const entry = entries.get(listed.path);
    if (isJournal(listed)) {
      segment += 1;
      if (listed.path !== `journal/${String(segment).padStart(8, '0')}.jsonl`)
        reading.problems.add({
          check: 'journal.segment-missing',
          file: listed.path,
          message: `A part of the journal before ${listed.path} is missing.`,
        });
    }
    if (entry === undefined) continue;
    const bytes = await checkFile(reading, { listed, entry });
    if (bytes !== null && isJournal(listed))
      await readSegment(reading, { bytes, path: listed.path, from: done / total, share: listed.size / total });
    else if (bytes !== null) readFile(reading, { bytes, path: listed.path });
    if (bytes !== null && !isJournal(listed)) input.onFile?.(listed.path, textOf(bytes) ?? '');
    done += listed.size;
    await platform.breathe(done / total);
  }
}

const isJournal = ({ path }: ManifestFile): boolean => path.startsWith('journal/');

/** The bytes of a file, also where they are not those of the manifest: what is inside says more. */
async function checkFile(
  reading: Reading,
  { listed, entry }: { readonly listed: ManifestFile; readonly entry: ZipEntry },
): Promise<Uint8Array | null> {
  const { platform, problems } = reading;
  const bytes = await unpack(reading, entry);
  if (bytes === null) return null;
  const isAsListed = bytes.length === listed.size && platform.sha256(bytes) === listed.sha256;
  if (!isAsListed)
    problems.add({
      check: 'file.changed',
      file: listed.path,
      message: `The file ${listed.path} is not the one that the manifest lists.`,
    });
  else if (entry.packed.length !== listed.packedSize || platform.sha256(entry.packed) !== listed.packedSha256) {
    const fix = zipFix('zip.form');
    problems.add({
      check: 'file.repacked',
      file: listed.path,
      message: `The file ${listed.path} says the same, but was packed again.`,
      fix,
    });
  }
  return bytes;
}

type Segment = { readonly bytes: Uint8Array; readonly path: string; readonly from: number; readonly share: number };

async function readSegment({ chain, state, problems, input, platform }: Reading, segment: Segment): Promise<void> {
  const { bytes, path } = segment;
  let lines = 0;
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(10, at);
    const record = chain.add(bytes.subarray(at, end === -1 ? bytes.length : end), path);
    if (record !== null) {
      state.addRecord(record);
      input.onRecord?.(record);
    }
    if (end === -1) {
      problems.add({
        check: 'journal.newline',
        file: path,
        seq: record?.seq ?? null,
        message: `The last line of ${path} does not end.`,
      });
      break;
    }
    at = end + 1;
    lines += 1;
    if (lines % RECORDS_A_BREATH === 0) await platform.breathe(segment.from + (segment.share * at) / bytes.length);
  }
}

function readFile(
  { state, manifest, problems }: Reading,
  { bytes, path }: { readonly bytes: Uint8Array; readonly path: string },
): void {
  const text = textOf(bytes);
  if (path === 'state.json') {
    const read = state.readState(text ?? '');
    if (read !== null && (read.validAt !== manifest.times.validAt || read.knownAt !== manifest.times.knownAt))
      problems.add({
        check: 'state.other-times',
        file: path,
        message: 'The file state.json is for other times than the manifest says.',
      });
  } else if (path === 'head.json') checkHead({ manifest, problems }, text ?? '');
  else if (path.startsWith('traces/'))
    for (const line of (text ?? '').split('\n').slice(0, -1)) state.readTrace(line, path);
}

function checkHead({ manifest, problems }: Pick<Checking, 'manifest' | 'problems'>, text: string): void {
  const file = 'head.json';
  const head = readHeadFile(text);
  if (head === null) {
    problems.add({
      check: 'head.unreadable',
      file,
      message: 'The head of the journal was changed: it cannot be read.',
    });
    return;
  }
  if (head.seq !== manifest.head.seq || head.hash !== manifest.head.hash)
    problems.add({
      check: 'head.other-history',
      file,
      seq: head.seq,
      message: `The head names another record ${head.seq} than the manifest: it is of another history.`,
    });
  if ((head.signed !== null) !== manifest.isSigned)
    problems.add({
      check: 'head.signature',
      file,
      message: 'The head is signed and the manifest is not, or the other way round.',
    });
  if (head.signed === null) return;
  const { seq, hash, at, signed } = head;
  if (!isSignedFor(HEAD_PURPOSE, { seq, hash, at }, signed))
    problems.add({
      check: 'head.forged',
      file,
      seq,
      message: 'The signature of the head does not fit: the history was made anew without the key.',
    });
  if (signed.publicKey !== manifest.publicKey)
    problems.add({
      check: 'head.other-key',
      file,
      seq,
      message: 'The head is signed by another key than the manifest names.',
    });
}

type KeyCheck = {
  readonly problems: Problems;
  readonly expectedKey: string | null;
  readonly signature: Signed | null;
  readonly sha256: Sha256;
};

function checkKey({ problems, expectedKey, signature, sha256 }: KeyCheck): void {
  if (expectedKey === null) return;
  const fingerprint = signature === null ? null : fingerprintOf(signature.publicKey, sha256);
  if (fingerprint === expectedKey) return;
  const message =
    signature === null
      ? 'This bundle is not soundly signed, and a key was expected.'
      : 'This bundle is signed by another key than the expected one.';
  problems.add({ check: 'key.unexpected', file: 'signature.json', message });
}

type ViewerCheck = {
  readonly platform: Platform;
  readonly manifest: Manifest;
  readonly zip: readonly ZipEntry[];
  readonly problems: Problems;
};

/** The page in the bundle is the known page around this very bundle: what it shows is what is checked here. */
async function checkViewer({ platform, manifest, zip, problems }: ViewerCheck): Promise<void> {
  const file = 'viewer.html';
  const entry = zip.find(({ name }) => name === file);
  if (entry === undefined) {
    problems.add({ check: 'file.missing', file, message: 'The file viewer.html is missing.' });
    return;
  }
  const bytes = await unpack({ platform, problems, entries: new Map() }, entry);
  if (bytes === null) return;
  const page = readViewer(bytes);
  if (page === null || platform.sha256(page.template) !== manifest.viewer.templateSha256) {
    problems.add({
      check: 'viewer.changed',
      file,
      message: 'The page viewer.html is not the one that the manifest names.',
    });
    return;
  }
  const inside = manifest.viewer.isEmbedded ? buildZip(zip.filter(({ name }) => name !== file)) : new Uint8Array();
  if (page.bundle === null || !isSame(page.bundle, inside))
    problems.add({
      check: 'viewer.other-bundle',
      file,
      message: 'The page viewer.html shows another bundle than this one.',
    });
  checkStored(problems, entry);
}

type Ending = {
  readonly problems: Problems;
  readonly manifest: Manifest | null;
  readonly chain: AuditChain | null;
  readonly state: StateCheck | null;
  readonly platform: Platform;
};

function reportOf({ problems, manifest, chain, state, platform }: Ending): AuditReport {
  const key = manifest?.publicKey ?? null;
  const fingerprint = key === null ? null : fingerprintOf(key, platform.sha256);
  return {
    ok: problems.isEmpty,
    problems: problems.list(),
    notes: manifest === null ? [] : notesOf(manifest, fingerprint),
    counts: {
      ...{ files: manifest?.files.length ?? 0, records: chain?.records ?? 0, open: chain?.open ?? 0 },
      ...{
        covered: chain?.covered ?? 0,
        erased: chain?.erased ?? 0,
        facts: state?.facts ?? 0,
        traces: state?.traces ?? 0,
      },
    },
    head: chain?.last ?? null,
    isSigned: manifest?.isSigned ?? false,
    fingerprint,
    exportedAt: manifest?.exportedAt ?? null,
  };
}

function notesOf(manifest: Manifest, fingerprint: string | null): readonly string[] {
  return [
    manifest.isSigned
      ? `Signed by the key ${fingerprint ?? 'that cannot be read'}. Ask the owner, in another way than by this file, whether that is theirs: anybody can sign a bundle with a key of their own.`
      : 'Nothing is signed. Accidents and careless changes show, but whoever made or handled this file could have written all of it anew; records at the end could be missing.',
    'A sound bundle shows that nothing was changed since. It says nothing about whether what was said is true.',
    ...(manifest.tracesLeftOut > 0
      ? [
          `${manifest.tracesLeftOut} traces of answers were left out, because they quote what is covered up or outside of the scope.`,
        ]
      : []),
  ];
}
