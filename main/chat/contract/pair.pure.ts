import { type Head, readUnit } from './question-shape.pure.ts';

/** Two things that happened: how far apart, or which of them first. Each as a question of its own. */
export type Pair = {
  readonly kind: 'between' | 'first';
  readonly questions: readonly [string, string];
  readonly unit: Head['unit'];
};

const HOW_FAR = 'how (?:long|much time|many (?:full |whole )?(?<unit>days|weeks|months|years))';
const FORMS: readonly (readonly [Pair['kind'], RegExp])[] = [
  ['between', new RegExp(`^${HOW_FAR}(?: [a-z]+){0,3} between (?<a>.+?) and (?<b>.+)$`)],
  ['between', new RegExp(`^${HOW_FAR} (?:after|before) (?<a>.+?) (?<b>did .+)$`)],
  ['between', new RegExp(`^${HOW_FAR} (?<b>did .+?) (?:after|before) (?<a>.+)$`)],
  ['first', /^(?:which|what) (?:came|happened|was|did i do|did we do) (?:first|earlier|sooner) (?<a>.+?) or (?<b>.+)$/],
  ['first', /^(?<a>did .+?) (?:before|after) (?<b>.+)$/],
  ['first', /^(?<a>did .+?) (?:first )?or (?<b>.+?)(?: first)?$/],
];

/** "Moving to Ghent", "I moved to Ghent", "did I move to Ghent": when that was. */
function toQuestion(clause: string): string {
  const bare = clause.trim().replace(/^(?:when|the (?:day|time)|my) (?=\S)/, '');
  if (bare.startsWith('did ')) return `when ${bare}`;
  return /^[a-z]+ing\b/.test(bare) ? `when did i ${bare}` : `when did ${bare}`;
}

/** The two things that a question compares in time, or null. */
export function splitPair(text: string): Pair | null {
  for (const [kind, pattern] of FORMS) {
    const groups = pattern.exec(text)?.groups;
    if (groups?.a === undefined || groups.b === undefined) continue;
    return { kind, questions: [toQuestion(groups.a), toQuestion(groups.b)], unit: readUnit(groups.unit ?? '') };
  }
  return null;
}
