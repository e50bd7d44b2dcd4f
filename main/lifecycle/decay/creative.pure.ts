/** Changes whenever other turns would be tagged: an older rule's reading is made again. */
export const CREATIVE_RULE = 'creative 1';
export const CREATIVE = 'creative';

/** Less than this is no story and no poem that anybody would come back to. */
const LEAST_CHARS = 200;
/** Longer texts show what they are in their beginning. */
export const READ_CHARS = 6000;

/** What is made up, by its name. `script`, `play` and `piece` mean other things too often. */
const WORK =
  /\b(?:(?:short |bedtime |ghost |love |fairy ?)?(?:story|stories|tales?)|fiction|novels?|novellas?|fables?|legends?|poems?|poetry|verses?|sonnets?|haikus?|limericks?|ballads?|lyrics|screenplays?|monologues?|protagonists?|antagonists?|back ?stor(?:y|ies)|world-?building|role-?play(?:ing)?)\b/i;
const PART = /\b(?:chapters?|scenes?|stanzas?|characters?|plot|prologue|epilogue|ending|dialogue)\b/i;
const MAKING =
  /\b(?:write|tell|compose|invent|imagine|make up|come up with|create|continue|draft|rewrite|improvise|finish|act out|play)\b/i;

/** Whether somebody asks for something to be made up. */
export function asksForFiction(text: string): boolean {
  const beginning = text.slice(0, READ_CHARS);
  return MAKING.test(beginning) && WORK.test(beginning);
}

/** Whether a request that was recognised as one to make something speaks of parts of a work of fiction. */
const mentionsFiction = (text: string): boolean =>
  WORK.test(text.slice(0, READ_CHARS)) || PART.test(text.slice(0, READ_CHARS));

const OPENING =
  /^\W*(?:once upon a time|long ago,|there once (?:was|lived)|in a (?:land|kingdom|galaxy|world) (?:far|where)|chapter (?:\d+|[ivxlc]+|one|two|three)\b|prologue\b|act [ivx]+\b|scene (?:\d+|[ivx]+)\b|(?:int|ext)\. )/i;
const CLOSING = /\b(?:the end|happily ever after)\W*$/i;
const SPEECH =
  /["”’']\s*(?:[\p{L}' ]{0,30}\s)?(?:said|asked|whispered|replied|murmured|shouted|cried|answered|muttered|called|sighed|laughed)\b|\b(?:said|asked|whispered|replied|murmured|shouted|cried|answered|muttered|sighed)[\p{L}' ]{0,30}[,:.]\s*["“‘']/giu;
const SPEECHES = 2;
const THIRD = /\b(?:he|she|they|his|her|their|him|them)\b/gi;
const SECOND = /\b(?:you|your)\b/gi;
/** Somebody else's doings fill a story: so many of a hundred words. */
const THIRD_SHARE = 4;
const QUOTED = /["“][^"”]{0,600}["”]/g;

/** Whether a text is told or sung, by its form alone. */
export function isNarrative(text: string): boolean {
  if (text.length < LEAST_CHARS) return false;
  const beginning = text.slice(0, READ_CHARS);
  if (OPENING.test(beginning) || CLOSING.test(text.slice(-60))) return true;
  return isVerse(beginning) || isToldWithSpeech(beginning);
}

function isToldWithSpeech(text: string): boolean {
  if ((text.match(SPEECH) ?? []).length < SPEECHES) return false;
  // What is between quotes is said to somebody in the story.
  const told = text.replace(QUOTED, ' ');
  const words = Math.max(1, told.split(/\s+/).length);
  const count = (pattern: RegExp): number => (told.match(pattern) ?? []).length;
  return (count(THIRD) * 100) / words >= THIRD_SHARE && count(SECOND) === 0;
}

const VERSE_LINES = 6;
const LINE = { least: 12, most: 64 };
/** Lists, code, headings and tables come in short lines as well. */
const NOT_VERSE = /^\s*(?:[-*•·#>|]|\d|\w+:)|[{}<>|=`:]|;\s*$|https?:/;

/** Short lines of like length, most of them without a full stop, and nothing that a list or code would have. */
function isVerse(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  let run: string[] = [];
  let best: readonly string[] = [];
  for (const line of [...lines, '#']) {
    if (line === '') continue;
    const isLine = line.length >= LINE.least && line.length <= LINE.most && !NOT_VERSE.test(line);
    if (isLine) run.push(line);
    else {
      if (run.length > best.length) best = run;
      run = [];
    }
  }
  if (best.length < VERSE_LINES) return false;
  const open = best.filter((line) => !/[.!?]["”]?$/.test(line)).length;
  const capital = best.filter((line) => /^["“'‘—]?\p{Lu}/u.test(line)).length;
  return open * 2 >= best.length && capital * 4 >= best.length * 3;
}

export type TagInput = {
  readonly text: string;
  readonly role: 'user' | 'assistant' | 'other' | 'system';
  /** What it answers, and what the intent head makes of that; empty where nobody knows. */
  readonly request: { readonly text: string; readonly intents: readonly string[] } | null;
};

/**
 * Whether a turn is narrative: told or sung by its form, or what came of a request to make something up. The head only ever
 * adds: it sees that something is to be made where the words for it are not on the list.
 */
export function isCreative({ text, role, request }: TagInput): boolean {
  if (text.length < LEAST_CHARS) return false;
  if (isNarrative(text)) return true;
  if (role !== 'assistant' || request === null) return false;
  const isAsked = request.intents.includes('make') && mentionsFiction(request.text);
  return (isAsked || asksForFiction(request.text)) && !isPlan(text);
}

/** Advice about writing, outlines and code are answers to the same requests. */
function isPlan(text: string): boolean {
  const lines = text
    .slice(0, READ_CHARS)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const marked = lines.filter((line) => /^\s*(?:[-*•·#]|\d+[.)]|```)/.test(line)).length;
  return marked * 3 >= lines.length;
}
