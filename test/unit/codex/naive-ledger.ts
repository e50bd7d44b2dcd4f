import type { LedgerClaim } from '../../../main/codex/ledger.pure.ts';
import type { Bucket } from '../../../main/contract/codex.ts';

/**
 * What holds at one instant, asked the slow way: the claims are replayed in the order in which they were said, and then
 * every statement is asked whether it covers the instant. Nothing is shared with the ledger.
 */
export type Answer = { readonly held: readonly string[]; readonly disputed: readonly string[] };

const AUTHORITY = ['assistant', 'document', 'other', 'user', 'correction'];
const rank = (claim: LedgerClaim): number => AUTHORITY.indexOf(claim.assertedBy);
const person = (claim: LedgerClaim): number => Math.min(3, rank(claim));

type Line = {
  claim: LedgerClaim;
  key: string;
  from: number | null;
  said: boolean;
  to: number | null;
  wrong: null | 'corrected' | 'retracted';
};

function replay(claims: readonly LedgerClaim[], bucket: Bucket): Line[] {
  const order = [...claims].sort((a, b) => a.observedAt - b.observedAt || a.seq - b.seq || a.ordinal - b.ordinal);
  const lines: Line[] = [];
  for (const claim of order) {
    const mine = lines.filter((line) => line.wrong === null && person(line.claim) <= person(claim));
    if (claim.act === 'retract') {
      let hit = mine.filter((line) => claim.replacesIds.includes(line.claim.id));
      if (claim.replacesIds.length === 0) {
        const key = claim.key ?? mine[mine.length - 1]?.key;
        hit = mine.filter((line) => line.key === key);
      }
      for (const line of hit) line.wrong = 'retracted';
    }
    if (claim.act === 'state' && claim.key !== null)
      lines.push({ claim, key: claim.key, from: claim.from, said: claim.from !== null, to: claim.to, wrong: null });
    if (claim.act === 'correct' && claim.key !== null) {
      const hit = wrongBy(claim, mine, bucket);
      const first = hit[0];
      for (const line of hit) line.wrong = 'corrected';
      const line: Line = {
        claim,
        key: claim.key,
        from: claim.from,
        said: claim.from !== null,
        to: claim.to,
        wrong: null,
      };
      if (first && claim.from === null) {
        line.from = bucket === 'property' ? first.from : (first.from ?? first.claim.observedAt);
        line.said = first.said;
        line.to = claim.to ?? first.to;
      }
      lines.push(line);
    }
  }
  return lines;
}

function wrongBy(claim: LedgerClaim, mine: readonly Line[], bucket: Bucket): Line[] {
  if (claim.replacesIds.length > 0) return mine.filter((line) => claim.replacesIds.includes(line.claim.id));
  if (claim.replacesKey !== null) return mine.filter((line) => line.key === claim.replacesKey);
  if (bucket === 'property') return mine.filter((line) => line.key !== claim.key);
  const startOf = (line: Line): number => line.from ?? line.claim.observedAt;
  const same = mine.filter((line) => line.key === claim.key);
  if (claim.from !== null && same.length > 0) return same;
  if (bucket === 'multi-valued') return [];
  const at = claim.from ?? claim.observedAt;
  const begun = mine
    .filter((line) => startOf(line) <= at || line.key === claim.key)
    .sort((a, b) => startOf(b) - startOf(a));
  const hit: Line[] = [];
  for (const line of begun) {
    if (line.key !== begun[0]?.key) break;
    hit.push(line);
  }
  return begun[0]?.key === claim.key ? [] : hit;
}

