import { LegName } from '../../contract/recall.ts';
import type { Arm } from '../format/arm.ts';

/** One declared thing in which two arms differ. */
export type Difference = { readonly feature: string; readonly inFirst: string; readonly inSecond: string };

/** What a recipe decides where an arm says nothing. */
const UNSAID = 'as the recipe has it';

/** Two switches of one thing count as one. */
const FEATURE_OF: Readonly<Record<string, string>> = { edgeDecay: 'decay' };

/** Settings whose value means that the thing is not done. */
const OFF: readonly string[] = ['false', 'off', 'none', 'ice', 'by score', 'raw', 'needed'];

/** Everything declared in which two arms differ, apart from their names. */
export function listDifferences(first: Arm, second: Arm): readonly Difference[] {
  const own = describeArm(first);
  const other = describeArm(second);
  const differing = [...new Set([...own.keys(), ...other.keys()])].filter((name) => own.get(name) !== other.get(name));
  const byFeature = new Map<string, Difference>();
  for (const name of differing) {
    const feature = FEATURE_OF[name] ?? name;
    const difference = { feature, inFirst: own.get(name) ?? UNSAID, inSecond: other.get(name) ?? UNSAID };
    // Of a thing with several switches, the one of its own name speaks.
    if (!byFeature.has(feature) || feature === name) byFeature.set(feature, difference);
  }
  return [...byFeature.values()].sort((a, b) => (a.feature < b.feature ? -1 : 1));
}

function describeArm({ name: _, legs, noLegs, settings, ...arm }: Arm): ReadonlyMap<string, string> {
  const asked = LegName.options.filter(
    (leg) => (legs === undefined || legs.includes(leg)) && !(noLegs ?? []).includes(leg),
  );
  return new Map([
    ...LegName.options.map((leg): [string, string] => [`leg ${leg}`, String(asked.includes(leg))]),
    ...Object.entries(settings ?? {}).flatMap(([setting, value]): [string, string][] =>
      value === undefined ? [] : [[setting, String(value)]],
    ),
    ['budget', nameBudget(arm)],
    ['system', arm.system],
    ['isMemoryFull', String(arm.isMemoryFull)],
    ['conversation', arm.conversation],
    ['access', arm.access],
    ['lifecycle', arm.lifecycle],
  ]);
}

/** Whether the second of two arms lacks the thing in which they differ, rather than having it alone. */
export const isLacking = ({ inFirst, inSecond }: Difference): boolean => OFF.includes(inSecond) || inFirst === 'true';

/** What limits the context: tokens, or fragments where tokens do not. */
export const nameBudget = ({ k, budgetTokens }: Pick<Arm, 'k' | 'budgetTokens'>): string =>
  budgetTokens === null ? `${k} fragments` : `${budgetTokens} tokens`;

/** Arms that differ from the first in one thing at most, in the order of the run; the first one included. */
export const familyOf = (arm: Arm, arms: readonly Arm[], feature: 'budget' | 'conversation'): readonly Arm[] =>
  arms.filter((other) => listDifferences(arm, other).every((one) => one.feature === feature));
