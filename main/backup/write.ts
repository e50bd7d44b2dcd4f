import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import { acquireLock, type Lock } from '../journal/lock.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Coder } from './coder.ts';
import { collect, type Source } from './collect.ts';
import { toBackupError } from './errors.ts';
import { isInRanges, type Manifest, nameBackup, type Summary, toRanges } from './format.pure.ts';
import {
  findChunkBytes,
  getManifest,
  listBackups,
  manifestPath,
  type Place,
  removeChunk,
  removeManifest,
  removeUnneeded,
  writeManifest,
} from './place.ts';
import { type ReadBack, readBack, type Watch } from './read-back.ts';
import { type Keep, planRotation } from './rotate.pure.ts';

export type Tools = { readonly clock: Clock; readonly ids: Ids };

export type MakeBackup = Source & {
  readonly place: Place;
  readonly coder: Coder;
  readonly lastHashOf: (seq: number) => Promise<string>;
  /** Whether a record after this one says that earlier ones are forgotten. */
  readonly hasErasedSince: (seq: number) => Promise<boolean>;
  readonly keep: Keep;
};

export type MadeBackup = { readonly summary: Summary; readonly path: string; readonly removed: readonly string[] };

/** An erasure may run between two reads: what was read is then thrown away and read again. */
const MAX_TRIES = 3;

/** Makes one backup, reads it back, lists it, and removes the ones that no rule keeps. Stopped anywhere, nothing is listed. */
export async function makeBackup(input: MakeBackup, tools: Tools, watch: Watch): Promise<MadeBackup> {
  return alone(input.place, tools, async () => {
    const { place } = input;
    await removeUnneeded(place);
    try {
      const summary = await writeVerified(input, tools, watch);
      const removed = await rotate(place, input.keep, watch);
      return { summary, path: manifestPath(place.folder, summary.id), removed };
    } catch (error) {
      // What was written for it serves nothing; if it cannot be removed now, the next run does.
      await removeUnneeded(place).catch(() => 0);
      throw error;
    }
  });
}

async function writeVerified(input: MakeBackup, tools: Tools, watch: Watch): Promise<Summary> {
  const { place, coder } = input;
  const base = await findBase(place, coder);
  for (let tries = 1; ; tries += 1) {
    assertNoErasure(input.dataFolder);
    const key = await readFile(join(input.dataFolder, 'vault.json'));
    const manifest = await write(input, { tools, base, watch });
    const faults = await findFaults(input, manifest, { watch, mayHeal: tries < MAX_TRIES });
    // Records under another key than the one that is saved beside them would never open again.
    const isSameKey = key.equals(await readFile(join(input.dataFolder, 'vault.json')));
    if (faults === 'healed' || (!isSameKey && tries < MAX_TRIES)) continue;
    if (!isSameKey) throw busy();
    if (faults.length === 0) {
      // Forgotten while it was read: it would hold words that nobody looks for in a backup of later.
      assertNoErasure(input.dataFolder);
      if (await input.hasErasedSince(manifest.summary.lastSeq)) {
        if (tries < MAX_TRIES) continue;
        throw forgetting();
      }
      await writeManifest(place, manifest, coder);
      return manifest.summary;
    }
    const isErasure = faults.every(({ fault }) => fault === 'missing-body' || fault === 'unerased-body');
    if (!isErasure || tries === MAX_TRIES) throw damagedHistory(faults[0]?.seq ?? 0);
  }
}

/** A shared part that an earlier backup left damaged is removed, and written anew by the next try: that heals the earlier one too. */
async function findFaults(
  { place, coder }: MakeBackup,
  manifest: Manifest,
  { watch, mayHeal }: { readonly watch: Watch; readonly mayHeal: boolean },
): Promise<ReadBack['faults'] | 'healed'> {
  try {
    return (await readBack({ place, manifest, coder }, watch)).faults;
  } catch (error) {
    const chunk = error instanceof AppError && error.code === 'backup.damaged' ? error.details.chunk : undefined;
    if (!mayHeal || typeof chunk !== 'string') throw error;
    await removeChunk(place, chunk);
    return 'healed';
  }
}

type Writing = { readonly tools: Tools; readonly base: Manifest | null; readonly watch: Watch };

