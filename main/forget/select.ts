import { AppError } from '../contract/errors.ts';
import type { ForgetChoice, ForgetSelection } from '../contract/forget.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import { unreachable } from '../lib/assert.ts';
import {
  type ForgetChunk,
  type ForgetDocument,
  listChunks,
  listChunksLike,
  listConversationIds,
  listFolderIds,
  listForgetDocuments,
  listTitles,
  listTurnIdsBetween,
  listTurnIdsOf,
  listTurnsLike,
} from '../stores/forget.ts';
import {
  listClaimsOfEntities,
  listForgetEntities,
  listForgetProcedures,
  listMerges,
  listOwnClaims,
  listSlotVersions,
} from '../stores/forget-memory.ts';
import { toLexical } from '../stores/project/lexical-text.pure.ts';
import { listSpaces } from '../stores/spaces.ts';
import { createName, createPhrase } from './phrase.pure.ts';

/** What the user's choice means, before anything that follows from it. */
export type Selected = {
  readonly turnIds: readonly string[];
  readonly cut: { readonly turnId: string; readonly from: number; readonly to: number } | null;
  /** Chosen as such: they go even where they hold no turn. */
  readonly conversationIds: readonly string[];
  readonly documents: readonly ForgetDocument[];
  /** Chunks of the documents, and single ones of documents that stay. */
  readonly chunks: readonly ForgetChunk[];
  /** Entered by hand. */
  readonly claimIds: readonly string[];
  readonly entities: readonly { readonly spaceId: string; readonly id: string }[];
  readonly slotIds: readonly string[];
  readonly procedureIds: readonly string[];
  readonly spaceIds: readonly string[];
  readonly folderIds: readonly string[];
  /** Titles that hold the words. */
  readonly titledIds: readonly string[];
  readonly isAbout: ((text: string) => boolean) | null;
  readonly isEverything: boolean;
};

const NOTHING: Selected = {
  turnIds: [],
  cut: null,
  conversationIds: [],
  documents: [],
  chunks: [],
  claimIds: [],
  entities: [],
  slotIds: [],
  procedureIds: [],
  spaceIds: [],
  folderIds: [],
  titledIds: [],
  isAbout: null,
  isEverything: false,
};

/** Turns, documents and whatever else a choice names. */
export async function selectForget(ctx: Pick<Ctx, 'db'>, { selection, except }: ForgetChoice): Promise<Selected> {
  const selected = await select(ctx, selection);
  if (except.length === 0) return selected;
  // What is kept back keeps its place: neither its conversation nor its space goes as a whole.
  const kept = new Set<string>(except);
  return {
    ...selected,
    turnIds: selected.turnIds.filter((id) => !kept.has(id)),
    ...{ conversationIds: [], spaceIds: [], isEverything: false },
  };
}

async function select({ db }: Pick<Ctx, 'db'>, selection: ForgetSelection): Promise<Selected> {
  switch (selection.kind) {
    case 'turns':
      return { ...NOTHING, turnIds: selection.turnIds };
    case 'text':
      return { ...NOTHING, cut: selection };
    case 'conversation': {
      const wanted = new Set<string>(selection.conversationIds);
      const conversationIds = (await listConversationIds(db.read, null)).filter((id) => wanted.has(id));
      return { ...NOTHING, conversationIds, turnIds: await listTurnIdsOf(db.read, conversationIds) };
    }
    case 'time':
      return {
        ...NOTHING,
        turnIds: await listTurnIdsBetween(db.read, selection),
        claimIds: (await listOwnClaims(db.read, selection.spaceId))
          .filter(({ at }) => Date.parse(selection.from) <= at.getTime() && at.getTime() <= Date.parse(selection.to))
          .map(({ id }) => id),
      };
    case 'document': {
      const wanted = new Set(selection.documentIds);
      const documents = (await listForgetDocuments(db.read, null)).filter(({ id }) => wanted.has(id));
      return { ...NOTHING, documents, chunks: await chunksOf(db, documents) };
    }
    case 'entity':
      return selectEntity(db, selection.spaceId, selection.entityId);
    case 'about':
      return selectAbout(db, selection);
    case 'space':
      return { ...(await selectSpace(db, selection.spaceId)), spaceIds: [selection.spaceId] };
    case 'everything': {
      const spaces = (await listSpaces(db.read)).map(({ id }) => id);
      return {
        ...(await selectSpace(db, null)),
        spaceIds: [...new Set([...spaces, DEFAULT_SPACE])],
        isEverything: true,
      };
    }
    default:
      return unreachable(selection);
  }
}

/** Null: every space. */
async function selectSpace({ read }: Pick<Ctx['db'], 'read'>, spaceId: string | null): Promise<Selected> {
  const conversationIds = await listConversationIds(read, spaceId);
  const documents = await listForgetDocuments(read, spaceId);
  const isHere = (one: { readonly spaceId: string | null }): boolean => spaceId === null || one.spaceId === spaceId;
  return {
    ...NOTHING,
    conversationIds,
    turnIds: await listTurnIdsOf(read, conversationIds),
    documents,
    chunks: await chunksOf({ read }, documents),
    claimIds: (await listOwnClaims(read, spaceId)).map(({ id }) => id),
    entities: await listForgetEntities(read, { entityIds: null, spaceId }),
    slotIds: (await listSlotVersions(read)).filter(isHere).map(({ id }) => id),
    procedureIds: (await listForgetProcedures(read)).filter(isHere).map(({ id }) => id),
    folderIds: await listFolderIds(read, spaceId),
  };
}

