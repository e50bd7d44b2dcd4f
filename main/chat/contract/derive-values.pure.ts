import type { Revision } from '../../contract/codex.ts';
import { type Case, type Derived, end, lowerYou, sayClauses, sayConflict, UNKNOWN } from './clauses.pure.ts';
import { formOf } from './forms.pure.ts';
import { pluralOf } from './inflect.pure.ts';
import { isUnnamed, plain, sayValue } from './say.pure.ts';
import {
  conflictAmong,
  distinct,
  holdsAt,
  inOrder,
  isNamed,
  isSingle,
  ofKind,
  overlaps,
} from './select-revisions.pure.ts';

const names = (revisions: readonly Revision[]): string =>
  revisions.map((revision) => sayValue(revision, formOf(revision.relation))).join(', ');
const day = (at: Date): string => at.toISOString().slice(0, 10);

const isEvent = ({ relation }: Revision): boolean => formOf(relation).isEvent;

/** Values of the kind and the name that were asked for. */
function asked({ question, standing, now }: Case, isExact: boolean): readonly Revision[] {
  // An unnamed one counts, and names nobody.
  const candidates = question.mode === 'count' ? standing : standing.filter((revision) => !isUnnamed(revision));
  const kind = ofKind(candidates, question.noun, isExact);
  const { value } = question;
  if (value === null || question.side !== null) return kind;
  const named = kind.filter((revision) => isNamed(revision, value));
  // "Do I live in Porto?" is answered by where one lives.
  const isElsewhere = isSingle(kind) && !named.some((revision) => holdsAt(revision, now));
  return question.isPolar && isElsewhere ? kind : named;
}

/** The kind's own word is kept only where evidence says it. */
const withNoun = (of: Case, revisions: readonly Revision[]): Case =>
  of.question.noun?.isKind === true && ofKind(revisions, of.question.noun, true).length !== revisions.length
    ? { ...of, question: { ...of.question, noun: null } }
    : of;

function lastOver(revisions: readonly Revision[], now: Date): readonly Revision[] {
  const over = revisions.filter((revision) => !isEvent(revision) && !holdsAt(revision, now));
  const past = over.filter(({ validFrom }) => validFrom === null || new Date(validFrom) <= now);
  if (!isSingle(past)) return distinct(past);
  const latest = past.toSorted((a, b) => ((a.validTo ?? '') < (b.validTo ?? '') ? 1 : -1))[0];
  return latest === undefined ? [] : [latest];
}

/** What was, where nothing is: said with the time until which it was. */
function sayOver(of: Case, revisions: readonly Revision[]): Derived {
  const last = lastOver(revisions, of.now);
  if (last.length === 0) return UNKNOWN;
  const more = isSingle(last) ? '; what came after is not known' : '; none is known now';
  return {
    outcome: 'over',
    sentence: end(sayClauses(last, of, { tense: 'past', isTimed: true }), more),
    used: last,
    steps: [`nothing holds on ${day(of.now)}; last held: ${names(last)}`],
  };
}

/** What holds now. */
export function deriveCurrent(of: Case): Derived {
  const revisions = asked(of, false);
  const holding = revisions.filter((revision) => isEvent(revision) || holdsAt(revision, of.now));
  const disputed = conflictAmong(holding);
  if (disputed.length > 0) return sayConflict(disputed, of, 'present');
  const values = inOrder(distinct(holding));
  if (values.length === 0) return sayOver(withNoun(of, revisions), revisions);
  return {
    outcome: 'known',
    sentence: end(sayClauses(values, withNoun(of, values), { tense: 'present', isTimed: true })),
    used: values,
    steps: [`holding on ${day(of.now)}: ${names(values)}`],
  };
}

/** All values of a relation that has many. */
export function deriveList(of: Case): Derived {
  const derived = deriveCurrent(of);
  return derived.outcome === 'known'
    ? { ...derived, steps: [...derived.steps, `enumerated ${derived.used.length}, each value once`] }
    : derived;
}

/** How many: counted by code, and listed, so that it can be checked. */
export function deriveCount(of: Case): Derived {
  const { question, now, zone } = of;
  const all = asked(of, true);
  const isEver = question.tense !== 'present' && (isSingle(all) || all.every(isEvent));
  const inPeriod = question.at;
  const counted = all.filter((revision) => {
    if (inPeriod === null) return isEver || isEvent(revision) || holdsAt(revision, now);
    return isEvent(revision) ? startsIn(revision, inPeriod) : overlaps(revision, inPeriod.from, inPeriod.to);
  });
  const values = inOrder(distinct(counted));
  if (values.length === 0) return inPeriod === null ? sayOver(of, all) : UNKNOWN;
  const { noun, thing } = question;
  const plural = noun?.plural ?? (pluralOf(thing) === thing ? thing : thing === '' ? 'things' : thing);
  const word = values.length === 1 ? (noun?.word ?? plural.replace(/(?<=\w)s$/, '')) : plural;
  const form = formOf(values[0]?.relation ?? '');
  const whose = of.who.isMe ? 'You have' : `${of.who.name} has`;
  const number = `${values.length} ${word}: `;
  const isPast = isEver || inPeriod !== null;
  const parts = sayClauses(
    values,
    { ...of, zone },
    { tense: isPast ? 'past' : 'present', isTimed: isPast, counted: number },
  );
  const sentence = form.say.kind === 'verb' ? parts : [plain(`${whose} ${number}`), ...parts.slice(1)];
  return {
    outcome: 'known',
    sentence: end(sentence),
    used: values,
    steps: [`enumerated: ${names(counted)}`, `each value once: ${values.length}`],
  };
}

