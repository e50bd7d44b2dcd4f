import type { Revision } from '../contract/codex.ts';
import type { RemovedWhy } from '../contract/recall.ts';
import type { Derivation } from './answer-contract.pure.ts';
import { type Form, formOf, type VerbPhrase } from './contract/forms.pure.ts';
import { holdsAt, isStanding } from './contract/select-revisions.pure.ts';
import { contentWords, segmentsOf, sharedCount } from './quote.pure.ts';

/** A memory as the check needs it: what it says and who said it. */
export type CheckedMemory = { readonly text: string; readonly isAssistant: boolean };

export type CheckInput = {
  readonly derivation: Derivation;
  readonly memories: readonly CheckedMemory[];
  /** The contract's own sentence, with its marks; empty where nothing is known. */
  readonly surface: string;
  readonly question: string;
  readonly now: Date;
};

export type Removed = { readonly sentence: string; readonly why: RemovedWhy };
export type CheckedAnswer = { readonly text: string; readonly removed: readonly Removed[] };

/** Said in place of a claim for which there is nothing. */
const NOT_KNOWN = 'It is not known here.';

/** Words that put a value into the past, or deny it. */
const INTERVAL =
  /\b(?:was|were|had|used to|until|till|before|previous(?:ly)?|former(?:ly)?|earlier|once|no longer|anymore|any more|back then|left|ago|originally|at first|then|old|ex|prior|from|between|during)\b|\b(?:19|20)\d\d\b/i;
