import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { ImportFormat, ImportProgress, ImportReport } from '../contract/imports.ts';
import type { Ctx } from '../ctx.ts';
import type { PreparedDocument } from '../documents/import-document.ts';
import { isAbort, throwIfAborted } from '../lib/abort.ts';
import { settleIndex } from '../retrieval/settle.ts';
import { listKnownConversations } from '../stores/conversations.ts';
import { getPendingCount } from '../stores/embeddings.ts';
import { listKnownTurns } from '../stores/episodes.ts';
import { findSpace } from '../stores/spaces.ts';
import { chooseFormat } from './choose-format.ts';
import { importOneDocument, prepareDocuments } from './import-documents.ts';
import type { ImportItem, ParsedConversation } from './import-item.ts';
import { listForgotten } from './list-forgotten.ts';
import { listUnsaved } from './list-unsaved.ts';
import { naming } from './naming.ts';
import { type ConversationState, type Incoming, type KnownTurn, planImport } from './plan-import.pure.ts';
import { readExport } from './read-export.ts';

export type ImportInput = {
  readonly files: readonly { readonly path: string; readonly name: string }[];
  readonly format: 'auto' | ImportFormat;
  readonly isDryRun: boolean;
  readonly shouldWait: boolean;
  readonly spaceId: string | undefined;
};

type Watch = { readonly signal: AbortSignal; readonly push: (progress: ImportProgress) => Promise<void> };

/** One fsync a batch: large enough to be quick, small enough that a stop or a kill costs little. */
const BATCH_TURNS = 256;
const BATCH_CHARS = 2_000_000;

type Tally = {
  read: number;
  imported: number;
  skipped: Record<string, number>;
  notes: Record<string, number>;
  conversations: Set<string>;
  earliest: string | null;
  latest: string | null;
};

const emptyTally = (): Tally => ({
  read: 0,
  imported: 0,
  skipped: {},
  notes: {},
  conversations: new Set(),
  earliest: null,
  latest: null,
});

/** Adds to a counter of a tally; nothing is added for nothing. */
function add(counts: Record<string, number>, key: string, n: number): void {
  if (n > 0) counts[key] = (counts[key] ?? 0) + n;
}

/** Reads files into the journal: every file is recognised before the first turn is written. */
export async function importFiles(ctx: Ctx, input: ImportInput, watch: Watch): Promise<ImportReport> {
  const startMs = ctx.clock.monotonicMs();
  const formats: ImportFormat[] = [];
  for (const [index, { path, name }] of input.files.entries()) {
    formats.push(await naming(index, chooseFormat(input.format, { path, name })));
  }
  const prepared = await prepareDocuments(ctx, { files: input.files, formats }, watch);
  const total = emptyTally();
  const conversations = new Map<string, ConversationState>();
  const taken = new Map<string, KnownTurn>();
  const files: { name: string; format: ImportFormat; read: number; imported: number }[] = [];
  let isCancelled = false;
  for (const [index, file] of input.files.entries()) {
    const format = formats[index] ?? 'jsonl';
    const before = { read: total.read, imported: total.imported };
    try {
      const work =
        format === 'document'
          ? importDocumentFile(ctx, { input, file, total, read: prepared.get(index) }, watch)
          : importFile(ctx, { input, file, format, total, conversations, taken }, watch);
      await naming(index, work);
    } catch (error) {
      if (!isAbort(error)) throw error;
      isCancelled = true;
    }
    files.push({
      name: basename(file.name),
      format,
      read: total.read - before.read,
      imported: total.imported - before.imported,
    });
    if (isCancelled) break;
  }
  if (!input.isDryRun && total.imported > 0) ctx.emit('conversations.changed', { ids: [] });
  const shouldWait = input.shouldWait && !input.isDryRun && !isCancelled;
  if (shouldWait)
    isCancelled = !(await settleIndex(ctx, {
      signal: watch.signal,
      push: (progress) => watch.push({ kind: 'indexing', ...progress }),
    }));
  return {
    read: total.read,
    imported: total.imported,
    skipped: total.skipped,
    notes: total.notes,
    conversations: total.conversations.size,
    files,
    earliest: total.earliest,
    latest: total.latest,
    isDryRun: input.isDryRun,
    isCancelled,
    pendingVectors: input.isDryRun ? 0 : await getPendingCount(ctx.db.read),
    ms: ctx.clock.monotonicMs() - startMs,
  };
}

async function importDocumentFile(
  ctx: Ctx,
  {
    input,
    file,
    total,
    read,
  }: Pick<FileImport, 'input' | 'file' | 'total'> & { readonly read: PreparedDocument | undefined },
  watch: Watch,
): Promise<void> {
  const counted = { read: total.read, imported: total.imported };
  const { kind, chunks, notes } = await importOneDocument(ctx, { ...input, file, read, counted }, watch);
  total.read += chunks;
  if (kind === 'added') total.imported += chunks;
  else add(total.skipped, kind === 'forgotten' ? 'forgotten' : 'duplicate', chunks);
  for (const [note, n] of Object.entries(notes)) add(total.notes, note, n);
}

