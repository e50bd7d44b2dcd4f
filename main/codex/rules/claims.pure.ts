import type { ClaimAct } from '../../contract/codex.ts';
import type { Candidate, ObjectRef, SubjectRef } from '../candidate.pure.ts';
import type { TimePhrase } from '../dates.pure.ts';
import vocabulary from '../vocabulary.json' with { type: 'json' };
import { type CaptureContext, capture, literal } from './captures.pure.ts';
import type { Flags } from './leads.pure.ts';
import type { Matched } from './match.pure.ts';
import type { Reading } from './reading.pure.ts';
import type { Rule } from './rule.pure.ts';
import { type Timing, timeOf } from './timing.pure.ts';

const BUCKETS: ReadonlyMap<string, string> = new Map(vocabulary.relations.map(({ name, bucket }) => [name, bucket]));
export const isMulti = (relation: string): boolean => BUCKETS.get(relation) === 'multi-valued';

export const SURE = 0.9;
export const NAMED = 0.8;
export const REPORTED = 0.65;
export const UNSURE = 0.5;
/** Marks a value that was denied, until the next clause says the right one. */
export const ONLY_WRONG = 0;

export type Said = {
  readonly subject: SubjectRef;
  readonly reading: Reading;
  readonly flags: Flags;
  readonly phrases: readonly TimePhrase[];
  readonly quote: { readonly from: number; readonly to: number };
  readonly confidence: number;
  readonly isSpeaker: boolean;
  /** "any more" with a denial. */
  readonly isNoLonger: boolean;
};

type Meaning = {
  readonly act: ClaimAct;
  readonly relation: string;
  readonly timing: Timing;
  readonly isDenied: boolean;
  /** "I don't live in Ghent": a claim only with the right value after it. */
  readonly isOnlyWrong?: boolean;
};

const NO_TIME: Timing = { validFrom: null, validTo: null, isPast: false };

/** What denial makes of a rule: an end, a retraction, the opposite relation, or nothing. */
function denied(rule: Rule, said: Said): Meaning | null {
  const { reading, phrases, flags } = said;
  const { relation, aspect, options } = rule;
  const point = phrases.find(({ kind }) => kind === 'at' || kind === 'from')?.start ?? null;
  if (reading.isNoLonger || said.isNoLonger) {
    if (aspect !== 'state' || reading.isHedged) return null;
    return { act: 'end', relation, timing: { ...NO_TIME, validTo: point }, isDenied: false };
  }
  const opposite =
    options.denied !== undefined && options.denied !== 'none'
      ? options.denied
      : options.fixedDenied !== undefined
        ? relation
        : null;
  if (opposite !== null && reading.tense !== 'future') {
    if (reading.tense === 'past') return null;
    return { act: 'state', relation: opposite, timing: NO_TIME, isDenied: true };
  }
  if (flags.isDenial && !reading.isUsedTo) return { act: 'retract', relation, timing: NO_TIME, isDenied: false };
  if (
    reading.isNever &&
    (reading.tense === 'past' || reading.tense === 'perfect') &&
    aspect !== 'end' &&
    aspect !== 'plan'
  )
    return { act: 'retract', relation, timing: NO_TIME, isDenied: false };
  const isPlain = reading.isNegated && aspect === 'state' && reading.tense === 'present' && !isMulti(relation);
  return isPlain ? { act: 'retract', relation, timing: NO_TIME, isDenied: false, isOnlyWrong: true } : null;
}

function meaningOf(rule: Rule, said: Said): Meaning | null {
  const { reading, phrases } = said;
  const { relation, aspect } = rule;
  if (reading.isNegated || reading.isNever || reading.isNoLonger) return denied(rule, said);
  const timing = timeOf(aspect, reading, phrases);
  if (timing === null) return null;
  return { act: aspect === 'end' ? 'end' : 'state', relation, timing, isDenied: false };
}

