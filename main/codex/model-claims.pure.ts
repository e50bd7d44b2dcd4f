import type { EntityType, TimePoint } from '../contract/codex.ts';
import type { Candidate, ObjectRef, Source, SubjectRef } from './candidate.pure.ts';
import { findWords, foldWords, sentencesAround } from './checks/verbatim.pure.ts';
import { findTimePhrases } from './dates.pure.ts';
import { cueSource, foldSpoken } from './prompts/choose-relations.pure.ts';
import type { ModelClaim } from './prompts/extract.pure.ts';
import { readRole } from './rules/roles.pure.ts';
import { HOLE, maskData } from './rules/text.pure.ts';
import { tokenize } from './rules/token.pure.ts';
import type { KnownRelation, ObjectKind, Vocabulary } from './vocabulary.pure.ts';

/** Why a claim of the model did not even become a candidate. */
export type DropReason = 'quote-not-verbatim' | 'unknown-relation' | 'unclear-subject' | 'negated' | 'no-value';

/** A model that has the words right may still be wrong; rules and people are surer. */
const SURE = 0.75;
/** The words do not plainly say it: the user decides. */
const UNSURE = 0.5;
const HEDGED = 0.35;

const POINTS = /^(?:his|her|their|your|its|the|a|an|this|that|he|she|they|we|you|it)\b/;
const SPEAKER = new Set(['me', 'i', 'myself', 'writer', 'the writer', 'user', 'the user', 'speaker', 'the speaker']);
const HEDGE =
  /\b(?:maybe|perhaps|probably|possibly|might|could|would|i think|i guess|i suppose|not sure|apparently|allegedly|supposedly|if|wish|imagine|pretend|suppose|hypothetically|let's say|dream(?:t|ed|s)?|joking|kidding|jk|in the story|my character|someday|one day)\b|\?/;
const NEGATION = /n't\b|\b(?:not|never|cannot|neither|nor|no longer|nobody|none)\b/;
/** These say what is not done, or quote an opinion whole. */
const NEGATIVE_RELATIONS = new Set([
  'dislikes',
  'avoids',
  'smokes',
  'fears',
  'habit',
  'believes',
  'diet',
  'allergic to',
]);
const ACT_CUES: Readonly<Record<Exclude<ModelClaim['act'], 'state'>, RegExp>> = {
  correct: /\b(?:actually|sorry|meant|mean|correction|wrong|rather|instead|mistake|mistyped|not|no)\b|n't\b/,
  end: /\b(?:no longer|any ?more|quit|quits|stopped|stop|left|leaving|gave up|given up|used to|former|ended|over|broke up|split up|divorced|sold|lost|died|passed away|cancelled|canceled|retired|resigned|fired|moved (?:out|away)|finished|ex|until)\b/,
  retract: /\b(?:never|not true|wrong|joking|kidding|made (?:it|that) up|lied)\b|n't\b/,
};
const PAST =
  /\b(?:used to|formerly|previously|once (?:lived|worked|had|owned)|back when|as a (?:child|kid|boy|girl|teenager|student))\b/;

/** A candidate of what the model wrote: its words are looked up in the turn, its dates read by code; nothing is taken on trust. */
export function toCandidate(claim: ModelClaim, source: Source, vocabulary: Vocabulary): Candidate | DropReason {
  const relation = vocabulary.find(claim.relation);
  if (relation === null || relation.isInternal) return 'unknown-relation';
  const quote =
    findWords(source.text, claim.quote) ?? findWords(source.text, claim.quote.replace(/[\s.,;:!?"'”’…]+$/u, ''));
  if (quote === null) return 'quote-not-verbatim';
  const words = source.text.slice(quote.from, quote.to);
  const subject = readSubject(claim.about, relation, source);
  if (subject === null) return 'unclear-subject';
  const isNegated = NEGATION.test(foldWords(words)) && !NEGATIVE_RELATIONS.has(relation.name);
  if (claim.act === 'state' && isNegated) return 'negated';
  const object = readObject(claim.value, relation, source);
  if (object === null && (claim.act === 'state' || claim.act === 'correct')) return 'no-value';
  const isPast = PAST.test(foldWords(words));
  const times = { validFrom: readTime(claim.since, words, source), validTo: readTime(claim.until, words, source) };
  // "Translate: I live in Rome." The rules know what is material for a task; the model may take it for the speaker's words.
  const isMaterial = maskData(source.text).slice(quote.from, quote.to).includes(HOLE);
  const sentence = sentencesAround(source.text, quote);
  const confidence = isMaterial ? HEDGED : weigh({ claim, relation, subject, words, sentence });
  return {
    act: claim.act,
    subject,
    relation: relation.name,
    object,
    replaces: null,
    ...times,
    isPast,
    quote,
    confidence,
  };
}

/** "me", "my sister", "my sister Mira", "Mira"; null where the words point at somebody whom they do not name. */
function readSubject(about: string, { subject: types }: KnownRelation, source: Source): SubjectRef | null {
  const folded = foldWords(about);
  if (SPEAKER.has(folded) || folded === foldWords(source.speaker)) return { kind: 'speaker' };
  const [, related] = /^(?:my|our)\s+(.*)$/is.exec(about.trim()) ?? [];
  if (related !== undefined) return readRelated(related);
  if (folded === '' || POINTS.test(folded)) return null;
  return { kind: 'name', name: about.trim(), type: types.includes('person') ? 'person' : (types[0] ?? 'thing') };
}

/** What follows *my*: "sister", "best friend", "older sister Mira". */
function readRelated(words: string): SubjectRef | null {
  const tokens = tokenize(words);
  const found = readRole(tokens, 0) ?? readRole(tokens, 1);
  if (found === null) return null;
  const { role, label, next } = found;
  const name = words.slice(tokens.slice(next).find((token) => /\p{L}/u.test(token.word))?.from ?? words.length).trim();
  if (name !== '') return { kind: 'name', name, type: role.type };
  return { kind: 'role', of: { kind: 'speaker' }, relation: role.relation, label };
}

const LITERALS: readonly ObjectKind[] = ['text', 'date', 'number', 'amount'];

function readObject(value: string, relation: KnownRelation, source: Source): ObjectRef | null {
  const text = value
    .trim()
    .replace(/^(?:a|an|my|our|his|her|their)\s+(?=\S)/i, '')
    .replace(/[.,;:!]+$/u, '');
  if (text === '') return null;
  const types = relation.object.filter((kind): kind is EntityType => !LITERALS.includes(kind));
  const isName = /^\p{Lu}/u.test(text);
  const [literal] = relation.object.filter((kind) => LITERALS.includes(kind));
  if (literal !== undefined && (types.length === 0 || !isName)) {
    return { kind: 'literal', text, value: normalise(text, literal, source) };
  }
  if (SPEAKER.has(foldWords(text))) return { kind: 'speaker' };
  const [first] = types;
  if (first === undefined) return null;
  // Of a book and a band the words do not say which: the first kind that the vocabulary names.
  return { kind: 'name', name: text, type: first };
}

/** The form in which a value is compared: an ISO date, a number; null where the words have none. */
function normalise(text: string, kind: ObjectKind, source: Source): string | null {
  if (kind === 'number') return /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '') ?? null;
  if (kind !== 'date') return null;
  const phrase = findTimePhrases(text, source, false).find(({ kind: time }) => time === 'at' || time === 'from');
  if (phrase === undefined) return null;
  const day = new Date(phrase.span.from).toISOString().slice(0, 10);
  return phrase.isYearSaid ? day : `-${day.slice(4)}`;
}

/** Words of time that the quote holds, read by code; the model's own reading of them is never asked for. */
function readTime(words: string, quote: string, source: Source): TimePoint | null {
  const said = findWords(quote, words);
  if (said === null) return null;
  const [phrase] = findTimePhrases(quote, source, false).filter((one) => one.from < said.to && said.from < one.to);
  return phrase?.start ?? phrase?.end ?? null;
}

type Weighing = {
  readonly claim: ModelClaim;
  readonly relation: KnownRelation;
  readonly subject: SubjectRef;
  readonly words: string;
  readonly sentence: string;
};

/** How far the quote itself carries the claim, whatever the model thinks of it. */
function weigh({ claim, relation, subject, words, sentence }: Weighing): number {
  const isHedged = HEDGE.test(foldWords(relation.name === 'believes' ? sentence.replace(/i think/gi, '') : sentence));
  if (!claim.sure || isHedged) return HEDGED;
  const isActSaid = claim.act === 'state' || ACT_CUES[claim.act].test(foldWords(sentence));
  return isActSaid && saysOf(words, subject, relation) ? SURE : UNSURE;
}

/** Between who is spoken of and what is said of them stand a few words at most, and no one else. */
function saysOf(words: string, subject: SubjectRef, relation: KnownRelation): boolean {
  const folded = foldSpoken(words);
  const cue = String.raw`(?:${cueSource(relation)})(?![\p{L}\p{N}])`;
  const starts = (who: string): boolean =>
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${who})${NEAR}${cue}`, 'u').test(folded);
  if (subject.kind !== 'speaker') {
    const named = escapePattern(foldWords(subject.kind === 'name' ? subject.name : subject.label));
    return starts(`${named}(?:'s)?|he|she|they`);
  }
  if (starts(String.raw`(?:i|we)(?:'\p{L}+)?`)) return true;
  // "My sister lives in Porto" is no word about the speaker's home.
  const [, related = ''] = /\b(?:my|our) (.*)$/u.exec(folded) ?? [];
  const role = readRole(tokenize(related), 0)?.role ?? null;
  if (role !== null && role.relation !== relation.name) return false;
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:my|our)(?: [^\s,.;!?]+)?? ${cue}`, 'u').test(folded);
}

const NEAR = String.raw`(?:[,\s]+(?!(?:i|we|my|our|his|her|their|your|that|who|he|she|they)\b)[^\s,.;!?]+){0,4}?[,\s]+`;
const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
