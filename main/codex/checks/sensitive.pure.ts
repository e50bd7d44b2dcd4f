import type { ObjectRef } from '../candidate.pure.ts';
import { foldWords } from './verbatim.pure.ts';

/**
 * Words of the categories that design section 6 holds for the user, for relations that are not sensitive in themselves:
 * health, faith, politics, sexuality, crime, money trouble. Plain words only; a topic of study or a title is none.
 */
const WORDS =
  /\b(?:cancer|tumou?r|chemo(?:therapy)?|leuk(?:a)?emia|hiv|aids|hepatitis|diabet\w+|epilep\w+|dementia|alzheimer\w*|parkinson\w*|depress(?:ion|ed|ive)|bipolar|schizophreni\w+|psychosis|ptsd|anorexi\w+|bulimi\w+|panic attacks?|suicid\w+|self-harm\w*|overdos\w+|rehab|detox|addict(?:ion|ed)|alcoholi\w+|alcoholics anonymous|aa meetings?|antidepressants?|abortion|miscarriage|ivf|infertil\w+|pregnan\w+|vasectomy|std|chlamydia|coming out|transition(?:ing)? (?:to|from) (?:male|female)|gay|lesbian|bisexual|communion|baptis(?:ed|m)|bar mitzvah|mosque|synagogue|convert(?:ed|ing)? to (?:islam|judaism|christianity|buddhism|catholicism)|trade union|labor union|bankrupt\w*|debt collect\w+|foreclos\w+|evict\w+|arrest(?:ed)?|convict(?:ed|ion)|prison|jail|probation|parole|restraining order|sexual\w*|rape[ds]?|abus(?:e|ed|ive)|domestic violence)\b/;

/** Whether a value tells of a category that waits for the user. Names of people, places and works do not. */
export function isSensitiveValue(object: ObjectRef | null): boolean {
  if (object?.kind === 'literal') return WORDS.test(foldWords(object.text));
  const isOpen = object?.kind === 'name' && ['topic', 'thing', 'event', 'project'].includes(object.type);
  return isOpen && WORDS.test(foldWords(object.name));
}
