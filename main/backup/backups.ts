import { isAbsolute } from 'node:path';
import type { Backup, BackupProgress, BackupReport, BackupsOverview } from '../contract/backup.ts';
import { AppError } from '../contract/errors.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import type { JsonFile } from '../stores/json-file.ts';
import { notFound } from './errors.ts';
import { findPlaceIn, openPlaceIn, ownFolder } from './find-place.ts';
import { openBackup, openCoder } from './open-backup.ts';
import { activate, setPassphraseOf } from './passphrase.ts';
import {
  findPlace,
  type Listed,
  listBackups,
  manifestPath,
  type Place,
  removeManifest,
  removeUnneeded,
} from './place.ts';
import { type Opened, readBack, type Watch } from './read-back.ts';
import { restoreWhole } from './restore.ts';
import { type BackupSettings, openBackupSettings } from './state.ts';
import { alone, makeBackup } from './write.ts';

type Settings = JsonFile<BackupSettings>;
type Progress = { readonly signal: AbortSignal; readonly push: (chunk: BackupProgress) => Promise<void> };

/** Id of the journal: backups of this vault are told from others' by it. */
export async function getJournalId(ctx: Pick<Ctx, 'journal'>): Promise<string> {
  const first = await ctx.journal.readAt(1);
  if (first === null) throw new Error('bug: a journal without its first record');
  return first.id;
}

const chosenFolder = (ctx: Ctx, settings: BackupSettings): string => settings.folder ?? ownFolder(ctx.dataFolder);

/** Every folder that is known to hold backups of this vault and is there now. */
export async function listPlaces(ctx: Ctx, settings: BackupSettings): Promise<readonly Place[]> {
  const journalId = await getJournalId(ctx);
  const found = new Map<string, Place>();
  for (const folder of new Set([chosenFolder(ctx, settings), ownFolder(ctx.dataFolder), ...settings.places])) {
    const place = await findPlaceIn(folder, journalId);
    if (place !== null) found.set(place.folder, place);
  }
  return [...found.values()];
}

/** One backup now; the same for the user, the command line and the schedule. */
export async function backUpNow(ctx: Ctx, input: InputOf<'backups.run'>, watch: Watch): Promise<BackupReport> {
  const startMs = ctx.clock.monotonicMs();
  const settings = await openBackupSettings(ctx);
  const folder = input.folder ?? chosenFolder(ctx, settings.get());
  const journalId = await getJournalId(ctx);
  const opened = await openPlaceIn(folder, { dataFolder: ctx.dataFolder, journalId, tools: ctx });
  await notePlace(settings, opened.folder);
  const place =
    input.passphrase === undefined ? opened : await activate(ctx, opened, { settings, passphrase: input.passphrase });
  const { keep, isWithTraces, keys } = settings.get();
  const knownKey = keys[place.header.storeId];
  const coder = await openCoder(place, place.header.encryption?.isActive === true, { ids: ctx.ids, knownKey });
  await ctx.traces.flush();
  const made = await makeBackup(
    {
      ...{ place, coder, keep, isWithTraces, dataFolder: ctx.dataFolder },
      lastSeq: () => ctx.journal.lastSeq,
      lastHashOf: async (seq) => (await ctx.journal.readAt(seq))?.hash ?? '',
      hasErasedSince: (seq) => hasErasedSince(ctx, seq),
    },
    ctx,
    watch,
  );
  await noteCheck(ctx, settings, { place, id: made.summary.id, problem: null });
  ctx.emit('backups.changed', {});
  const { id, newBytes, bytes, lastSeq, basedOn, isEncrypted } = made.summary;
  const ms = ctx.clock.monotonicMs() - startMs;
  const report = { id, path: made.path, bytes: newBytes, totalBytes: bytes, records: lastSeq };
  return { ...report, isIncremental: basedOn !== null, isEncrypted, verified: true, removed: made.removed, ms };
}

async function hasErasedSince(ctx: Ctx, seq: number): Promise<boolean> {
  for await (const { kind } of ctx.journal.read(seq + 1)) if (kind === 'erased') return true;
  return false;
}

async function notePlace(settings: Settings, folder: string): Promise<void> {
  const { places } = settings.get();
  if (!places.includes(folder)) await settings.set({ ...settings.get(), places: [...places, folder] });
}

