import type { EntityType } from '../../contract/codex.ts';
import type { Token } from './token.pure.ts';
import { hasForm } from './verbs.pure.ts';
import {
  CLAUSE_WORDS,
  DETERMINERS,
  LINK_WORDS,
  PAIRS,
  PRONOUNS,
  TRAILING,
  TRAILING_HEDGES,
  TRAILING_PHRASES,
} from './words.pure.ts';

/** What a pattern expects in a place; the entity types, and forms of words. */
export type Kind = EntityType | 'text' | 'plan' | 'title' | 'noun';

export type Words = {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly Token[];
};
export type Found = { readonly items: readonly Words[]; readonly isHedged: boolean; readonly next: number };

export type ObjectContext = {
  readonly text: string;
  /** Tokens at these indices say a time. */
  readonly isTime: (index: number) => boolean;
  readonly isTypedSmall: boolean;
};

const MAX_ENTITY_WORDS = 8;
const MAX_TEXT_WORDS = 16;
/** Marks that stand inside a name or amount. */
const INNER = new Set(["'", '’', '-', '%', '#', '/', '+', '*', '$', '€', '£', ':']);
/** Objects that may keep their prepositions: "a walk in the park". */
const ARE_LOOSE: ReadonlySet<Kind> = new Set(['text', 'plan', 'title', 'topic', 'event', 'project']);
/** Where a preposition belongs to what is meant. */
const LOOSE_LINKS = new Set([
  'in',
  'on',
  'of',
  'to',
  'for',
  'by',
  'into',
  'over',
  'with',
  'at',
  'from',
  'about',
  'without',
  'around',
  'under',
  'through',
]);
const TOPIC_STOPS = new Set([
  'more',
  'better',
  'for',
  'since',
  'with',
  'from',
  'because',
  'at',
  'besides',
  'except',
  'about',
]);
const TITLE_STOPS = new Set(['because', 'with', 'by', 'for', 'on', 'at', 'right']);

function isStop(kind: Kind, token: Token): boolean {
  const { word } = token;
  if (kind === 'plan' || kind === 'text')
    return (
      word === 'because' ||
      word === 'since' ||
      word === 'but' ||
      word === 'so' ||
      word === 'although' ||
      word === 'if' ||
      word === 'when' ||
      word === 'while' ||
      word === 'and-then'
    );
  if (kind === 'title')
    return CLAUSE_WORDS.has(word) && !token.isCapital && word !== 'i'
      ? true
      : TITLE_STOPS.has(word) && !token.isCapital;
  if (CLAUSE_WORDS.has(word) && !(token.isCapital && word !== 'i')) return true;
  if (kind === 'topic' || kind === 'event' || kind === 'project')
    return TOPIC_STOPS.has(word) || (LINK_WORDS.has(word) && !LOOSE_LINKS.has(word));
  return LINK_WORDS.has(word) && !token.isCapital;
}

/** Where the object that begins at `at` is over. */
function endOf(span: ObjectInput, context: ObjectContext): number {
  const { kind, tokens } = span;
  let i = span.at;
  for (; i < span.end; i += 1) {
    const token = tokens[i];
    if (token === undefined) break;
    const keepsTime = kind === 'text' || kind === 'plan' || (kind === 'title' && (i === span.at || token.isCapital));
    if (!keepsTime && context.isTime(i)) break;
    if (
      token.isMark &&
      token.word !== ',' &&
      !INNER.has(token.word) &&
      !(token.word === '.' && isInitial(tokens[i - 1]))
    )
      break;
    const isListed = token.word === 'or' && span.isList && i > span.at;
    if (i > span.at && !isListed && isStop(kind, token)) break;
    if (i === span.at && !ARE_LOOSE.has(kind) && LINK_WORDS.has(token.word)) break;
  }
  return i;
}

const isInitial = (token: Token | undefined): boolean =>
  token !== undefined && /^(?:\p{L}|st|mt|dr|mr|mrs|ms|ft)$/iu.test(token.word) && token.isCapital;

/** How often and when belong to a habit. */
const OFTEN = /^(?:a|each|per|every|in|at|on|two|three)$/;

