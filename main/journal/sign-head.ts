import type { Clock } from '../lib/clock.ts';
import { writeHead } from './head.ts';
import { findVault } from './vault.ts';
import { verifyJournal } from './verify.ts';

/**
 * Signs the end of a folder's journal anew, where the signed head is missing or cannot be read and every record is sound.
 * A head that contradicts the journal is evidence, and stays.
 */
export async function signHead(folder: string, clock: Clock, pause?: () => Promise<void>): Promise<boolean> {
  const vault = await findVault(folder);
  const report = await verifyJournal(folder, pause);
  const isLost = (check: string): boolean => check === 'head.absent' || check === 'head.unreadable';
  if (vault === null || report.problems.some(({ check }) => !isLost(check))) return false;
  const { lastSeq, lastHash } = report.head;
  await writeHead(folder, vault.keyPair, { seq: lastSeq, hash: lastHash, at: clock.now().toISOString() });
  return true;
}
