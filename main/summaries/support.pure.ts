import { segmentsOf } from '../chat/quote.pure.ts';

/** A turn as a sentence is held against it. */
export type Witness = { readonly speaker: string; readonly text: string; readonly day: string | null };

/** What a sentence says that the turns do not. */
export type Unsupported = 'nothing said' | 'number' | 'name' | 'word' | 'negation' | 'speaker' | 'order';

export type SupportInput = {
  /** `Speaker: sentence`, or `3 May 2026, Speaker: sentence`, or a sentence about people by their names. */
  readonly sentence: string;
  /** The turns that it names, in order. */
  readonly turns: readonly Witness[];
  /** The turns beside those: they say what a pronoun stands for. */
  readonly near: readonly Witness[];
  /** Everybody who speaks there. */
  readonly speakers: readonly string[];
  readonly analyse: (text: string) => readonly string[];
};

const NUMBER = /\p{N}+(?:[.,:/-]\p{N}+)*/gu;
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map(
    (word, index) => [word, String(index + 1)],
  ),
);
/** Said of how much and how often: another one makes another claim. */
const QUANTITY =
  /\b(?:all|every|most|many|few|some|both|half|twice|once|always|often|sometimes|rarely|dozen|couple|several|only|almost|first|second|third|last)\b/giu;
