import { assertSaving } from '../consent/consent.ts';
import { newSpace } from '../consent/new-space.ts';
import type { Ctx } from '../ctx.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { hasRemovedDocument, listDocumentsLike } from '../stores/documents.ts';
import { listForgottenHashes } from '../stores/tombstones.ts';
import { chunkDocument, type DocumentChunk } from './chunk.pure.ts';
import type { ParseWatch } from './parse.ts';
import { type DocumentPlan, planDocument } from './plan-document.pure.ts';
import { type DocumentFile, MEDIA_TYPES, openDocument, type ReadDocument, readDocument } from './read-document.ts';

/** Chunks in one record, so that none grows without bound; records in one commit, so that others get their turn. */
const CHUNKS_A_RECORD = 100;
const RECORDS_A_COMMIT = 5;
const MAX_TITLE_CHARS = 300;

type Place = { readonly folderId: string; readonly path: string };

export type DocumentImport = {
  readonly path: string;
  readonly name: string;
  readonly spaceId: string;
  readonly isDryRun: boolean;
  /** Absent where a user chose the file. */
  readonly place?: Place;
  /** What it holds, where somebody has read it already. */
  readonly read?: PreparedDocument;
};

export type DocumentOutcome = {
  readonly kind: 'added' | 'duplicate' | 'left-out' | 'forgotten';
  readonly chunks: number;
  readonly notes: Readonly<Record<string, number>>;
};

export type PreparedDocument = { readonly file: DocumentFile; readonly words: ReadDocument };

export type DocumentWatch = ParseWatch & {
  /** After each fsync: chunks that can no longer be lost. */
  readonly onSaved?: (chunks: number) => Promise<void>;
};

/** Reads a file without keeping anything; throws where it is no document that can be read. */
export async function prepareDocument(
  ctx: Pick<Ctx, 'documents'>,
  file: { readonly path: string; readonly name: string },
  watch: ParseWatch,
): Promise<PreparedDocument> {
  const opened = await openDocument(file);
  return { file: opened, words: await readDocument(ctx, opened, watch) };
}

/** Adds a file as a document; the same place with other content takes that of the older one. */
export async function importDocument(ctx: Ctx, input: DocumentImport, watch: DocumentWatch): Promise<DocumentOutcome> {
  const file = input.read?.file ?? (await openDocument(input));
  const known = await findKnown(ctx, { input, file, chunks: null });
  if (known !== null && known.kind !== 'add') return known.outcome;
  await assertSaving(ctx, input.spaceId);
  const words = input.read?.words ?? (await readDocument(ctx, file, watch));
  const chunks = chunkDocument(words.text, words);
  // One after another from here on, so that the same file twice at once is one document.
  return ctx.documents.lane.run(async () => {
    const plan = await findKnown(ctx, { input, file, chunks: chunks.length });
    if (plan.kind !== 'add') return plan.outcome;
    if (!input.isDryRun) await write(ctx, { input, file, words, chunks, replaced: plan.replaced }, watch);
    return { kind: 'added', chunks: chunks.length, notes: words.notes };
  });
}

type Known = Extract<DocumentPlan, { kind: 'add' }> | { readonly kind: 'known'; readonly outcome: DocumentOutcome };

async function findKnown(
  ctx: Ctx,
  {
    input,
    file,
    chunks,
  }: { readonly input: DocumentImport; readonly file: DocumentFile; readonly chunks: number | null },
): Promise<Known> {
  const { spaceId, name, place } = input;
  const at = { folderId: place?.folderId ?? null, path: place?.path ?? null };
  const { sha256 } = file;
  const like = await listDocumentsLike(ctx.db.read, { spaceId, name, sha256, ...at });
  const plan = planDocument(like, { name, sha256, chunks, ...at });
  const outcome = (kind: 'duplicate' | 'left-out' | 'forgotten', n: number): Known => ({
    kind: 'known',
    outcome: { kind, chunks: n, notes: {} },
  });
  // Its chunks are counted nowhere any more.
  if (await isForgotten(ctx, sha256)) return outcome('forgotten', chunks ?? 1);
  if (plan.kind === 'duplicate') return outcome('duplicate', plan.of.chunks);
  // What the user took away stays away until the file is another.
  if (place !== undefined && (await hasRemovedDocument(ctx.db.read, { ...place, sha256 })))
    return outcome('left-out', 0);
  return plan;
}

