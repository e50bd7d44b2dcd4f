import { type EntityId, type EntityType, ME } from '../../contract/codex.ts';
import { toLexical } from '../../stores/project/lexical-text.pure.ts';
import { FORMS } from './forms.pure.ts';
import { literal } from './patterns.pure.ts';

/** Whom a question asks about. */
export type SubjectAsked =
  | { readonly kind: 'entity'; readonly id: EntityId; readonly name: string; readonly type: EntityType }
  /** "My sister": whoever stands in `relation` to `of`; `label` is the word said, and `isKind` says that it narrows. */
  | {
      readonly kind: 'role';
      readonly of: SubjectAsked;
      readonly relation: string;
      readonly label: string;
      readonly isKind: boolean;
    };

/** An entity that a question names, with the names it goes by. */
export type NamedEntity = {
  readonly id: EntityId;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: EntityType;
};

export const I: SubjectAsked = { kind: 'entity', id: ME, name: 'me', type: 'person' };

/** A question in which `§` stands for one subject; others stand in their own words. */
export type Marked = { readonly text: string; readonly subject: SubjectAsked };

/** Relations whose values have facts of their own. */
const ROLE_RELATIONS = new Set(
  `reports to,colleague,rents from,partner,former partner,parent,child,sibling,grandparent,grandchild,relative,friend,
   neighbour,roommate,doctor,pet,owner`.split(/,\s*/),
);
type Role = { readonly said: string; readonly word: string; readonly relation: string; readonly isKind: boolean };
const ROLES: readonly Role[] = FORMS.filter(({ relation }) => ROLE_RELATIONS.has(relation)).flatMap(
  ({ relation, nouns }) =>
    nouns.flatMap(({ word, plural, isKind }) => [word, plural].map((said) => ({ said, word, relation, isKind }))),
);
const ROLE_OF = new Map(ROLES.map((role) => [role.said, role]));
const ROLE_WORDS = [...ROLE_OF.keys()]
  .sort((a, b) => b.length - a.length)
  .map(literal)
  .join('|');

// A marker is `§` and a number; the number is the place of the subject in a list.
const ROLE = new RegExp(`§(\\d+)'s (${ROLE_WORDS})(?![\\p{L}-])`, 'u');
const ROLE_WITH_NAME = new RegExp(`§\\d+'s (?:${ROLE_WORDS}) (§\\d+)`, 'gu');

/** How a marker reads as part of a value: in its own words. */
function restore(text: string, keep: number, words: readonly string[]): string {
  return text
    .replace(/§(\d+)/g, (_, at: string) => (Number(at) === keep ? '§' : (words[Number(at)] ?? '')))
    .replace(/\b(?:my|our|i's|the|a|an|this|that) §/g, '§')
    .trim();
}

/** Every way to read whom a question is about, those that take up most words first. */
export function listSubjects(text: string, entities: readonly NamedEntity[]): readonly Marked[] {
  const subjects: SubjectAsked[] = [I];
  const words: string[] = ['i'];
  let marked = text.replace(/\b(?:my|our)\b/gu, "§0's").replace(/\b(?:i|me|we|us|myself)\b/gu, '§0');
  const names = entities
    .filter(({ id }) => id !== 'assistant')
    .flatMap((entity) => [entity.name, ...entity.aliases].map((name) => ({ entity, name: toLexical(name) })))
    .filter(({ name }) => name.length > 1 && !/^(?:i|me|my|we|you|user)$/.test(name) && !ROLE_OF.has(name))
    .sort((a, b) => b.name.length - a.name.length);
  for (const { entity, name } of names) {
    const found = new RegExp(`(?<![\\p{L}\\p{N}§])${literal(name)}(?![\\p{L}\\p{N}])`, 'gu');
    if (!found.test(marked)) continue;
    const at =
      entity.id === ME ? 0 : subjects.push({ kind: 'entity', id: entity.id, name: entity.name, type: entity.type }) - 1;
    if (at > 0) words.push(name);
    marked = marked.replace(found, `§${at}`);
  }
  marked = marked.replace(ROLE_WITH_NAME, '$1');
  const versions = [marked];
  // "My sister's husband": each step makes a longer role out of the one before it.
  for (let step = 0; step < 3; step++) {
    const last = versions.at(-1) ?? '';
    const role = ROLE.exec(last);
    const known = ROLE_OF.get(role?.[2] ?? '');
    const of = subjects[Number(role?.[1])];
    if (role === null || known === undefined || of === undefined) break;
    const at =
      subjects.push({ kind: 'role', of, relation: known.relation, label: known.word, isKind: known.isKind }) - 1;
    words.push(`${words[Number(role[1])] ?? ''}'s ${known.word}`);
    versions.push(`${last.slice(0, role.index)}§${at}${last.slice(role.index + role[0].length)}`);
  }
  return versions.reverse().flatMap((version) => {
    const present = [...new Set([...version.matchAll(/§(\d+)/g)].map((match) => Number(match[1])))].sort(
      (a, b) => b - a,
    );
    return present.flatMap((at) => {
      const subject = subjects[at];
      return subject === undefined ? [] : [{ text: restore(version, at, words), subject }];
    });
  });
}
