import { contentWords, quoteFor, segmentsOf, sharedCount } from './quote.pure.ts';

/** A memory that stood in the prompt under its number. */
export type Evidence = {
  readonly n: number;
  readonly turnId: string;
  readonly speaker: string;
  /** As the model read it: perhaps an excerpt. */
  readonly text: string;
  /** The turn's own words, for quoting. */
  readonly source: string;
};
export type Cited = {
  readonly n: number;
  readonly turnId: string;
  readonly quote: string;
  readonly promptNumber: number;
};
export type CitedAnswer = {
  readonly text: string;
  readonly citations: readonly Cited[];
  readonly isSupported: boolean;
};

/** A sentence rests on a memory when this share of what it says beyond the question stands there. */
const MIN_SHARE = 0.5;
/** Words shared beyond the question; one is enough where the memory shares words with the question as well. */
const MIN_WORDS = 2;

/** The memory that a sentence rests on. What only repeats the question rests on nothing. */
function supportOf(sentence: string, evidence: readonly Evidence[], question: ReadonlySet<string>): Evidence | null {
  const said = new Set([...contentWords(sentence)].filter((word) => !question.has(word)));
  let best: Evidence | null = null;
  let bestScore = 0;
  for (const item of evidence) {
    const words = contentWords(`${item.speaker} ${item.text}`);
    const shared = sharedCount(said, words);
    const asked = sharedCount(question, words);
    const isEnough = shared >= MIN_WORDS || (shared === 1 && asked > 0);
    const score = shared + asked / 100;
    if (!isEnough || shared / said.size < MIN_SHARE || score <= bestScore) continue;
    best = item;
    bestScore = score;
  }
  return best;
}

/** A stretch of the answer and, of equal length, the same with its code blotted out: structure is read from `mask` alone. */
type Piece = { readonly text: string; readonly mask: string };

