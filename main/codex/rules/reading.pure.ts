import type { Token } from './token.pure.ts';
import { type Analysis, analysesOf, hasForm } from './verbs.pure.ts';
import { ADVERBS, HEDGES, PAST_ADVERBS } from './words.pure.ts';

/** How a clause says its verb: time, denial, doubt. */
export type Reading = {
  readonly lemma: string;
  readonly tense: 'present' | 'past' | 'perfect' | 'future';
  /** "am moving": may lie ahead. */
  readonly isProgressive: boolean;
  readonly isUsedTo: boolean;
  readonly isNegated: boolean;
  readonly isNever: boolean;
  readonly isNoLonger: boolean;
  readonly isHedged: boolean;
  /** "would", "should", "could": says nothing of the world. */
  readonly isUnreal: boolean;
  readonly modal: string | null;
  readonly isOnceSaid: boolean;
  /** "still", "now", "currently", "always": a perfect with one of them goes on. */
  readonly isOngoing: boolean;
  /** Index of the first word after the verb. */
  readonly next: number;
  /** Where the auxiliaries end and the verb is. */
  readonly verbAt: number;
};

type Draft = { -readonly [K in keyof Reading]: Reading[K] } & { be: boolean; have: boolean; did: boolean };

const MODALS = new Set(['will', 'shall', 'would', 'could', 'should', 'might', 'may', 'can', 'must']);
const UNREAL = new Set(['would', 'should', 'could', 'must']);
const BE: Readonly<Record<string, 'present' | 'past' | 'participle' | 'base'>> = {
  am: 'present',
  is: 'present',
  are: 'present',
  was: 'past',
  were: 'past',
  been: 'participle',
  be: 'base',
  being: 'base',
};
const ONGOING = new Set(['still', 'now', 'currently', 'always', 'already', 'presently', 'nowadays']);

const newDraft = (at: number): Draft => ({
  lemma: '',
  tense: 'present',
  isProgressive: false,
  isUsedTo: false,
  isNegated: false,
  isNever: false,
  isNoLonger: false,
  isHedged: false,
  isUnreal: false,
  modal: null,
  isOnceSaid: false,
  isOngoing: false,
  next: at,
  verbAt: at,
  be: false,
  have: false,
  did: false,
});

function nextWord(tokens: readonly Token[], at: number): string {
  let i = at;
  while (i < tokens.length && isSkipped(tokens[i]?.word ?? '')) i += 1;
  return tokens[i]?.word ?? '';
}

const isSkipped = (word: string): boolean =>
  ADVERBS.has(word) || HEDGES.has(word) || word === 'not' || word === 'never' || isManner(word);
/** "-ly" words that are no verbs and no names of things. */
export const isManner = (word: string): boolean =>
  word.length > 4 &&
  word.endsWith('ly') &&
  analysesOf(word).length === 0 &&
  !/^(family|italy|july|early|only|elderly|jelly|belly|lily|emily|kelly|holly|molly|sally|billy|polly)$/.test(word);

/** Takes a word that stands beside the auxiliaries; false when it is none of those. */
function takeBeside(draft: Draft, tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.word ?? '';
  if (word === 'not') draft.isNegated = true;
  else if (word === 'never') draft.isNever = true;
  else if (word === 'no' && tokens[at + 1]?.word === 'longer') {
    draft.isNoLonger = true;
    return 2;
  } else if (
    word === 'hardly' ||
    word === 'barely' ||
    word === 'almost' ||
    word === 'nearly' ||
    word === 'practically' ||
    word === 'virtually'
  )
    draft.isUnreal = true;
  else if (HEDGES.has(word)) draft.isHedged = true;
  else if ((word === 'kind' || word === 'sort') && tokens[at + 1]?.word === 'of') return 2;
  else if (word === 'these' && tokens[at + 1]?.word === 'days') return 2;
  else if (!ADVERBS.has(word) && !isManner(word)) return 0;
  if (ONGOING.has(word)) draft.isOngoing = true;
  if (PAST_ADVERBS.has(word)) draft.isOnceSaid = true;
  return 1;
}

function takeModal(draft: Draft, word: string): number {
  draft.modal = word;
  if (word === 'might' || word === 'may') draft.isHedged = true;
  if (word === 'will' || word === 'shall' || word === 'might' || word === 'may') draft.tense = 'future';
  if (UNREAL.has(word)) draft.isUnreal = true;
  return 1;
}

/** "'s" is "has" before a participle and "is" elsewhere. */
const isHas = (word: string, after: string): boolean =>
  word === "'s" &&
  (after === 'been' ||
    after === 'got' ||
    (hasForm(after, 'participle') &&
      !/^(called|named|married|born|retired|divorced|engaged|diagnosed|interested|broken|finished|done|gone|set|scheduled|planned|moved)$/.test(
        after,
      )));

function takeAuxiliary(draft: Draft, tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.word ?? '';
  const after = nextWord(tokens, at + 1);
  if (MODALS.has(word)) return takeModal(draft, word);
  if (word === 'used' && tokens[at + 1]?.word === 'to' && !draft.be) {
    draft.isUsedTo = true;
    draft.tense = 'past';
    return 2;
  }
  if (word === 'do' || word === 'does' || word === 'did') {
    const isAuxiliary = tokens[at + 1]?.word === 'not' || (hasForm(after, 'base') && after !== 'a');
    if (!isAuxiliary || draft.did) return 0;
    draft.did = true;
    if (word === 'did') draft.tense = 'past';
    return 1;
  }
  const has = isHas(word, after);
  if (has || word === 'have' || word === 'has' || word === 'had') {
    // "I've got a dog" has; "I've got married" got.
    if (!has && after !== 'been' && !hasForm(after, 'participle')) return 0;
    draft.have = true;
    draft.tense = word === 'had' ? 'past' : draft.tense === 'future' ? 'future' : 'perfect';
    return 1;
  }
  return takeBe(draft, tokens, at);
}

