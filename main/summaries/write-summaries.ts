import type { Ctx } from '../ctx.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { contentOf, toLexical } from '../stores/project/lexical-text.pure.ts';
import {
  type LookedAt,
  listMonthSentences,
  listMonthsToTell,
  listPathSources,
  listSessionsOf,
  listSources,
  listUnlooked,
  type MonthRow,
  type SourceRow,
  updateLook,
} from '../stores/summaries.ts';
import type { SummaryWriter } from './model-writer.ts';
import { monthOf } from './say.pure.ts';
import {
  cutStretches,
  fingerprintOf,
  type SourceTurn,
  type Stretch,
  summaryIdOf,
  WRITER_VERSION,
} from './stretch.pure.ts';
import { draftPeriod, draftSession, draftTold, type Voice } from './write.pure.ts';

export type SummaryRun = {
  /** Rules about time use this, never the clock. */
  readonly at: Date;
  readonly signal: AbortSignal;
  readonly breathe: () => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
};

export type Written = {
  readonly sessions: number;
  readonly periods: number;
  readonly removed: number;
  /** Sentences that no turn supports. */
  readonly dropped: number;
  /** Whether there is more than one run does. */
  readonly isMore: boolean;
};

/** A run is an hour of a slow machine at most; the rest waits for the next. */
const MOST_SESSIONS = 3_000;
const PAGE = 100;
/** A month of one sitting is that sitting. */
const MIN_SESSIONS = 2;

/**
 * Writes the summaries that are missing or stale: sittings first, then months that are over. What is there and of the same
 * turns is left alone, so that running again writes nothing.
 */
export async function writeSummaries(ctx: Ctx, run: SummaryRun, writer: SummaryWriter | null): Promise<Written> {
  await ctx.memory.sync();
  const work: Work = {
    ctx,
    run,
    writer,
    voice: openVoice(ctx),
    done: { sessions: 0, periods: 0, removed: 0, dropped: 0 },
    ids: [],
  };
  const isMore = await writeSessions(work);
  await writePeriods(work);
  if (work.ids.length > 0) ctx.emit('summaries.changed', { ids: work.ids });
  return { ...work.done, isMore };
}

type Work = {
  readonly ctx: Ctx;
  readonly run: SummaryRun;
  readonly writer: SummaryWriter | null;
  readonly voice: Voice;
  readonly done: { sessions: number; periods: number; removed: number; dropped: number };
  readonly ids: string[];
};

/** How rare a word is among turns alone: summaries that a killed run has left must not change what the next one writes. */
function openVoice(ctx: Ctx): Voice {
  const { columns, lexical, analyse } = ctx.memory.current();
  const isTurn = (doc: number): boolean => columns.kindOf(doc) === 'turn';
  let turns = 0;
  for (let doc = 0; doc < columns.size; doc += 1) if (isTurn(doc)) turns += 1;
  const known = new Map<string, number>();
  return {
    analyse: (text) => analyse(toLexical(text)),
    idf: (term) => {
      const idf = known.get(term) ?? Math.log(1 + turns / (1 + lexical.countHaving(term, isTurn)));
      known.set(term, idf);
      return idf;
    },
    zone: ctx.zone(),
  };
}