const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|hardly|nicht|kein\w*|nie|niemals|jamais|aucune?|nunca|jam[aá]s|ning[uú]n\w*|non|nem|inte|ikke|geen|niet|nooit)\b|n['’]t\b|不|没|沒|ません|ない|않|못/giu;
const NAME = /(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}'’-]+/gu;
const FIRST_PERSON = /(?<![\p{L}])(?:i|i['’](?:m|ve|d|ll)|me|my|mine|we|we['’](?:re|ve|d|ll)|our|us)(?![\p{L}])/iu;
const STARTS_WITH_I = /^[^\p{L}]*(?:i|we|my|our)(?![\p{L}])/iu;
const ATTRIBUTION = /^(?:(?<day>\p{N}{1,2} \p{L}+ \p{N}{4}), )?(?<speaker>[^:\n]{1,80}): (?<said>[\s\S]+)$/u;
/** So much of what is said must stand together, in a sentence and the next: words from all over a turn make any claim. */
const TOGETHER = 0.7;
/** Whatever its pronouns stand for. */
const AT_LEAST = 0.5;
const THIRD_PERSON = /\b(?:he|she|they|it|his|her|hers|him|them|their|its|this|that|these|those|there)\b/iu;
const SECOND_PERSON = /\b(?:you|your|yours)\b/iu;
/** What only may be, or only under a condition, is not told as if it were so. */
const HEDGE =
  /\b(?:if|unless|except|until|might|may|maybe|perhaps|probably|possibly|would|could|hop(?:e|es|ed|ing)|wish\w*|think\w*|consider\w*|almost|nearly|supposed|wonder\w*)\b/iu;

/** Splits `3 May 2026, Ana: …`; what has no speaker in front is a sentence about people. */
export function readAttribution(
  sentence: string,
  speakers: readonly string[],
): { readonly day: string | null; readonly speaker: string | null; readonly said: string } {
  const groups = ATTRIBUTION.exec(sentence)?.groups;
  const speaker = speakers.find((name) => name === groups?.speaker);
  if (speaker === undefined) return { day: null, speaker: null, said: sentence };
  return { day: groups?.day ?? null, speaker, said: groups?.said ?? '' };
}

/**
 * Whether one of the turns says so: its numbers, names, quantities and words are there, as often denied, of the same
 * speaker and in the same order. Null where it is supported. Strict on purpose: what is dropped wrongly costs a sentence, what stays
 * wrongly is a lie.
 */
export function findUnsupported(input: SupportInput): Unsupported | null {
  const { turns } = input;
  const told = readAttribution(input.sentence, input.speakers);
  let worst: Unsupported = 'nothing said';
  for (const turn of turns) {
    const missing = against(told, turn, input);
    if (missing === null) return null;
    if (worst === 'nothing said') worst = missing;
  }
  return worst;
}

type Told = ReturnType<typeof readAttribution>;

function against(told: Told, turn: Witness, input: SupportInput): Unsupported | null {
  const { said } = told;
  // A line with its speaker is a quote: word for word, from the beginning of a sentence to the end of one.
  if (told.speaker !== null) {
    if (told.speaker !== turn.speaker) return 'speaker';
    if (told.day !== null && told.day !== turn.day) return 'number';
    return isQuote(squeeze(said), turn.text) ? null : 'word';
  }
  const source = closestOf(said, turn.text, input.analyse);
  const { sentence } = source;
  const whole = `${turn.text}\n${turn.speaker} ${turn.day ?? ''}`;
  if (!isWithin(numbersOf(said), numbersOf(whole))) return 'number';
  if (!isWithin(namesOf(said), namesFor({ said, ...source }, turn, input))) return 'name';
  const near = input.near.map(({ text }) => text).join('\n');
  if (hasOtherWords(said, { whole, near, source, speakers: input.speakers, analyse: input.analyse })) return 'word';
  if (!isWithin(matches(said, QUANTITY), matches(sentence, QUANTITY))) return 'word';
  if (HEDGE.test(sentence) && !HEDGE.test(said)) return 'word';
  if (isDenied(said) !== isDenied(sentence)) return 'negation';
  if (!isOfSpeaker(said, sentence, { speaker: turn.speaker, speakers: input.speakers })) return 'speaker';
  return isInOrder(said, sentence) ? null : 'order';
}

/** Names that a retelling may use: those of the turn, and of the turns beside it what a pronoun may stand for. */
function namesFor(
  { said, sentence, around }: Source & { readonly said: string },
  { speaker, day }: Witness,
  { near, speakers }: SupportInput,
): readonly string[] {
  // Whoever is told of first is in nobody else's place after that, and who is spoken to is not who is spoken of.
  const isFirst = fold(said.split(' ')[0] ?? '') === fold(speaker.split(' ')[0] ?? '');
  const others = near.map(({ text }) => text).join(' ');
  return [
    ...foldedWords(`${sentence} ${day ?? ''} ${isFirst ? '' : speaker}`),
    ...(THIRD_PERSON.test(sentence) ? foldedWords(`${around} ${others}`) : []),
    ...(SECOND_PERSON.test(sentence) ? foldedWords(speakers.filter((name) => name !== speaker).join(' ')) : []),
  ];
}

const squeeze = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[*_`#]/g, '')
    .trim();

/** A quote has to be whole sentences: half of one may say the opposite. */
function isQuote(said: string, text: string): boolean {
  const sentences = text
    .split('\n')
    .flatMap((line) => segmentsOf(line).map(squeeze))
    .filter((each) => each !== '');
  return sentences.some((_, from) => {
    let joined = '';
    for (const sentence of sentences.slice(from, from + 4)) {
      joined = joined === '' ? sentence : `${joined} ${sentence}`;
      if (joined === said || withoutMark(joined) === withoutMark(said)) return true;
    }
    return false;
  });
}

/** What lays out a list is no part of what is said. */
const withoutMark = (text: string): string => text.replace(/^(?:[-*•·>]|\d{1,3}[.)])\s+/u, '');

function numbersOf(text: string): readonly string[] {
  const digits = text.match(NUMBER) ?? [];
  const words = (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => NUMBER_WORDS.get(word) ?? []);
  return [...digits.map((number) => number.replace(/^0+(?=\p{N})/u, '')), ...words.filter((word) => word !== '1')];
}

const matches = (text: string, pattern: RegExp): readonly string[] =>
  (text.match(pattern) ?? []).map((word) => word.toLowerCase());

const isDenied = (text: string): boolean => text.match(NEGATION) !== null;

/** Capitalised words. The first of a sentence has its capital from its place, and is looked for as any other word. */
function namesOf(sentence: string): readonly string[] {
  return segmentsOf(sentence).flatMap((segment) =>
    [...segment.trim().matchAll(NAME)].flatMap(({ index, 0: name }) => (index === 0 || name === 'I' ? [] : fold(name))),
  );
}

const fold = (word: string): string => word.toLowerCase().replace(/['’]s?$/u, '');
const foldedWords = (text: string): readonly string[] => (text.match(/[\p{L}\p{M}'’-]+/gu) ?? []).map(fold);

function isWithin(wanted: readonly string[], found: readonly string[]): boolean {
  const own = new Set(found);
  return wanted.every((each) => own.has(each));
}

type Words = {
  readonly whole: string;
  /** What a pronoun may stand for. */
  readonly near: string;
  readonly source: Source;
  readonly speakers: readonly string[];
  readonly analyse: SupportInput['analyse'];
};

function hasOtherWords(said: string, { whole, near, source, speakers, analyse }: Words): boolean {
  const people = new Set(analyse(speakers.join(' ')));
  const wanted = [...new Set(analyse(said))].filter((term) => !people.has(term));
  const own = new Set(analyse(whole));
  const beside = new Set(THIRD_PERSON.test(source.sentence) ? analyse(near) : []);
  const together = new Set(analyse(source.around));
  const shared = wanted.filter((term) => together.has(term)).length;
  const explained = wanted.filter((term) => together.has(term) || beside.has(term)).length;
  if (shared < AT_LEAST * wanted.length || explained < TOGETHER * wanted.length) return true;
  return wanted.some((term) => !own.has(term) && !beside.has(term));
}

type Source = { readonly sentence: string; readonly around: string };

/** The sentence of the turn that shares most words with what is said of it, and the same with those beside it. */
function closestOf(said: string, text: string, analyse: SupportInput['analyse']): Source {
  const wanted = new Set(analyse(said));
  const segments = segmentsOf(text);
  let best = 0;
  let most = -1;
  segments.forEach((segment, place) => {
    const shared = [...new Set(analyse(segment))].filter((term) => wanted.has(term)).length;
    if (shared > most) [best, most] = [place, shared];
  });
  return { sentence: segments[best] ?? '', around: segments.slice(Math.max(0, best - 1), best + 2).join(' ') };
}

type People = { readonly speaker: string; readonly speakers: readonly string[] };

/** Who says *I* is who is speaking: nobody else may be put in front of them. */
function isOfSpeaker(said: string, source: string, { speaker, speakers }: People): boolean {
  if (!FIRST_PERSON.test(source)) return true;
  if (FIRST_PERSON.test(said)) return false;
  const words = foldedWords(said);
  const placeOf = (name: string): number => words.indexOf(fold(name.split(' ')[0] ?? name));
  const own = placeOf(speaker);
  const named = [...speakers.filter((name) => name !== speaker), ...[...source.matchAll(NAME)].map(([name]) => name)];
  const others = named
    .filter((name) => name !== 'I')
    .map(placeOf)
    .filter((place) => place >= 0 && place !== own);
  if (own < 0) return others.length === 0;
  return STARTS_WITH_I.test(source) ? others.every((place) => place > own) : true;
}

/** Names and numbers that both have stand in the same order: "Ana told Ben" is not "Ben told Ana". */
function isInOrder(said: string, source: string): boolean {
  const marks = (text: string): readonly string[] =>
    [...text.matchAll(/\p{N}+(?:[.,:/]\p{N}+)*|(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}'’-]+/gu)].map(([mark]) => fold(mark));
  const first = marks(source);
  const shared = marks(said).filter((mark) => first.includes(mark));
  const places = shared.map((mark) => first.indexOf(mark));
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
}
