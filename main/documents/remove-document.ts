import type { Document } from '../contract/documents.ts';
import type { Ctx } from '../ctx.ts';
import { listUnfinishedDocuments } from '../stores/documents.ts';
import { getDocument } from './browse.ts';

/** Takes a document away: nothing of it is found any more, and its file in a watched folder stays out until it changes. */
export async function removeDocument(ctx: Ctx, documentId: string): Promise<{ readonly passages: number }> {
  const { passages, isRemoved } = await getDocument(ctx, documentId);
  if (isRemoved) return { passages };
  // Behind one that is still being written: what came in after its removal would be found for ever.
  await ctx.documents.lane.run(() => ctx.commit([{ kind: 'document.removed', body: { documentId } }]));
  ctx.emit('documents.changed', {});
  return { passages };
}

/** Takes the removal back. */
export async function restoreDocument(ctx: Ctx, documentId: string): Promise<Document> {
  const { isRemoved } = await getDocument(ctx, documentId);
  if (isRemoved) {
    await ctx.commit([{ kind: 'document.restored', body: { documentId } }]);
    ctx.indexer.wake();
    ctx.emit('documents.changed', {});
  }
  return getDocument(ctx, documentId);
}

/** Half documents are worse than none: what a crash cut short is taken away at the next start. */
export async function endUnfinished(ctx: Pick<Ctx, 'db' | 'commit' | 'log'>): Promise<void> {
  const unfinished = await listUnfinishedDocuments(ctx.db.read);
  if (unfinished.length === 0) return;
  ctx.log('documents.unfinished', { count: unfinished.length });
  await ctx.commit(
    unfinished.map(({ id }) => ({ kind: 'document.removed', body: { documentId: id, why: 'unfinished' } })),
  );
}