const DENIAL =
  /\b(?:not|never|no longer|wrong(?:ly)?|mistaken(?:ly)?|mistake|corrected|instead of|unknown|unclear|unsure)\b|n['’]t\b/i;
/** Says that it does not know, although the ledger does. */
const WITHHELD =
  /(?:\b(?:not|no|never|cannot|unable)\b|n['’]t\b).*\b(?:know|known|sure|information|mention(?:ed|s)?|say|said|specif(?:y|ied)|provided?|stated?|determine|tell|record(?:ed)?)\b|\b(?:unknown|unclear)\b/i;
const MARKS = /\s*\[\d{1,3}\]/g;
const CODE = /```|~~~/;
const NUMBER_WORDS: readonly string[] = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);
const NUMBER = new RegExp(`\\b(\\d+|${NUMBER_WORDS.join('|')})\\b(?! of\\b)`, 'gi');

const numbersIn = (text: string): readonly number[] =>
  [...text.matchAll(NUMBER)].map(([, said = '']) => {
    const at = NUMBER_WORDS.indexOf(said.toLowerCase());
    return at < 0 ? Number(said) : at;
  });

const wordsOf = ({ object }: Revision): ReadonlySet<string> =>
  contentWords(object.kind === 'entity' ? object.name : object.text);

const isWithin = (value: ReadonlySet<string>, words: ReadonlySet<string>): boolean =>
  value.size > 0 && [...value].every((word) => words.has(word));

const verbWords = ({ verb, rest }: VerbPhrase): string =>
  [verb.base, verb.third, verb.past, verb.participle, verb.ing, rest].join(' ');

/** Words by which a sentence speaks of a relation. */
function relationWords(form: Form): ReadonlySet<string> {
  const said = form.say.kind === 'verb' ? verbWords(form.say.phrase) : form.say.noun;
  const verbs = [...form.verbs, ...form.begins].map(verbWords);
  const nouns = [...form.nouns.flatMap(({ word, plural }) => [word, plural]), ...form.things];
  return contentWords([said, ...verbs, ...nouns].join(' '));
}

type Facts = {
  readonly isMe: boolean;
  readonly names: ReadonlySet<string>;
  readonly about: ReadonlySet<string>;
  readonly stale: readonly Revision[];
  readonly live: readonly Revision[];
  /** Live or replaced: whether it may be said as current is another question. */
  readonly known: readonly Revision[];
  readonly asked: ReadonlySet<string>;
  /** Numbers of the contract's own sentence. */
  readonly numbers: ReadonlySet<number>;
  /** Everything that the ledger and its evidence say. */
  readonly allowed: ReadonlySet<string>;
};

function gatherFacts({ derivation, question, surface, now }: CheckInput): Facts {
  const { ledger, used } = derivation;
  const usedIds = new Set(used.map(({ id }) => id));
  const isLive = (revision: Revision): boolean =>
    usedIds.has(revision.id) || (isStanding(revision) && (formOf(revision.relation).isEvent || holdsAt(revision, now)));
  const live = ledger.revisions.filter(isLive);
  const known = ledger.revisions.filter(isStanding);
  const liveKeys = live.map((revision) => [...wordsOf(revision)].join(' '));
  return {
    isMe: ledger.subjects.some(({ id }) => id === 'me'),
    names: contentWords(ledger.subjects.map(({ name }) => name).join(' ')),
    about: new Set(derivation.question.relations.flatMap((relation) => [...relationWords(formOf(relation))])),
    stale: ledger.revisions.filter(
      (revision) =>
        !isLive(revision) && revision.status !== 'pending' && !liveKeys.includes([...wordsOf(revision)].join(' ')),
    ),
    live,
    known,
    asked: contentWords(question),
    numbers: new Set(numbersIn(surface.replace(MARKS, ''))),
    allowed: contentWords(
      [
        surface,
        ...live.flatMap(({ evidence }) => evidence.map(({ quote }) => quote)),
        ...known.map(({ object }) => (object.kind === 'entity' ? object.name : object.text)),
      ].join(' '),
    ),
  };
}

type Said = {
  readonly sentence: string;
  readonly words: ReadonlySet<string>;
  readonly facts: Facts;
  readonly input: CheckInput;
};

function isAbout(sentence: string, words: ReadonlySet<string>, facts: Facts): boolean {
  if (facts.isMe) return /\byou(?:r|rs|'re|’re)?\b/i.test(sentence);
  return sharedCount(facts.names, words) > 0 || /\b(?:s?he|they|his|her|their)\b/i.test(sentence);
}

/** A value that was replaced or corrected, said as if it held: of the subject, or as the whole answer. */
function isSuperseded(sentence: string, words: ReadonlySet<string>, facts: Facts): boolean {
  if (facts.live.some((revision) => isWithin(wordsOf(revision), words))) return false;
  return facts.stale.some((revision) => {
    const value = wordsOf(revision);
    if (!isWithin(value, words)) return false;
    const isBare = [...words].every((word) => value.has(word) || facts.asked.has(word));
    const isClaim = isBare || (isAbout(sentence, words, facts) && sharedCount(facts.about, words) > 0);
    const isExcused = DENIAL.test(sentence) || (isStanding(revision) && INTERVAL.test(sentence));
    return isClaim && !isExcused;
  });
}

const isRightNumber = (word: string, { numbers }: Facts): boolean =>
  numbersIn(word).some((number) => numbers.has(number));

const LEAD_IN = /^(?:(?:the|your) answer is|it is|it['’]s|that is|that['’]s|they are)?[:\s]*(?:(?:in|on|at|since)\s)?/i;
const NAME_OR_NUMBER = /^(?:\p{Lu}[\p{L}'’-]*|\d[\d.,:/]*(?:st|nd|rd|th)?|and|of|the)$/u;
const BARE_WORDS = 5;

/** "Paris.", "The answer is: 1 April": names and numbers, and nothing said of them. */
function isBareAnswer(sentence: string): boolean {
  const words = sentence
    .trim()
    .replace(LEAD_IN, '')
    .replace(/[.,]+$/, '')
    .split(/[\s,]+/);
  return words.length <= BARE_WORDS && words.every((word) => NAME_OR_NUMBER.test(word));
}

/** Words with a capital that do not begin the sentence, as they are compared. */
const namesIn = (sentence: string): ReadonlySet<string> =>
  contentWords([...sentence.matchAll(/(?<=\S\s)\p{Lu}[\p{L}'’-]+/gu)].map(([name]) => name).join(' '));

/** A value, or a name beside the right one, that neither the ledger nor anybody's own words hold. */
function isUncited({ sentence, words, facts, input }: Said): boolean {
  if (DENIAL.test(sentence) || /[?]\s*$/.test(sentence)) return false;
  const speaksOfIt = isAbout(sentence, words, facts) && sharedCount(facts.about, words) > 0;
  if (!speaksOfIt && !isBareAnswer(sentence)) return false;
  const isNovel = (word: string): boolean =>
    !facts.asked.has(word) &&
    !facts.about.has(word) &&
    !facts.allowed.has(word) &&
    !facts.names.has(word) &&
    !isRightNumber(word, facts);
  const novel = new Set([...words].filter(isNovel));
  if (novel.size === 0) return false;
  const own = input.memories.filter(({ isAssistant }) => !isAssistant).map(({ text }) => contentWords(text));
  if (facts.known.some((revision) => isWithin(wordsOf(revision), words)))
    return [...namesIn(sentence)].some((name) => isNovel(name) && !own.some((memory) => memory.has(name)));
  return !own.some((memory) => sharedCount(novel, memory) * 2 >= novel.size);
}

/** Another number than code counted or subtracted, where a number was asked for. */
function isMiscounted({ sentence, words, facts, input }: Said): boolean {
  const { question, outcome } = input.derivation;
  const isAsked =
    question.mode === 'count' || question.mode === 'duration' || question.mode === 'between' || question.mode === 'age';
  if (!isAsked || outcome !== 'known') return false;
  const numbers = numbersIn(sentence.replace(/\b(?:19|20)\d\d\b/g, ''));
  const isAlone = [...words].every((word) => facts.asked.has(word) || /\d/.test(word) || NUMBER_WORDS.includes(word));
  const speaksOfIt = sharedCount(new Set([...facts.about, ...facts.asked]), words) > 0;
  return numbers.length > 0 && (isAlone || speaksOfIt) && !numbers.some((number) => facts.numbers.has(number));
}

function isWithheld({ sentence, words, facts, input }: Said): boolean {
  if (input.surface === '' || !WITHHELD.test(sentence)) return false;
  if (facts.known.some((revision) => isWithin(wordsOf(revision), words))) return false;
  const others = [...words].filter((word) => !facts.asked.has(word) && !facts.about.has(word));
  return sharedCount(facts.asked, words) > 0 || others.length <= 1;
}

/** Why a sentence may not stand in an answer, or null. */
export function findFault(sentence: string, input: CheckInput): Removed['why'] | null {
  return faultOf(sentence, gatherFacts(input), input);
}

function faultOf(sentence: string, facts: Facts, input: CheckInput): Removed['why'] | null {
  const bare = sentence.replace(MARKS, '');
  const words = contentWords(bare);
  if (words.size === 0) return null;
  const said: Said = { sentence: bare, words, facts, input };
  if (isSuperseded(bare, words, facts)) return 'superseded';
  if (isMiscounted(said)) return 'miscounted';
  if (isWithheld(said)) return 'withheld';
  return isUncited(said) ? 'uncited' : null;
}

/**
 * The check of values (design section 6): a sentence that gives a replaced or corrected value as current, or a value of
 * the relation that nobody said, is taken out, and the contract's own sentence stands in its place. Code is left alone.
 */
export function checkAnswer(answer: string, input: CheckInput): CheckedAnswer {
  if (CODE.test(answer)) return { text: answer, removed: [] };
  const facts = gatherFacts(input);
  const removed: Removed[] = [];
  const kept = segmentsOf(answer).map((segment) => {
    const why = faultOf(segment, facts, input);
    if (why === null) return segment;
    removed.push({ sentence: segment.trim(), why });
    return null;
  });
  if (removed.length === 0) return { text: answer, removed };
  const rest = contentWords(kept.filter((segment) => segment !== null).join(' '));
  const isSaid =
    input.derivation.used.length > 0 && input.derivation.used.every((revision) => isWithin(wordsOf(revision), rest));
  const replacement = isSaid ? '' : input.surface === '' ? NOT_KNOWN : input.surface;
  let isPlaced = false;
  const parts = kept.flatMap((segment) => {
    if (segment !== null) return [segment];
    if (isPlaced || replacement === '') return [];
    isPlaced = true;
    return [`${replacement} `];
  });
  return { text: parts.join('').trim(), removed };
}
