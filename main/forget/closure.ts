import type { Ctx } from '../ctx.ts';
import { type ForgetConversation, listForgetConversations, listWhole, listWholeImports } from '../stores/forget.ts';
import {
  countCorrections,
  type ForgetClaim,
  type ForgetEntity,
  type ForgetProcedure,
  type ForgetSlot,
  type ForgetSummary,
  listClaimsById,
  listClaimsOfTurns,
  listEntitiesMadeBy,
  listForgetEntities,
  listForgetProcedures,
  listForgetSummaries,
  listNeededEntities,
  listSlotVersions,
  listTouchedClusters,
  listTouchedReflections,
} from '../stores/forget-memory.ts';
import { toLexical } from '../stores/project/lexical-text.pure.ts';
import { ByteMatcher } from './byte-matcher.pure.ts';
import { textsOf } from './cut.pure.ts';
import { type Gathered, goneTexts } from './gather.ts';
import { type Cut, entityKey, type Gone, isQuoteGone, NOTHING_GONE } from './gone.pure.ts';
import { listSaid } from './list-said.ts';
import { indexRuns } from './needles.pure.ts';
import { foldText, listWords } from './phrase.pure.ts';
import type { Selected } from './select.ts';

/** What goes, with the rows that show it. */
export type Closure = {
  readonly gone: Gone;
  readonly claims: readonly ForgetClaim[];
  readonly entities: readonly ForgetEntity[];
  /** Entities that stay, of which a record that goes gave names. */
  readonly keptEntities: readonly ForgetEntity[];
  readonly summaries: readonly ForgetSummary[];
  readonly procedures: readonly ForgetProcedure[];
  readonly slots: readonly ForgetSlot[];
  /** Conversations that something goes of. */
  readonly conversations: readonly ForgetConversation[];
  readonly touchedClusterIds: readonly string[];
  readonly corrections: number;
};

/** A run of a title that is no chance. */
const TITLE_RUN_BYTES = 12;
const MAX_LABEL_WORDS = 300;

/** Everything that rests on the turns, documents and words that go, and on nothing else. */
export async function closeOver(
  ctx: Pick<Ctx, 'db'>,
  {
    selected,
    gathered,
    elsewhere,
  }: { readonly selected: Selected; readonly gathered: Gathered; readonly elsewhere: ReadonlySet<string> },
): Promise<Closure> {
  const { read } = ctx.db;
  const { turns, cut } = gathered;
  const turnIds = turns.map(({ id }) => id);
  const cuts = new Map(cut === null ? [] : [[cut.turn.id, cut.cut] as const]);
  const { spaceIds } = selected;
  const documentIds = selected.documents.map(({ id }) => id);
  const base: Gone = {
    ...NOTHING_GONE,
    isEverything: selected.isEverything,
    spaces: new Set(spaceIds),
    turns: new Set(turnIds),
    cuts,
    documents: new Set(documentIds),
    documentHashes: new Set(selected.documents.map(({ sha256 }) => sha256)),
    chunks: new Set(selected.chunks.map(({ id }) => id)),
    folders: new Set(selected.folderIds),
    isAbout: selected.isAbout ?? (() => false),
    hasWords: selected.isAbout !== null,
  };
  const { claims, reflectionIds } = await listGoneClaims(ctx, { selected, gone: base });
  const { entities, keptEntities } = await splitEntities(ctx, { selected, claims });
  const touched = cut === null ? turnIds : [...turnIds, cut.turn.id];
  const procedures = (await listForgetProcedures(read)).filter((one) => isProcedureGone(one, selected, base));
  const slots = (await listSlotVersions(read)).filter(({ id }) => selected.slotIds.includes(id));
  const summaries = await listForgetSummaries(read, { turnIds: touched, spaceIds, summaryIds: gathered.summaryIds });
  const clusters = await listTouchedClusters(read, { turnIds: touched, spaceIds });
  const conversations = await listForgetConversations(read, [
    ...new Set([
      ...turns.map(({ conversationId }) => conversationId),
      ...(cut === null ? [] : [cut.turn.conversationId]),
      ...[...selected.conversationIds, ...selected.titledIds],
    ]),
  ]);
  const corrections = await countCorrections(read, touched);
  const unsaid = await listUnsaid(ctx, { gathered, keptEntities, documentIds });
  const gone: Gone = {
    ...base,
    conversations: new Set(await listGoneConversations(ctx, { gathered, selected })),
    claims: new Set(claims.map(({ id }) => id)),
    entities: new Set(entities.map(({ spaceId, id }) => entityKey(spaceId, id))),
    procedures: new Set(procedures.map(({ id }) => id)),
    slots: new Set(selected.slotIds),
    summaries: new Set([...summaries.map(({ id }) => id), ...gathered.summaryIds]),
    reflections: new Set(reflectionIds),
    clusters: new Set(clusters.filter(({ spaceId }) => spaceIds.includes(spaceId)).map(({ id }) => id)),
    titled: new Set(conversations.map(({ id }) => id)),
    imports: new Set(await listWholeImports(read, turnIds)),
    areHeadsGone: corrections > 0 || selected.isEverything,
    ...unsaid,
    repeats: createRepeats(gathered, elsewhere),
    isTitleGone: createTitles(gathered, base),
  };
  return {
    ...{ gone, claims, entities, keptEntities, summaries, procedures, slots, conversations, corrections },
    touchedClusterIds: clusters.map(({ id }) => id),
  };
}

