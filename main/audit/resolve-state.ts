import { listFacts } from '../codex/facts.ts';
import { openVocabulary } from '../codex/open-vocabulary.ts';
import { SpaceId } from '../contract/ids.ts';
import type { FactEvidence, FactObject, Revision } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { listExportedConversations } from '../stores/exports.ts';
import type { Gathered } from './gather.ts';
import { foldName, mapTexts } from './names.pure.ts';
import { numberIds, renameIds } from './rename-ids.pure.ts';

export type Times = { readonly validAt: string; readonly knownAt: string; readonly isKnownNow: boolean };

type Resolving = {
  readonly ctx: Ctx;
  readonly gathered: Gathered;
  readonly times: Times;
  readonly signal: AbortSignal;
};

export type ResolvedState = {
  readonly state: unknown;
  /** New forms of ids that are made of what is covered. */
  readonly numbers: ReadonlyMap<string, string>;
  readonly facts: number;
  readonly conflicts: number;
};

/** What was believed at the chosen times, and on what it rests; without a word of what is covered or out of scope. */
export async function resolveState(resolving: Resolving): Promise<ResolvedState> {
  const { gathered, times } = resolving;
  const spaceIds = [...gathered.index.spaces.keys()].filter(
    (id) => gathered.scope.spaceId === null || id === gathered.scope.spaceId,
  );
  const facts: FactView[] = [];
  const conflicts: string[][] = [];
  const entities = new Map<string, unknown>();
  for (const spaceId of spaceIds) {
    throwIfAborted(resolving.signal);
    const resolved = await resolveFacts(resolving, spaceId);
    facts.push(...resolved.facts);
    conflicts.push(...resolved.conflicts);
    for (const fact of resolved.facts)
      for (const entity of entitiesOf(fact))
        entities.set(entity.id, { ...entity, type: gathered.index.entityNames.get(entity.id)?.type ?? 'person' });
  }
  const state = {
    ...{ format: 'palimpsest.audit.state', version: 1, validAt: times.validAt, knownAt: times.knownAt },
    ...{ spaces: spaceIds.map((id) => viewSpace(gathered, id)), entities: [...entities.values()], facts, conflicts },
    ...{
      conversations: await viewConversations(resolving),
      documents: viewDocuments(gathered),
      summaries: viewSummaries(gathered),
    },
    ...{ procedures: viewProcedures(gathered), slots: viewSlots(gathered), forgotten: gathered.index.forgotten },
  };
  const { names, isBodiesCovered, index, opennessOf } = gathered;
  const isClosed = (id: string): boolean => {
    const claim = index.claims.get(id);
    return isBodiesCovered || (names !== null && claim !== undefined && opennessOf(claim.seq) !== 'open');
  };
  const numbers = isBodiesCovered || names !== null ? numberIds(state, isClosed) : new Map<string, string>();
  const renamed = renameIds(state, numbers);
  // Ids may hold a name too: they come from imported files.
  return {
    state: names === null ? renamed : mapTexts(renamed, names.cover),
    numbers,
    facts: facts.length,
    conflicts: conflicts.length,
  };
}

type FactView = ReturnType<typeof viewFact>;

const entitiesOf = ({
  subject,
  object,
}: FactView): readonly { readonly id: string; readonly name: string | null }[] => [
  subject,
  ...(object !== null && object.kind === 'entity' ? [{ id: object.id, name: object.name }] : []),
];

async function resolveFacts({ ctx, gathered, times }: Resolving, spaceId: string) {
  const asked = {
    spaceId: SpaceId.parse(spaceId),
    validAt: times.validAt,
    ...(times.isKnownNow ? {} : { knownAt: times.knownAt }),
  };
  const all = await listFacts(ctx, { ...asked, history: true });
  const held = await listFacts(ctx, asked);
  const heldIds = new Set<string>(held.facts.map(({ id }) => id));
  const vocabulary = await openVocabulary(ctx);
  const shown = all.facts.filter(({ id }) => isInScope(gathered, id));
  const ids = new Set<string>(shown.map(({ id }) => id));
  const facts = shown.map((revision) =>
    viewFact(gathered, {
      revision,
      spaceId,
      ids,
      isHeld: heldIds.has(revision.id),
      isOwnRelation: vocabulary.find(revision.relation)?.isOwn ?? true,
    }),
  );
  return {
    facts,
    conflicts: held.conflicts.map((group) => group.filter((id) => ids.has(id))).filter((group) => group.length > 1),
  };
}

/** A fact is what its first claim says: where that is out of scope, so is the fact. */
function isInScope({ index, opennessOf }: Gathered, id: string): boolean {
  const claim = index.claims.get(id);
  return claim !== undefined && opennessOf(claim.seq) !== 'scope';
}

type Viewed = {
  readonly revision: Revision;
  readonly spaceId: string;
  readonly ids: ReadonlySet<string>;
  readonly isHeld: boolean;
  readonly isOwnRelation: boolean;
};

function viewFact(gathered: Gathered, { revision, spaceId, ids, isHeld, isOwnRelation }: Viewed) {
  const {
    id,
    subject,
    relation,
    object,
    status,
    validFrom,
    validTo,
    isStartStated,
    precision,
    knownFrom,
    knownTo,
    confidence,
    assertedBy,
  } = revision;
  const seq = gathered.index.claims.get(id)?.seq ?? 0;
  const isCovered = gathered.opennessOf(seq) === 'bodies';
  const evidence = revision.evidence.flatMap((each) => viewEvidence(gathered, each));
  const nameOf = createNaming(gathered, evidence);
  return {
    ...{
      id,
      spaceId,
      seq,
      isCovered,
      isHeld,
      status,
      validFrom,
      validTo,
      isStartStated,
      precision,
      knownFrom,
      knownTo,
    },
    ...{ confidence, assertedBy, evidence, relation: isCovered && isOwnRelation ? null : relation },
    subject: { id: subject.id, name: nameOf(subject) },
    object: isCovered ? null : viewObject(object, nameOf),
    supersedes: revision.supersedes.filter((each) => ids.has(each)),
    supersededBy: revision.supersededBy.filter((each) => ids.has(each)),
  };
}