async function writeSessions(work: Work): Promise<boolean> {
  const { ctx, run, done } = work;
  let afterId = '';
  let looked = 0;
  for (;;) {
    const page = await listUnlooked(ctx.db.read, { version: WRITER_VERSION, afterId, limit: PAGE });
    for (const conversation of page) {
      throwIfAborted(run.signal);
      await run.breathe();
      if (done.sessions >= MOST_SESSIONS) return true;
      await writeConversation(work, conversation);
      looked += 1;
      run.onProgress(looked, looked + page.length);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return false;
    afterId = last.id;
  }
}

async function writeConversation(work: Work, conversation: LookedAt): Promise<void> {
  const { ctx, run, done, ids } = work;
  // What is removed is out of reach already, and comes back with the conversation.
  const stretches = conversation.isRemoved ? [] : await readStretches(ctx, conversation, run.at);
  const known = conversation.isRemoved ? [] : await listSessionsOf(ctx.db.read, conversation.id);
  const events: JournalEvent[] = [];
  for (const stretch of stretches) {
    if (stretch.isOpen) continue;
    const fingerprint = fingerprintOf(conversation.spaceId, stretch.turns);
    const before = known.find(({ id }) => id === stretch.id);
    if (before !== undefined && before.fingerprint === fingerprint && !before.isStale) continue;
    const event = await tellStretch(work, { conversation, stretch, fingerprint });
    if (event !== null) events.push(event);
    await run.breathe();
  }
  const there = new Set(stretches.map(({ id }) => id));
  const gone = known.filter(({ id }) => !there.has(id));
  events.push(...gone.map(({ id }): JournalEvent => ({ kind: 'summary.removed', body: { summaryId: id } })));
  if (events.length > 0) await ctx.commit(events);
  done.removed += gone.length;
  ids.push(...gone.map(({ id }) => id));
  if (stretches.some(({ isOpen }) => isOpen)) return;
  await ctx.db.transaction((tx) => updateLook(tx, conversation));
}

async function readStretches(ctx: Ctx, { id, activeLeafId }: LookedAt, at: Date): Promise<readonly Stretch[]> {
  if (activeLeafId === null) return [];
  const rows = await listPathSources(ctx.db.read, activeLeafId);
  return cutStretches(rows.map(toSource), { conversationId: id, at });
}

const toSource = ({ attachments, saidAt, text, ...row }: SourceRow): SourceTurn => ({
  ...row,
  text: contentOf({ text, attachments }),
  saidAtMs: saidAt?.getTime() ?? null,
});

type Telling = { readonly conversation: LookedAt; readonly stretch: Stretch; readonly fingerprint: string };

async function tellStretch(
  { run, writer, voice, done, ids }: Work,
  { conversation, stretch, fingerprint }: Telling,
): Promise<JournalEvent | null> {
  const sentences = (await writer?.write(stretch, run.signal)) ?? null;
  const told = sentences === null ? null : draftTold(stretch, sentences, voice);
  const draft = told?.draft ?? draftSession(stretch, voice);
  done.dropped += told?.dropped ?? 0;
  if (draft === null) return null;
  done.sessions += 1;
  if (draft !== told?.draft) done.dropped += draft.dropped;
  ids.push(stretch.id);
  return {
    kind: 'summary.written',
    body: {
      ...{ summaryId: stretch.id, spaceId: conversation.spaceId, scope: 'session', conversationId: conversation.id },
      ...{ title: draft.title, text: draft.text, sentences: draft.sentences, dropped: draft.dropped, fingerprint },
      covers: stretch.turns.map((turn) => turn.id),
      session: stretch.session,
      month: stretch.toMs === null ? null : monthOf(stretch.toMs, voice.zone),
      fromAt: toInstant(stretch.fromMs),
      saidAt: toInstant(stretch.toMs),
      zone: voice.zone,
      by: draft === told?.draft && writer !== null ? writer.name : 'extract',
    },
  };
}

const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

async function writePeriods(work: Work): Promise<void> {
  const { ctx, run, voice, done, ids } = work;
  const months = await listMonthsToTell(ctx.db.read, monthOf(run.at.getTime(), voice.zone));
  for (const month of months) {
    throwIfAborted(run.signal);
    await run.breathe();
    const event = month.sessions < MIN_SESSIONS ? null : await tellMonth(work, month);
    const summaryId = summaryIdOf('period', month.spaceId, month.month);
    if (event === null && month.periodFingerprint === null) continue;
    await ctx.commit([event ?? { kind: 'summary.removed', body: { summaryId } }]);
    if (event === null) done.removed += 1;
    else done.periods += 1;
    ids.push(summaryId);
  }
}

async function tellMonth({ ctx, voice, done }: Work, month: MonthRow): Promise<JournalEvent | null> {
  const told = await listMonthSentences(ctx.db.read, month);
  const turns = (await listSources(ctx.db.read, [...new Set(told.flatMap((sentence) => sentence.turns))])).map(
    toSource,
  );
  const draft = draftPeriod(month.month, { turns, told: new Set(told.map(({ text }) => text)) }, voice);
  if (draft === null) return null;
  done.dropped += draft.dropped;
  const covers = [...new Set(draft.sentences.flatMap((sentence) => sentence.turns))];
  const times = turns.flatMap(({ saidAtMs }) => saidAtMs ?? []);
  const edge = (pick: (...values: number[]) => number): number | null => (times.length === 0 ? null : pick(...times));
  return {
    kind: 'summary.written',
    body: {
      ...{ summaryId: summaryIdOf('period', month.spaceId, month.month), spaceId: month.spaceId, scope: 'period' },
      ...{ conversationId: null, session: null, month: month.month, covers, fingerprint: month.fingerprint },
      ...{ title: draft.title, text: draft.text, sentences: draft.sentences, dropped: draft.dropped },
      ...{ fromAt: toInstant(edge(Math.min)), saidAt: toInstant(edge(Math.max)), zone: voice.zone, by: 'extract' },
    },
  };
}