function afterPrecision(at: number, precision: LedgerClaim['precision']): number {
  const d = new Date(at);
  if (precision === 'minute') return at + 60_000;
  if (precision === 'day')
    return Date.UTC(
      d.getUTCFullYear(),
      d.getUTCMonth(),
      d.getUTCDate() + 1,
      d.getUTCHours(),
      d.getUTCMinutes(),
      d.getUTCSeconds(),
      d.getUTCMilliseconds(),
    );
  if (precision === 'month')
    return Date.UTC(
      d.getUTCFullYear(),
      d.getUTCMonth() + 1,
      d.getUTCDate(),
      d.getUTCHours(),
      d.getUTCMinutes(),
      d.getUTCSeconds(),
      d.getUTCMilliseconds(),
    );
  return Date.UTC(
    d.getUTCFullYear() + 1,
    d.getUTCMonth(),
    d.getUTCDate(),
    d.getUTCHours(),
    d.getUTCMinutes(),
    d.getUTCSeconds(),
    d.getUTCMilliseconds(),
  );
}

type Over = { key: string | null; at: number; claim: LedgerClaim };

function askLine(lines: readonly Line[], ends: readonly Over[], t: number): Answer {
  const dated = lines.filter((line) => !(line.claim.isPast && line.from === null));
  const starts = new Map<Line, number>();
  for (const line of dated) {
    let start = line.from ?? line.claim.observedAt;
    if (line.claim.from !== null) {
      const end = afterPrecision(start, line.claim.precision);
      for (const other of dated) {
        const o = other.claim.observedAt;
        const isSeen =
          other.key !== line.key && !other.said && o >= (line.from ?? 0) && o < end && o < line.claim.observedAt;
        if (isSeen) start = Math.max(start, o + 1);
      }
    }
    starts.set(line, start);
  }
  const startOf = (line: Line): number => starts.get(line) ?? 0;
  const standing = dated.filter((line) => {
    const tied = dated.filter((other) => startOf(other) === startOf(line));
    const best = Math.max(...tied.map((other) => rank(other.claim)));
    return tied.some((other) => rank(other.claim) === best && other.key === line.key);
  });
  const overs: Over[] = [...ends];
  for (const line of lines) {
    const isPast = line.claim.isPast && line.from === null;
    const isThere = standing.some((other) => other.key === line.key && startOf(other) <= line.claim.observedAt);
    if (isPast && isThere) overs.push({ key: line.key, at: line.claim.to ?? line.claim.observedAt, claim: line.claim });
  }
  const held: string[] = [];
  const disputed: string[] = [];
  const begun = standing.filter((line) => startOf(line) <= t);
  if (begun.length > 0) {
    const latest = Math.max(...begun.map(startOf));
    const now = begun.filter((line) => startOf(line) === latest);
    const keys = [...new Set(now.map((line) => line.key))];
    for (const key of keys) {
      const run = runOf({ key, latest, isTied: keys.length > 1 }, { standing, startOf, overs });
      if (isOverAt(run, { key, overs, t, startOf })) continue;
      (keys.length > 1 ? disputed : held).push(key);
    }
  }
  const undated = [
    ...lines
      .filter((line) => line.claim.isPast && line.from === null)
      .filter((line) => !standing.some((other) => other.key === line.key && startOf(other) <= line.claim.observedAt))
      .map((line) => ({ key: line.key, to: line.to, observedAt: line.claim.observedAt })),
    ...ends
      .filter((end) => end.key !== null && !end.claim.isImplied)
      .filter((end) => !standing.some((line) => line.key === end.key && startOf(line) <= end.at))
      .map((end) => ({ key: end.key ?? '', to: end.at, observedAt: end.claim.observedAt })),
  ];
  const until = new Map<string, number>();
  for (const { key, to, observedAt } of undated) {
    const before = standing.filter((line) => startOf(line) <= observedAt);
    const latest = Math.max(...before.map(startOf));
    const keys = [...new Set(before.filter((line) => startOf(line) === latest).map((line) => line.key))];
    const runs = keys.map((own) => runOf({ key: own, latest, isTied: keys.length > 1 }, { standing, startOf, overs }));
    const end = to ?? Math.min(observedAt, ...runs.flat().map(startOf));
    until.set(key, Math.min(until.get(key) ?? Number.POSITIVE_INFINITY, end));
  }
  for (const [key, end] of until) if (t < end) held.push(key);
  return { held: [...new Set(held)].sort(), disputed: disputed.sort() };
}

type Look = { standing: readonly Line[]; startOf: (line: Line) => number; overs: readonly Over[] };

