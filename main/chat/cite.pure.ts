import { contentWords, quoteFor, sentencesOf, sharedCount } from './quote.pure.ts';

/** A memory that stood in the prompt under its number. */
export type Evidence = { readonly n: number; readonly turnId: string; readonly speaker: string; readonly text: string };
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

const MARK = /\s*\[(\d{1,3})\](?!\()/g;
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

/**
 * The check after generation (design section 6): marks that name no memory are taken out; a mark whose memory shares no
 * content word with its sentence is taken out; a sentence that rests on a memory without saying so gets its mark. Numbers
 * are given anew in order of appearance, and each citation quotes its turn verbatim.
 */
export function citeAnswer(answer: string, evidence: readonly Evidence[], question = ''): CitedAnswer {
  const asked = contentWords(question);
  const byNumber = new Map(evidence.map((item) => [item.n, item]));
  const citations = new Map<number, Cited>();
  const cite = (item: Evidence, claim: string): string => {
    const known = citations.get(item.n);
    const n = known?.n ?? citations.size + 1;
    if (!known)
      citations.set(item.n, { n, turnId: item.turnId, quote: quoteFor(item.text, claim), promptNumber: item.n });
    return `[${n}]`;
  };

  const sentences = sentencesOf(answer);
  const parts = joinTrailingMarks(sentences.length > 0 ? sentences : [answer]).map((sentence) => {
    const claim = sentence.replace(MARK, '');
    const words = contentWords(claim);
    const marked = [...sentence.matchAll(MARK)]
      .map((match) => byNumber.get(Number(match[1])))
      .filter((item) => item !== undefined)
      .filter((item) => words.size === 0 || sharedCount(words, contentWords(`${item.speaker} ${item.text}`)) > 0);
    const found =
      marked.length > 0 ? [...new Set(marked)] : [supportOf(claim, evidence, asked)].filter((item) => item !== null);
    if (found.length === 0) return claim;
    const marks = found.map((item) => cite(item, claim)).join('');
    return claim.replace(
      /([.!?。！？]*["'”’)\]]*)(\s*)$/u,
      (_, end: string, space: string) => ` ${marks}${end}${space}`,
    );
  });
  return {
    text: parts
      .join('')
      .replace(/[ \t]+\n/g, '\n')
      .trim(),
    citations: [...citations.values()],
    isSupported: citations.size > 0,
  };
}

/** "… in May. [2]": the mark after the full stop belongs to the sentence before it. */
function joinTrailingMarks(sentences: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const leading = /^(?:\s*\[\d{1,3}\])+/.exec(sentence)?.[0] ?? '';
    const last = joined.length - 1;
    if (leading === '' || last < 0) {
      joined.push(sentence);
      continue;
    }
    const trailing = /\s*$/.exec(joined[last] ?? '')?.[0] ?? '';
    joined[last] = `${(joined[last] ?? '').trimEnd()}${leading.trimEnd()}${trailing}`;
    const rest = sentence.slice(leading.length);
    if (rest.trim() !== '' && !/^[.!?。！？]+$/u.test(rest.trim())) joined.push(rest);
  }
  return joined;
}

/** The answer without a model: the best quotes, each with its citation, under a sentence that says what this is. */
export function quoteEvidence(
  question: string,
  evidence: readonly (Evidence & { readonly when: string | null })[],
  heading: string,
): CitedAnswer {
  const citations = evidence.map((item, index) => ({
    n: index + 1,
    turnId: item.turnId,
    quote: quoteFor(item.text, question),
    promptNumber: item.n,
  }));
  const lines = evidence.map((item, index) => {
    const when = item.when === null ? '' : `, ${item.when}`;
    return `- “${citations[index]?.quote.replace(/\s+/g, ' ') ?? ''}” — ${item.speaker}${when} [${index + 1}]`;
  });
  return { text: [heading, '', ...lines].join('\n'), citations, isSupported: citations.length > 0 };
}