async function write(input: MakeBackup, { tools, base, watch }: Writing): Promise<Manifest> {
  const { place, coder } = input;
  const source: Source = input;
  const { contents, untilSeq, bodiless, newBytes } = await collect({
    place,
    coder,
    source,
    base: base?.contents ?? null,
    watch,
  });
  const chunks = [...new Set([...contents.journal, ...contents.packs].map(({ id }) => id))];
  const at = tools.clock.now();
  const summary: Summary = {
    format: 1,
    id: nameBackup(at, tools.ids.bytes(4)),
    storeId: place.header.storeId,
    at: at.toISOString(),
    isEncrypted: coder.isEncrypted,
    basedOn: base?.summary.chunks.some((id) => chunks.includes(id)) ? base.summary.id : null,
    lastSeq: untilSeq,
    lastHash: await input.lastHashOf(untilSeq),
    sharedSeq: untilSeq,
    withoutBody: toRanges(bodiless),
    bytes: await sizeOf(place, chunks),
    newBytes,
    chunks,
    rewrittenAt: null,
  };
  return { summary, contents };
}

/** The newest one that opens with the same key. */
async function findBase(place: Place, coder: Coder): Promise<Manifest | null> {
  const listed = await listBackups(place);
  const usable = listed.filter((each) => each.kind === 'ok' && each.summary.isEncrypted === coder.isEncrypted);
  for (const { id } of usable.reverse()) {
    try {
      return await getManifest(place, id, coder);
    } catch (error) {
      // A damaged one is shown as such in the list; the new one must not hang on it.
      if (!(error instanceof AppError && error.code === 'backup.damaged')) throw error;
    }
  }
  return null;
}

export async function sizeOf(place: Place, chunks: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const id of chunks) bytes += (await findChunkBytes(place, id)) ?? 0;
  return bytes;
}

async function rotate(place: Place, keep: Keep, watch: Watch): Promise<readonly string[]> {
  const listed = await listBackups(place);
  const removed = planRotation(
    listed.flatMap((each) => (each.kind === 'ok' ? [each.summary] : [])),
    keep,
  );
  for (const [index, id] of removed.entries()) {
    await removeManifest(place, id);
    watch.onStep('removing', index + 1, removed.length);
  }
  if (removed.length > 0) await removeUnneeded(place);
  return removed;
}

/** One at a time in a backup folder, whoever it is: what one removes another may be about to use. */
export async function alone<T>(place: Pick<Place, 'folder'>, tools: Tools, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(place, tools);
  try {
    return await work();
  } finally {
    await lock?.release();
  }
}

/** Codes of file systems that have no links, as on most sticks. */
const NO_LINKS: readonly unknown[] = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Null on a disk where no lock can be had: the lock of the vault alone then keeps others away. */
async function takeLock(place: Pick<Place, 'folder'>, tools: Tools): Promise<Lock | null> {
  try {
    return await acquireLock({ folder: place.folder, ...tools });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'store.locked') throw running(error);
    if (error.code === 'store.unwritable' && NO_LINKS.includes(error.details.errno)) return null;
    // It speaks of the data folder; this is another one.
    throw toBackupError(error.cause ?? error);
  }
}

const running = (cause: unknown): AppError =>
  new AppError('backup.running', 'Something else works in this backup folder just now. Try again in a minute.', {
    retry: 'later',
    cause,
  });

/** A forget that has begun: of the whole, and of its part that rewrites the journal. */
const FORGETTING = ['forget.json', join('journal', 'erasing.json')];

function assertNoErasure(dataFolder: string): void {
  if (FORGETTING.some((name) => existsSync(join(dataFolder, name)))) throw forgetting();
}

const forgetting = (): AppError =>
  new AppError('forget.running', 'Something is being forgotten just now. Make the backup when that is done.', {
    retry: 'later',
  });

const busy = (): AppError =>
  new AppError('backup.running', 'The protection of the vault is being changed. Make the backup when that is done.', {
    retry: 'later',
  });

const damagedHistory = (seq: number): AppError =>
  new AppError(
    'journal.damaged',
    `The history is damaged at record ${seq}, so no backup was made of it; earlier backups are unharmed. Run "palimpsest doctor", or restore an earlier backup into a new folder.`,
    { details: { seq } },
  );

/** Whether a backup holds the body of a record. */
export const holdsBody = (summary: Summary, seq: number): boolean =>
  seq <= summary.sharedSeq && !isInRanges(summary.withoutBody, seq);