/** The statements of one value without a break, up to the group that begins at `latest`. */
function runOf(
  { key, latest, isTied }: { key: string; latest: number; isTied: boolean },
  { standing, startOf, overs }: Look,
): Line[] {
  const times = [...new Set(standing.map(startOf))].filter((start) => start <= latest).sort((a, b) => a - b);
  let run: Line[] = [];
  let wasAlone = false;
  for (const time of times) {
    const group = standing.filter((line) => startOf(line) === time);
    const keys = new Set(group.map((line) => line.key));
    const own = group.filter((line) => line.key === key);
    const isAlone = keys.size === 1;
    if (own.length === 0) run = [];
    else if (isAlone && wasAlone && run.length > 0 && !isOverAt(run, { key, overs, t: time, startOf, isBefore: true }))
      run = [...run, ...own];
    else run = own;
    wasAlone = isAlone && own.length > 0;
  }
  return isTied ? run.filter((line) => startOf(line) === latest) : run;
}

type When = { key: string; overs: readonly Over[]; t: number; startOf: (line: Line) => number; isBefore?: boolean };

function isOverAt(run: readonly Line[], { key, overs, t, startOf, isBefore = false }: When): boolean {
  const start = Math.min(...run.map(startOf));
  const ends = overs.filter((end) => (end.key === null || end.key === key) && end.at >= start).map((end) => end.at);
  let last = run[0];
  for (const line of run) if (last && line.claim.observedAt >= last.claim.observedAt) last = line;
  if (last && last.to !== null) ends.push(Math.max(last.to, start));
  return ends.some((end) => (isBefore ? end < t : end <= t));
}

function askProperty(all: readonly Line[], ends: readonly Over[], t: number): Answer {
  const lines = all.filter((line) => line.wrong !== 'retracted');
  const live = lines.filter((line, index) => {
    if (line.wrong !== null) return false;
    return !lines
      .slice(index + 1)
      .some(
        (next) =>
          next.key !== line.key &&
          next.claim.source === line.claim.source &&
          next.claim.observedAt > line.claim.observedAt,
      );
  });
  const top = Math.max(-1, ...live.map((line) => person(line.claim)));
  const best = live.filter((line) => person(line.claim) === top);
  const keys = [...new Set(best.map((line) => line.key))];
  const holding = keys.filter((key) => {
    const own = live.filter((line) => line.key === key);
    const latest = own[own.length - 1];
    const from = own.find((line) => line.from !== null)?.from ?? null;
    const over = ends
      .filter((end) => (end.key === null || end.key === key) && end.claim.observedAt >= (latest?.claim.observedAt ?? 0))
      .map((end) => end.at);
    if (latest && latest.to !== null) over.push(latest.to);
    return (from === null || from <= t) && !over.some((end) => end <= t);
  });
  const isDisputed = keys.length > 1;
  return { held: isDisputed ? [] : holding.sort(), disputed: isDisputed ? holding.sort() : [] };
}

/** What a reader who knows only these claims must answer for the instant `t`. */
export function askNaively(claims: readonly LedgerClaim[], bucket: Bucket, t: number): Answer {
  const all = replay(claims, bucket);
  const lines = all.filter((line) => line.wrong === null);
  const ends = claims
    .filter((claim) => claim.act === 'end')
    .map((claim): Over => ({ key: claim.key, at: claim.to ?? claim.from ?? claim.observedAt, claim }));
  if (bucket === 'property') return askProperty(all, ends, t);
  if (bucket === 'single-valued') return askLine(lines, ends, t);
  const keys = new Set([
    ...lines.map((line) => line.key),
    ...ends.flatMap((end) => (end.key === null ? [] : [end.key])),
  ]);
  const asked = [...keys].map((key) =>
    askLine(
      lines.filter((line) => line.key === key),
      ends.filter((end) => end.key === null || end.key === key),
      t,
    ),
  );
  return { held: asked.flatMap(({ held }) => held).sort(), disputed: asked.flatMap(({ disputed }) => disputed).sort() };
}
