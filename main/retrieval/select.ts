import type { CandidateFate, LegName } from '../contract/recall.ts';
import type { Ctx } from '../ctx.ts';
import { ACTIVE, type Standing } from './adjudicate.pure.ts';
import { type FragmentItem, listItems } from './items.ts';
import type { LegRun } from './legs/leg.ts';
import type { OpenSearch } from './open-search.ts';
import { cutLong } from './ranking/excerpt.pure.ts';
import { pack } from './ranking/pack.pure.ts';
import type { RankedDoc } from './recall.ts';
import type { Settings } from './recipes.ts';
import { type Entry, standIn } from './stand-in.ts';

export type Fragment = {
  readonly id: string;
  readonly item: FragmentItem;
  /** What was said, with what was attached; of something long the part that the question is about. */
  readonly text: string;
  readonly excerpt: { readonly from: number; readonly to: number; readonly wholeTokens: number } | null;
  readonly score: number;
  readonly tokens: number;
  readonly parts: RankedDoc['parts'];
  readonly legs: RankedDoc['legs'];
  /** False where only the turns beside it were found. */
  readonly isRelevant: boolean;
  /** How the facts in it stand, by the ledger. */
  readonly standing: Standing;
  /** How far it has aged. */
  readonly tier: RankedDoc['tier'];
  /** Turns next to it. */
  readonly context: readonly string[];
};

export type Fate = { readonly fate: CandidateFate; readonly why: string | null };
export type Selection = {
  readonly fragments: readonly Fragment[];
  readonly considered: readonly Fragment[];
  readonly fates: ReadonlyMap<string, Fate>;
  readonly usedTokens: number;
};

export type SelectInput = {
  readonly ranked: readonly RankedDoc[];
  readonly runs: readonly LegRun[];
  readonly search: OpenSearch;
  readonly settings: Settings;
  readonly k: number;
  readonly budgetTokens: number | null;
  readonly countTokens: (texts: readonly string[]) => Promise<readonly number[]>;
  /** Leave out what Palimpsest was asked and what it answered: neither is evidence for a new answer. */
  readonly isEvidenceOnly: boolean;
};

/** Candidates that are read with their text: enough for a trace, and for a budget to choose from. */
const CONSIDERED = { ranked: 60, packed: 200 };
/** Below this cosine nothing in a vector list has anything to do with the question. */
const RELEVANT_COSINE = 0.25;
/** A short question that Palimpsest was asked holds no answer, and would win over the answer by its wording. */
const ASKED_MAX_CHARS = 200;
/** Questions without a question mark: "List the places I have lived." */
const COMMANDS =
  /^\s*(?:please\s+)?(?:list|name|tell me|show me|give me|remind me (?:what|who|when|where|which|how)|summari[sz]e|count|what|who|when|where|which|how|why)\b/i;

/** All of the question's words but for rounding. */
const WHOLE_COVERAGE = 0.999;