type Choice = { readonly selected: Selected; readonly gone: Gone };

/** Claims of what goes, and those of conclusions that are left with too little evidence. */
async function listGoneClaims({ db: { read } }: Pick<Ctx, 'db'>, { selected, gone }: Choice) {
  const turnIds = [...gone.turns];
  const claims = new Map<string, ForgetClaim>();
  const add = (found: readonly ForgetClaim[]): void => {
    for (const claim of found) claims.set(claim.id, claim);
  };
  add(await listClaimsOfTurns(read, turnIds));
  add(await listClaimsById(read, selected.claimIds));
  add(await listCutOut({ db: { read } }, gone));
  const reflectionIds = new Set<string>();
  // What was concluded from a conclusion goes with it.
  for (let before = -1; before !== claims.size; ) {
    before = claims.size;
    const search = { turnIds, claimIds: [...claims.keys()], spaceIds: selected.spaceIds };
    const touched = await listTouchedReflections(read, search);
    const lost = touched.filter(({ left, minimum }) => left < minimum || selected.spaceIds.length > 0);
    for (const { id } of lost) reflectionIds.add(id);
    add(
      await listClaimsById(read, [
        ...lost.flatMap(({ claimIds }) => claimIds),
        ...touched.flatMap(({ restingIds }) => restingIds),
      ]),
    );
  }
  return { claims: [...claims.values()], reflectionIds: [...reflectionIds] };
}

/** Claims of turns of which a part goes: those that it says, and those about somebody whom the rest does not name. */
async function listCutOut({ db: { read } }: { readonly db: Pick<Ctx['db'], 'read'> }, gone: Gone) {
  const claims = await listClaimsOfTurns(read, [...gone.cuts.keys()]);
  if (claims.length === 0) return [];
  const entityIds = [...new Set(claims.flatMap((claim) => claim.entityIds))];
  const entities = await listForgetEntities(read, { entityIds, spaceId: null });
  const isNamed = (text: string, names: readonly string[]): boolean =>
    names.some((name) => foldText(text).includes(foldText(name)));
  const isNameless = (claim: ForgetClaim, cut: Cut): boolean =>
    entities.some(
      ({ spaceId, id, names }) =>
        spaceId === claim.spaceId &&
        claim.entityIds.includes(id) &&
        isNamed(cut.removed, names) &&
        !isNamed(cut.rest, names),
    );
  return claims.filter((claim) => {
    const cut = claim.turnId === null ? undefined : gone.cuts.get(claim.turnId);
    return isCutOut(claim, gone) || (cut !== undefined && isNameless(claim, cut));
  });
}

function isCutOut({ turnId, quote, quoteFrom }: ForgetClaim, gone: Gone): boolean {
  const cut = turnId === null ? undefined : gone.cuts.get(turnId);
  if (cut === undefined) return false;
  return quote === null || quoteFrom === null || (quoteFrom < cut.to && cut.from < quoteFrom + quote.length);
}

/** Entities that only claims that go speak of, and those whose names came from them and that others need. */
async function splitEntities(
  { db: { read } }: Pick<Ctx, 'db'>,
  { selected, claims }: { readonly selected: Selected; readonly claims: readonly ForgetClaim[] },
) {
  const ids = new Set([...claims.flatMap(({ entityIds }) => entityIds), ...selected.entities.map(({ id }) => id)]);
  const made = await listEntitiesMadeBy(read, [...new Set(claims.map(({ seq }) => seq))]);
  for (const { id } of made) ids.add(id);
  const all = await listForgetEntities(read, { entityIds: [...ids], spaceId: null });
  const spaces = new Set([
    ...claims.map(({ spaceId }) => spaceId),
    ...selected.entities.map(({ spaceId }) => spaceId),
    ...made.map(({ spaceId }) => spaceId),
  ]);
  const near = all.filter(({ spaceId }) => spaces.has(spaceId));
  const needed = new Set(
    (await listNeededEntities(read, { entityIds: [...ids], claimIds: claims.map(({ id }) => id) })).map(
      ({ spaceId, id }) => entityKey(spaceId, id),
    ),
  );
  const isNeeded = ({ spaceId, id }: ForgetEntity): boolean => needed.has(entityKey(spaceId, id));
  return { entities: near.filter((entity) => !isNeeded(entity)), keptEntities: near.filter(isNeeded) };
}

