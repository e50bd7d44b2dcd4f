import type { Tag } from '../tag.pure.ts';

/** Words that end the name of a street, where the number stands before it. */
const STREET =
  'street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|place|pl|square|sq|boulevard|blvd|terrace|close|crescent|way|highway|hwy|parkway|pkwy|gardens|row|walk|mews|quay|alley|loop|circle';
/** Languages that put the street first or the word for it first, then the number. */
const STREET_FIRST = String.raw`[\p{Lu}][\p{L}.'’-]*(?:straße|strasse|str\.|gasse|weg|platz|allee|gade|gatan|vägen|veien|gata|katu|straat|laan|plein|utca|caddesi|sokak)`;
const KIND_FIRST =
  '(?:Rue|Avenue|Boulevard|Place|Calle|Avenida|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|Travessa|Praça|Ulica|ul\\.|Rruga|Strada|Bulevardul|Jalan)';
const NAME = String.raw`[\p{Lu}\p{N}][\p{L}\p{N}.'’-]*`;
/** A name that begins with a letter, so that a house number is not taken for one. */
const WORD_NAME = String.raw`\p{Lu}[\p{L}\p{N}.'’-]*`;
const NUMBER = String.raw`\d{1,5}(?:[-/]\d{1,4})?\s?[a-zA-Z]?`;
const FLAT = String.raw`(?:(?:[Ff]lat|[Aa]partment|[Aa]pt|[Uu]nit|[Ss]uite|[Rr]oom|[Nn]o)\.?\s?#?\d{1,5}[a-z]?,?\s)?`;
const FLAT_AFTER = String.raw`(?:,?\s(?:[Ff]lat|[Aa]partment|[Aa]pt|[Uu]nit|[Ss]uite|#)\.?\s?\d{1,5}[a-zA-Z]?(?![\p{L}\p{N}]))?`;
/** A post code right after, as several countries write it. */
const POST_CODE = String.raw`(?:,?\s(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|\d{4,5}(?:-\d{4})?)(?![\p{L}\p{N}]))?`;
const BEFORE = String.raw`(?<![\p{L}\p{N}.,/-])`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;

const ADDRESSES: readonly RegExp[] = [
  new RegExp(`${BEFORE}${FLAT}${NUMBER},?\\s(?:${NAME}\\s){1,4}(?:${capitalised(STREET)})\\b\\.?${FLAT_AFTER}`, 'gu'),
  new RegExp(`${BEFORE}${STREET_FIRST}\\s${NUMBER}${AFTER}${POST_CODE}`, 'gu'),
  new RegExp(
    `${BEFORE}(?:\\d{1,4},?\\s)?${KIND_FIRST}\\s(?:(?:de|del|della|dei|du|des|da|do|la|le|las|los|di|d'|of)\\s){0,2}${WORD_NAME}(?:\\s${WORD_NAME}){0,3}(?:,?\\s\\d{1,4}${AFTER})?`,
    'gu',
  ),
  /\bP\.?\s?O\.?\sBox\s\d{1,6}\b/giu,
];
/** The same in a text without capitals: only with a number before and the word for a street after. */
const LOWER_CASE = new RegExp(
  String.raw`${BEFORE}\d{1,5}[a-z]?\s(?!(?:of|in|to|on|at|and|or|the|a|more|times|minutes|years|days|hours|people)\b)[a-z'’-]{3,}\s(?:[a-z'’-]{3,}\s)?(?:street|road|avenue|lane|boulevard|terrace|crescent)\b`,
  'gu',
);

function capitalised(words: string): string {
  return words
    .split('|')
    .map((word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
    .join('|');
}

/** Addresses with a street and a house number, or a street that its own word names. */
export function findAddresses(text: string): readonly Tag[] {
  return [...ADDRESSES, LOWER_CASE].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: words, index }): Tag[] => {
      // A street without a number is a place, which the head finds.
      if (!/\d/.test(words)) return [];
      const length = words.trimEnd().length;
      return [{ from: index, to: index + length, type: 'address', score: 0.9 }];
    }),
  );
}
