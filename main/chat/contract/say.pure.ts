import { ME, type Revision } from '../../contract/codex.ts';
import { endOf, sayDate, startOf } from './dates.pure.ts';
import { type Form, formOf, type VerbPhrase } from './forms.pure.ts';

/** A stretch of a sentence; with a revision, its evidence is cited after it. */
export type Part = { readonly text: string; readonly revision: Revision | null };
export type Sentence = readonly Part[];
export type Tense = 'present' | 'past' | 'perfect';

/** Whom a sentence is about: the person spoken to, or somebody by name. */
export type Who = { readonly isMe: boolean; readonly name: string };

export const whoOf = ({ id, name }: Revision['subject'], label: string | null): Who => ({
  isMe: id === ME,
  // An unnamed sister is called by her role.
  name: label !== null && /^(?:my |our )?\p{Ll}/u.test(name) ? `Your ${label}` : name,
});

function sayVerb({ verb, rest }: VerbPhrase, { isMe, name }: Who, tense: Tense): string {
  const isBe = verb.base === 'be';
  const forms = {
    present: isMe ? (isBe ? 'are' : verb.base) : verb.third,
    past: isBe && isMe ? 'were' : verb.past,
    perfect: `${isMe ? 'have' : 'has'} ${verb.participle}`,
  };
  return `${isMe ? 'You' : name} ${forms[tense]}${rest === '' ? '' : ` ${rest}`} `;
}

export type Opening = {
  readonly who: Who;
  readonly tense: Tense;
  /** The noun that the question used, singular and plural. */
  readonly noun: { readonly word: string; readonly plural: string } | null;
  readonly isMany: boolean;
};

/** Everything before the value: "You live in ", "Your boss is ", "Mira's goals: ". */
export function sayOpening(form: Form, { who, tense, noun, isMany }: Opening): string {
  if (form.say.kind === 'verb') return sayVerb(form.say.phrase, who, form.isEvent ? 'past' : tense);
  const whose = who.isMe ? 'Your' : `${who.name}'s`;
  const own = form.nouns.find(({ word }) => form.say.kind !== 'verb' && word === form.say.noun);
  const said = noun ?? own ?? { word: form.say.noun, plural: form.say.noun };
  const words = `${whose} ${isMany ? said.plural : said.word}`;
  if (form.say.kind === 'colon') return `${words}${tense === 'past' ? (isMany ? ' were' : ' was') : ''}: `;
  if (tense === 'perfect') return `${words} ${isMany ? 'have' : 'has'} been `;
  return `${words} ${tense === 'past' ? (isMany ? 'were' : 'was') : isMany ? 'are' : 'is'} `;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DETERMINED = /^(?:an?|the|my|your|our|his|her|their|its|some|any|no|one|two|three|four|five|several|\d+)\b/i;

/** "My boss is back" makes a boss, and nobody has said who that is. */
export const isUnnamed = ({ object, relation }: Revision): boolean =>
  object.kind === 'entity' &&
  formOf(relation).nouns.some(({ word }) => word === object.name.toLowerCase().replace(/^(?:my|our|the) /, ''));

/** A value in words, as the person spoken to would be told it. */
export function sayValue(revision: Revision, form: Form): string {
  const { object } = revision;
  if (object.kind === 'literal' && ISO_DAY.test(object.value)) return sayDate(object.value, 'day', 'UTC');
  const text = object.kind === 'entity' ? object.name : object.text;
  if (isUnnamed(revision)) return 'one whose name is not known';
  const isOwn = revision.subject.id === ME;
  const told = isOwn ? text.replace(/\b(?:my|our)\b/g, 'your').replace(/\bmyself\b/g, 'yourself') : text;
  if (!form.takesArticle || DETERMINED.test(told) || /(?:^| )\p{Ll}[\p{L}-]*[^s]s$/u.test(told)) return told;
  return `${/^[aeiou]/i.test(told) ? 'an' : 'a'} ${told}`;
}

/** "since May 2022", "from 2019 until May 2022", "until May 2022"; empty where nothing was said of it. */
export function sayInterval(revision: Revision, all: readonly Revision[], zone: string): string {
  const from = startOf(revision);
  const to = endOf(revision, all);
  const since = from?.isStated ? sayDate(from.at, from.precision, zone) : null;
  if (to === null) return since === null ? '' : `since ${since}`;
  const until = `until ${sayDate(to.at, to.precision, zone)}${to.isStated ? '' : ' at the latest'}`;
  return since === null ? until : `from ${since} ${until}`;
}

/** The day on which it was last said; empty where nobody said it. */
export function saidOn(revision: Revision, zone: string): string {
  const times = revision.evidence.flatMap(({ at }) => (at === null ? [] : [at]));
  const last = times.toSorted().at(-1) ?? null;
  return last === null ? '' : sayDate(last, 'day', zone);
}

/** Joined as one says them: "a, b and c". Each keeps its revision. */
export function joinParts(items: readonly Sentence[], word: 'and' | 'or' = 'and'): Sentence {
  return items.flatMap((item, index) => {
    const separator = index === 0 ? '' : index === items.length - 1 ? ` ${word} ` : ', ';
    return separator === '' ? item : [{ text: separator, revision: null }, ...item];
  });
}

export const plain = (text: string): Part => ({ text, revision: null });

/** The sentence as text; `mark` gives the citation marks of a revision. */
export function renderSentence(sentence: Sentence, mark: (revision: Revision) => string): string {
  return sentence
    .map(({ text, revision }) => {
      const marks = revision === null ? '' : mark(revision);
      return marks === '' ? text : `${text} ${marks}`;
    })
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}
