import { createHash } from 'node:crypto';

/**
 * Accents and other marks that any script borrows. Vowels that are written as marks of their own script (Thai, Hindi) and
 * the voicing of Japanese are letters to a reader: without them other words would be left, cut at other places.
 */
const MARKS = /(?![\u3099\u309a])(?=\p{Script=Inherited})\p{M}/gu;
/** Runs of scripts that are written without spaces; the BM25 index would take each run for one word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]+/gu;

/** Changes whenever the copy comes out otherwise: tables made by an older one are made again. */
export const LEXICAL_VERSION = 2;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function segment(run: string): string {
  const words = [...segmenter.segment(run)].map((part) => part.segment);
  return ` ${words.join(' ')} `;
}

/** Text as the BM25 index sees it: NFKC, lower case, accents folded, unspaced scripts cut into words (design section 4). */
export function toLexical(text: string): string {
  const folded = text.normalize('NFKD').replace(MARKS, '').normalize('NFKC').toLowerCase();
  return folded.replace(UNSPACED, segment).replace(/\s+/g, ' ').trim();
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Making a formatter takes thirty times as long as using one (345 µs), and an import needs one a turn. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const options = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-CA', { ...options, timeZone: zone });
  } catch {
    // A zone that this computer does not know must not stop the journal from being applied; the day may be off by one.
    made = new Intl.DateTimeFormat('en-CA', { ...options, timeZone: 'UTC' });
  }
  formatters.set(zone, made);
  return made;
}

function localDay(at: string, zone: string): string {
  const parts = formatterOf(zone).formatToParts(new Date(at));
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  return `${part('day')} ${MONTHS[part('month') - 1] ?? ''} ${part('year')}`;
}

export type SearchableTurn = {
  readonly speaker: string;
  readonly text: string;
  readonly saidAt: string | null;
  readonly zone: string;
  readonly attachments: readonly {
    readonly caption: string | null;
    readonly text: string | null;
    readonly name: string | null;
  }[];
};

function attached(turn: Pick<SearchableTurn, 'attachments'>): readonly string[] {
  return turn.attachments
    .flatMap((a) => [a.caption, a.text, a.name])
    .filter((t): t is string => t !== null && t !== '');
}

/** What a person would call the content of a turn: its words and what was attached to it. */
export function contentOf(turn: Pick<SearchableTurn, 'text' | 'attachments'>): string {
  return [turn.text, ...attached(turn)].filter((part) => part.trim() !== '').join('\n');
}

/** The text that gets a vector. The date adds nothing here after fusion (research/retrieval.md), the speaker does. */
export function toEmbeddedText(turn: Pick<SearchableTurn, 'speaker' | 'text' | 'attachments'>): string {
  return `${turn.speaker}: ${contentOf(turn)}`;
}

/** Lexical copy with speaker, date and captions, or null where there is nothing to find. */
export function toLexicalTurn(turn: SearchableTurn): string | null {
  const content = contentOf(turn);
  if (content.trim() === '') return null;
  const day = turn.saidAt === null ? '' : localDay(turn.saidAt, turn.zone);
  return toLexical(`${turn.speaker} ${day} ${content}`);
}

/** Equal for texts that differ only in case, width, accents' composition or white space. */
export function textHashOf(text: string): string {
  return createHash('sha256')
    .update(text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim())
    .digest('hex')
    .slice(0, 32);
}
