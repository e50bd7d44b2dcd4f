import type { BodyOf } from '../journal/events/index.ts';
import { type Gone, isQuoteGone } from './gone.pure.ts';
import { foldText, listWords } from './phrase.pure.ts';
import type { Left } from './provenance.pure.ts';

export function summaryWritten(body: BodyOf<'summary.written'>, gone: Gone): Left<'summary.written'> {
  const { summaryId, spaceId, covers, conversationId } = body;
  if (gone.summaries.has(summaryId) || gone.spaces.has(spaceId)) return 'erase';
  if (conversationId !== undefined && conversationId !== null && gone.conversations.has(conversationId)) return 'erase';
  if (covers.some((id) => gone.turns.has(id) || gone.cuts.has(id))) return 'erase';
  const says = [body.title, body.text, ...(body.sentences ?? []).map(({ text }) => text)];
  return says.some((text) => gone.isAbout(text) || gone.repeats(text)) ? 'erase' : 'keep';
}

/** A topic's label without the words that nobody says any more. */
export function keepLabel(label: string, gone: Gone): string {
  if (gone.isAbout(label)) return '';
  const words = listWords(label);
  const lost = words.filter((word) => gone.words.has(foldText(word)));
  if (lost.length === 0) return label;
  const kept = label.split(/([,·/|]\s*|\s+)/u).filter((part) => !listWords(part).some((word) => lost.includes(word)));
  return kept
    .join('')
    .replace(/^[\s,·/|]+|[\s,·/|]+$/gu, '')
    .replace(/([,·/|])(?:\s*[,·/|])+/gu, '$1')
    .replace(/\s+/gu, ' ');
}

export function clustersChanged(body: BodyOf<'clusters.changed'>, gone: Gone): Left<'clusters.changed'> {
  if (gone.spaces.has(body.spaceId)) return 'erase';
  const keep = (each: (typeof body.made)[number]) => ({ ...each, label: keepLabel(each.label, gone) });
  const made = body.made.map(keep);
  const renamed = body.renamed.map(keep);
  const isSame = [...made, ...renamed].every(
    ({ label }, index) => label === [...body.made, ...body.renamed][index]?.label,
  );
  return isSame ? 'keep' : { ...body, made, renamed };
}

export function clusterSet(body: BodyOf<'cluster.set'>, gone: Gone): Left<'cluster.set'> {
  if (gone.clusters.has(body.clusterId)) return 'erase';
  const own = body.name?.own ?? null;
  if (own === null || !(gone.isAbout(own) || gone.repeats(own))) return 'keep';
  return body.isHidden === null ? 'erase' : { ...body, name: { own: null } };
}

export function procedureSet(body: BodyOf<'procedure.set'>, gone: Gone): Left<'procedure.set'> {
  if (gone.procedures.has(body.procedureId)) return 'erase';
  const isLearned = body.source === 'learned';
  const says = [body.trigger, ...body.steps];
  if (says.some((text) => gone.isAbout(text) || (isLearned && gone.repeats(text)))) return 'erase';
  const quotes = body.quotes?.filter(({ turnId, quote }) => !isQuoteGone(gone, turnId, quote));
  const quoted = new Set(quotes?.map(({ turnId }) => turnId));
  const evidence = body.evidence.filter((id) => !gone.turns.has(id) && (!gone.cuts.has(id) || quoted.has(id)));
  if (evidence.length === body.evidence.length && quotes?.length === body.quotes?.length) return 'keep';
  return { ...body, evidence, ...(quotes === undefined ? {} : { quotes }) };
}

/** Something done to a procedure that a turn said, or an answer used. */
export function procedureTold(
  body: { readonly procedureId: string; readonly turnId: string | null; readonly quote: string | null },
  gone: Gone,
): 'keep' | 'erase' {
  if (gone.procedures.has(body.procedureId)) return 'erase';
  if (body.turnId === null) return 'keep';
  const isUse = body.quote === null && !gone.turns.has(body.turnId);
  return !isUse && isQuoteGone(gone, body.turnId, body.quote) ? 'erase' : 'keep';
}

export function procedureDecided(body: BodyOf<'procedure.decided'>, gone: Gone): Left<'procedure.decided'> {
  return body.procedureIds.length > 0 && body.procedureIds.every((id) => gone.procedures.has(id)) ? 'erase' : 'keep';
}

export function proceduresRead(body: BodyOf<'procedures.read'>, gone: Gone): Left<'procedures.read'> {
  const heard = body.heard.filter(
    ({ turnId, spaceId, quote, trigger, steps }) =>
      !isQuoteGone(gone, turnId, quote) && !gone.spaces.has(spaceId) && ![trigger, ...steps].some(gone.isAbout),
  );
  return heard.length === body.heard.length ? 'keep' : { ...body, heard };
}

export function documentAdded(body: BodyOf<'document.added'>, gone: Gone): Left<'document.added'> {
  if (gone.documents.has(body.documentId)) return 'erase';
  const chunks = body.chunks.filter(({ chunkId }) => !gone.chunks.has(chunkId));
  return chunks.length === body.chunks.length ? 'keep' : { ...body, chunks };
}

export function slotSet(body: BodyOf<'slot.set'>, gone: Gone): Left<'slot.set'> {
  const isOfGoneSpace = body.spaceId !== null && gone.spaces.has(body.spaceId);
  return gone.slots.has(body.slotId) || isOfGoneSpace || gone.isAbout(`${body.title}\n${body.text}`) ? 'erase' : 'keep';
}
