/** A word or a mark; contractions are two words ("I'm": i, am). */
export type Token = {
  /** Lower case, whole: "am" for "'m", "not" for "n't". */
  readonly word: string;
  /** UTF-16 offsets in the turn. */
  readonly from: number;
  readonly to: number;
  readonly isCapital: boolean;
  readonly isMark: boolean;
};

const TOKEN =
  /[\p{L}\p{N}_][\p{L}\p{N}_.+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}|[+(]?\d[\d()]*(?:[ .,:/-]?\d+){0,12}%?(?:st|nd|rd|th)?(?![\p{L}\d])|[\p{L}\p{N}\p{M}]+(?:['&./+-][\p{L}\p{N}\p{M}]+)*[+#]{0,2}|\$|£|€|\S/gu;

const SUFFIXES: readonly (readonly [suffix: string, word: string])[] = [
  ["n't", 'not'],
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'ll", 'will'],
  ["'d", 'would'],
  ["'s", "'s"],
];
const STEMS: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall', ai: 'is' };

/** Typed without the apostrophe: the length of the first word and the two words meant. "ill", "id", "its" say something else. */
const BARE: Readonly<Record<string, readonly [length: number, first: string, second: string]>> = {
  im: [1, 'i', 'am'],
  ive: [1, 'i', 'have'],
  dont: [2, 'do', 'not'],
  doesnt: [4, 'does', 'not'],
  didnt: [3, 'did', 'not'],
  isnt: [2, 'is', 'not'],
  arent: [3, 'are', 'not'],
  wasnt: [3, 'was', 'not'],
  werent: [4, 'were', 'not'],
  havent: [4, 'have', 'not'],
  hasnt: [3, 'has', 'not'],
  hadnt: [3, 'had', 'not'],
  cant: [3, 'can', 'not'],
  cannot: [3, 'can', 'not'],
  wont: [2, 'will', 'not'],
  wouldnt: [5, 'would', 'not'],
  couldnt: [5, 'could', 'not'],
  shouldnt: [6, 'should', 'not'],
  hes: [2, 'he', "'s"],
  shes: [3, 'she', "'s"],
  thats: [4, 'that', "'s"],
  theyre: [4, 'they', 'are'],
  youre: [3, 'you', 'are'],
  weve: [2, 'we', 'have'],
  gonna: [3, 'going', 'to'],
  wanna: [3, 'want', 'to'],
  gotta: [3, 'got', 'to'],
};
const SAME: Readonly<Record<string, string>> = {
  cuz: 'because',
  cos: 'because',
  coz: 'because',
  bc: 'because',
  u: 'you',
  ur: 'your',
  '&': 'and',
};

function split(raw: string, from: number): readonly Token[] {
  const lower = raw.toLowerCase();
  // "iPhone" and "eBay" are names too.
  const isCapital = /^\p{Ll}?\p{Lu}/u.test(raw);
  const isMark = !/[\p{L}\p{N}$£€&]/u.test(raw);
  const to = from + raw.length;
  const bare = BARE[lower];
  if (bare !== undefined) {
    const middle = from + bare[0];
    return [
      { word: bare[1], from, to: middle, isCapital, isMark },
      { word: bare[2], from: middle, to, isCapital: false, isMark },
    ];
  }
  for (const [suffix, word] of SUFFIXES) {
    if (!lower.endsWith(suffix) || lower.length === suffix.length) continue;
    const middle = to - suffix.length;
    const stem = lower.slice(0, -suffix.length);
    return [
      { word: suffix === "n't" ? (STEMS[stem] ?? stem) : stem, from, to: middle, isCapital, isMark },
      { word, from: middle, to, isCapital: false, isMark },
    ];
  }
  return [{ word: SAME[lower] ?? lower, from, to, isCapital, isMark }];
}

/** The words and marks of text[from, to), with offsets in the whole text. */
export function tokenize(text: string, from = 0, to = text.length): readonly Token[] {
  return [...text.slice(from, to).matchAll(TOKEN)].flatMap(({ index, 0: raw }) => split(raw, from + index));
}
