import type { ReferenceAnswer } from '../format/trajectory.ts';
import type { Entry, Query, Value } from './model.pure.ts';
import { DAY_MS, toDate, variantsOf } from './words.pure.ts';

/** What the ledger says to a query; null where nothing was said of it yet. */
export type Resolved = {
  readonly answer: ReferenceAnswer;
  readonly evidence: readonly string[];
  readonly superseded: readonly (readonly string[])[];
};

type Scope = { readonly known: readonly Entry[]; readonly now: number };

/** The answer from what had arrived by a time: nothing that came later is looked at. */
export function resolveQuery(entries: readonly Entry[], query: Query, now: number): Resolved | null {
  const scope = { known: entries.filter(({ arrival }) => arrival <= now), now };
  switch (query.kind) {
    case 'never':
      return unknown([], []);
    case 'one':
      return resolveOne(scope, query);
    case 'many':
      return resolveMany(scope, query);
    case 'when':
      return resolveWhen(scope, query);
    case 'between':
      return resolveBetween(scope, query);
    case 'since':
      return resolveSince(scope, query);
    case 'order':
      return resolveOrder(scope, query);
  }
}

const unknown = (evidence: readonly string[], superseded: Resolved['superseded']): Resolved => ({
  answer: { kind: 'unknown' },
  evidence,
  superseded,
});

const unique = (items: readonly string[]): readonly string[] => [...new Set(items)];

const ofThread = (known: readonly Entry[], subject: string, relation: string): readonly Entry[] =>
  known.filter((entry) => entry.subject === subject && entry.relation === relation);

/** Entries that still stand: not corrected, not taken back. */
function standing(thread: readonly Entry[]): readonly Entry[] {
  const dead = new Set(
    thread.filter(({ change }) => change === 'correct' || change === 'retract').flatMap(({ replaces }) => replaces),
  );
  return thread.filter(({ id, change }) => !dead.has(id) && change !== 'retract');
}

/** Values in force at a time: the latest beginning wins, and what was told later among equals. */
function inForce(thread: readonly Entry[], at: number): { winner: Entry | null; ends: readonly Entry[] } {
  const alive = standing(thread);
  const ends = alive.filter(({ change }) => change === 'end');
  const open = alive.filter(
    ({ change, validFrom, validTo }) =>
      change !== 'end' && (validFrom ?? -Infinity) <= at && (validTo === null || validTo > at),
  );
  const latest = [...open].sort(
    (a, b) => (b.validFrom ?? -Infinity) - (a.validFrom ?? -Infinity) || b.said - a.said,
  )[0];
  if (latest === undefined) return { winner: null, ends };
  // What was revised does not come back when what took its place ends.
  const isOver = ends.some(({ replaces, validTo }) => replaces.includes(latest.id) && (validTo ?? Infinity) <= at);
  return { winner: isOver ? null : latest, ends };
}

const past = (thread: readonly Entry[], keep: readonly Value[]): Resolved['superseded'] => {
  const kept = new Set(keep.map(({ text }) => text));
  const old = thread.flatMap(({ value }) => (value !== null && !kept.has(value.text) ? [value] : []));
  return [...new Map(old.map((value) => [value.text, variantsOf(value)])).values()];
};

function resolveOne({ known, now }: Scope, query: Query & { kind: 'one' }): Resolved | null {
  const thread = ofThread(known, query.subject, query.relation);
  if (thread.length === 0) return null;
  const isNow = query.at === null;
  const { winner, ends } = inForce(thread, query.at ?? now);
  const stale = (keep: readonly Value[]): Resolved['superseded'] => {
    if (isNow) return past(thread, keep);
    // Of an earlier time only what was taken back is stale: other times had other values.
    const alive = new Set(standing(thread).map(({ id }) => id));
    return past(
      thread.filter(({ id, change }) => !alive.has(id) && change !== 'retract'),
      keep,
    );
  };
  if (winner === null || winner.value === null) {
    const told = [...thread].filter(({ change }) => change === 'retract').concat(isNow ? ends : []);
    return unknown(unique(told.map(({ source }) => source)), stale([]));
  }
  const rival = standing(thread).find(({ against, id }) => against === winner.id || id === winner.against);
  if (rival !== undefined && rival.value !== null) {
    const both = [winner, rival].sort((a, b) => a.said - b.said);
    const values = both.map(({ value }) => (value === null ? [] : variantsOf(value)));
    return {
      answer: { kind: 'conflict', values },
      evidence: both.map(({ source }) => source),
      superseded: stale(both.flatMap(({ value }) => value ?? [])),
    };
  }
  return {
    answer: { kind: 'text', values: variantsOf(winner.value) },
    evidence: [winner.source],
    superseded: stale([winner.value]),
  };
}

