import {
  type CheckedFragment,
  type CheckedQuestion,
  type CheckUpChange,
  type CheckUpSummary,
  type FactObject,
  ME,
} from '../contract/index.ts';
import { countOf } from './text.pure.ts';

/** What is changed, in the words of the flags; null where nothing is. */
export function describeChange(change: CheckUpChange): string | null {
  const { legs, noLegs, settings = {}, k, budgetTokens } = change;
  const parts = [
    ...(legs === undefined ? [] : [`only ${legs.join(', ')}`]),
    ...(noLegs === undefined ? [] : [`without ${noLegs.join(', ')}`]),
    ...Object.entries(settings).map(([name, value]) => `${spellOut(name)} ${sayValue(value)}`),
    ...(k === undefined ? [] : [`at most ${countOf(k, 'fragment')}`]),
    ...(budgetTokens === undefined ? [] : [`at most ${countOf(budgetTokens, 'token')}`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

const spellOut = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
const sayValue = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));

/** What a check-up came to, one sentence a finding. */
export function listSentences(summary: CheckUpSummary, change: string | null): readonly string[] {
  const { questions, differences, stale, gained, lost, supported, tokens, legs, gone } = summary;
  if (questions === 0)
    return [gone === 0 ? 'There is no question yet that could be asked again.' : 'None of the questions is left.'];
  const all = countOf(questions, 'question');
  return [
    ...(change === null
      ? [`${all} asked again, each as of its own day.`]
      : [
          `With a change (${change}), of ${all}: ${differences.other} would have found something else, ${differences.more} more, ${differences.less} less, ${differences.order} the same in another order, ${differences.same} the same.`,
          `Something likely to answer was found for ${supported.a} as it is now, for ${supported.b} with the change; ${tokens.a.toLocaleString('en-US')} and ${countOf(tokens.b, 'token')}.`,
          `Legs (now, with the change): ${legs.map(({ leg, a, b }) => `${leg} ${a}, ${b}`).join('; ')}.`,
        ]),
    stale === 0
      ? 'No answer rests on something that is no longer so.'
      : `${countOf(stale, 'answer')} ${stale === 1 ? 'rests' : 'rest'} on something that is no longer so.`,
    ...(gained === 0 ? [] : [`For ${countOf(gained, 'question')} there was nothing then and is something today.`]),
    ...(lost === 0 ? [] : [`For ${countOf(lost, 'question')} there was something then and is nothing today.`]),
    ...(gone === 0 ? [] : [`${countOf(gone, 'question')} went away meanwhile.`]),
  ];
}

const nameOf = (object: FactObject): string => (object.kind === 'entity' ? object.name : object.text);
const quote = ({ speaker, at, excerpt }: CheckedFragment): string =>
  `“${excerpt}” (${speaker}${at === null ? '' : `, ${at.slice(0, 10)}`})`;

/** What is to be said of one question. */
export function listNotes(question: CheckedQuestion): readonly string[] {
  const { a, b, onlyA, onlyB, moved, life } = question;
  const find = (id: string): CheckedFragment | undefined =>
    [...a.fragments, ...b.fragments].find((one) => one.id === id);
  const say = (mark: string, ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => {
      const fragment = find(id);
      return fragment === undefined ? [] : [`${mark} ${quote(fragment)}`];
    });
  return [
    ...life.staleFacts.map(
      ({ subject, relation, object, status, now }) =>
        `! ${status}: ${subject.id === ME ? '' : `${subject.name}: `}${relation}: ${nameOf(object)}${now === null ? '' : `; now ${nameOf(now.object)}`}`,
    ),
    ...say('! no longer so:', life.staleTurns),
    ...listTold(life),
    ...(life.support === 'gained' && life.today !== null ? [`today there is: ${quote(life.today)}`] : []),
    ...(life.support === 'lost' ? ['today nothing is likely to answer it'] : []),
    ...say('- only as it is now:', onlyA),
    ...say('+ only with the change:', onlyB),
    ...(moved.length > 0 ? [`${countOf(moved.length, 'fragment')} in another place`] : []),
  ];
}

/** What the ledger said then and says now, where that is not the same. */
function listTold({ toldThen, toldNow }: CheckedQuestion['life']): readonly string[] {
  if (toldThen === null || toldNow === null || toldThen.text === toldNow.text) return [];
  return [`then: ${toldThen.text || 'nothing recorded'}`, `now: ${toldNow.text || 'nothing recorded'}`];
}