type FileImport = {
  readonly input: ImportInput;
  readonly file: { readonly path: string; readonly name: string };
  readonly format: ImportFormat;
  readonly total: Tally;
  readonly conversations: Map<string, ConversationState>;
  /** Turns that this run has taken: a dry run writes nothing that a later batch could find. */
  readonly taken: Map<string, KnownTurn>;
};

async function importFile(ctx: Ctx, run: FileImport, watch: Watch): Promise<void> {
  const { input, file, format, total } = run;
  const importId = ctx.ids.uuid();
  const before = { read: total.read, imported: total.imported, skipped: { ...total.skipped } };
  const flush = async (batch: readonly Incoming[]): Promise<void> =>
    writeBatch(ctx, { ...run, importId, batch }, watch);
  let batch: Incoming[] = [];
  let chars = 0;
  try {
    // As asked for, not as recognised: one archive may hold the exports of two vendors.
    const wanted = input.format === 'document' ? 'auto' : input.format;
    const beside = input.files.map(({ path }) => path).filter((path) => path !== file.path);
    for await (const item of readExport({ path: file.path, format: wanted, signal: watch.signal, beside })) {
      throwIfAborted(watch.signal);
      await noteItem(item, run, watch);
      const importedBefore = total.imported;
      for (const incoming of toIncoming(item, input.spaceId)) {
        batch.push(incoming);
        chars += incoming.turn.text.length;
        if (batch.length < BATCH_TURNS && chars < BATCH_CHARS) continue;
        await flush(batch);
        batch = [];
        chars = 0;
      }
      if (item.kind !== 'conversation') continue;
      await flush(batch);
      batch = [];
      chars = 0;
      // Nothing new: the user may have gone on along another branch since, and that choice stands.
      if (!input.isDryRun && total.imported > importedBefore) await chooseBranch(ctx, item, input.spaceId);
    }
    await flush(batch);
  } finally {
    if (!input.isDryRun && total.imported > before.imported) {
      const skipped = Object.fromEntries(
        Object.entries(total.skipped).map(([reason, n]) => [reason, n - (before.skipped[reason] ?? 0)]),
      );
      await ctx.commit([
        {
          kind: 'import.finished',
          body: {
            importId,
            fileName: basename(file.name),
            fileSha256: null,
            format,
            read: total.read - before.read,
            imported: total.imported - before.imported,
            skipped,
          },
        },
      ]);
    }
  }
}

async function noteItem(item: ImportItem, { total, file }: FileImport, watch: Watch): Promise<void> {
  if (item.kind === 'skipped') {
    total.read += item.count;
    add(total.skipped, item.reason, item.count);
  }
  if (item.kind === 'note') add(total.notes, item.note, item.count);
  if (item.kind !== 'progress') return;
  const skipped = Object.values(total.skipped).reduce((sum, n) => sum + n, 0);
  await watch.push({
    kind: 'reading',
    file: file.name,
    readBytes: item.readBytes,
    totalBytes: item.totalBytes,
    read: total.read,
    imported: total.imported,
    skipped,
  });
}

/** Ids are the source's own wherever it has any; a vendor's turn ids are only unique within their conversation. */
function toIncoming(item: ImportItem, space: string | undefined): readonly Incoming[] {
  if (item.kind === 'turn') {
    const { turn, conversationOriginId } = item;
    const spaceId = toId(space ?? turn.space ?? DEFAULT_SPACE);
    const conversation: ParsedConversation = {
      originId: conversationOriginId,
      title: conversationOriginId,
      source: 'jsonl',
      startedAt: null,
      activeLeafKey: null,
    };
    return [
      {
        turn,
        turnId: toId(turn.originId ?? turn.key),
        parentId: turn.parentOriginId === null ? null : toId(turn.parentOriginId),
        conversation,
        // Our own export names conversations as they are called here.
        conversationId:
          turn.own && turn.space === spaceId
            ? toId(conversationOriginId)
            : conversationIdOf(conversationOriginId, spaceId),
        spaceId,
      },
    ];
  }
  if (item.kind !== 'conversation') return [];
  const { conversation, turns } = item;
  const spaceId = space ?? DEFAULT_SPACE;
  const conversationId = conversationIdOf(conversation.originId, spaceId);
  return turns.map((turn) => ({
    turn,
    turnId: vendorTurnId(conversationId, turn.key),
    parentId: turn.parentOriginId === null ? null : vendorTurnId(conversationId, turn.parentOriginId),
    conversation,
    conversationId,
    spaceId,
  }));
}

const conversationIdOf = (originId: string, spaceId: string): string =>
  toId(spaceId === DEFAULT_SPACE ? originId : `${spaceId}/${originId}`);
const vendorTurnId = (conversationId: string, key: string): string => toId(`${conversationId}/${key}`);