type Check = { readonly place: Place; readonly id: string; readonly problem: string | null };

async function noteCheck(ctx: Ctx, settings: Settings, { place, id, problem }: Check): Promise<void> {
  const ids = new Set((await listBackups(place)).map((each) => keyOf(place, each.id)));
  const { checks } = settings.get();
  const isGone = (key: string): boolean => key.startsWith(`${place.header.storeId}/`) && !ids.has(key);
  const kept = Object.entries(checks).filter(([key]) => !isGone(key));
  const check = { at: ctx.clock.now().toISOString(), problem };
  await settings.set({ ...settings.get(), checks: { ...Object.fromEntries(kept), [keyOf(place, id)]: check } });
}

const keyOf = (place: Place, id: string): string => `${place.header.storeId}/${id}`;

/** All that the page of backups shows. */
export async function describeBackups(ctx: Ctx): Promise<BackupsOverview> {
  const settings = (await openBackupSettings(ctx)).get();
  const { schedule, isWithTraces, keep } = settings;
  const folder = chosenFolder(ctx, settings);
  const backups: Backup[] = [];
  let encryption: Place['header']['encryption'] = null;
  let isKeyKnown = false;
  let problem: string | null = null;
  try {
    const next = await findPlaceIn(folder, await getJournalId(ctx));
    encryption = next?.header.encryption ?? null;
    isKeyKnown = next !== null && settings.keys[next.header.storeId] !== undefined;
    for (const place of await listPlaces(ctx, settings))
      for (const listed of await listBackups(place)) backups.push(toBackup(place, listed, settings));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem = error.message;
  }
  backups.sort((a, b) => (a.id < b.id ? 1 : -1));
  const newest = backups.find(({ state }) => state === 'verified');
  return {
    ...{ folder, isOwnFolder: settings.folder === null, schedule, isWithTraces, keep, isKeyKnown, backups, problem },
    isEncrypted: encryption?.isActive === true,
    newRecords: newest === undefined ? null : Math.max(0, ctx.journal.lastSeq - newest.records),
  };
}

function toBackup(place: Place, listed: Listed, settings: BackupSettings): Backup {
  const { id } = listed;
  const where = { id, folder: place.folder, path: manifestPath(place.folder, id) };
  const nothing = { at: null, bytes: 0, newBytes: 0, records: 0, isIncremental: false, isEncrypted: false };
  if (listed.kind !== 'ok') return { ...where, ...nothing, state: listed.kind, verifiedAt: null, rewrittenAt: null };
  const { at, bytes, newBytes, sharedSeq, basedOn, isEncrypted, rewrittenAt } = listed.summary;
  const check = settings.checks[keyOf(place, id)];
  const isDamaged = check !== undefined && check.problem !== null;
  return {
    ...where,
    ...{ at, bytes, newBytes, records: sharedSeq, isIncremental: basedOn !== null, isEncrypted, rewrittenAt },
    state: isDamaged ? 'damaged' : 'verified',
    // Every backup is read back before it is listed.
    verifiedAt: check?.at ?? rewrittenAt ?? at,
  };
}

type Wanted = { readonly id: string; readonly folder?: string | undefined; readonly passphrase?: string | undefined };

/** One backup of this vault, with the key where it is known here. */
export async function openOwn(ctx: Ctx, { id, folder, passphrase }: Wanted): Promise<Opened> {
  const settings = (await openBackupSettings(ctx)).get();
  const place = await getPlaceOf(ctx, settings, { id, folder });
  return openBackup(place, id, { ids: ctx.ids, passphrase, knownKey: settings.keys[place.header.storeId] });
}

async function getPlaceOf(ctx: Ctx, settings: BackupSettings, { id, folder }: Wanted): Promise<Place> {
  if (folder !== undefined) {
    // A conversation may also come from the backup of another vault.
    const place = (await findPlaceIn(folder, await getJournalId(ctx))) ?? (await findPlace(folder));
    if (place === null) throw notFound();
    return place;
  }
  for (const place of await listPlaces(ctx, settings))
    if ((await listBackups(place)).some((each) => each.id === id)) return place;
  throw notFound();
}

