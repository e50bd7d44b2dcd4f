import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../journal/files.ts';
import { isBodiless, readRawLines } from '../journal/raw-lines.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { Coder } from './coder.ts';
import { type Contents, type FilePack, isSafePath, type JournalChunk } from './format.pure.ts';
import { findChunkBytes, type Place, writeChunk } from './place.ts';
import type { Watch } from './read-back.ts';

export type Source = {
  readonly dataFolder: string;
  /** Number of the last durable record, now. */
  readonly lastSeq: () => number;
  readonly isWithTraces: boolean;
};

export type Collected = {
  readonly contents: Contents;
  readonly untilSeq: number;
  /** Records that have no body. */
  readonly bodiless: readonly number[];
  readonly newBytes: number;
};

/** A part of the journal grows to about this before the next one begins. */
const CHUNK_BYTES = 1 << 20;

/** What lies beside the journal and is the user's; the database and caches are made again from it, models are fetched. */
const STATE_FILES = ['vault.json', 'head.json', 'settings.json', 'drafts.json', 'connections.json'];

type Run = {
  readonly place: Place;
  readonly coder: Coder;
  readonly source: Source;
  readonly base: Contents | null;
  readonly watch: Watch;
  newBytes: number;
};

/** Writes the chunks that a backup of now needs and that are not there yet. */
export async function collect(input: Omit<Run, 'newBytes'>): Promise<Collected> {
  const run: Run = { ...input, newBytes: 0 };
  // The signed head is read before the end is looked up, so that it never signs more than is saved.
  const packs = await collectFiles(run);
  const untilSeq = run.source.lastSeq();
  const { journal, bodiless } = await collectJournal(run, untilSeq);
  return { contents: { journal, packs }, untilSeq, bodiless, newBytes: run.newBytes };
}

async function collectJournal(
  run: Run,
  untilSeq: number,
): Promise<{ readonly journal: readonly JournalChunk[]; readonly bodiless: readonly number[] }> {
  const { source, watch } = run;
  const cuts = planCuts(run.base?.journal ?? [], untilSeq);
  const journal: JournalChunk[] = [];
  const bodiless: number[] = [];
  let lines: Buffer[] = [];
  let bytes = 0;
  let firstSeq = 1;
  const close = async (lastSeq: number): Promise<void> => {
    throwIfAborted(watch.signal);
    await watch.breathe();
    const plain = Buffer.concat(lines);
    journal.push({ id: await put(run, plain), firstSeq, lastSeq, bytes: plain.length });
    watch.onStep('reading', lastSeq, untilSeq);
    lines = [];
    bytes = 0;
    firstSeq = lastSeq + 1;
  };
  for await (const line of readRawLines(source.dataFolder, untilSeq)) {
    if (isBodiless(line.bytes)) bodiless.push(line.seq);
    lines.push(line.bytes, NEWLINE);
    bytes += line.bytes.length + 1;
    const isCut = line.seq <= cuts.untilSeq ? cuts.at.has(line.seq) : bytes >= CHUNK_BYTES;
    if (isCut) await close(line.seq);
  }
  const lastSeq = firstSeq + lines.length / 2 - 1;
  if (lines.length > 0) await close(lastSeq);
  return { journal, bodiless };
}

const NEWLINE = Buffer.from('\n');

/** So many small parts at the end, one of each backup since, become one. */
const MAX_SMALL = 8;

/**
 * Where the backup before cut the journal. The same cuts again, although a forget may have made parts smaller: every part
 * that did not change has its chunk already, and what is new becomes a part of its own.
 */
export function planCuts(
  journal: readonly JournalChunk[],
  untilSeq: number,
): { readonly at: ReadonlySet<number>; readonly untilSeq: number } {
  const cut = journal.filter(({ lastSeq }) => lastSeq <= untilSeq);
  const small = cut.length - 1 - cut.findLastIndex(({ bytes }) => bytes >= CHUNK_BYTES);
  const kept = small < MAX_SMALL ? cut : cut.slice(0, cut.length - small);
  return { at: new Set(kept.map(({ lastSeq }) => lastSeq)), untilSeq: kept.at(-1)?.lastSeq ?? 0 };
}

async function collectFiles(run: Run): Promise<readonly FilePack[]> {
  const { dataFolder, isWithTraces } = run.source;
  const base = run.base?.packs ?? [];
  const state = await packFiles(run, STATE_FILES, []);
  const heads = await packFiles(run, await listFiles(dataFolder, 'heads'), base);
  const traces = isWithTraces ? await packFiles(run, await listFiles(dataFolder, 'traces'), base) : [];
  return [...state, ...heads, ...traces];
}

/** Packs files, in packs of the backup before where none of their files changed. */
async function packFiles(run: Run, paths: readonly string[], base: readonly FilePack[]): Promise<readonly FilePack[]> {
  const left = new Set(paths);
  const packs: FilePack[] = [];
  for (const pack of base) {
    if (!pack.files.every(({ path }) => left.has(path))) continue;
    const content = await readFiles(run, pack.files);
    if (content === null || run.coder.idOf(content) !== pack.id) continue;
    packs.push({ ...pack, id: await put(run, content) });
    for (const { path } of pack.files) left.delete(path);
  }
  let files: { path: string; bytes: number }[] = [];
  let parts: Buffer[] = [];
  let bytes = 0;
  const close = async (): Promise<void> => {
    throwIfAborted(run.watch.signal);
    await run.watch.breathe();
    packs.push({ id: await put(run, Buffer.concat(parts)), bytes, files });
    [files, parts, bytes] = [[], [], 0];
  };
  for (const path of left) {
    const content = await readIfPresent(join(run.source.dataFolder, path));
    if (content === null) continue;
    if (bytes > 0 && bytes + content.length > CHUNK_BYTES) await close();
    files.push({ path, bytes: content.length });
    parts.push(content);
    bytes += content.length;
  }
  if (files.length > 0) await close();
  return packs;
}

async function readFiles(run: Run, files: FilePack['files']): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  for (const { path, bytes } of files) {
    const content = await readIfPresent(join(run.source.dataFolder, path));
    if (content?.length !== bytes) return null;
    parts.push(content);
  }
  await run.watch.breathe();
  return Buffer.concat(parts);
}

/** Stores a content under its name, unless it is there. */
async function put(run: Run, plain: Buffer): Promise<string> {
  const id = run.coder.idOf(plain);
  if ((await findChunkBytes(run.place, id)) !== null) return id;
  const stored = await run.coder.encode(id, plain);
  await writeChunk(run.place, id, stored);
  run.newBytes += stored.length;
  return id;
}

async function listFiles(dataFolder: string, folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(dataFolder, folder), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.new')).map(({ name }) => name);
    return names
      .sort()
      .map((name) => `${folder}/${name}`)
      .filter(isSafePath);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    // Removed while it was looked for, by a forget for instance: then it is not part of this backup.
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}