const MAX_ID_CHARS = 512;
/** The contract has no place for longer ids, and a turn that recall may not return would fail it for ever. */
const toId = (id: string): string =>
  id.length <= MAX_ID_CHARS ? id : `long-${createHash('sha256').update(id).digest('hex')}`;

type Batch = FileImport & { readonly importId: string; readonly batch: readonly Incoming[] };

async function writeBatch(ctx: Ctx, run: Batch, watch: Watch): Promise<void> {
  const { batch, total, conversations, input } = run;
  if (batch.length === 0) return;
  const known = await listKnownTurns(
    ctx.db.read,
    batch.flatMap(({ turnId, parentId, turn }) => [turnId, parentId ?? [], turn.own?.activeLeaf ?? []].flat()),
  );
  await loadConversations(ctx, batch, conversations);
  const planned = planImport(
    batch,
    {
      turns: new Map([...(input.isDryRun ? run.taken : []), ...known.map((turn) => [turn.id, turn] as const)]),
      conversations,
    },
    {
      ...{ zone: ctx.zone(), ownerName: ctx.settings.get().ownerName, importId: run.importId },
      unsaved: await listUnsaved(ctx, batch, conversations),
      forgotten: await listForgotten(ctx, batch, new Set(known.map(({ id }) => id))),
    },
  );
  if (input.isDryRun) for (const [id, turn] of planned.taken) run.taken.set(id, turn);
  const spaces = input.isDryRun ? [] : await newSpaces(ctx, batch);
  if (!input.isDryRun && planned.events.length > 0) {
    await ctx.commit([...spaces, ...planned.events]);
    ctx.indexer.wake();
    ctx.extraction.wake();
  }
  // Counted with what became of them, so that the report adds up wherever a stop falls.
  total.read += batch.length;
  total.imported += planned.imported;
  add(total.skipped, 'duplicate', planned.duplicates);
  add(total.skipped, 'conflict', planned.conflicts);
  add(total.skipped, 'forgotten', planned.forgotten);
  for (const { conversationId } of batch) total.conversations.add(conversationId);
  for (const event of planned.events) {
    if (event.kind !== 'turn.said') continue;
    widen(total, event.body.saidAt);
    add(total.notes, NOT_SAVED, event.body.isUnsaved ? 1 : 0);
  }
  if (!input.isDryRun && planned.imported > 0) await watch.push({ kind: 'acked', n: total.imported });
}

/** Kept as history where saving is off, and no part of memory. */
const NOT_SAVED = 'not-saved';

function widen(total: Tally, at: string | null): void {
  if (at === null) return;
  if (total.earliest === null || Date.parse(at) < Date.parse(total.earliest)) total.earliest = at;
  if (total.latest === null || Date.parse(at) > Date.parse(total.latest)) total.latest = at;
}

async function loadConversations(
  ctx: Ctx,
  batch: readonly Incoming[],
  states: Map<string, ConversationState>,
): Promise<void> {
  const unknown = [...new Set(batch.map(({ conversationId }) => conversationId))].filter((id) => !states.has(id));
  if (unknown.length === 0) return;
  for (const row of await listKnownConversations(ctx.db.read, unknown)) {
    states.set(row.id, {
      isKnown: true,
      nextPosition: row.nextPosition,
      lastTurnId: row.activeLeafId,
      lastAt: row.lastSaidAt?.toISOString() ?? null,
    });
  }
}

async function newSpaces(ctx: Ctx, batch: readonly Incoming[]) {
  const ids = [...new Set(batch.map(({ spaceId }) => spaceId))];
  const missing: string[] = [];
  for (const id of ids) if ((await findSpace(ctx.db.read, id)) === null) missing.push(id);
  const nameOf = (id: string): string =>
    batch.find(({ spaceId, turn }) => spaceId === id && turn.space === id && turn.own?.conversation?.spaceName)?.turn
      .own?.conversation?.spaceName ?? id;
  return missing.map((spaceId) => ({ kind: 'space.created' as const, body: { spaceId, name: nameOf(spaceId) } }));
}

/** The branch that the export shows is the active one, whatever order its turns came in. */
async function chooseBranch(
  ctx: Ctx,
  item: Extract<ImportItem, { kind: 'conversation' }>,
  space: string | undefined,
): Promise<void> {
  const { activeLeafKey, originId } = item.conversation;
  if (activeLeafKey === null) return;
  const conversationId = conversationIdOf(originId, space ?? DEFAULT_SPACE);
  const leafTurnId = vendorTurnId(conversationId, activeLeafKey);
  const [row] = await listKnownConversations(ctx.db.read, [conversationId]);
  if (row === undefined || row.activeLeafId === leafTurnId) return;
  // It was forgotten.
  if ((await listKnownTurns(ctx.db.read, [leafTurnId])).length === 0) return;
  await ctx.commit([{ kind: 'conversation.branch-chosen', body: { conversationId, leafTurnId } }]);
}