type Named = { readonly id: string; readonly name: string };
type Naming = (entity: Named) => string | null;

/** Names that may be said here; null: it is covered, or was only said out of scope. */
function createNaming(gathered: Gathered, evidence: readonly { readonly quote: string | null }[]): Naming {
  const { scope, names, pseudonyms, isBodiesCovered } = gathered;
  const isPart = scope.conversationId !== null || scope.from !== null || scope.to !== null;
  return ({ id, name }) => {
    if (id === 'me') return 'Owner';
    if (id === 'assistant') return 'Assistant';
    if (names !== null) return pseudonyms.get(id) ?? names.cover(name);
    if (isBodiesCovered) return null;
    if (!isPart) return name;
    return evidence.some(({ quote }) => quote !== null && foldName(quote).includes(foldName(name))) ? name : null;
  };
}

function viewObject(object: FactObject, nameOf: Naming) {
  if (object.kind === 'entity') return { kind: 'entity' as const, id: object.id, name: nameOf(object) };
  return { kind: 'literal' as const, text: object.text, value: object.value };
}

function viewEvidence(
  { index, opennessOf, scope }: Gathered,
  { turnId, conversationId, quote, speaker, role, at }: FactEvidence,
) {
  // Entered by hand: the claim itself is the evidence.
  if (turnId === null) return [];
  const turn = index.turns.get(turnId);
  const openness = turn === undefined ? 'scope' : opennessOf(turn.seq);
  if (turn === undefined || openness === 'scope') return [];
  const isOpen = openness === 'open';
  const isUnbound = scope.conversationId === null || scope.conversationId === conversationId;
  return isUnbound
    ? [
        {
          seq: turn.seq,
          turnId,
          conversationId,
          role,
          at,
          quote: isOpen ? quote : null,
          speaker: isOpen ? speaker : null,
        },
      ]
    : [];
}

const isReadable = ({ opennessOf }: Gathered, seq: number): boolean => {
  const openness = opennessOf(seq);
  return openness === 'open' || openness === 'names';
};

/** What stands in a record of the bundle, with its words where these may be read. */
const listIn = <T extends { readonly seq: number }>(gathered: Gathered, items: ReadonlyMap<string, T>) =>
  [...items]
    .filter(([, { seq }]) => gathered.opennessOf(seq) !== 'scope')
    .map(([id, item]) => ({
      id,
      item,
      isReadable: isReadable(gathered, item.seq),
      isPseudonymised: gathered.names !== null,
    }));

function viewSpace(gathered: Gathered, id: string) {
  const space = gathered.index.spaces.get(id);
  return {
    id,
    name: space !== undefined && isReadable(gathered, space.seq) ? space.name : null,
    seq: space?.seq ?? null,
  };
}

const viewDocuments = (gathered: Gathered) =>
  listIn(gathered, gathered.index.documents).map(({ id, item, isReadable: isShown }) => ({
    ...{ id, seq: item.seq, spaceId: item.spaceId, chunks: item.chunks, isRemoved: item.isGone },
    // The hash of a short text tells the text to whoever guesses it.
    ...(isShown
      ? { name: item.name, mediaType: item.mediaType, sha256: gathered.names === null ? item.sha256 : null }
      : { name: null, mediaType: null, sha256: null }),
  }));

const viewSummaries = (gathered: Gathered) =>
  listIn(gathered, gathered.index.summaries).map(({ id, item, isReadable: isShown, isPseudonymised }) => ({
    ...{ id, seq: item.seq, spaceId: item.spaceId, by: item.by, covers: item.covers, isPseudonymised },
    ...(isShown ? { title: item.title, text: item.text } : { title: null, text: null }),
  }));

const viewProcedures = (gathered: Gathered) =>
  listIn(gathered, gathered.index.procedures).map(({ id, item, isReadable: isShown }) => ({
    ...{ id, seq: item.seq, spaceId: item.spaceId, status: item.status },
    ...(isShown ? { trigger: item.trigger, steps: item.steps } : { trigger: null, steps: null }),
  }));

const viewSlots = (gathered: Gathered) =>
  listIn(gathered, gathered.index.slots).map(({ id, item, isReadable: isShown }) => ({
    ...{ id, seq: item.seq, spaceId: item.spaceId, role: item.role },
    ...(isShown ? { title: item.title, text: item.text } : { title: null, text: null }),
  }));

async function viewConversations({ ctx, gathered }: Resolving) {
  const { index, scope, head } = gathered;
  const listed = await listExportedConversations(ctx.db.read, { ...scope, throughSeq: head.seq });
  return listed.map(({ id, spaceId, title, turns, source, firstAt, lastAt }) => {
    const titleSeq = index.titleSeqs.get(id);
    const isShown = title !== null && titleSeq !== undefined && isReadable(gathered, titleSeq);
    return {
      id,
      spaceId,
      title: isShown ? title : null,
      turns,
      source,
      firstAt: firstAt?.toISOString() ?? null,
      lastAt: lastAt?.toISOString() ?? null,
    };
  });
}
