import { STOP_WORDS } from '../../lib/stop-words.pure.ts';

type Token = {
  readonly text: string;
  readonly folded: string;
  readonly isPossessive: boolean;
  readonly isFirst: boolean;
};

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
/** Labels that exports give to the two sides of a chat: nobody's name. */
const LABELS = new Set('user assistant system you me human i ai bot model tool'.split(' '));
/** Capitalised in English without being anybody's name. */
const CALENDAR = new Set(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep
   sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
   today tomorrow yesterday ok okay am pm`.split(/\s+/),
);

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: whole, index }) => {
    const bare = whole.replace(/['’]s$/i, '');
    const before = text.slice(Math.max(0, index - 4), index);
    const isPossessive =
      bare !== whole || (/s$/i.test(whole) && /^['’](?!\p{L})/u.test(text.slice(index + whole.length)));
    return {
      text: bare,
      folded: fold(bare),
      isPossessive,
      isFirst: index === 0 || /(^|[.!?:\n]\s*["'“‘(]?)$/.test(before),
    };
  });
}

/** Scripts without capitals and spaces: their names are looked for as they stand. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Whether a first name that is also a word ("will", "may") is meant as the name. */
function isMeant(token: Token, hasCapitals: boolean): boolean {
  const isWord = STOP_WORDS.has(token.folded) || CALENDAR.has(token.folded);
  const hasCase = token.text.toUpperCase() !== token.text.toLowerCase();
  if (!hasCase) return true;
  if (isWord) return isCapital(token.text) && (!token.isFirst || token.isPossessive);
  return isCapital(token.text) || !hasCapitals;
}

function namedSpeakers(text: string, tokens: readonly Token[], speakers: readonly string[]): readonly string[] {
  const hasCapitals = tokens.some(({ text: word, isFirst }) => isCapital(word) && !isFirst && word !== 'I');
  const places = new Map<string, number[]>();
  tokens.forEach(({ folded }, at) => {
    const known = places.get(folded);
    if (known) known.push(at);
    else places.set(folded, [at]);
  });
  return speakers.filter((speaker) => {
    if (LABELS.has(fold(speaker.trim()))) return false;
    if (UNSPACED.test(speaker)) return text.includes(speaker.trim());
    const parts = tokensOf(speaker).map(({ folded }) => folded);
    const [first = ''] = parts;
    return (places.get(first) ?? []).some((at) => {
      const isWhole = parts.length > 1 && parts.every((part, i) => tokens[at + i]?.folded === part);
      const token = tokens[at];
      return isWhole || (token !== undefined && first.length > 1 && isMeant(token, hasCapitals));
    });
  });
}

/** Runs of capitalised words that do not just begin a sentence; a text in capitals throughout has none. */
function capitalisedNames(tokens: readonly Token[]): readonly string[] {
  const isName = ({ text, folded }: Token): boolean =>
    isCapital(text) && !STOP_WORDS.has(folded) && !CALENDAR.has(folded) && /\p{L}{2}/u.test(text);
  if (tokens.length > 2 && tokens.every(({ text }) => text === text.toUpperCase())) return [];
  const names: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    let end = at;
    while (end < tokens.length && isName(tokens[end] as Token) && !(end > at && tokens[end]?.isFirst)) end += 1;
    if (end === at) continue;
    const run = tokens.slice(at, end);
    // One capital at the start of a sentence says nothing, unless something belongs to it.
    const isPlain = run[0]?.isFirst === true && run.length === 1 && !run[0].isPossessive;
    if (!isPlain) names.push(run.map(({ text }) => text).join(' '));
    at = end - 1;
  }
  return names;
}

/** Speakers of the history that a question names, by their names in it, and other capitalised names as they are written. */
export function findNames(text: string, speakers: readonly string[]): readonly string[] {
  const tokens = tokensOf(text);
  const named = namedSpeakers(text, tokens, speakers);
  const covered = new Set(named.flatMap((name) => tokensOf(name).map(({ folded }) => folded)));
  const others = capitalisedNames(tokens).filter((name) => !tokensOf(name).every(({ folded }) => covered.has(folded)));
  return [...new Set([...named, ...others])];
}
