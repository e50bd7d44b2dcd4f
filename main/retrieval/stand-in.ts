import type { Ctx } from '../ctx.ts';
import { isLossless } from '../lifecycle/lossless.pure.ts';
import { listStandIns } from '../stores/summaries.ts';
import { type FragmentItem, listItems } from './items.ts';
import type { OpenSearch } from './open-search.ts';
import { ASKS, describeQuestion } from './ranking/describe.pure.ts';
import type { RankedDoc } from './recall.ts';
import type { Settings } from './recipes.ts';

export type Entry = RankedDoc & { readonly item: FragmentItem };

type Place = {
  readonly search: OpenSearch;
  readonly settings: Settings;
  readonly budgetTokens: number | null;
  /** Fragments that may be read at all. */
  readonly k: number;
};

/** The first few are what the question is about, whatever else is said of them. */
const FIRST = 5;
/** Shares of the question's words, or a likeness, from which on a turn is matched directly (measured with `--inject`). */
const DIRECT = { coverage: 0.5, cosine: 0.5 };
/** What is asked of a number, an order or a day is answered from what was said. */
const EXACT: ReadonlySet<string> = new Set(['count', 'temporal_lookup', 'temporal_arithmetic', 'event_order']);

export type StoodFor = {
  readonly entries: readonly Entry[];
  /** Turns that a summary stands for, with which. */
  readonly replaced: ReadonlyMap<string, string>;
};

/**
 * Memory is earned (design sections 4 and 8): a turn that has aged, that loses nothing by being told in short, and that the
 * question does not meet directly is read as the summary of its sitting. The summary takes the place and the score of the best that it
 * stands for, and names them as its evidence, so that they can still be opened.
 */
export async function standIn(ctx: Ctx, entries: readonly Entry[], place: Place): Promise<StoodFor> {
  const { settings, search, k } = place;
  const nothing = { entries, replaced: new Map<string, string>() };
  if (settings.injection === 'raw' || asksExactly(search)) return nothing;
  const mayStand = entries.slice(0, k).filter((entry, index) => isReplaceable(entry, index, place));
  if (mayStand.length === 0) return nothing;
  const summaries = await findSummaries(ctx, search, mayStand);
  const groups = new Map<number, Entry[]>();
  for (const entry of mayStand) {
    const doc = summaries.get(entry.item.id);
    if (doc !== undefined) groups.set(doc, [...(groups.get(doc) ?? []), entry]);
  }
  const items = await listItems(ctx.db.read, search.memory.columns, [...groups.keys()]);
  const told = new Map([...groups].flatMap(([doc, group]) => toStandIn(doc, { group, items, settings })));
  return arrange(entries, told);
}

function asksExactly({ reading, text }: OpenSearch): boolean {
  return EXACT.has(reading.operation) || (describeQuestion(text) & (ASKS.forNumber | ASKS.forTime)) > 0;
}

function isReplaceable({ doc, item, tier }: Entry, index: number, { settings, search }: Place): boolean {
  if (item.kind !== 'turn') return false;
  if (settings.injection === 'summary') return true;
  if (tier === 'active' || index < FIRST || isLossless({ text: item.text, role: item.role })) return false;
  const question = search.question();
  const cosine = question === null ? 0 : (search.memory.vectors.cosine(doc, question.vector) ?? 0);
  return (search.lexical().coverage[doc] ?? 0) < DIRECT.coverage && cosine < DIRECT.cosine;
}

/** Numbers of the summaries that stand for turns, where the question may see them. */
async function findSummaries(
  ctx: Ctx,
  search: OpenSearch,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, number>> {
  const found = await listStandIns(
    ctx.db.read,
    entries.map(({ item }) => item.id),
  );
  return new Map(
    found.flatMap(({ turnId, summaryId }) => {
      const doc = search.memory.columns.find(summaryId);
      return search.view.mask[doc] === 1 ? [[turnId, doc]] : [];
    }),
  );
}

type Telling = {
  readonly group: readonly Entry[];
  readonly items: ReadonlyMap<number, FragmentItem>;
  readonly settings: Settings;
};

/** A summary in the place of the best of its turns; none where that would be longer than they are. */
function toStandIn(doc: number, { group, items, settings }: Telling): readonly [number, StandIn][] {
  const item = items.get(doc);
  const [best] = group;
  if (item === undefined || best === undefined) return [];
  const chars = group.reduce((sum, one) => sum + one.item.text.length, 0);
  if (settings.injection === 'earned' && chars <= item.text.length) return [];
  const turns = group.map((one) => one.item.id);
  const evidence = [...new Set([...turns, ...item.evidence])];
  return [[doc, { entry: { ...best, doc, item: { ...item, evidence } }, turns }]];
}

type StandIn = { readonly entry: Entry; readonly turns: readonly string[] };

/** Puts each summary where the first of its turns was, and takes it away from where its own leg had it. */
function arrange(entries: readonly Entry[], told: ReadonlyMap<number, StandIn>): StoodFor {
  const replaced = new Map([...told.values()].flatMap(({ entry, turns }) => turns.map((id) => [id, entry.item.id])));
  const byId = new Map([...told.values()].map(({ entry }) => [entry.item.id, entry]));
  const placed = new Set<string>();
  const arranged = entries.flatMap((entry) => {
    const summaryId = replaced.get(entry.item.id) ?? (byId.has(entry.item.id) ? entry.item.id : undefined);
    const stand = summaryId === undefined ? undefined : byId.get(summaryId);
    if (summaryId === undefined || stand === undefined) return [entry];
    if (placed.has(summaryId)) return [];
    placed.add(summaryId);
    return [stand];
  });
  return { entries: arranged, replaced };
}