/** ", not Porto" or "but in Braga" after an object: the other value, and where it ends. */
function readContrast(
  matched: Matched,
  word: 'not' | 'but',
  context: CaptureContext,
): { readonly ref: ObjectRef; readonly to: number } | null {
  const { tokens } = context;
  let i = matched.next;
  while (tokens[i]?.word === ',' || (word === 'not' && tokens[i]?.word === 'and')) i += 1;
  if (tokens[i]?.word !== word || matched.object === null) return null;
  i += 1;
  while (/^(in|at|to|as|for|on|from|a|an|is|was|it|'s|rather|with)$/.test(tokens[i]?.word ?? '')) i += 1;
  const found = capture(matched.object, i, { ...context, isList: false });
  const item = found?.items[0];
  return item === undefined ? null : { ref: item.ref, to: item.to };
}

function confidenceOf(said: Said, isHedged: boolean): number {
  const isUnsure = said.flags.isHedged || said.reading.isHedged || isHedged;
  return isUnsure ? UNSURE : said.confidence;
}

export type Read = {
  readonly rule: Rule;
  readonly matched: Matched;
  readonly said: Said;
  readonly context: CaptureContext;
};

const INJURED: Readonly<Record<string, string>> = {
  break: 'broken',
  fracture: 'fractured',
  sprain: 'sprained',
  twist: 'twisted',
  dislocate: 'dislocated',
  injure: 'injured',
  tear: 'torn',
  pull: 'pulled',
  strain: 'strained',
  bruise: 'bruised',
  hurt: 'hurt',
  rupture: 'ruptured',
};

/** "I broke my wrist": a broken wrist. */
function injuryOf({ said, context, matched }: Read, ref: ObjectRef): ObjectRef {
  const before = context.tokens.findIndex((token) => token.from >= (matched.capture?.items[0]?.from ?? 0)) - 1;
  const word = INJURED[said.reading.lemma] ?? context.tokens[before]?.word;
  return ref.kind === 'literal' && word !== undefined
    ? literal(`${word} ${ref.text.replace(/^(?:my|his|her) /i, '')}`)
    : ref;
}

function objectsOf(read: Read, meaning: Meaning): readonly ObjectRef[] {
  const { rule, matched, said, context } = read;
  const fixed = meaning.isDenied ? (rule.options.fixedDenied ?? rule.options.fixed) : rule.options.fixed;
  if (fixed !== undefined) return [literal(fixed)];
  if (rule.options.isWhole === true) {
    const from = context.tokens[said.reading.verbAt]?.from ?? 0;
    const to = matched.capture?.items[0]?.to ?? from;
    return [literal(context.text.slice(from, to))];
  }
  const refs = (matched.capture?.items ?? []).map(({ ref }) => ref);
  return rule.relation === 'injury' ? refs.map((ref) => injuryOf(read, ref)) : refs;
}

/** The candidates that a matched rule makes in its clause; none when it says nothing of the world. */
export function makeClaims(read: Read): readonly Candidate[] {
  const { rule, matched, said, context } = read;
  const meaning = correctedMeaning(read) ?? meaningOf(rule, said);
  if (meaning === null) return [];
  const objects = objectsOf(read, meaning);
  if (objects.length === 0 && meaning.act === 'state') return [];
  const contrast = said.reading.isNegated ? null : readContrast(matched, 'not', context);
  const swapped = said.reading.isNegated ? readContrast(matched, 'but', context) : null;
  const canCorrect = meaning.act === 'state' && !isMulti(meaning.relation) && objects.length === 1;
  const isChange = rule.aspect === 'start' || said.reading.isOngoing || said.reading.isUsedTo;
  const isCorrecting =
    canCorrect &&
    (contrast !== null || swapped !== null || said.flags.isCorrection || (said.flags.isActually && !isChange));
  const base = {
    act: isCorrecting ? ('correct' as const) : meaning.act,
    subject: said.subject,
    relation: meaning.relation,
    ...meaning.timing,
    quote: said.quote,
    confidence: meaning.isOnlyWrong === true ? ONLY_WRONG : confidenceOf(said, matched.capture?.isHedged ?? false),
  };
  if (swapped !== null) return [{ ...base, object: swapped.ref, replaces: objects[0] ?? null }];
  const replaces = isCorrecting ? (contrast?.ref ?? null) : null;
  if (objects.length === 0) return [{ ...base, object: null, replaces: null }];
  return objects.map((object) => ({ ...base, object, replaces }));
}

/** "I don't live in Porto but in Braga" denies nothing but the place. */
function correctedMeaning({ rule, matched, said, context }: Read): Meaning | null {
  if (!said.reading.isNegated || said.reading.isNever || isMulti(rule.relation) || rule.aspect !== 'state') return null;
  if (readContrast(matched, 'but', context) === null) return null;
  return { act: 'state', relation: rule.relation, timing: NO_TIME, isDenied: false };
}
