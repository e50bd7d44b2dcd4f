import type { Tag, TagType } from '../tag.pure.ts';

const DIGITS = String.raw`\d{1,3}(?:[,.'\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?`;
const SMALL =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const SCALE = 'hundred|thousand|million|billion';
const SPELLED = `(?:(?:a|${SMALL}|${TENS})(?:[ -](?:${SMALL}|${TENS}|${SCALE}|and)){0,8}|(?:half a|a couple of|a few) (?:${SCALE}|dozen))`;
const NUMBER = `(?:${DIGITS}|${SPELLED})`;
const MULTIPLE = String.raw`(?:\s?(?:k|m|mn|bn|thousand|million|billion)\b)?`;
const SIGN = String.raw`(?:US\$|A\$|C\$|NZ\$|HK\$|R\$|[$€£¥₹₩₽₺₪₫₴₦₱฿])`;
const CODE = 'USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|AUD|CAD|NZD|MXN|BRL|ZAR|TRY|KRW';
const UNIT_OF_MONEY =
  'dollars?|bucks?|euros?|pounds?(?! of\\b)|quid|pence|cents?|francs?|yen|yuan|rupees?|kronor|kroner|krona|krone|zloty|złoty|forints?|pesos?|reais|rand|lira|shekels?|naira|shillings?|rubles?|roubles?|hryvnias?|kč|zł';

const START = String.raw`(?<![\p{L}\p{N}.,$€£])`;
const END = String.raw`(?![\p{L}\p{N}])`;

const AMOUNTS: readonly RegExp[] = [
  new RegExp(
    `${START}-?${SIGN}\\s?(?:${DIGITS})${MULTIPLE}(?:\\s?[-–]\\s?${SIGN}?(?:${DIGITS})${MULTIPLE})?${END}`,
    'giu',
  ),
  new RegExp(`${START}-?(?:${DIGITS})${MULTIPLE}\\s?${SIGN}${END}`, 'giu'),
  new RegExp(`${START}(?:${CODE})\\s?(?:${DIGITS})${MULTIPLE}${END}`, 'gu'),
  new RegExp(`${START}(?:${DIGITS})${MULTIPLE}\\s?(?:${CODE})${END}`, 'gu'),
  new RegExp(
    `${START}${NUMBER}${MULTIPLE} (?:US |Canadian |Australian |Swiss |British )?(?:${UNIT_OF_MONEY})${END}`,
    'giu',
  ),
];

const UNITS: readonly string[] = [
  'km|kilomet(?:er|re)s?|met(?:er|re)s?|cm|centimet(?:er|re)s?|mm|millimet(?:er|re)s?|miles?|mi|feet|foot|ft|inch(?:es)?|yards?',
  'kg|kilos?|kilograms?|grams?|mg|milligrams?|lbs?|pounds?|ounces?|oz|stone|tonnes?|tons?',
  'lit(?:er|re)s?|ml|millilit(?:er|re)s?|cl|gallons?|pints?|cups?|tablespoons?|tbsp|teaspoons?|tsp',
  'km/h|kph|mph|bpm|kcal|calories|kwh|watts?|volts?|hz|khz|mhz|ghz|gb|tb|mb|kb|gigabytes?|megabytes?|terabytes?|megapixels?|pixels?',
  'square met(?:er|re)s?|sqm|m²|square feet|sq ft|acres?|hectares?|degrees?(?: celsius| fahrenheit)?|°c|°f|°|percent|per cent|percentage points?',
  'seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|fortnights?|months?|years?|decades?',
  'steps|pages|words|lines|people|persons|kids|children|guests|students|employees|times|servings|portions|slices|bottles|boxes|pieces|tickets|bedrooms|rooms|floors|episodes|seasons|chapters|reps|sets|laps|points|tablets|pills|doses|units|copies|members|plants|eggs',
];
const QUANTITIES: readonly RegExp[] = [
  new RegExp(`${START}-?${NUMBER}(?:\\s?(?:-|–|to|or)\\s?${NUMBER})?[\\s-]?(?:${UNITS.join('|')})${END}`, 'giu'),
  new RegExp(`${START}-?(?:${DIGITS})\\s?%`, 'giu'),
  // Five foot three, and 5'11".
  new RegExp(`${START}\\d{1,2}'\\s?\\d{1,2}(?:"|'')`, 'giu'),
];

function findAll(text: string, patterns: readonly RegExp[], { type, score }: { type: TagType; score: number }) {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(
      ({ 0: words, index }): Tag => ({ from: index, to: index + words.length, type, score }),
    ),
  );
}

/** Pounds that are lost, gained or lifted are no money. */
const POUNDS = /pounds?$/iu;
const OF_WEIGHT =
  /\b(?:los[et]|losing|gain(?:ed|ing)?|weigh(?:s|ed|ing)?|lift(?:s|ed|ing)?|heavier|lighter)\b[^.!?\n]{0,20}$/iu;

/** Amounts of money, in digits or in words. */
export const findAmounts = (text: string): readonly Tag[] =>
  findAll(text, AMOUNTS, { type: 'amount', score: 0.95 }).filter(
    ({ from, to }) => !(POUNDS.test(text.slice(from, to)) && OF_WEIGHT.test(text.slice(Math.max(0, from - 40), from))),
  );

/** "A day" and "a cup" count nothing in most sentences. */
const LONE_ARTICLE = /^a[\s-]\p{L}+$/iu;

/** Numbers with a unit or with what is counted. */
export const findQuantities = (text: string): readonly Tag[] =>
  findAll(text, QUANTITIES, { type: 'quantity', score: 0.8 }).filter(
    ({ from, to }) => !LONE_ARTICLE.test(text.slice(from, to)),
  );