/** Drops what follows the object without belonging to it; says whether it made the sentence unsure. */
function trimEnd(
  kind: Kind,
  tokens: readonly Token[],
): { readonly kept: readonly Token[]; readonly isHedged: boolean } {
  let kept = tokens;
  let isHedged = false;
  const isLong = kind === 'text' || kind === 'plan';
  for (let steps = 0; steps < 12; steps += 1) {
    const last = kept[kept.length - 1];
    if (last === undefined) break;
    const phrase = TRAILING_PHRASES.find(
      (words) =>
        !(isLong && OFTEN.test(words[0] ?? '')) &&
        kept.length > words.length &&
        words.every((word, i) => kept[kept.length - words.length + i]?.word === word),
    );
    const count =
      phrase?.length ??
      (last.isMark || (TRAILING.has(last.word) && kept.length > 1) || last.word === 'and' || last.word === 'or'
        ? 1
        : 0);
    if (count === 0) break;
    if (TRAILING_HEDGES.has(last.word) && (count > 1 || last.word.length > 4)) isHedged = true;
    kept = kept.slice(0, -count);
  }
  return { kept, isHedged };
}

const WORK_KIND =
  /^(?:film|movie|book|novel|series|show|album|song|band|podcast|restaurant|singer|author|game|composer|artist|museum|company|firm)$/;

function trimStart(kind: Kind, tokens: readonly Token[]): readonly Token[] {
  if (kind === 'plan' || kind === 'text')
    return kind === 'plan'
      ? tokens
      : tokens.slice(tokens[0] !== undefined && /^(a|an|the)$/.test(tokens[0].word) ? 1 : 0);
  let kept = tokens;
  // A title keeps its article when the article has a capital: "The Castle".
  while (
    kept[0] !== undefined &&
    (DETERMINERS.has(kept[0].word) || kept[0].isMark || kept[0].word === 'of') &&
    !(kind === 'title' && kept[0].isCapital && kept.length > 1)
  ) {
    if (kept[0].word === 'own' && kept.length === 1) break;
    kept = kept.slice(1);
  }
  // "the film Alien": what it is stands before its name.
  if (
    kept.length > 1 &&
    kept[0] !== undefined &&
    !kept[0].isCapital &&
    kept[1]?.isCapital === true &&
    WORK_KIND.test(kept[0].word)
  )
    kept = kept.slice(1);
  return kept;
}

function isGood(kind: Kind, tokens: readonly Token[], context: ObjectContext): boolean {
  const first = tokens[0];
  const words = tokens.filter(({ isMark }) => !isMark);
  if (first === undefined || words.length === 0) return false;
  const most = kind === 'text' || kind === 'plan' ? MAX_TEXT_WORDS : MAX_ENTITY_WORDS;
  if (words.length > most) return false;
  if (kind === 'text' || kind === 'plan') return !(words.length === 1 && PRONOUNS.has(first.word));
  if (
    words.some(
      (token) => !token.isCapital && (CLAUSE_WORDS.has(token.word) || (PRONOUNS.has(token.word) && words.length < 3)),
    )
  )
    return false;
  if (PRONOUNS.has(first.word) && !first.isCapital) return false;
  if (kind === 'place' || kind === 'organisation') return isProper(kind, words, context);
  return !/^(?:\d+|not|no|really|when|how)$/.test(first.word) || kind === 'title';
}

const NO_PLACES =
  /^(?:fear|peace|poverty|luxury|hope|denial|harmony|sin|love|charge|person|bed|private|public|debt|isolation|comfort|general|total|school|prison|jail|hospital|college|university|town|sync|constant|student|shared|rented|small|big|tiny|large|nice|old|new|different|same|city|country|countryside|house|flat|apartment|area|suburbs?|village|dorms?)$/;

const NEW_PLACES = /^(?:york|zealand|orleans|jersey|delhi|mexico|hampshire|caledonia)$/;

/** Names of places and organisations have a capital, unless the whole turn is typed small. */
function isProper(kind: Kind, words: readonly Token[], { isTypedSmall }: ObjectContext): boolean {
  const first = words[0];
  if (first === undefined) return false;
  if (words.some(({ isCapital }) => isCapital)) return first.isCapital || kind === 'organisation' || words.length > 1;
  if (kind === 'place')
    return (
      isTypedSmall &&
      words.length <= 3 &&
      !words.some(({ word }, i) => NO_PLACES.test(word) && !NEW_PLACES.test(words[i + 1]?.word ?? ''))
    );
  const last = words[words.length - 1]?.word ?? '';
  return WORKPLACES.test(last) || (isTypedSmall && words.length <= 3 && !NO_ORGANISATIONS.test(last));
}

