import type { AuditChoice, AuditCounts } from '../contract/audit.ts';
import type { Ctx } from '../ctx.ts';
import { toAmendment } from '../journal/amended.ts';
import { parseEvent } from '../journal/events/index.ts';
import type { JournalRecord } from '../journal/record.pure.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { emptyIndex, indexEvent, type JournalIndex } from './index.pure.ts';
import { createNameCover, type NameCover, someText } from './names.pure.ts';
import { type AuditScope, createDecider, type Openness } from './scope.pure.ts';

/** The journal read once or twice, and what of it may be shown. */
export type Gathered = {
  readonly scope: AuditScope;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly index: JournalIndex;
  readonly isBodiesCovered: boolean;
  readonly names: NameCover | null;
  /** Pseudonyms of entities. */
  readonly pseudonyms: ReadonlyMap<string, string>;
  readonly opennessOf: (seq: number) => Openness;
  readonly counts: Pick<AuditCounts, 'records' | 'open' | 'covered' | 'erased'>;
  /** Traces that answers with an open record name, in order. */
  readonly traceIds: readonly string[];
};

export type GatherWatch = {
  readonly signal: AbortSignal;
  readonly onRecord: (done: number, total: number) => Promise<void>;
};

const iso = (instant: string | undefined): string | null =>
  instant === undefined ? null : new Date(instant).toISOString();

export const toScope = ({ spaceId, conversationId, from, to }: AuditChoice): AuditScope => ({
  spaceId: spaceId ?? null,
  conversationId: conversationId ?? null,
  from: iso(from),
  to: iso(to),
});

/** Reads the journal up to its end of now, and decides for each record whether its body may be in the bundle. */
export async function gather(
  ctx: Pick<Ctx, 'journal'>,
  input: { readonly choice: AuditChoice; readonly knownMs: number },
  watch: GatherWatch,
): Promise<Gathered> {
  const { choice, knownMs } = input;
  const scope = toScope(choice);
  const lastSeq = ctx.journal.lastSeq;
  const index = emptyIndex();
  let head = { seq: 0, hash: '' };
  const total = lastSeq * 2;
  for await (const record of readUntil(ctx, lastSeq, watch.signal)) {
    head = { seq: record.seq, hash: record.hash };
    const event = toEvent(record);
    if (event !== null) indexEvent(index, event, { place: record, knownMs });
    await watch.onRecord(record.seq, total);
  }
  const pseudonyms = namePseudonyms(index);
  const names = choice.isNamesCovered ? createCover(index, pseudonyms) : null;
  const decide = createDecider(index, scope, { bodies: choice.isBodiesCovered, names });
  const closed = new Map<number, Openness>();
  const counts = { records: 0, open: 0, covered: { scope: 0, bodies: 0, names: 0 }, erased: 0 };
  const traceIds: string[] = [];
  // Ids of claims are made of their words too.
  const closedClaims = new Set<string>();
  for await (const record of readUntil(ctx, lastSeq, watch.signal)) {
    counts.records += 1;
    const openness = record.body === undefined ? null : mindClaims(decide(left(record)), record);
    if (openness === null) counts.erased += 1;
    else if (openness === 'open') counts.open += 1;
    else {
      counts.covered[openness] += 1;
      closed.set(record.seq, openness);
    }
    const event = openness === 'open' ? toEvent(record) : null;
    if (event?.kind === 'answered' && event.body.traceId !== null) traceIds.push(event.body.traceId);
    await watch.onRecord(lastSeq + record.seq, total);
  }
  function mindClaims(openness: Openness, record: JournalRecord): Openness {
    if (names === null) return openness;
    const isNaming = openness === 'open' && someText(record.body, (text) => closedClaims.has(text));
    const event = openness === 'names' || isNaming ? toEvent(record) : null;
    if (event?.kind === 'codex.claimed') for (const { claimId } of event.body.claims) closedClaims.add(claimId);
    return isNaming ? 'names' : openness;
  }

  return {
    ...{ scope, head, index, names, pseudonyms, counts, traceIds, isBodiesCovered: choice.isBodiesCovered },
    opennessOf: (seq) => closed.get(seq) ?? 'open',
  };
}

/** What the record says; of an amended one what is left of the other. */
function toEvent(record: JournalRecord) {
  if (record.kind === 'amended') return toAmendment(record)?.event ?? null;
  const parsed = parseEvent(record);
  return parsed.state === 'known' ? parsed.event : null;
}

/** Kind and body as they are decided about, also of a kind that this version does not know. */
function left(record: JournalRecord): { readonly kind: string; readonly body: unknown } {
  const { kind, body } = record;
  if (kind !== 'amended' || typeof body !== 'object' || body === null || !('body' in body) || !('kind' in body))
    return { kind, body };
  return { kind: String(body.kind), body: body.body };
}

/** Records up to one that was the last when the bundle was begun. */
export async function* readUntil(
  ctx: Pick<Ctx, 'journal'>,
  lastSeq: number,
  signal: AbortSignal,
): AsyncGenerator<JournalRecord, void, undefined> {
  for await (const record of ctx.journal.read(1)) {
    throwIfAborted(signal);
    if (record.seq > lastSeq) return;
    yield record;
  }
}

const NOT_OTHERS: ReadonlySet<string> = new Set(['me', 'assistant']);
const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Person 1, Place 1: numbered by kind in the order in which they came up, so that the same vault gives the same ones. */
function namePseudonyms(index: JournalIndex): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const pseudonyms = new Map<string, string>();
  for (const [id, { type }] of index.entityNames) {
    if (NOT_OTHERS.has(id)) continue;
    const n = (counts.get(type) ?? 0) + 1;
    counts.set(type, n);
    pseudonyms.set(id, `${capital(type)} ${n}`);
  }
  return pseudonyms;
}

function createCover(index: JournalIndex, pseudonyms: ReadonlyMap<string, string>): NameCover {
  const ofEntities = [...index.entityNames].flatMap(([id, { type, names }]) => {
    const pseudonym = pseudonyms.get(id);
    if (pseudonym === undefined) return [];
    // Its id is made of its name, and would tell it to whoever guesses.
    const ofId = { name: id, pseudonym: pseudonym.toLowerCase().replace(' ', '-'), isPerson: false };
    return [ofId, ...[...names].map((name) => ({ name, pseudonym, isPerson: type === 'person' }))];
  });
  const ofSpeakers = [...index.speakers].map((name, n) => ({ name, pseudonym: `Speaker ${n + 1}`, isPerson: true }));
  return createNameCover([...ofEntities, ...ofSpeakers]);
}
