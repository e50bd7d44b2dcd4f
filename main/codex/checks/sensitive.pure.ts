import type { SensitiveKind } from '../../contract/spaces.ts';
import type { ObjectRef } from '../candidate.pure.ts';
import { foldWords } from './verbatim.pure.ts';

/** Relations that are of a kind whatever their value is. */
const RELATIONS: Readonly<Record<SensitiveKind, readonly string[]>> = {
  health: ['health condition', 'takes medication', 'blood type', 'injury', 'weight', 'smokes'],
  beliefs: ['religion', 'political view'],
  money: ['salary', 'pays rent', 'banks with', 'owes'],
  love: ['sexual orientation', 'gender'],
  children: ['due date'],
  law: [],
  family: ['partner', 'former partner', 'marital status', 'child', 'grandchild'],
};

/**
 * Words of the kinds that design section 6 holds for the user, for relations that are not sensitive in themselves. Plain
 * words only; a topic of study or a title is none.
 */
const WORDS: Readonly<Partial<Record<SensitiveKind, RegExp>>> = {
  health:
    /\b(?:cancer|tumou?r|chemo(?:therapy)?|leuk(?:a)?emia|hiv|aids|hepatitis|diabet\w+|epilep\w+|dementia|alzheimer\w*|parkinson\w*|depress(?:ion|ed|ive)|bipolar|schizophreni\w+|psychosis|ptsd|anorexi\w+|bulimi\w+|panic attacks?|suicid\w+|self-harm\w*|overdos\w+|rehab|detox|addict(?:ion|ed)|alcoholi\w+|alcoholics anonymous|aa meetings?|antidepressants?|std|chlamydia)\b/,
  beliefs:
    /\b(?:communion|baptis(?:ed|m)|bar mitzvah|mosque|synagogue|convert(?:ed|ing)? to (?:islam|judaism|christianity|buddhism|catholicism)|trade union|labor union)\b/,
  money: /\b(?:bankrupt\w*|debt collect\w+|foreclos\w+|evict\w+)\b/,
  love: /\b(?:coming out|transition(?:ing)? (?:to|from) (?:male|female)|gay|lesbian|bisexual|sexual\w*|rape[ds]?|abus(?:e|ed|ive)|domestic violence)\b/,
  children: /\b(?:abortion|miscarriage|ivf|infertil\w+|pregnan\w+|vasectomy)\b/,
  law: /\b(?:arrest(?:ed)?|convict(?:ed|ion)|prison|jail|probation|parole|restraining order)\b/,
};

/** What the user wants to be asked about before it is believed. */
export type AskPolicy = { readonly acceptAbove: number; readonly askFirst: readonly SensitiveKind[] };

/** Unless the user says otherwise. */
export const DEFAULT_POLICY: AskPolicy = {
  acceptAbove: 0.6,
  askFirst: ['health', 'beliefs', 'money', 'love', 'children', 'law'],
};

/** Whether a claim is of one of these kinds. Names of people, places and works tell of none. */
export function isOfKind(
  { relation, object }: { readonly relation: string; readonly object: ObjectRef | null },
  kinds: readonly SensitiveKind[],
): boolean {
  if (kinds.some((kind) => RELATIONS[kind].includes(relation))) return true;
  const text = openTextOf(object);
  return text !== null && kinds.some((kind) => WORDS[kind]?.test(foldWords(text)));
}

function openTextOf(object: ObjectRef | null): string | null {
  if (object?.kind === 'literal') return object.text;
  const isOpen = object?.kind === 'name' && ['topic', 'thing', 'event', 'project'].includes(object.type);
  return isOpen ? object.name : null;
}
