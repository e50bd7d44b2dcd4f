import type { ReferenceAnswer } from '../format/trajectory.ts';

const or = (values: readonly string[]): string => values.join(' or ');

/** A reference in words, as a judge and a person labelling read it. */
export function describeReference(answer: ReferenceAnswer): string {
  switch (answer.kind) {
    case 'text':
      return or(answer.values);
    case 'number':
      return [String(answer.value), answer.unit].filter((part) => part !== undefined).join(' ');
    case 'date':
      return answer.value;
    case 'duration':
      return `${answer.days} days, give or take ${answer.toleranceDays}`;
    case 'set':
      return `All of: ${answer.items.map(or).join('; ')}`;
    case 'order':
      return `In this order: ${answer.items.map(or).join('; ')}`;
    case 'conflict':
      return `Both stand against each other and have to be told: ${answer.values.map(or).join('; ')}`;
    case 'unknown':
      return 'Nothing that was said answers it; the answer has to say so.';
    case 'open':
      return answer.text;
  }
}
