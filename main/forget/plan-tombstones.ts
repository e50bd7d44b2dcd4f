import { nameKeyOf } from '../codex/names.pure.ts';
import type { Ctx } from '../ctx.ts';
import type { BodyOf } from '../journal/events/index.ts';
import type { ForgetTurn } from '../stores/forget.ts';
import { type ForgetClaim, listStillClaimed } from '../stores/forget-memory.ts';
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
  // Answers are written anew and say what many say.
  const isOwn = ({ id }: ForgetTurn): boolean => gathered.why.get(id) !== 'answers';
  const texts = gone.filter((turn) => isOwn(turn) && !stay.has(turn.textHash)).map(contentOf);
  const subjectIds = [...new Set(closure.claims.map(({ subjectId }) => subjectId))];
  const claimIds = closure.claims.map(({ id }) => id);
  const still = new Set(
    (await listStillClaimed(db.read, { subjectIds, claimIds })).map(({ subjectId, ...rest }) =>
      keyOf({ ...rest, subject: subjectId }),
    ),
  );
  const claims = closure.claims
    .filter((claim) => !still.has(keyOf(idsOf(claim))))
    .flatMap((claim) => listKeys(claim, closure));
  const unique = (hashes: readonly string[]): readonly string[] => [...new Set(hashes)].sort();
  return {
    turns: unique(gathered.turns.map(({ id }) => tombstones.turn(id))),
    texts: unique(texts.filter(isRepetition).map(tombstones.text)),
    documents: unique(selected.documents.map(({ sha256 }) => tombstones.document(sha256))),
    claims: unique(claims.map(tombstones.claim)),
  };
}

const idsOf = ({ spaceId, subjectId, relation, objectId, objectValue }: ForgetClaim): ClaimKey => ({
  ...{ spaceId, subject: subjectId, relation },
  value: objectId === null ? `l:${objectValue ?? ''}` : `e:${objectId}`,
});

/** Names under which one entity is looked for. */
const MAX_NAMES = 4;

/** One for each name under which an entity that goes could be made anew. */
function listKeys(claim: ForgetClaim, { entities }: Closure): readonly ClaimKey[] {
  const { subject, value, ...rest } = idsOf(claim);
  const namesOf = (id: string): readonly string[] => {
    const entity = entities.find((one) => one.spaceId === claim.spaceId && one.id === id);
    return entity === undefined ? [id] : entity.names.slice(0, MAX_NAMES).map((name) => `n:${nameKeyOf(name)}`);
  };
  const subjects = namesOf(subject);
  const values = claim.objectId === null ? [value] : namesOf(claim.objectId).map((name) => `e:${name}`);
  return subjects.flatMap((one) => values.map((each) => ({ ...rest, subject: one, value: each })));
}

const keyOf = ({ spaceId, subject, relation, value }: ClaimKey): string =>
  JSON.stringify([spaceId, subject, relation, value]);