async function isForgotten({ db, tombstones }: Pick<Ctx, 'db' | 'tombstones'>, sha256: string): Promise<boolean> {
  return (await listForgottenHashes(db.read, 'document', [tombstones.document(sha256)])).size > 0;
}

type Writing = {
  readonly input: DocumentImport;
  readonly file: DocumentFile;
  readonly words: ReadDocument;
  readonly chunks: readonly DocumentChunk[];
  readonly replaced: readonly string[];
};

/** Writes record after record; what is given up in the middle is taken back, and its older self stays. */
async function write(ctx: Ctx, writing: Writing, { signal, onSaved }: DocumentWatch): Promise<void> {
  const { input, file, chunks, replaced } = writing;
  const [documentId, importId] = [ctx.ids.uuid(), ctx.ids.uuid()];
  const records = toRecords(ctx, writing, documentId);
  const space = await newSpace(ctx, input.spaceId);
  let saved = 0;
  try {
    for (let from = 0; from < records.length; from += RECORDS_A_COMMIT) {
      throwIfAborted(signal);
      const part = records.slice(from, from + RECORDS_A_COMMIT);
      const isLast = from + RECORDS_A_COMMIT >= records.length;
      await ctx.commit([
        ...(from === 0 ? space : []),
        ...part,
        // After the new one: were writing cut short between them, both would be there rather than none.
        ...(isLast ? ends({ replaced, importId, name: input.name, sha256: file.sha256, chunks: chunks.length }) : []),
      ]);
      saved = Math.min(chunks.length, (from + RECORDS_A_COMMIT) * CHUNKS_A_RECORD);
      ctx.indexer.wake();
      await onSaved?.(saved);
    }
  } catch (error) {
    if (saved > 0 && saved < chunks.length) await takeBack(ctx, documentId);
    throw error;
  }
  ctx.emit('documents.changed', {});
}

const takeBack = (ctx: Ctx, documentId: string) =>
  ctx.commit([{ kind: 'document.removed', body: { documentId, why: 'unfinished' } }]);

function toRecords(ctx: Ctx, { input, file, words, chunks }: Writing, documentId: string): readonly JournalEvent[] {
  const { name, spaceId, place } = input;
  const { title, pages } = words;
  const known = title === null || title === name ? [name] : [name, title];
  const common = {
    ...{ documentId, spaceId, name, mediaType: MEDIA_TYPES[file.format], sha256: file.sha256, zone: ctx.zone() },
    ...{ sizeBytes: file.sizeBytes, chunkTotal: chunks.length },
    ...(title === null ? {} : { title }),
    ...(pages === null ? {} : { pages }),
    ...place,
  };
  const all = chunks.map(({ headings, ...chunk }, index) => ({
    ...chunk,
    chunkId: `${documentId}/${index}`,
    title: [...known, ...headings.filter((heading) => heading !== title)]
      .join(' › ')
      .slice(0, MAX_TITLE_CHARS)
      .toWellFormed(),
  }));
  return Array.from({ length: Math.ceil(all.length / CHUNKS_A_RECORD) }, (_, n) => ({
    kind: 'document.added' as const,
    body: { ...common, chunks: all.slice(n * CHUNKS_A_RECORD, (n + 1) * CHUNKS_A_RECORD) },
  }));
}

type Ends = {
  readonly replaced: readonly string[];
  readonly importId: string;
  readonly name: string;
  readonly sha256: string;
  readonly chunks: number;
};

const ends = ({ replaced, importId, name, sha256, chunks }: Ends): readonly JournalEvent[] => [
  ...replaced.map((documentId): JournalEvent => ({ kind: 'document.removed', body: { documentId, why: 'replaced' } })),
  {
    kind: 'import.finished',
    body: {
      importId,
      fileName: name,
      fileSha256: sha256,
      format: 'document',
      read: chunks,
      imported: chunks,
      skipped: {},
    },
  },
];