/** Reads every byte of a backup again, and keeps what came of it. */
export async function verifyOne(
  ctx: Ctx,
  input: InputOf<'backups.verify'>,
  watch: Watch,
): Promise<OutputOf<'backups.verify'>> {
  const startMs = ctx.clock.monotonicMs();
  const settings = await openBackupSettings(ctx);
  const place = await getPlaceOf(ctx, settings.get(), input);
  let problem: string | null = null;
  let records = 0;
  try {
    const { coder, manifest } = await openOwn(ctx, input);
    const result = await readBack({ place, manifest, coder }, watch);
    records = result.records;
    const fault = result.faults[0];
    if (fault !== undefined)
      problem = `The history in this backup is damaged at record ${fault.seq}. Use another backup.`;
  } catch (error) {
    // A wrong passphrase says nothing about the backup.
    if (!(error instanceof AppError && error.code === 'backup.damaged')) throw error;
    problem = error.message;
  }
  await noteCheck(ctx, settings, { place, id: input.id, problem });
  ctx.emit('backups.changed', {});
  return { id: input.id, ok: problem === null, problem, records, ms: ctx.clock.monotonicMs() - startMs };
}

/** Takes one off the list, with the parts that no other one needs. */
export async function removeBackup(ctx: Ctx, { id }: { readonly id: string }): Promise<Record<string, never>> {
  const settings = await openBackupSettings(ctx);
  const place = await getPlaceOf(ctx, settings.get(), { id });
  await alone(place, ctx, async () => {
    await removeManifest(place, id);
    await removeUnneeded(place);
  });
  ctx.emit('backups.changed', {});
  return {};
}

export async function configureBackups(ctx: Ctx, input: InputOf<'backups.configure'>): Promise<Record<string, never>> {
  const settings = await openBackupSettings(ctx);
  const { folder, schedule, isWithTraces } = input;
  if (folder !== undefined && folder !== null) {
    if (!isAbsolute(folder))
      throw new AppError('backup.unwritable', 'Give the whole path of the folder, from the root of the disk on.');
    // Made at once, so that a folder that cannot be used is refused now and not in the night.
    const journalId = await getJournalId(ctx);
    const place = await openPlaceIn(folder, { dataFolder: ctx.dataFolder, journalId, tools: ctx });
    await notePlace(settings, place.folder);
  }
  await settings.set({
    ...settings.get(),
    ...(folder === undefined ? {} : { folder }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(isWithTraces === undefined ? {} : { isWithTraces }),
  });
  if (schedule !== undefined) {
    const app = ctx.settings.get();
    await ctx.settings.set({ ...app, workers: { ...app.workers, backup: schedule !== 'off' } });
    ctx.emit('workers.changed', {});
  }
  ctx.emit('backups.changed', {});
  return {};
}

/** A new passphrase for the folder of backups: only its header changes. */
export async function setPassphrase(ctx: Ctx, input: InputOf<'backups.setPassphrase'>): Promise<Record<string, never>> {
  const settings = await openBackupSettings(ctx);
  const folder = input.folder ?? chosenFolder(ctx, settings.get());
  const journalId = await getJournalId(ctx);
  const place = await openPlaceIn(folder, { dataFolder: ctx.dataFolder, journalId, tools: ctx });
  await notePlace(settings, place.folder);
  await setPassphraseOf(ctx, place, { settings, passphrase: input.passphrase, current: input.current });
  ctx.emit('backups.changed', {});
  return {};
}

/** A whole backup into a new folder. */
export async function restoreBackup(
  ctx: Ctx,
  input: InputOf<'backups.restore'>,
  watch: Watch,
): Promise<OutputOf<'backups.restore'>> {
  const startMs = ctx.clock.monotonicMs();
  if (!isAbsolute(input.to))
    throw new AppError('backup.unwritable', 'Give the whole path of the folder, from the root of the disk on.');
  const restored = await restoreWhole({ ...(await openOwn(ctx, input)), target: input.to }, watch);
  return { ...restored, ms: ctx.clock.monotonicMs() - startMs };
}

/** Steps as they come, and room for whoever waits for an answer. */
export function watchOf({ signal, push }: Progress): Watch {
  let waiting: Promise<void> = Promise.resolve();
  return {
    signal,
    breathe: async () => {
      await waiting;
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    onStep: (step, done, total) => {
      // Awaited with the next breath: a reader that has gone must not stop the work.
      waiting = push({ step, done, total }).catch(() => undefined);
    },
  };
}
