const formatters = new Map<string, Intl.DateTimeFormat>();

/** Zones come from the journal, and one that this computer does not know must not stop the telling. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const options = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  } catch {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
  formatters.set(zone, made);
  return made;
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
];

type Day = { readonly day: string; readonly month: string; readonly year: string };

function dayOf(ms: number, zone: string): Day {
  const parts = formatterOf(zone).formatToParts(new Date(ms));
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return { day: part('day'), month: part('month'), year: part('year') };
}

/** "3 May 2026", as the wall clock of `zone` shows it. */
export function sayDay(ms: number, zone: string): string {
  const { day, month, year } = dayOf(ms, zone);
  return `${day} ${month} ${year}`;
}

/** "2026-05". */
export function monthOf(ms: number, zone: string): string {
  const { month, year } = dayOf(ms, zone);
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}`;
}

/** "May 2026" of "2026-05". */
export function sayMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1] ?? ''} ${year ?? ''}`;
}

/** "3 May 2026" or "3 May 2026 to 5 June 2026". */
export function sayDays(fromMs: number | null, toMs: number | null, zone: string): string | null {
  if (fromMs === null || toMs === null) return null;
  const [from, to] = [sayDay(fromMs, zone), sayDay(toMs, zone)];
  return from === to ? from : `${from} to ${to}`;
}

/** A hyphen or apostrophe belongs to a word only inside it: people write "books- classics". */
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’-]+[\p{L}\p{M}\p{N}]+)*/gu;

/** Words of the sentences that are most of this and least of everything, as they were written. */
export function titleWords(
  sentences: readonly { readonly text: string }[],
  { analyse, idf, without }: TitleRarity,
): readonly string[] {
  const found = new Map<string, { readonly word: string; readonly count: number }>();
  for (const { text } of sentences)
    for (const word of text.match(WORD) ?? []) {
      const [term, ...more] = analyse(word);
      if (term === undefined || more.length > 0 || word.length < 3 || without.has(term) || NO_TOPIC.test(word))
        continue;
      const before = found.get(term);
      found.set(term, { word: before?.word ?? word, count: (before?.count ?? 0) + 1 });
    }
  return [...found]
    .map(([term, { word, count }]) => ({ word, worth: count * idf(term) ** 2 * (IS_NAME.test(word) ? 1.5 : 1) }))
    .sort((a, b) => b.worth - a.worth || (a.word < b.word ? -1 : 1))
    .slice(0, TITLE_WORDS)
    .map(({ word }) => word);
}

const TITLE_WORDS = 4;
/** Adverbs, participles and short forms name no topic. */
const NO_TOPIC = /^\p{Ll}+(?:ly|ing)$|['’]/u;
const IS_NAME = /^\p{Lu}/u;

export type TitleRarity = {
  readonly analyse: (text: string) => readonly string[];
  readonly idf: (term: string) => number;
  /** Terms of the speakers' names, which every title would have. */
  readonly without: ReadonlySet<string>;
};