async function selectEntity(db: Ctx['db'], spaceId: string, entityId: string): Promise<Selected> {
  if (entityId === 'me' || entityId === 'assistant') {
    throw new AppError(
      'forget.nothing',
      'This entity stands for one of you and cannot be forgotten. Forget single facts instead.',
    );
  }
  const entityIds = joinedWith(entityId, await listMerges(db.read, spaceId));
  const entities = await listForgetEntities(db.read, { entityIds, spaceId });
  if (entities.length === 0) return NOTHING;
  return entitiesOf(db, spaceId, entities);
}

type Entities = Awaited<ReturnType<typeof listForgetEntities>>;

/** Entities of one space, what was said of them, and every turn that names them. */
async function entitiesOf(db: Ctx['db'], spaceId: string, entities: Entities): Promise<Selected> {
  const claims = await listClaimsOfEntities(db.read, { spaceId, entityIds: entities.map(({ id }) => id) });
  const turnIds = new Set(claims.flatMap(({ turnId }) => turnId ?? []));
  const names = new Set(entities.flatMap((entity) => entity.names).filter((name) => toLexical(name).length > 1));
  for (const name of names) {
    const isNamed = createName(name);
    const pattern = patternOf(name);
    for (const { id, text } of await listTurnsLike(db.read, { pattern, plain: name, spaceId }))
      if (isNamed(text)) turnIds.add(id);
  }
  return {
    ...NOTHING,
    turnIds: [...turnIds],
    claimIds: claims.filter(({ turnId }) => turnId === null).map(({ id }) => id),
    entities,
  };
}

function joinedWith(
  entityId: string,
  merges: readonly { readonly fromId: string; readonly intoId: string }[],
): readonly string[] {
  const ids = new Set([entityId]);
  for (let before = 0; before !== ids.size; ) {
    before = ids.size;
    for (const { fromId, intoId } of merges) if (ids.has(fromId) || ids.has(intoId)) ids.add(fromId).add(intoId);
  }
  return [...ids].filter((id) => id !== 'me' && id !== 'assistant');
}

const chunksOf = (
  { read }: Pick<Ctx['db'], 'read'>,
  documents: readonly ForgetDocument[],
): Promise<readonly ForgetChunk[]> =>
  listChunks(
    read,
    documents.map(({ id }) => id),
  );

/** For a searched copy without its spaces. */
const patternOf = (words: string): string =>
  `%${toLexical(words)
    .replaceAll(' ', '')
    .replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

type About = Extract<ForgetSelection, { kind: 'about' }>;

async function selectAbout(db: Ctx['db'], { words, spaceId }: About): Promise<Selected> {
  const { read } = db;
  const isAbout = createPhrase(words);
  const asked = { pattern: patternOf(words), plain: words, spaceId };
  const isHere = (one: { readonly spaceId: string | null }): boolean =>
    spaceId === null || one.spaceId === null || one.spaceId === spaceId;
  const holds = (...texts: readonly (string | null)[]): boolean => texts.some((text) => text !== null && isAbout(text));
  const turns = await listTurnsLike(read, asked);
  const documents = (await listForgetDocuments(read, spaceId)).filter(({ name, title, path }) =>
    holds(name, title, path),
  );
  const documentIds = new Set(documents.map(({ id }) => id));
  const chunks = await listChunksLike(read, asked);
  const named = (await listForgetEntities(read, { entityIds: null, spaceId })).filter(({ names }) => holds(...names));
  const found: Selected = {
    ...NOTHING,
    turnIds: turns.filter(({ text }) => isAbout(text)).map(({ id }) => id),
    documents,
    chunks: [
      ...(await chunksOf(db, documents)),
      ...chunks.filter(({ documentId, title, text }) => !documentIds.has(documentId) && holds(title, text)),
    ],
    claimIds: (await listOwnClaims(read, spaceId)).filter(({ objectText }) => holds(objectText)).map(({ id }) => id),
    slotIds: (await listSlotVersions(read))
      .filter((slot) => isHere(slot) && holds(slot.title, slot.text))
      .map(({ id }) => id),
    procedureIds: (await listForgetProcedures(read))
      .filter((one) => isHere(one) && holds(one.trigger, ...one.steps, ...one.evidence.map(({ quote }) => quote)))
      .map(({ id }) => id),
    titledIds: (await listTitles(read, spaceId)).filter(({ text }) => isAbout(text)).map(({ id }) => id),
    isAbout,
  };
  return withEntities(db, found, named);
}

/** Whoever is called by these words goes with what was said of them. */
async function withEntities(db: Ctx['db'], found: Selected, named: Entities): Promise<Selected> {
  let all = found;
  for (const spaceId of new Set(named.map((entity) => entity.spaceId))) {
    const here = named.filter((entity) => entity.spaceId === spaceId);
    const claims = await listClaimsOfEntities(db.read, { spaceId, entityIds: here.map(({ id }) => id) });
    all = {
      ...all,
      turnIds: [...new Set([...all.turnIds, ...claims.flatMap(({ turnId }) => turnId ?? [])])],
      claimIds: [...all.claimIds, ...claims.filter(({ turnId }) => turnId === null).map(({ id }) => id)],
      entities: [...all.entities, ...here],
    };
  }
  return all;
}
