import type { ForgetCounts, ForgetPreview } from '../contract/forget.ts';
import type { Ctx } from '../ctx.ts';
import type { ForgetTurn } from '../stores/forget.ts';
import { countTouchedBeliefs, countVectors, listTouchedBeliefs } from '../stores/forget-memory.ts';
import type { Closure } from './closure.ts';
import type { Gathered } from './gather.ts';
import type { Selected } from './select.ts';

type Shown = ForgetPreview['repeats'][number];
type Going = ForgetPreview['goes'][number];

const MAX_SHOWN = 200;
const MAX_CHARS = 400;

const clip = (text: string): string =>
  text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 1).toWellFormed()}…`;

const showTurn = ({ id, text, attachments, at, speaker }: ForgetTurn): Shown => ({
  kind: 'turn',
  id,
  text: clip(text.trim() === '' ? attachments.flatMap(({ name, caption }) => [name ?? caption ?? '']).join(' ') : text),
  at: at.toISOString(),
  speaker,
});

type Parts = {
  readonly selected: Selected;
  readonly gathered: Gathered;
  readonly closure: Closure;
  readonly traceIds: readonly string[];
};

/** What the user is shown before anything goes. */
export async function previewForget(
  { db: { read } }: Pick<Ctx, 'db'>,
  parts: Parts,
): Promise<Omit<ForgetPreview, 'fingerprint' | 'backups'>> {
  const { gathered, closure } = parts;
  const claimIds = closure.claims.map(({ id }) => id);
  const beliefs = await listTouchedBeliefs(read, { claimIds, limit: 2 * MAX_SHOWN });
  const facts = beliefs.map(({ id, subject, relation, object, at, otherEvidence }) => ({
    shown: {
      kind: 'fact' as const,
      id,
      text: clip(`${subject} · ${relation} · ${object}`),
      at: at.toISOString(),
      speaker: null,
    },
    otherEvidence,
  }));
  return {
    counts: await countAll({ read }, parts),
    goes: listGoing(
      parts,
      facts.filter(({ otherEvidence }) => otherEvidence === 0).map(({ shown }) => shown),
    ),
    stays: facts
      .filter(({ otherEvidence }) => otherEvidence > 0)
      .map(({ shown, otherEvidence }) => ({ ...shown, otherEvidence }))
      .slice(0, MAX_SHOWN),
    repeats: gathered.repeats.slice(0, MAX_SHOWN).map(showTurn),
  };
}

function listGoing({ selected, gathered, closure }: Parts, facts: readonly Shown[]): readonly Going[] {
  const { turns, why, cut } = gathered;
  const because = (reason: 'chosen' | 'repeats' | 'answers'): readonly Going[] =>
    turns.filter(({ id }) => why.get(id) === reason).map((turn) => ({ ...showTurn(turn), why: reason }));
  const chosen =
    (kind: Shown['kind'], ids: readonly string[]) =>
    (one: Omit<Shown, 'kind'>): Going => ({
      ...{ kind, id: one.id, text: clip(one.text), at: one.at, speaker: one.speaker },
      why: ids.includes(one.id) ? 'chosen' : 'rests-on-it',
    });
  const documentIds = new Set(selected.documents.map(({ id }) => id));
  const entityIds = selected.entities.map(({ id }) => id);
  const all: readonly Going[] = [
    ...(cut === null ? [] : [{ ...showTurn(cut.turn), text: clip(cut.removed), why: 'chosen' as const }]),
    ...because('chosen'),
    ...selected.documents.map(({ id, name, at }) => ({
      kind: 'document' as const,
      id,
      text: clip(name),
      at: at.toISOString(),
      speaker: null,
      why: 'chosen' as const,
    })),
    // Passages of documents that stay otherwise.
    ...selected.chunks
      .filter(({ documentId }) => !documentIds.has(documentId))
      .map(({ id, text }) => ({
        kind: 'document' as const,
        id,
        text: clip(text),
        at: null,
        speaker: null,
        why: 'chosen' as const,
      })),
    ...closure.slots.map(({ id, title, text, at }) => ({
      kind: 'slot' as const,
      id,
      text: clip(`${title} ${text}`.trim()),
      at: at.toISOString(),
      speaker: null,
      why: 'chosen' as const,
    })),
    ...because('repeats'),
    ...because('answers'),
    ...facts.map((fact): Going => ({ ...fact, why: 'rests-on-it' })),
    ...closure.entities.map(({ id, name }) => chosen('entity', entityIds)({ id, text: name, at: null, speaker: null })),
    ...closure.procedures.map(({ id, trigger, steps, at }) =>
      chosen(
        'procedure',
        selected.procedureIds,
      )({ id, text: [trigger, ...steps].join(': '), at: at.toISOString(), speaker: null }),
    ),
    ...closure.summaries.map(({ id, title, text, at }) =>
      chosen('summary', [])({ id, text: `${title} ${text}`.trim(), at: at?.toISOString() ?? null, speaker: null }),
    ),
    ...closure.conversations
      .filter(({ id, title }) => title !== null && title !== '' && closure.gone.conversations.has(id))
      .map(({ id, title, at }) =>
        chosen(
          'conversation',
          selected.conversationIds,
        )({ id, text: title ?? '', at: at.toISOString(), speaker: null }),
      ),
    ...listTitles(closure).map(({ id, title, at }) =>
      chosen('title', [])({ id, text: title ?? '', at: at.toISOString(), speaker: null }),
    ),
  ];
  const seen = new Set<string>();
  return all
    .filter(({ kind, id }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`) !== undefined)
    .slice(0, MAX_SHOWN);
}

/** Titles that say what goes, of conversations that stay. */
const listTitles = ({ conversations, gone }: Closure): Closure['conversations'] =>
  conversations.filter(
    ({ id, title }) => title !== null && title !== '' && !gone.conversations.has(id) && gone.isTitleGone(id, title),
  );

async function countAll(
  { read }: Pick<Ctx['db'], 'read'>,
  { selected, gathered, closure, traceIds }: Parts,
): Promise<ForgetCounts> {
  const { gone } = closure;
  const fragmentIds = listFragmentIds({ selected, gathered, closure });
  return {
    turns: gathered.turns.length + (gathered.cut === null ? 0 : 1),
    answers: [...gathered.why.values()].filter((why) => why === 'answers').length,
    conversations: gone.conversations.size,
    titles: listTitles(closure).length,
    documents: gone.documents.size,
    chunks: gone.chunks.size,
    revisions: await countTouchedBeliefs(
      read,
      closure.claims.map(({ id }) => id),
    ),
    claims: closure.claims.length,
    entities: closure.entities.length,
    summaries: gone.summaries.size,
    procedures: gone.procedures.size,
    reflections: gone.reflections.size,
    clusters: closure.touchedClusterIds.length,
    slots: gone.slots.size,
    corrections: closure.corrections,
    traces: traceIds.length,
    embeddings: await countVectors(read, fragmentIds),
    drafts: 0,
  };
}

/** Everything that retrieval could have returned. */
export function listFragmentIds({ gathered, closure }: Omit<Parts, 'traceIds'>): readonly string[] {
  const { gone } = closure;
  return [
    ...gathered.turns.map(({ id }) => id),
    ...(gathered.cut === null ? [] : [gathered.cut.turn.id]),
    ...[...gone.chunks, ...gone.summaries, ...gone.procedures],
  ];
}