/** Duplicates, one item from each leg, excerpts, then k and the budget. */
export async function selectFragments(ctx: Ctx, input: SelectInput): Promise<Selection> {
  const firsts = input.settings.diversity ? firstOfEachLeg(input) : new Map<LegName, number>();
  const mustSee = new Set(firsts.values());
  const depth = Math.max(input.budgetTokens === null ? CONSIDERED.ranked : CONSIDERED.packed, input.k * 2);
  const wanted = input.ranked.filter(({ doc }, index) => index < depth || mustSee.has(doc));
  const items = await listItems(
    ctx.db.read,
    input.search.memory.columns,
    wanted.map(({ doc }) => doc),
  );
  const found = wanted.flatMap((ranked) => {
    const item = items.get(ranked.doc);
    return item === undefined ? [] : [{ ...ranked, item }];
  });
  const fates = new Map<string, Fate>();
  const unique = dropCopies(
    found.filter(({ item }) => keepsOut(item, input.isEvidenceOnly, fates)),
    fates,
  );
  const ordered = represent(spreadSessions(unique, input.settings.sessionDiversity), {
    firsts,
    whole: wholeIn(input, firsts),
    k: input.k,
  });
  const relevant = listRelevant(input.runs);
  const { entries, replaced } = await standIn(ctx, ordered, input);
  for (const id of replaced.keys())
    fates.set(id, { fate: 'below the line', why: 'the summary of its sitting stands for it' });
  const fragments = await measure(input, entries, relevant);
  const packed = pack(fragments.slice(0, input.k), input.budgetTokens, input.settings.packing);
  for (const { id } of packed.taken) fates.set(id, { fate: 'selected', why: null });
  for (const { id, tokens } of packed.deferred) {
    const left = Math.max(0, (input.budgetTokens ?? 0) - packed.usedTokens);
    fates.set(id, { fate: 'did not fit', why: `${tokens} tokens, ${left} were left` });
  }
  const byId = new Map(fragments.map((fragment) => [fragment.id, fragment]));
  const isFound = new Set(found.map(({ item }) => item.id));
  const considered = [...found, ...entries.filter(({ item }) => !isFound.has(item.id))].map(
    (entry) => byId.get(entry.item.id) ?? bare(entry, relevant),
  );
  for (const { id } of considered) if (!fates.has(id)) fates.set(id, { fate: 'below the line', why: null });
  return { fragments: packed.taken, considered, fates, usedTokens: packed.usedTokens };
}

function bare({ doc, item, score, parts, legs, tier }: Entry, relevant: ReadonlySet<number>): Fragment {
  return {
    ...{ id: item.id, item, text: item.text, excerpt: null, score, tokens: 0, parts, legs, tier },
    standing: ACTIVE,
    isRelevant: relevant.has(doc),
    context: [],
  };
}

function keepsOut(item: FragmentItem, isEvidenceOnly: boolean, fates: Map<string, Fate>): boolean {
  if (!isEvidenceOnly) return true;
  const isShort = item.isAsked && item.text.length <= ASKED_MAX_CHARS;
  const isQuestion = isShort && (/[?？]\s*$/.test(item.text) || COMMANDS.test(item.text));
  if (!isQuestion && !item.isAnswer) return true;
  const why = item.isAnswer ? 'an answer of Palimpsest itself' : 'a question to Palimpsest';
  fates.set(item.id, { fate: 'below the line', why });
  return false;
}

/** The best of each text stays; a copy says whose copy it is. */
function dropCopies(entries: readonly Entry[], fates: Map<string, Fate>): readonly Entry[] {
  const seen = new Map<string, number>();
  return entries.filter(({ item }, index) => {
    const first = seen.get(item.textHash);
    if (first !== undefined) {
      fates.set(item.id, { fate: 'same text', why: `same text as number ${first}` });
      return false;
    }
    seen.set(item.textHash, index + 1);
    return true;
  });
}

/** With session diversification on: the best of every session before any second one (off: it measured worse). */
function spreadSessions(entries: readonly Entry[], isOn: boolean): readonly Entry[] {
  if (!isOn) return entries;
  const turnOf = new Map<string, number>();
  return entries
    .map((entry, index) => {
      const key = `${entry.item.conversationId} ${entry.item.session}`;
      const turn = turnOf.get(key) ?? 0;
      turnOf.set(key, turn + 1);
      return { entry, turn, index };
    })
    .sort((a, b) => a.turn - b.turn || a.index - b.index)
    .map(({ entry }) => entry);
}

/** The best of each leg that found something relevant, which ICE v2 did not guarantee. */
function firstOfEachLeg({ runs }: SelectInput): ReadonlyMap<LegName, number> {
  const firsts = new Map<LegName, number>();
  for (const { leg, produced } of runs) {
    const [first] = produced;
    if (leg === 'neighbourhood' || first === undefined) continue;
    if (leg !== 'episodic' || first.score >= RELEVANT_COSINE) firsts.set(leg, first.doc);
  }
  return firsts;
}

/** The best by words, where it has every word of the question itself: a name or a number that is asked for as such. */
function wholeIn({ search }: SelectInput, firsts: ReadonlyMap<LegName, number>): number | null {
  const doc = firsts.get('lexical');
  return doc !== undefined && (search.lexical().coverage[doc] ?? 0) > WHOLE_COVERAGE ? doc : null;
}