function takeBe(draft: Draft, tokens: readonly Token[], at: number): number {
  const after = nextWord(tokens, at + 1);
  const word = tokens[at]?.word ?? '';
  const form = word === "'s" ? 'present' : BE[word];
  if (form === undefined || draft.be) return 0;
  if (form === 'past') draft.tense = 'past';
  const next = at + 1;
  if (after === 'going' && hasGoingTo(tokens, next)) {
    draft.tense = draft.tense === 'past' ? 'past' : 'future';
    if (draft.tense === 'past') draft.isUnreal = true;
    draft.be = true;
    return 1;
  }
  if (hasForm(after, 'ing') && after !== 'interesting' && after !== 'boring') {
    draft.be = true;
    draft.isProgressive = true;
    return 1;
  }
  return 0;
}

/** "going to" before a verb speaks of the future; before a place it is the verb. */
function hasGoingTo(tokens: readonly Token[], at: number): boolean {
  let i = at;
  while (i < tokens.length && tokens[i]?.word !== 'going') i += 1;
  const verb = tokens[i + 2];
  return (
    tokens[i + 1]?.word === 'to' &&
    verb !== undefined &&
    !verb.isCapital &&
    (verb.word === 'be' || hasForm(verb.word, 'base'))
  );
}

function pickAnalysis(draft: Draft, word: string): Analysis | null {
  const all = analysesOf(word);
  const wanted = draft.isProgressive
    ? ['ing']
    : draft.have
      ? ['participle']
      : draft.did || draft.modal !== null || draft.isUsedTo || draft.tense === 'future'
        ? ['base']
        : ['base', 's', 'past'];
  const isBare = wanted.length === 1 && wanted[0] === 'base';
  // After "can" or "will" stands a verb, known or not.
  if (all.length === 0 && isBare && /^\p{Ll}{3,}$/u.test(word)) return { lemma: word, form: 'base' };
  const fitting = all.filter(({ form }) => wanted.includes(form));
  // "put", "quit", "read": the same word twice; quitting and hurting are told when they are over.
  const isPastOnly = /^(quit|split|hurt|put|cut)$/.test(word) && wanted.length > 1;
  return fitting.find(({ form }) => (isPastOnly ? form === 'past' : true)) ?? null;
}

/** Reads auxiliaries, adverbs and the verb from `at`; null when no verb that is known comes. */
export function readVerb(tokens: readonly Token[], at: number, start: Partial<Draft> = {}): Reading | null {
  const draft: Draft = { ...newDraft(at), ...start };
  let i = at;
  for (let steps = 0; steps < 14; steps += 1) {
    const word = tokens[i]?.word ?? '';
    if (word === '') return null;
    if (word === 'going' && draft.be && !draft.isProgressive && tokens[i + 1]?.word === 'to') {
      i += 2;
      continue;
    }
    const taken = takeBeside(draft, tokens, i) || takeAuxiliary(draft, tokens, i);
    if (taken === 0) break;
    i += taken;
  }
  const word = tokens[i]?.word ?? '';
  const be = word === "'s" ? 'present' : BE[word];
  draft.verbAt = i;
  if (be !== undefined && !draft.be) {
    if (be === 'past') draft.tense = 'past';
    return finish(draft, 'be', skipBeside(draft, tokens, i + 1));
  }
  if (word === 'got' && draft.have && isHeld(tokens, i + 1)) {
    draft.tense = 'present';
    return finish(draft, 'have', i + 1);
  }
  const analysis = pickAnalysis(draft, word);
  if (analysis === null) return null;
  if (analysis.form === 'past') draft.tense = 'past';
  return finish(draft, analysis.lemma, i + 1);
}

/** "am no longer", "is still": denial and adverbs follow this verb. */
function skipBeside(draft: Draft, tokens: readonly Token[], at: number): number {
  let i = at;
  for (let steps = 0; steps < 6; steps += 1) {
    const taken = takeBeside(draft, tokens, i);
    if (taken === 0) break;
    i += taken;
  }
  return i;
}

/** "I have got" something; "I have got married". */
const isHeld = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.word ?? '';
  return !hasForm(word, 'participle') && !/^(into|to|rid|back|used|better|worse|up|engaged)$/.test(word);
};

function finish(draft: Draft, lemma: string, next: number): Reading {
  const { be, have, did, ...reading } = draft;
  return { ...reading, lemma, next };
}

/** What a second verb shares with the first: "I have lived in Oslo and worked at sea". */
export function auxiliariesOf(reading: Reading): Partial<Draft> {
  const { tense, isProgressive, isUsedTo, isNegated, isNever, isNoLonger, isHedged, isUnreal, modal } = reading;
  return {
    tense,
    isProgressive,
    isUsedTo,
    isNegated,
    isNever,
    isNoLonger,
    isHedged,
    isUnreal,
    modal,
    be: isProgressive,
    have: tense === 'perfect',
  };
}
