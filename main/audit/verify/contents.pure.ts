import { textOf } from './bytes.pure.ts';
import type { AuditChain, AuditRecord } from './chain.pure.ts';
import type { ManifestFile } from './manifest.pure.ts';
import { type Checking, checkHead } from './proof.pure.ts';
import type { StateCheck } from './state.pure.ts';
import { unpack, zipFix } from './unpack.pure.ts';
import type { ZipEntry } from './zip.pure.ts';

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

const RECORDS_A_BREATH = 20;

type Reading = Checking & { readonly chain: AuditChain; readonly state: StateCheck; readonly input: VerifyInput };

/** One file after another, the journal last: what points at records is known by then. */
export async function checkFiles(reading: Reading): Promise<void> {
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