type Representation = {
  readonly firsts: ReadonlyMap<LegName, number>;
  readonly whole: number | null;
  readonly k: number;
};

/**
 * Sees to it that every leg has something among the first k: where it has nothing, its best takes the place of the weakest
 * that no other leg depends on.
 */
function represent(entries: readonly Entry[], { firsts, whole, k }: Representation): readonly Entry[] {
  const head = entries.slice(0, k);
  const missing = [...firsts]
    // What stands beside the words is in the same leg, and is no substitute for all of them.
    .filter(
      ([leg, first]) => !head.some(({ doc, legs }) => (first === whole ? doc === whole : legs[leg] !== undefined)),
    )
    .map(([, doc]) => entries.find((entry) => entry.doc === doc))
    .filter((entry) => entry !== undefined);
  const lifted = new Set(missing);
  if (lifted.size === 0 || lifted.size >= k) return entries;
  const kept = head.slice(0, k - lifted.size);
  const rest = entries.filter((entry) => !kept.includes(entry) && !lifted.has(entry));
  return [...kept, ...lifted, ...rest];
}

/** What shares a word or a meaning with the question by itself, not only by the turns beside it. */
function listRelevant(runs: readonly LegRun[]): ReadonlySet<number> {
  return new Set(
    runs.flatMap(({ leg, produced }) =>
      leg === 'neighbourhood'
        ? []
        : produced.filter(({ score }) => leg !== 'episodic' || score >= RELEVANT_COSINE).map(({ doc }) => doc),
    ),
  );
}

/** Texts as they will be read, with their tokens. Only where a budget is to be filled are long ones cut. */
async function measure(
  input: SelectInput,
  entries: readonly Entry[],
  relevant: ReadonlySet<number>,
): Promise<readonly Fragment[]> {
  const { budgetTokens, settings, search, countTokens } = input;
  const measured = budgetTokens === null ? entries.slice(0, input.k) : entries;
  const whole = await countTokens(measured.map(({ item }) => item.text));
  const focusOn = { idf: search.lexical().idf, analyse: search.memory.analyse };
  const cuts = measured.map(({ item }) =>
    // A summary is short already, and half of one is none.
    budgetTokens !== null && settings.excerpts && item.kind !== 'summary' ? cutLong(item.text, focusOn) : null,
  );
  const texts = measured.map(({ item }, index) => {
    const cut = cuts[index];
    return cut ? item.text.slice(cut.from, cut.to) : item.text;
  });
  const cutTexts = texts.filter((_, index) => cuts[index]);
  const cutCounts = cutTexts.length === 0 ? [] : [...(await countTokens(cutTexts))];
  const { ids, layout } = { ids: search.memory.columns.ids, layout: search.memory.columns.layout };
  return measured.map(({ doc, item, score, parts, legs, tier }, index) => {
    const cut = cuts[index] ?? null;
    const tokens = cut === null ? (whole[index] ?? 0) : (cutCounts.shift() ?? 0);
    return {
      id: item.id,
      item,
      text: texts[index] ?? '',
      excerpt: cut === null ? null : { ...cut, wholeTokens: whole[index] ?? 0 },
      score,
      tokens,
      parts,
      legs,
      tier,
      standing: ACTIVE,
      isRelevant: relevant.has(doc),
      context: search.isEnabled('neighbourhood')
        ? [layout.previous[doc] ?? -1, layout.next[doc] ?? -1].flatMap((near) =>
            search.view.masks.turn[near] === 1 ? [ids[near] ?? ''] : [],
          )
        : [],
    };
  });
}

/** Places in the list of each leg that found a fragment. */
export function placesOf(runs: readonly LegRun[]): ReadonlyMap<number, RankedDoc['legs']> {
  const places = new Map<number, Partial<Record<LegName, { rank: number; score: number }>>>();
  for (const { leg, produced } of runs) {
    if (leg === 'neighbourhood') continue;
    produced.forEach(({ doc, score }, index) => {
      places.set(doc, { ...places.get(doc), [leg]: { rank: index + 1, score } });
    });
  }
  return places;
}