const FENCED_CODE = /(```|~~~)[\s\S]*?(?:\1|$)/g;
const INLINE_CODE = /`[^`\n]+`/g;
// Two code points that no text is made of.
const FENCE_BLOT = '\ufdd0';
const INLINE_BLOT = '\ufdd1';

/** Sentences and lines; a block of code is a piece of its own, and nothing in it is a sentence or a mark. */
function splitAnswer(answer: string): readonly Piece[] {
  const mask = answer
    .replace(FENCED_CODE, (code) => FENCE_BLOT.repeat(code.length))
    .replace(INLINE_CODE, (code) => INLINE_BLOT.repeat(code.length));
  let from = 0;
  return [...mask.matchAll(/\ufdd0+|[^\ufdd0]+/g)].flatMap(([part]) =>
    (part.startsWith(FENCE_BLOT) ? [part] : segmentsOf(part)).map((segment) => {
      const text = answer.slice(from, from + segment.length);
      from += segment.length;
      return { text, mask: segment };
    }),
  );
}

const isCode = ({ mask }: Piece): boolean => mask.startsWith(FENCE_BLOT);

/** A number in brackets that is no link; no memory has the number nought, so `list[0]` stays. */
const MARK = /[ \t]*\[([1-9]\d{0,2})\](?!\()/g;
const LEADING_MARKS = /^(?:[ \t]*\[[1-9]\d{0,2}\](?!\())+/;
/** What a mark goes before: the end of a table row, or the full stop with what closes round it. */
const TAIL = /(?:\s*\|[ \t]*|[.!?。！？]*["'”’)\]」』*_]*)\s*$/u;

/** "… in May. [2]": a mark after the full stop, or alone on its line, belongs to the sentence before it. */
function joinTrailingMarks(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const leading = LEADING_MARKS.exec(piece.mask)?.[0] ?? '';
    const rest = piece.mask.slice(leading.length);
    const isAlone = /^[.!?。！？]*\s*$/u.test(rest);
    if (leading === '' || last === undefined || isCode(last) || !(isAlone || !/\n\s*$/.test(last.mask))) {
      joined.push(piece);
      continue;
    }
    const body = last.mask.trimEnd().length;
    const space = isAlone ? rest.replace(/^[.!?。！？]+/u, '') : /^\s/.test(rest) ? '' : last.mask.slice(body);
    joined[joined.length - 1] = {
      text: `${last.text.slice(0, body)}${leading}${space}`,
      mask: `${last.mask.slice(0, body)}${leading}${space}`,
    };
    if (!isAlone) joined.push({ text: piece.text.slice(leading.length), mask: rest });
  }
  return joined;
}

/** A piece without its marks, and the numbers that they named. */
function takeMarks({ text, mask }: Piece): Piece & { readonly numbers: readonly number[] } {
  const numbers: number[] = [];
  let bare = '';
  let from = 0;
  for (const match of mask.matchAll(MARK)) {
    numbers.push(Number(match[1]));
    bare += text.slice(from, match.index);
    from = match.index + match[0].length;
    // Nothing stands before a mark that begins a line, so the space after it goes with it.
    if (match.index === 0) while (/^[ \t]/.test(mask.slice(from))) from += 1;
  }
  const bareMask = numbers.length === 0 ? mask : blotted(bare + text.slice(from));
  return { text: bare + text.slice(from), mask: bareMask, numbers };
}

const blotted = (text: string): string => text.replace(INLINE_CODE, (code) => INLINE_BLOT.repeat(code.length));

const shares = (words: ReadonlySet<string>, { speaker, text }: Evidence): boolean =>
  words.size === 0 || sharedCount(words, contentWords(`${speaker} ${text}`)) > 0;

/**
 * The check after generation (design section 6): marks that name no memory are taken out; a mark whose memory shares no
 * content word with its sentence is taken out; a sentence that rests on a memory without saying so gets its mark. Numbers
 * are given anew in order of appearance, and each citation quotes its turn verbatim. Code is left as it stands.
 */
export function citeAnswer(answer: string, evidence: readonly Evidence[], question = ''): CitedAnswer {
  const asked = contentWords(question);
  const byNumber = new Map(evidence.map((item) => [item.n, item]));
  const citations = new Map<number, Cited>();
  const cite = (item: Evidence, claim: string): string => {
    const known = citations.get(item.n);
    const n = known?.n ?? citations.size + 1;
    if (!known)
      citations.set(item.n, { n, turnId: item.turnId, quote: quoteFor(item.source, claim), promptNumber: item.n });
    return `[${n}]`;
  };

  const parts = joinTrailingMarks(splitAnswer(answer)).map((piece) => {
    if (isCode(piece)) return piece.text;
    const claim = takeMarks(piece);
    const words = contentWords(claim.text);
    const marked = claim.numbers.flatMap((n) => byNumber.get(n) ?? []).filter((item) => shares(words, item));
    const found =
      marked.length > 0
        ? [...new Set(marked)]
        : [supportOf(claim.text, evidence, asked)].filter((item) => item !== null);
    if (found.length === 0) return claim.text;
    const at = TAIL.exec(claim.mask)?.index ?? claim.text.length;
    return `${claim.text.slice(0, at)} ${found.map((item) => cite(item, claim.text)).join('')}${claim.text.slice(at)}`;
  });
  return { text: parts.join('').trim(), citations: [...citations.values()], isSupported: citations.size > 0 };
}

/**
 * The best quotes, each with its citation, under a sentence that says what this is. A turn that is `known`, because it
 * was cited already, keeps its number.
 */
export function quoteEvidence(
  question: string,
  evidence: readonly (Evidence & { readonly when: string | null })[],
  { heading, known = [] }: { readonly heading: string; readonly known?: readonly Cited[] },
): CitedAnswer {
  const numbers = new Map(known.map(({ turnId, n }) => [turnId, n]));
  const citations: Cited[] = [];
  const lines = evidence.map((item) => {
    const n = numbers.get(item.turnId) ?? numbers.size + 1;
    const quote = quoteFor(item.source, question);
    if (!numbers.has(item.turnId)) citations.push({ n, turnId: item.turnId, quote, promptNumber: item.n });
    numbers.set(item.turnId, n);
    const when = item.when === null ? '' : `, ${item.when}`;
    return `- “${quote.replace(/\s+/g, ' ')}” — ${item.speaker}${when} [${n}]`;
  });
  const isSupported = citations.length + known.length > 0;
  return { text: [heading, '', ...lines].join('\n'), citations, isSupported };
}
