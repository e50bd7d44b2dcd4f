import type { Candidate, Source } from '../candidate.pure.ts';
import { type CaptureContext, capture, isOver } from './captures.pure.ts';
import { isMulti, NAMED } from './claims.pure.ts';
import { SPEAKER } from './subject.pure.ts';
import type { Token } from './token.pure.ts';

/** Questions that a few words answer: what they ask for, and what the answer must be. */
const QUESTIONS: readonly (readonly [pattern: RegExp, relation: string, object: string])[] = [
  [
    /\bwhere (?:do you (?:live|stay)|are you (?:based|living|located))\b(?! with)|\b(?:what|which) (?:city|town) (?:do you live in|are you (?:based )?in)\b/i,
    'lives in',
    'place',
  ],
  [/\bwhere (?:did you grow up|were you raised)\b/i, 'grew up in', 'place'],
  [/\bwhere were you born\b/i, 'born in', 'place'],
  [
    /\bwhere do you work\b|\bwho do you work for\b|\b(?:what|which) company do you work (?:for|at)\b|\bwho is your employer\b/i,
    'works at',
    'organisation',
  ],
  [
    /\bwhat do you do for (?:a living|work)\b|\bwhat(?:'s| is) your (?:job|profession|occupation)\b|\bwhat do you work as\b/i,
    'works as',
    '@job',
  ],
  [/\bwhat(?:'s| is) your name\b|\bmay i ask your name\b|\bwhat should i call you\b/i, 'name', '@own-name'],
  [
    /\bwhen(?:'s| is) your birthday\b|\bwhen were you born\b|\bwhat(?:'s| is) your (?:date of birth|birthday)\b/i,
    'birthday',
    'birthday',
  ],
  [/\bhow old are you\b|\bwhat(?:'s| is) your age\b/i, 'age', '@age'],
  [/\bwhat(?:'s| is) your favou?rite colou?r\b/i, 'favourite colour', 'topic'],
  [/\bwhat(?:'s| is) your favou?rite (?:food|dish|meal)\b/i, 'favourite food', 'topic'],
  [/\bwhat(?:'s| is) your favou?rite drink\b/i, 'favourite drink', 'topic'],
  [/\bwhat(?:'s| is) your favou?rite (?:film|movie|series|show)\b/i, 'favourite film', 'title'],
  [/\bwhat(?:'s| is) your favou?rite (?:book|novel)\b/i, 'favourite book', 'title'],
  [/\bwhat(?:'s| is) your favou?rite (?:sport)\b/i, 'favourite sport', 'topic'],
  [/\bwhat(?:'s| is) your favou?rite (?:season)\b/i, 'favourite season', 'topic'],
  [
    /\bwhat are you allergic to\b|\bdo you have any (?:food )?allergies\b|\bare you allergic to anything\b|\bany (?:food )?allergies\b/i,
    'allergic to',
    'topic',
  ],
  [/\b(?:what|which) languages? do you speak\b/i, 'speaks', '@languages'],
  [/\b(?:what|which) instruments? do you play\b/i, 'plays instrument', '@instruments'],
  [/\b(?:what|which) sports? do you (?:play|do)\b/i, 'plays sport', '@any-sport'],
  [/\bwhat(?:'s| is) your (?:phone )?number\b/i, 'phone number', '@phone'],
  [/\bwhat(?:'s| is) your e-?mail(?: address)?\b/i, 'email address', '@email'],
  [/\bwhat(?:'s| is) your blood type\b/i, 'blood type', '@blood'],
  [/\bwhat are your hobbies\b|\bdo you have any hobbies\b/i, 'hobby', '@hobby'],
  [/\bwhat do you study\b|\bwhat are you studying\b/i, 'studies', '@subject'],
  [
    /\bwhere do you study\b|\b(?:what|which) (?:university|school|college) do you (?:go to|attend)\b/i,
    'studies at',
    'organisation',
  ],
  [/\b(?:what|which) (?:car|kind of car) do you drive\b/i, 'drives', '@car'],
];
const MAX_WORDS = 12;
const REFUSES =
  /^(?:no|none|nothing|nope|nowhere|not|never|why|i|sorry|pass|skip|what|who|idk|dunno|secret|maybe|depends|guess|same|yes|yeah|yep|sure|ok|okay|neither|both)$/;

/** The last question of the turn before: only that is answered. */
function lastQuestion(text: string): string {
  const end = text.lastIndexOf('?');
  if (end < 0 || text.slice(end + 1).trim().length > 80) return '';
  const window = text.slice(Math.max(0, end - 240), end + 1);
  const parts = window.slice(0, -1).split(/[.!?\n]/);
  return parts[parts.length - 1] ?? '';
}

/** "In Ghent" after "Where do you live?"; null when the turn is no such answer. */
export function readAnswer(
  source: Source,
  tokens: readonly Token[],
  context: CaptureContext,
): readonly Candidate[] | null {
  const { before } = source;
  if (before === null || before.speaker === source.speaker || tokens.length > MAX_WORDS) return null;
  const question = lastQuestion(before.text);
  const asked = QUESTIONS.find(([pattern]) => pattern.test(question));
  if (asked === undefined || (question.match(/\b(?:what|where|when|who|which|how)\b/gi)?.length ?? 0) > 1) return null;
  const [, relation, object] = asked;
  let at = 0;
  while (
    /^(in|at|as|a|an|the|to|just|well|oh|um|hmm|it|is|'s|on|probably|for|near|from|only|mostly|,|:|yes|yeah|yep|sure)$/.test(
      tokens[at]?.word ?? '',
    )
  )
    at += 1;
  const last = tokens[tokens.length - 1];
  const end = last?.isMark === true ? tokens.length - 1 : tokens.length;
  const first = tokens[at];
  if (first === undefined || REFUSES.test(first.word) || last?.word === '?') return null;
  // An answer may come all in small letters.
  const whole: CaptureContext = { ...context, isTypedSmall: true, tokens, end, isList: isMulti(relation) };
  const found = capture(object, at, whole);
  if (
    found === null ||
    !isOver(found.next, whole) ||
    (found.next < end && tokens[found.next]?.isMark !== true && !context.isTime(found.next))
  )
    return null;
  const isUnsure = found.isHedged || tokens.slice(0, at).some(({ word }) => word === 'probably');
  const quote = { from: tokens[0]?.from ?? 0, to: tokens[end - 1]?.to ?? 0 };
  return found.items.map(
    ({ ref }): Candidate => ({
      act: 'state',
      subject: SPEAKER,
      relation,
      object: ref,
      replaces: null,
      validFrom: null,
      validTo: null,
      isPast: false,
      quote,
      confidence: isUnsure ? 0.5 : NAMED,
    }),
  );
}
