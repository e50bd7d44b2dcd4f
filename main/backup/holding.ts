import type { HoldingBackup } from '../contract/backup.ts';
import type { Ctx } from '../ctx.ts';
import { isBodiless, readRawLines } from '../journal/raw-lines.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { listPlaces } from './backups.ts';
import type { Summary } from './format.pure.ts';
import { listBackups, manifestPath, type Place } from './place.ts';
import type { Watch } from './read-back.ts';
import { openBackupSettings } from './state.ts';
import { holdsBody } from './write.ts';

export type Holding = {
  readonly place: Place;
  readonly summary: Summary;
  /** Records whose bodies it holds, ascending. */
  readonly seqs: readonly number[];
};

/** Backups that hold the bodies of these records: made before they were erased, and not rewritten since. Newest first. */
export async function listBackupsHolding(
  ctx: Ctx,
  { seqs }: { readonly seqs: readonly number[] },
): Promise<readonly HoldingBackup[]> {
  return (await findHolding(ctx, seqs)).map(({ place, summary, seqs: held }) => ({
    id: summary.id,
    folder: place.folder,
    path: manifestPath(place.folder, summary.id),
    at: summary.at,
    records: held.length,
  }));
}

/** As `listBackupsHolding`, with what a rewriting needs. No passphrase is needed to know it. */
export async function findHolding(ctx: Ctx, seqs: readonly number[]): Promise<readonly Holding[]> {
  if (seqs.length === 0) return [];
  const settings = (await openBackupSettings(ctx)).get();
  const ascending = [...new Set(seqs)].sort((a, b) => a - b);
  const found: Holding[] = [];
  for (const place of await listPlaces(ctx, settings)) {
    for (const listed of await listBackups(place)) {
      if (listed.kind !== 'ok') continue;
      const held = ascending.filter((seq) => holdsBody(listed.summary, seq));
      if (held.length > 0) found.push({ place, summary: listed.summary, seqs: held });
    }
  }
  return found.sort((a, b) => (a.summary.id < b.summary.id ? 1 : -1));
}

/** Records between two breaths. */
const BREATHE_EVERY = 1_000;

/** Numbers of all records of the journal that have no body. */
export async function listErasedSeqs(ctx: Ctx, watch: Pick<Watch, 'signal' | 'breathe'>): Promise<readonly number[]> {
  const seqs: number[] = [];
  for await (const { seq, bytes } of readRawLines(ctx.dataFolder, ctx.journal.lastSeq)) {
    if (seq % BREATHE_EVERY === 0) {
      throwIfAborted(watch.signal);
      await watch.breathe();
    }
    if (isBodiless(bytes)) seqs.push(seq);
  }
  return seqs;
}
