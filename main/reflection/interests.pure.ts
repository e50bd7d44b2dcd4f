import { type Conclusion, DAY_MS, type Evidence, spread, type Value } from './conclusion.pure.ts';

const SESSIONS_MIN = 5;
const SPAN_MIN_MS = 28 * DAY_MS;
/** Of the sittings between the first and the last in which it came up. */
const SHARE_MIN = 0.3;
const MINIMUM = 4;

/** A turn in which somebody speaks of something. */
export type Mention = Evidence & { readonly subjectId: string; readonly session: string };

/** What may be talked about, with everything that was said of it. */
export type Matter = {
  /** The same from week to week. */
  readonly key: string;
  readonly object: Value;
  /** How sure it is that the mentions are about it at all. */
  readonly sureness: number;
  readonly mentions: readonly Mention[];
};

/** Sittings in which somebody spoke, with when each began. */
export type Sessions = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** "Talks often about it": in five sittings at least, over a month at least, and in a third of those in between. */
export function concludeInterests(matters: readonly Matter[], sessions: Sessions): readonly Conclusion[] {
  return matters.flatMap((matter) => {
    const subjects = [...new Set(matter.mentions.map(({ subjectId }) => subjectId))].sort();
    return subjects.flatMap((subjectId) => concludeOne(matter, subjectId, sessions.get(subjectId) ?? new Map()) ?? []);
  });
}

function concludeOne(matter: Matter, subjectId: string, sessions: ReadonlyMap<string, number>): Conclusion | null {
  const own = matter.mentions
    .filter((mention) => mention.subjectId === subjectId)
    .sort((a, b) => a.at - b.at || (a.turnId < b.turnId ? -1 : 1));
  const bySession = new Map<string, Mention>();
  const turns = new Set<string>();
  for (const mention of own) {
    if (bySession.has(mention.session) || turns.has(mention.turnId)) continue;
    bySession.set(mention.session, mention);
    turns.add(mention.turnId);
  }
  const firsts = [...bySession.values()];
  const [first, last] = [firsts[0], firsts.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (firsts.length < SESSIONS_MIN || last.at - first.at < SPAN_MIN_MS) return null;
  const between = [...sessions.values()].filter((at) => at >= first.at - DAY_MS && at <= last.at).length;
  const share = firsts.length / Math.max(1, between);
  if (share < SHARE_MIN) return null;
  return {
    ...{ of: 'interest', subjectId, relation: 'talks often about', key: matter.key, minimum: MINIMUM },
    object: matter.object,
    confidence: Math.min(0.95, matter.sureness * (0.65 + 0.02 * firsts.length + 0.2 * Math.min(1, share))),
    evidence: spread(firsts).map(({ turnId, at, quote, restsOn }) => ({ turnId, at, quote, restsOn })),
  };
}
