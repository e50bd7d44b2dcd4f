import { DOING_NOUNS, DOING_RULES } from './doings.pure.ts';
import { DENIED_RULES, HEALTH_NOUNS, HEALTH_RULES } from './health.pure.ts';
import { HOME_WORK_NOUNS, HOME_WORK_RULES } from './home-work.pure.ts';
import { PEOPLE_NOUNS, PEOPLE_RULES } from './people.pure.ts';
import { PREFERENCE_NOUNS, PREFERENCE_RULES } from './preferences.pure.ts';
import type { Noun, Rule } from './rule.pure.ts';

function byLemma(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const map = new Map<string, Rule[]>();
  for (const rule of rules) map.set(rule.lemma, [...(map.get(rule.lemma) ?? []), rule]);
  return map;
}

const ALL = byLemma([...HOME_WORK_RULES, ...PEOPLE_RULES, ...HEALTH_RULES, ...PREFERENCE_RULES, ...DOING_RULES]);
const DENIED = byLemma(DENIED_RULES);

/** Rules for a verb, in the order of the tables; those of "*" go with any. */
export const rulesFor = (lemma: string): readonly Rule[] => ALL.get(lemma) ?? [];
export const rulesForAny: readonly Rule[] = ALL.get('*') ?? [];
/** Rules that speak only in denial. */
export const deniedRulesFor = (lemma: string): readonly Rule[] => DENIED.get(lemma) ?? [];

export const NOUNS: readonly Noun[] = [
  ...HOME_WORK_NOUNS,
  ...PEOPLE_NOUNS,
  ...HEALTH_NOUNS,
  ...PREFERENCE_NOUNS,
  ...DOING_NOUNS,
].sort((a, b) => b.words.length - a.words.length);
