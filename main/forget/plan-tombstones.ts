import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';
import { listStillClaimed } from '../stores/forget-memory.ts';
import { contentOf } from '../stores/project/lexical-text.pure.ts';
import type { Closure } from './closure.ts';
import type { Gathered } from './gather.ts';
import { isRepetition } from './needles.pure.ts';
import type { Selected } from './select.ts';
import type { ClaimKey } from './tombstones.ts';

type Parts = { readonly selected: Selected; readonly gathered: Gathered; readonly closure: Closure };

/** By what is known again what must not come back: no text that somebody else says too, and no belief with other evidence. */
export async function planTombstones(
  { db, tombstones }: Pick<Ctx, 'db' | 'tombstones'>,
  { selected, gathered, closure }: Parts,
): Promise<NonNullable<BodyOf<'forgotten'>['tombstones']>> {
  const stay = new Set(gathered.repeats.map(({ textHash }) => textHash));
  const gone = gathered.cut === null ? gathered.turns : [...gathered.turns, gathered.cut.turn];
  const texts = gone.filter((turn) => !stay.has(turn.textHash)).map(contentOf);
  const subjectIds = [...new Set(closure.claims.map(({ subjectId }) => subjectId))];
  const claimIds = closure.claims.map(({ id }) => id);
  const still = new Set((await listStillClaimed(db.read, { subjectIds, claimIds })).map(keyOf));
  const claims = closure.claims
    .map(({ spaceId, subjectId, relation, objectId, objectValue }) => ({
      ...{ spaceId, subjectId, relation },
      value: objectId === null ? `l:${objectValue ?? ''}` : `e:${objectId}`,
    }))
    .filter((claim) => !still.has(keyOf(claim)));
  const unique = (hashes: readonly string[]): readonly string[] => [...new Set(hashes)].sort();
  return {
    turns: unique(gathered.turns.map(({ id }) => tombstones.turn(id))),
    texts: unique(texts.filter(isRepetition).map(tombstones.text)),
    documents: unique(selected.documents.map(({ sha256 }) => tombstones.document(sha256))),
    claims: unique(claims.map(tombstones.claim)),
  };
}

const keyOf = ({ spaceId, subjectId, relation, value }: ClaimKey): string =>
  JSON.stringify([spaceId, subjectId, relation, value]);
