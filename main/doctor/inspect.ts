import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DoctorReport } from '../contract/app.ts';
import { AppError } from '../contract/errors.ts';
import { acquireLock, type Lock } from '../journal/lock.ts';
import { verifyJournal } from '../journal/verify.ts';
import { systemClock } from '../lib/clock.ts';
import { systemIds } from '../lib/ids.ts';
import { addJournalReport } from './check-journal.ts';
import { createFindings, toReport } from './finding.ts';

/**
 * Checks a folder that the engine cannot open, such as one with a damaged journal: every byte of the journal is read,
 * nothing is changed, and no database is started. Throws `store.locked` while a Palimpsest has the folder open.
 */
export async function inspectDataFolder(dataFolder: string): Promise<DoctorReport> {
  const startedMs = systemClock.monotonicMs();
  if (!existsSync(join(dataFolder, 'journal')) && !existsSync(join(dataFolder, 'vault.json'))) {
    throw new AppError('store.not-found', 'There is no Palimpsest data in this folder. Check the path.');
  }
  const found = createFindings();
  const lock = await lockIfWritable(dataFolder);
  if (lock === null) found.notes.push('The folder cannot be written to, so it was read without being locked.');
  try {
    addJournalReport(found, await verifyJournal(dataFolder));
    found.notes.push(
      'Only the journal was checked: the rest of the folder cannot be opened until the journal is whole.',
    );
  } finally {
    await lock?.release();
  }
  return toReport(found, systemClock.monotonicMs() - startedMs);
}

async function lockIfWritable(folder: string): Promise<Lock | null> {
  try {
    return await acquireLock({ folder, clock: systemClock, ids: systemIds });
  } catch (error) {
    // A read-only or full disk can still be read; only a live owner must keep us out.
    if (error instanceof AppError && error.code !== 'store.locked') return null;
    throw error;
  }
}