function resolveMany({ known, now }: Scope, query: Query & { kind: 'many' }): Resolved | null {
  const thread = ofThread(known, query.subject, query.relation);
  if (thread.length === 0) return null;
  const alive = standing(thread);
  const ended = new Set(
    alive
      .filter(({ change, validTo }) => change === 'end' && (validTo ?? 0) <= now)
      .flatMap(({ replaces }) => replaces),
  );
  const there = alive.filter(({ id, change }) => change !== 'end' && !ended.has(id));
  const items = there.flatMap(({ value }) => (value === null ? [] : [variantsOf(value)]));
  const evidence = unique(alive.map(({ source }) => source));
  if (query.isCount) return { answer: { kind: 'number', value: items.length }, evidence, superseded: [] };
  if (items.length === 0) return unknown(evidence, past(thread, []));
  return {
    answer: { kind: 'set', items },
    evidence,
    superseded: past(
      thread,
      there.flatMap(({ value }) => value ?? []),
    ),
  };
}

/** The entry that tells when something happened, after corrections. */
function happening(known: readonly Entry[], subject: string, relation: string): Entry | null {
  return standing(ofThread(known, subject, relation)).findLast(({ validFrom }) => validFrom !== null) ?? null;
}

function resolveWhen({ known }: Scope, query: Query & { kind: 'when' }): Resolved | null {
  const event = happening(known, query.subject, query.relation);
  if (event === null || event.validFrom === null) return null;
  const value = toDate(event.validFrom, event.grain);
  const wrong = ofThread(known, query.subject, query.relation).flatMap(({ id, validFrom, grain }) =>
    event.replaces.includes(id) && validFrom !== null ? [[toDate(validFrom, grain)]] : [],
  );
  return { answer: { kind: 'date', value }, evidence: [event.source], superseded: wrong };
}

function resolveBetween({ known }: Scope, query: Query & { kind: 'between' }): Resolved | null {
  const first = happening(known, query.subject, query.first);
  const second = happening(known, query.subject, query.second);
  if (first === null || second === null || first.validFrom === null || second.validFrom === null) return null;
  const days = Math.round(Math.abs(second.validFrom - first.validFrom) / DAY_MS);
  const isExact = first.grain === 'day' && second.grain === 'day';
  return {
    answer: { kind: 'duration', days, toleranceDays: isExact ? Math.max(1, Math.round(days * 0.05)) : 31 },
    evidence: unique([first.source, second.source]),
    superseded: [],
  };
}

function resolveSince({ known, now }: Scope, query: Query & { kind: 'since' }): Resolved | null {
  const thread = ofThread(known, query.subject, query.relation);
  const { winner } = inForce(thread, now);
  if (winner === null || winner.value?.text !== query.value || winner.validFrom === null) return null;
  const days = Math.round((now - winner.validFrom) / DAY_MS);
  return {
    answer: {
      kind: 'duration',
      days,
      toleranceDays: Math.max(winner.grain === 'day' ? 7 : 31, Math.round(days * 0.1)),
    },
    evidence: [winner.source],
    superseded: [],
  };
}

function resolveOrder({ known }: Scope, query: Query & { kind: 'order' }): Resolved | null {
  const events = query.relations.map((relation) => happening(known, query.subject, relation));
  const told = events.flatMap((event) =>
    event === null || event.validFrom === null || event.value === null ? [] : [event],
  );
  if (told.length < query.relations.length) return null;
  const ordered = [...told].sort((a, b) => (a.validFrom ?? 0) - (b.validFrom ?? 0));
  return {
    answer: { kind: 'order', items: ordered.map(({ value }) => (value === null ? [] : variantsOf(value))) },
    evidence: ordered.map(({ source }) => source),
    superseded: [],
  };
}
