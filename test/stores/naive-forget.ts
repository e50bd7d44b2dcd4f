import { entityKey, type Gone, NOTHING_GONE } from '../../main/forget/gone.pure.ts';
import { judgeEvent } from '../../main/forget/provenance.pure.ts';
import type { BodyOf, JournalEvent } from '../../main/journal/events/index.ts';

/** A history as its records stand now: what is left of each, null where nothing is. */
export type Standing = readonly (JournalEvent | null)[];

const ofKind = <K extends JournalEvent['kind']>(history: Standing, kind: K): readonly BodyOf<K>[] =>
  history.flatMap((event) => (event?.kind === kind ? [event.body as BodyOf<K>] : [])); // the kind says which body

/**
 * What goes with some turns and conversations, from the records alone and the slow way. `standing` holds the claims that count or
 * wait; of a reflection that has too few of them nothing stays.
 */
export function goneWith(history: Standing, chosen: Partial<Gone>, standing: ReadonlySet<string>): Gone {
  const said = ofKind(history, 'turn.said').filter(({ isForgotten }) => isForgotten !== true);
  const turns = new Set([
    ...(chosen.turns ?? []),
    ...said.filter((turn) => chosen.conversations?.has(turn.conversationId)).map(({ turnId }) => turnId),
  ]);
  const conversations = new Set([
    ...(chosen.conversations ?? []),
    ...said
      .map(({ conversationId }) => conversationId)
      .filter((id) => said.every((turn) => turn.conversationId !== id || turns.has(turn.turnId))),
  ]);
  const claimed = ofKind(history, 'codex.claimed');
  const cut = chosen.cuts ?? new Map();
  const claims = new Set(
    claimed
      .filter(({ turnId }) => turnId !== null && (turns.has(turnId) || cut.has(turnId)))
      .flatMap((body) => body.claims.map(({ claimId }) => claimId)),
  );
  const reflections = reflectionsWithout(history, claims, standing);
  const entities = entitiesOnlyOf(claimed, claims);
  const learned = ofKind(history, 'procedure.set').filter(({ source }) => source === 'learned');
  const procedures = new Set(
    learned
      .filter(({ quotes }) => (quotes ?? []).every(({ turnId }) => turns.has(turnId) || cut.has(turnId)))
      .map(({ procedureId }) => procedureId),
  );
  const summaries = new Set(
    ofKind(history, 'summary.written')
      .filter(({ covers }) => covers.some((id) => turns.has(id) || cut.has(id)))
      .map(({ summaryId }) => summaryId),
  );
  return { ...NOTHING_GONE, ...chosen, turns, conversations, claims, reflections, entities, procedures, summaries };
}

/** Adds the claims of what has too little evidence left. */
function reflectionsWithout(
  history: Standing,
  claims: Set<string>,
  standing: ReadonlySet<string>,
): ReadonlySet<string> {
  const made = ofKind(history, 'reflection.made');
  const gone = new Set<string>();
  for (const { reflectionId, minimum, evidence } of made) {
    const isTouched = evidence.some(({ claimId, restsOn }) => claims.has(claimId) || claims.has(restsOn ?? ''));
    const left = evidence.filter(
      ({ claimId, restsOn }) => !claims.has(claimId) && !claims.has(restsOn ?? '') && standing.has(claimId),
    );
    if (!isTouched || left.length >= minimum) continue;
    gone.add(reflectionId);
    for (const { claimId } of evidence) claims.add(claimId);
  }
  return gone;
}

function entitiesOnlyOf(claimed: readonly BodyOf<'codex.claimed'>[], claims: ReadonlySet<string>): ReadonlySet<string> {
  const spoken = new Map<string, boolean>();
  for (const { spaceId, claims: own } of claimed)
    for (const { claimId, subjectId, object } of own)
      for (const id of [subjectId, object?.kind === 'entity' ? object.id : null]) {
        if (id === null || id === 'me') continue;
        const key = entityKey(spaceId, id);
        spoken.set(key, (spoken.get(key) ?? false) || !claims.has(claimId));
      }
  return new Set([...spoken].filter(([, isNeeded]) => !isNeeded).map(([key]) => key));
}

export type Forget = {
  readonly left: Standing;
  readonly events: readonly JournalEvent[];
};

/**
 * The records that a forget appends, and what is left of the history. `amendedBy` holds the last record that amended each; a
 * record that is amended again, or goes, takes that one with it.
 */
export function forget(history: Standing, gone: Gone, amendedBy: ReadonlyMap<number, number>): Forget {
  const left: (JournalEvent | null)[] = [];
  const amendments: JournalEvent[] = [];
  const seqs: number[] = [];
  for (const [index, event] of history.entries()) {
    const verdict = event === null || index + 1 === 0 ? 'keep' : judgeEvent(event, gone);
    if (event === null || verdict === 'keep') {
      left.push(event);
      continue;
    }
    seqs.push(index + 1);
    const before = amendedBy.get(index + 1);
    if (before !== undefined) seqs.push(before);
    if (verdict === 'erase') {
      left.push(null);
      continue;
    }
    const amended = { kind: event.kind, body: verdict } as JournalEvent; // of the same kind
    left.push(amended);
    const body = JSON.parse(JSON.stringify(verdict)) as BodyOf<'amended'>['body'];
    amendments.push({ kind: 'amended', body: { seq: index + 1, kind: event.kind, body } });
  }
  const erased: readonly JournalEvent[] =
    seqs.length === 0 ? [] : [{ kind: 'erased', body: { seqs: seqs.sort((a, b) => a - b) } }];
  return { left, events: [...amendments, ...erased] };
}