function startsIn({ validFrom, isStartStated }: Revision, at: { readonly from: Date; readonly to: Date }): boolean {
  if (validFrom === null || !isStartStated) return false;
  const start = new Date(validFrom);
  return at.from <= start && start < at.to;
}

/** What held, or happened, in a stretch of time: a value that is over is said with its interval. */
export function deriveAt(of: Case): Derived {
  const { question, now } = of;
  const { at } = question;
  if (at === null) return UNKNOWN;
  const revisions = asked(of, false);
  const found = revisions.filter((revision) =>
    isEvent(revision) ? startsIn(revision, at) : overlaps(revision, at.from, at.to),
  );
  const disputed = conflictAmong(found);
  if (disputed.length > 0) return sayConflict(disputed, of, 'past');
  const values = inOrder(distinct(found));
  if (values.length === 0) return sayNotThen(of, revisions);
  const isNow = question.tense === 'present' && values.every((revision) => holdsAt(revision, now));
  return {
    outcome: 'known',
    sentence: end(sayClauses(values, of, { tense: isNow ? 'present' : 'past', isTimed: true })),
    used: values,
    steps: [`holding between ${day(at.from)} and ${day(at.to)}: ${names(values)}`],
  };
}

/** Nothing is known of then; the earliest that is known is said, so that it is not taken for an answer. */
function sayNotThen(of: Case, revisions: readonly Revision[]): Derived {
  const first = inOrder(revisions.filter((revision) => !isEvent(revision)))[0];
  if (first === undefined || !isSingle([first])) return UNKNOWN;
  const clause = sayClauses([first], of, { tense: holdsAt(first, of.now) ? 'present' : 'past', isTimed: true });
  const told = clause.map((part, index) => (index === 0 ? { ...part, text: lowerYou(part.text) } : part));
  return {
    outcome: 'over',
    sentence: end([plain('It is not known for that time; what is known: '), ...told]),
    used: [first],
    steps: [`nothing recorded holds then; earliest: ${names([first])}`],
  };
}

/** All that ever held, in its order, or the one that the question picks by its place. */
export function deriveHistory(of: Case): Derived {
  const { question, now } = of;
  const ordered = inOrder(asked(of, false));
  const disputed = conflictAmong(ordered);
  if (disputed.length > 0) return sayConflict(disputed, of, 'past');
  const over = ordered.filter((revision) => isEvent(revision) || !holdsAt(revision, now));
  const picked = { first: ordered.slice(0, 1), last: over.slice(-1), previous: over.slice(-1), all: ordered };
  const chosen = question.order === null ? ordered : picked[question.order];
  if (chosen.length === 0) return ordered.length === 0 ? UNKNOWN : sayOnlyNow(of, ordered);
  const isOnlyNow = question.tense === 'past' && over.length === 0;
  if (isOnlyNow && question.order !== 'first') return sayOnlyNow(of, ordered);
  const isOrder = question.order === 'all' && chosen.length > 1;
  const isPresent = chosen.every((revision) => !isEvent(revision) && holdsAt(revision, now));
  const clause = sayClauses(chosen, of, { tense: isPresent ? 'present' : 'past', isTimed: true });
  return {
    outcome: 'known',
    sentence: end(isOrder ? inSequence(clause) : clause),
    used: chosen,
    steps: [`in the order of their beginnings: ${names(ordered)}`],
  };
}

/** "First a, then b, then c". */
const inSequence = (clause: Derived['sentence']): Derived['sentence'] =>
  clause.map((part) => (part.revision === null && /^(?:, | and )$/.test(part.text) ? plain(', then ') : part));

function sayOnlyNow(of: Case, ordered: readonly Revision[]): Derived {
  const clause = sayClauses(ordered, of, { tense: 'present', isTimed: true });
  return {
    outcome: 'over',
    sentence: end(clause, '; nothing before it is known'),
    used: ordered,
    steps: [`only what holds now is recorded: ${names(ordered)}`],
  };
}

/** The value before or after another: the neighbour in time. */
export function deriveBeside(of: Case): Derived {
  const { question } = of;
  const { value, side } = question;
  const ordered = inOrder(ofKind(of.standing, question.noun, false));
  const at = value === null ? -1 : ordered.findIndex((revision) => isNamed(revision, value));
  const anchor = ordered[at];
  const found = side === 'after' ? ordered.slice(at + 1)[0] : ordered.slice(0, Math.max(at, 0)).at(-1);
  if (anchor === undefined || found === undefined) return { ...UNKNOWN, steps: ['nothing is recorded beside it'] };
  const tense = holdsAt(found, of.now) ? 'present' : 'past';
  const clause = sayClauses([found], of, { tense, isTimed: true });
  const word = side === 'after' ? 'After' : 'Before';
  const told = clause.map((part, index) => (index === 0 ? { ...part, text: lowerYou(part.text) } : part));
  return {
    outcome: 'known',
    sentence: end([plain(`${word} ${sayValue(anchor, formOf(anchor.relation))}, `), ...told]),
    used: [found, anchor],
    steps: [`in order: ${names(ordered)}`, `${side} ${names([anchor])}: ${names([found])}`],
  };
}