/** What was learned goes with the last words that taught it; what the user wrote stays unless it was chosen. */
function isProcedureGone(procedure: ForgetProcedure, selected: Selected, gone: Gone): boolean {
  if (selected.procedureIds.includes(procedure.id)) return true;
  if (procedure.source !== 'learned' || procedure.evidence.length === 0) return false;
  return procedure.evidence.every(({ turnId, quote }) => isQuoteGone(gone, turnId, quote));
}

async function listGoneConversations(
  ctx: Pick<Ctx, 'db'>,
  { gathered, selected }: { readonly gathered: Gathered; readonly selected: Selected },
): Promise<readonly string[]> {
  const conversationIds = [
    ...new Set([...gathered.turns.map(({ conversationId }) => conversationId), ...selected.conversationIds]),
  ];
  return listWhole(ctx.db.read, { conversationIds, turnIds: gathered.turns.map(({ id }) => id) });
}

/** Names of entities that stay, and words of topics, that nobody says any more. */
async function listUnsaid(
  { db: { read } }: Pick<Ctx, 'db'>,
  {
    gathered,
    keptEntities,
    documentIds,
  }: {
    readonly gathered: Gathered;
    readonly keptEntities: readonly ForgetEntity[];
    readonly documentIds: readonly string[];
  },
): Promise<Pick<Gone, 'names' | 'words'>> {
  const { turns, cut } = gathered;
  const texts = goneTexts(gathered);
  const said = new Set(texts.flatMap(listWords).map(foldText));
  const words = [...new Set(gathered.labels.flatMap(listWords).map(foldText))].filter((word) => said.has(word));
  const names = [...new Set(keptEntities.flatMap((entity) => entity.names))];
  // The words that a part of a turn keeps are said by what is left of it.
  const isInRest = (word: string): boolean => cut !== null && foldText(cut.cut.rest).includes(foldText(word));
  const asked = [...new Set([...names.map(toLexical), ...words.map(toLexical)])]
    .filter((word) => word !== '')
    .slice(0, MAX_LABEL_WORDS);
  const turnIds = [...turns.map(({ id }) => id), ...(cut === null ? [] : [cut.turn.id])];
  const still = new Set(
    asked.length === 0 ? [] : await listSaid({ db: { read } }, { words: asked, turnIds, documentIds }),
  );
  const isUnsaid = (word: string): boolean =>
    asked.includes(toLexical(word)) && !still.has(toLexical(word)) && !isInRest(word);
  return {
    // A name that nobody ever said was written by the user's hand, and stays.
    names: new Set(
      names
        .filter((name) => isUnsaid(name) && texts.some((text) => foldText(text).includes(foldText(name))))
        .map(foldText),
    ),
    words: new Set(words.filter(isUnsaid)),
  };
}

function createRepeats({ saidAt }: Gathered, elsewhere: ReadonlySet<string>): Gone['repeats'] {
  const pieces = [...saidAt.keys()].filter((piece) => !elsewhere.has(piece));
  const matcher = new ByteMatcher(pieces.map((piece) => Buffer.from(piece, 'utf8')));
  return (text) => matcher.some(Buffer.from(text.normalize('NFC'), 'utf8'));
}

/** A title that stands in what goes of its conversation, or has a run of it, was made of it. */
function createTitles({ turns, cut }: Gathered, { isAbout }: Gone): Gone['isTitleGone'] {
  const byConversation = new Map<string, string[]>();
  const add = (conversationId: string, texts: readonly string[]): void => {
    const known = byConversation.get(conversationId);
    if (known === undefined) byConversation.set(conversationId, [...texts]);
    else known.push(...texts);
  };
  for (const turn of turns) add(turn.conversationId, textsOf(turn));
  if (cut !== null) add(cut.turn.conversationId, [cut.removed]);
  const known = new Map<string, { readonly texts: readonly string[]; readonly isIn: (text: string) => boolean }>();
  const of = (conversationId: string) => {
    const found = known.get(conversationId);
    if (found !== undefined) return found;
    const texts = byConversation.get(conversationId) ?? [];
    const made = { texts: texts.map(foldText), isIn: indexRuns(texts, TITLE_RUN_BYTES).isIn };
    known.set(conversationId, made);
    return made;
  };
  return (conversationId, title) => {
    if (isAbout(title)) return true;
    const { texts, isIn } = of(conversationId);
    // A title that was cut short ends with dots that nobody said.
    const plain = foldText(title.replace(/(?:…|\.\.\.)\s*$/u, ''));
    return plain !== '' && (texts.some((text) => text.includes(plain)) || isIn(title));
  };
}
