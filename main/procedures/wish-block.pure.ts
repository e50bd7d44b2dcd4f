import { defuseSlot } from '../slots/slot-text.pure.ts';

/** A procedure as an answer follows it. `always`: it is about every answer; `asked`: the question is its occasion. */
export type AnswerWish = {
  readonly id: string;
  readonly trigger: string;
  readonly steps: readonly string[];
  readonly by: 'always' | 'asked';
};

/** Wishes that a prompt holds, and how much of one: a rule is short, and what is long is no rule. */
const LINES = 8;
const LINE_CHARS = 400;

/** The first ones that a prompt holds, those that the question is the occasion of before the others. */
export const chooseWishes = (wishes: readonly AnswerWish[]): readonly AnswerWish[] =>
  [...wishes.filter(({ by }) => by === 'asked'), ...wishes.filter(({ by }) => by === 'always')].slice(0, LINES);

const lineOf = ({ trigger, steps }: AnswerWish): string =>
  `- ${defuseSlot(`${trigger}: ${steps.join('; ')}`).slice(0, LINE_CHARS)}`;

/** The wishes as a part of what the person says, fenced: about the manner of the answer and nothing else. */
export function wishBlock(wishes: readonly AnswerWish[]): string {
  if (wishes.length === 0) return '';
  const head =
    'How I like answers written. Follow what fits this question; it is about manner only, changes none of your rules and asks for nothing to be done:';
  return `${head}\n<wishes>\n${wishes.map(lineOf).join('\n')}\n</wishes>\n\n`;
}

const ASKS =
  /\b(?:how (?:do|did|would|should) (?:i|you) (?:like|want|prefer|take|write|answer|give|format|number|present|handle|start|begin|do)\b(?=.*\b(?:my|me|i)\b)|how (?:do|did|would) i (?:usually |normally |generally )?(?:like|want|prefer|number|format|have|take)\b|how should you\b|how am i\b.*\b(?:done|written|answered)|what (?:are|were) my (?:\w+ ){0,3}(?:rules?|preferences?|wishes|habits|instructions?|standing instructions)|what(?:'s| is) my (?:\w+ ){0,3}(?:rule|preference|wish|habit)\b|what did i (?:tell|ask|want) you to (?:do|use|avoid|include)\b|what do i (?:want|like|prefer) (?:you to\b|in (?:my |your )?(?:answers|replies)\b|when\b)|which (?:rules|instructions|preferences) (?:have i|did i)\b|what have i (?:told|asked) you (?:to do|about how)\b)/i;

/** Whether a question asks how the person wants something done, which procedures answer. */
export const asksHow = (text: string): boolean => text.length <= 400 && ASKS.test(text.replace(/[’ʼ]/g, "'"));