/** Kinds of places that people work at, study at and help: said without a name. */
const WORKPLACES =
  /^(?:hospital|school|university|college|library|museum|bakery|office|bank|hotel|restaurant|café|cafe|shelter|zoo|airport|brewery|factory|clinic|pharmacy|bookshop|bookstore|supermarket|shop|store|theatre|theater|nursery|kindergarten|farm|garage|gallery|church|charity|hospice|prison|ministry|council|court|agency|lab|laboratory|startup|observatory|archive|shipyard|studio|newspaper|winery|vineyard|foundation|society|club|gym|kitchen|pantry|centre|center|station|embassy|parliament|navy|army|police|railway|railways|institute|academy|company|firm|hostel|pub|bar|salon|dealership|warehouse|dairy|mill|quarry|mine|orchard|greenhouse|sanctuary|rescue|aquarium|cinema|planetarium|radio|lifeboats|co-op|cooperative|consultancy|practice|surgery|dentist|publisher|publishers|parish|refinery|port|hall|post|institution|business|bistro|diner|deli|florist|butcher|tannery|foundry|sawmill|cathedral|monastery|convent|seminary|polytechnic|conservatory|bureau|brigade|service|department|team|union|association|group|choir|orchestra)s?$/;
const NO_ORGANISATIONS =
  /^(?:home|night|nights|weekend|weekends|work|noon|sea|once|time|day|days|money|free|fun|moment|desk|years|months|weeks|hours|myself|people|living|sunrise|height|speed|cost|school|stuff|things|it|morning|mornings|least|best|all|night-time|scale|random|peace|war|present)$/;

/** Splits at commas and "and" where each part can stand alone. */
function splitList(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let hasComma = false;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1]?.word ?? '';
    const after = tokens[i + 1]?.word ?? '';
    const isAnd =
      (token.word === 'and' || token.word === 'or' || token.word === '&') && !PAIRS.has(`${before}:${after}`);
    if (token.word === ',' || isAnd) {
      hasComma ||= token.word === ',';
      if (parts[parts.length - 1]?.length !== 0) parts.push([]);
    } else parts[parts.length - 1]?.push(token);
  }
  const filled = parts.filter(
    (part) => part.length > 0 && !(part.length === 1 && /^(etc|stuff|more)$/.test(part[0]?.word ?? '')),
  );
  const isList = filled.length > 1 && filled.every((part) => part.length <= 6);
  // "A, B" without "and" may be a list or an addition to A.
  if (!isList) return [hasComma ? (filled[0] ?? []) : tokens];
  return filled;
}

/** Up to the first comma: for what cannot be a list. */
function upToComma(tokens: readonly Token[]): readonly Token[] {
  const comma = tokens.findIndex(({ word }) => word === ',');
  return comma < 0 ? tokens : tokens.slice(0, comma);
}

export type ObjectInput = {
  readonly kind: Kind;
  readonly isList: boolean;
  readonly tokens: readonly Token[];
  readonly at: number;
  readonly end: number;
};

/** The object words from `at`, cut where the object ends, trimmed and split; null when they cannot be one. */
export function readObject(input: ObjectInput, context: ObjectContext): Found | null {
  const { kind, isList, tokens, at } = input;
  const stop = endOf(input, context);
  const whole = tokens.slice(at, stop);
  const parts = isList ? splitList(whole) : [kind === 'text' || kind === 'plan' ? whole : upToComma(whole)];
  let isHedged = false;
  const items: Words[] = [];
  for (const part of parts) {
    const trimmed = trimEnd(kind, part);
    isHedged ||= trimmed.isHedged;
    const kept = trimStart(kind, trimmed.kept);
    if (!isGood(kind, kept, context)) {
      // One bad part of a list says that the whole is read wrong, unless good ones came before it.
      if (items.length === 0) return null;
      break;
    }
    const from = kept[0]?.from ?? 0;
    const to = kept[kept.length - 1]?.to ?? 0;
    items.push({ text: context.text.slice(from, to), from, to, tokens: kept });
  }
  return items.length === 0 ? null : { items, isHedged, next: stop };
}

/** "swimming", "playing chess": something done. */
export const isDoing = (words: Words): boolean =>
  hasForm(words.tokens[0]?.word ?? '', 'ing') || /ing$/.test(words.tokens[0]?.word ?? '');
