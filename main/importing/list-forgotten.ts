import type { Ctx } from '../ctx.ts';
import { contentOf } from '../stores/project/lexical-text.pure.ts';
import { listForgottenHashes } from '../stores/tombstones.ts';
import { type Incoming, timeOf } from './plan-import.pure.ts';

/**
 * Turns of a batch that were forgotten: by their id, or, under another one, by their words, unless they were said after
 * that. What is stored is there because the user kept it.
 */
export async function listForgotten(
  { db, tombstones, zone }: Pick<Ctx, 'db' | 'tombstones' | 'zone'>,
  batch: readonly Incoming[],
  stored: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const hashes = batch.map((one) => ({
    ...{ one, byId: tombstones.turn(one.turnId), byText: tombstones.text(contentOf(one.turn)) },
  }));
  const ids = await listForgottenHashes(
    db.read,
    'turn',
    hashes.map(({ byId }) => byId),
  );
  const texts = await listForgottenHashes(
    db.read,
    'text',
    hashes.map(({ byText }) => byText),
  );
  if (ids.size === 0 && texts.size === 0) return new Set();
  const isForgotten = ({ one, byId, byText }: (typeof hashes)[number]): boolean => {
    if (ids.has(byId)) return true;
    const forgottenAt = texts.get(byText);
    if (forgottenAt === undefined || stored.has(one.turnId)) return false;
    const saidAt = timeOf(one.turn, zone());
    return saidAt === null || Date.parse(saidAt) <= forgottenAt.getTime();
  };
  return new Set(hashes.filter(isForgotten).map(({ one }) => one.turnId));
}
