import type { Clock } from '../lib/clock.ts';
import { type KeyPair, writeHead } from './head.ts';
import type { Sealer } from './record.pure.ts';
import { verifyJournal } from './verify.ts';

/**
 * Signs the end of a folder's journal anew, where the signed head is missing or cannot be read and every record is sound.
 * A head that contradicts the journal is evidence, and stays.
 */
export async function signHead(input: {
  readonly folder: string;
  readonly clock: Clock;
  readonly keyPair: KeyPair;
  readonly sealer: Sealer | null;
  readonly pause?: () => Promise<void>;
}): Promise<boolean> {
  const { folder, clock, keyPair } = input;
  const report = await verifyJournal(folder, input.pause, input.sealer);
  const isLost = (check: string): boolean => check === 'head.absent' || check === 'head.unreadable';
  if (report.problems.some(({ check }) => !isLost(check))) return false;
  const { lastSeq, lastHash } = report.head;
  await writeHead(folder, keyPair, { seq: lastSeq, hash: lastHash, at: clock.now().toISOString() });
  return true;
}
