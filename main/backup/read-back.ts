import { ChainCheck } from '../journal/chain-check.pure.ts';
import { checkHead } from '../journal/head.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { Coder } from './coder.ts';
import { damaged } from './errors.ts';
import type { FilePack, Manifest } from './format.pure.ts';
import { type Place, readChunk } from './place.ts';

/** One backup, and how it is read. */
export type Opened = { readonly place: Place; readonly manifest: Manifest; readonly coder: Coder };

export type Watch = {
  readonly signal: AbortSignal;
  /** Awaited between steps of some milliseconds. */
  readonly breathe: () => Promise<void>;
  readonly onStep: (step: Step, done: number, total: number) => void;
};
export type Step = 'reading' | 'verifying' | 'restoring' | 'removing';

export type ReadBack = {
  readonly records: number;
  /** What the chain says is wrong with the history itself, though every byte is as it was saved. */
  readonly faults: readonly { readonly seq: number; readonly fault: string }[];
};

/** Records between two breaths. */
const BREATHE_EVERY = 200;
const NEWLINE = 0x0a;

/**
 * Reads every byte of a backup again: that all its parts are there, open and are what was saved, that the history in them
 * is one chain from its first record to its last, and that it is the one that was signed. Throws `backup.damaged`.
 */
export async function readBack({ place, manifest, coder }: Opened, watch: Watch): Promise<ReadBack> {
  const { summary, contents } = manifest;
  const files = new Map<string, Buffer>();
  for (const pack of contents.packs) {
    throwIfAborted(watch.signal);
    await watch.breathe();
    const bytes = await readChunk(place, pack, coder);
    for (const { path, content } of splitPack(pack, bytes)) if (path.endsWith('.json')) files.set(path, content);
  }
  const vault = parseVaultKey(files.get('vault.json'));
  if (vault === null) throw damaged('vault.json', 'the key file of its vault is missing or cannot be read');
  const head = files.get('head.json');
  const reading = head === undefined ? null : checkHead(head.toString('utf8'), vault);
  if (reading !== null && reading.kind !== 'signed') throw damaged('head.json', 'its end is not signed by its vault');
  const anchor = reading === null ? null : reading.head;
  const chain = new ChainCheck(anchor);
  let next = 1;
  for (const chunk of contents.journal) {
    throwIfAborted(watch.signal);
    if (chunk.firstSeq !== next) throw damaged('journal', 'its records are not in one row');
    const lines = splitLines(await readChunk(place, chunk, coder));
    if (lines.length !== chunk.lastSeq - chunk.firstSeq + 1) throw damaged('journal', 'records of it are missing');
    for (const [index, line] of lines.entries()) {
      if (index % BREATHE_EVERY === 0) await watch.breathe();
      chain.addLine(line, 'journal');
    }
    next = chunk.lastSeq + 1;
    watch.onStep('verifying', chunk.lastSeq, summary.lastSeq);
  }
  const { findings, lastSeq, lastHash, hashAtAnchor } = chain.finish();
  if (findings.length > 0) return { records: lastSeq, faults: findings.map(({ seq, fault }) => ({ seq, fault })) };
  if (lastSeq !== summary.lastSeq || lastHash !== summary.lastHash)
    throw damaged('journal', 'it does not end where it says');
  if (anchor !== null && anchor.seq > 0 && hashAtAnchor !== anchor.hash)
    throw damaged('head.json', 'another history was signed');
  return { records: lastSeq, faults: [] };
}

/** Lines of a part of the journal, without their newlines; the last one has one too. */
export function splitLines(part: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = part.indexOf(NEWLINE); end >= 0; end = part.indexOf(NEWLINE, start)) {
    lines.push(part.subarray(start, end));
    start = end + 1;
  }
  if (start < part.length) lines.push(part.subarray(start));
  return lines;
}

/** The files of a pack. */
export function splitPack(
  pack: FilePack,
  bytes: Buffer,
): readonly { readonly path: string; readonly content: Buffer }[] {
  let from = 0;
  return pack.files.map(({ path, bytes: size }) => {
    const content = bytes.subarray(from, from + size);
    from += size;
    return { path, content };
  });
}

/** Only the public key is looked at, whatever wraps the private one. */
function parseVaultKey(content: Buffer | undefined): string | null {
  try {
    const value: unknown = JSON.parse(content?.toString('utf8') ?? '');
    if (typeof value !== 'object' || value === null || !('publicKey' in value)) return null;
    return typeof value.publicKey === 'string' ? value.publicKey : null;
  } catch {
    // Not JSON: the caller names the file.
    return null;
  }
}
