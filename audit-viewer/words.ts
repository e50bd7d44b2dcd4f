import { type Fields, textOr } from './open-bundle.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

const show = (format: Intl.DateTimeFormat, value: unknown): string => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? 'unknown' : format.format(ms);
};
export const showDay = (value: unknown): string => show(DAY, value);
export const showMoment = (value: unknown): string =>
  show(MOMENT, value) === 'unknown' ? 'unknown' : `${show(MOMENT, value)} UTC`;
export const showCount = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`;

/** The word of each state, as people say it. */
const STATES: Readonly<Record<string, string>> = {
  active: 'believed',
  dormant: 'believed, not spoken of for long',
  pending: 'waiting to be confirmed',
  superseded: 'replaced by a newer value',
  corrected: 'corrected: it was never so',
  retracted: 'taken back',
  conflicted: 'disputed: two sources, not decided',
  ended: 'over',
};
export const sayState = (status: unknown): string => STATES[textOr(status)] ?? textOr(status, 'unknown');

export const sayRelation = (relation: unknown): string =>
  textOr(relation, 'has something of its own kind:').replaceAll('_', ' ').replaceAll('-', ' ');

/** What a fact's value is in words, or null where it is covered up. */
export function sayObject(object: unknown): string | null {
  if (typeof object !== 'object' || object === null) return null;
  const { kind, name, text } = object as Fields; // an object just now
  const said = kind === 'entity' ? name : text;
  return typeof said === 'string' ? said : null;
}

/** From when to when it held, in words. */
export function sayPeriod(fact: Fields): string {
  const from =
    typeof fact.validFrom === 'string'
      ? `${fact.isStartStated === true ? 'from' : 'at the latest from'} ${showDay(fact.validFrom)}`
      : 'since an unknown day';
  return typeof fact.validTo === 'string' ? `${from} until ${showDay(fact.validTo)}` : from;
}

const KINDS: Readonly<Record<string, string>> = {
  'vault.created': 'The history begins',
  'turn.said': 'Something was said',
  answered: 'What an answer rested on',
  'codex.claimed': 'A turn was read for facts',
  'codex.decided': 'The owner decided about facts',
  erased: 'Words of records were erased',
  amended: 'What is left of an erased record',
  forgotten: 'A forgetting was closed, with its proof',
  'conversation.started': 'A conversation began',
  'conversation.renamed': 'A conversation got a title',
  'summary.written': 'A summary was written',
  'document.added': 'A document was added',
  'import.finished': 'An import ended',
};
export const sayKind = (kind: string): string => KINDS[kind] ?? kind;
