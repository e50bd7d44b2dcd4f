import type { SubjectRef } from '../candidate.pure.ts';
import { GIVEN_NAMES } from './lists.pure.ts';
import { readName } from './names.pure.ts';
import { type RoleAt, readRole } from './roles.pure.ts';
import type { Token } from './token.pure.ts';
import { analysesOf } from './verbs.pure.ts';
import { AUXILIARIES } from './words.pure.ts';

export const SPEAKER: SubjectRef = { kind: 'speaker' };

/** Someone whom the turn has spoken of. */
export type Mention = { readonly ref: SubjectRef; readonly gender: 'm' | 'f' | null; readonly type: 'person' | 'pet' };

export type SubjectContext = {
  readonly text: string;
  readonly isTypedSmall: boolean;
  /** Everyone the turn named so far, the speaker excepted. */
  readonly mentions: readonly Mention[];
};

/** A noun phrase for someone. `owned` is set where a name came with a role: "my sister Mira". */
export type Person = {
  readonly ref: SubjectRef;
  readonly type: 'person' | 'pet';
  readonly gender: 'm' | 'f' | null;
  readonly next: number;
  /** A name without a role: may be anything that has a capital. */
  readonly isBareName: boolean;
  readonly isPlural: boolean;
  /** Names after a role: what "my sister Mira" says by itself. */
  readonly names: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly role: RoleAt | null;
  readonly of: SubjectRef | null;
  /** "Leo and I": who is with the speaker. */
  readonly companion?: SubjectRef;
};

const OWN = new Set(['my', 'our']);
const PARENTS: Readonly<Record<string, string>> = {
  mum: 'f',
  mom: 'f',
  dad: 'm',
  grandma: 'f',
  grandpa: 'm',
  granny: 'f',
  nan: 'f',
  grandad: 'm',
  granddad: 'm',
  papa: 'm',
  mama: 'f',
};

/** The one person or animal spoken of that a pronoun fits; null when there are none or several. */
export function resolvePronoun(word: string, mentions: readonly Mention[]): Mention | null {
  const isHe = word === 'he' || word === 'his' || word === 'him';
  const isShe = word === 'she' || word === 'her' || word === 'hers';
  if (!isHe && !isShe) return null;
  const fitting = mentions.filter(({ gender }) => gender === null || gender === (isHe ? 'm' : 'f'));
  const keys = new Set(fitting.map(({ ref }) => JSON.stringify(ref)));
  return keys.size === 1 ? (fitting[0] ?? null) : null;
}

/** Someone to whom others belong; `depth` counts owners of owners. */
type Owner = { readonly ref: SubjectRef; readonly next: number; readonly depth: number };

/** The owner that "my", "her" or "Tom's" names; null when the pronoun could be anybody's. */
function readOwner(tokens: readonly Token[], at: number, context: SubjectContext): Owner | null {
  const word = tokens[at]?.word ?? '';
  if (OWN.has(word)) return { ref: SPEAKER, next: at + 1, depth: 0 };
  if (word === 'his' || word === 'her') {
    const mention = resolvePronoun(word, context.mentions);
    return mention === null ? null : { ref: mention.ref, next: at + 1, depth: 0 };
  }
  const name = readName(tokens, at, context);
  if (name !== null && tokens[name.next]?.word === "'s")
    return { ref: { kind: 'name', name: name.name, type: 'person' }, next: name.next + 1, depth: 0 };
  return null;
}

/** Names that follow a role: "Mira", ", Mira,", "Mira and Ana". */
function readNames(
  tokens: readonly Token[],
  { at, isPlural }: { readonly at: number; readonly isPlural: boolean },
  context: SubjectContext,
) {
  const names: { name: string; from: number; to: number }[] = [];
  let next = at;
  const hasComma = tokens[at]?.word === ',';
  const start = hasComma || tokens[at]?.word === '(' ? at + 1 : at;
  // Typed small, only a name that is common is told from any other word.
  const isSmall = context.isTypedSmall && !hasComma && GIVEN_NAMES.has(tokens[start]?.word ?? '');
  const first = readName(tokens, start, { text: context.text, isSmall });
  if (first === null) return { names, next };
  const closing = tokens[first.next]?.word ?? '';
  // "My brother, Tom and I": a comma after the role needs one after the name.
  if (hasComma && !/^(,|)$/.test(closing) && !/^[.!?;)]$/.test(closing) && !(isPlural && closing === 'and'))
    return { names, next };
  names.push(first);
  next = first.next;
  for (let steps = 0; isPlural && steps < 6; steps += 1) {
    let i = next;
    while (tokens[i]?.word === ',' || tokens[i]?.word === 'and') i += 1;
    const more = i > next ? readName(tokens, i, context) : null;
    if (more === null) break;
    names.push(more);
    next = more.next;
  }
  if (start > at && /^[,)]$/.test(tokens[next]?.word ?? '')) next += 1;
  return { names, next };
}

const nameRef = (name: string, type: 'person' | 'pet'): SubjectRef => ({ kind: 'name', name, type });

/** A role after its owner, its names if it has some, and further roles: "my sister's husband Tom". */
function readOwned(tokens: readonly Token[], owner: Owner, context: SubjectContext): Person | null {
  const at = readRole(tokens, owner.next);
  if (at === null) return null;
  const { role } = at;
  const found = readNames(tokens, { at: at.next, isPlural: role.isPlural }, context);
  const name = found.names[0];
  const ref: SubjectRef =
    name !== undefined
      ? nameRef(name.name, role.type)
      : { kind: 'role', of: owner.ref, relation: role.relation, label: at.label };
  if (tokens[found.next]?.word === "'s" && owner.depth < 2) {
    const further = readOwned(tokens, { ref, next: found.next + 1, depth: owner.depth + 1 }, context);
    if (further !== null) return further;
  }
  return {
    ref,
    type: role.type,
    gender: role.gender,
    next: found.next,
    isBareName: false,
    isPlural: role.isPlural,
    names: found.names,
    role: at,
    of: owner.ref,
  };
}

/** Someone named or described by whose they are: "my sister Mira", "Tom's wife". */
export function readRelative(tokens: readonly Token[], at: number, context: SubjectContext): Person | null {
  const owner = readOwner(tokens, at, context);
  return owner === null ? null : readOwned(tokens, owner, context);
}

const bare = { isPlural: false, names: [], role: null, of: null } as const;

/** Whoever the words at `at` speak of as a subject; null when that is nobody who can be told. */
export function readPerson(tokens: readonly Token[], at: number, context: SubjectContext): Person | null {
  const word = tokens[at]?.word ?? '';
  if (word === 'i' || word === 'we')
    return { ref: SPEAKER, type: 'person', gender: null, next: at + 1, isBareName: false, ...bare };
  if (word === 'he' || word === 'she') {
    const mention = resolvePronoun(word, context.mentions);
    return mention === null ? null : { ...mention, next: at + 1, isBareName: false, ...bare };
  }
  const owner = readOwner(tokens, at, context);
  if (owner !== null) {
    const owned = readOwned(tokens, owner, context);
    if (owned !== null) return withSpeaker(tokens, owned) ?? owned;
    // "Tom's 34": no role, so a verb.
    return /^(my|our|his|her)$/.test(word) ? null : readBare(tokens, at, context);
  }
  return readBare(tokens, at, context);
}

/** "My wife and I": the speaker, of whom alone something is known to be said. */
function withSpeaker(tokens: readonly Token[], person: Person): Person | null {
  const and = tokens[person.next]?.word === 'and' ? person.next + 1 : -1;
  if (and < 0 || tokens[and]?.word !== 'i') return null;
  return {
    ...person,
    companion: person.ref,
    ref: SPEAKER,
    next: and + 1,
    isPlural: false,
    names: [],
    role: null,
    of: null,
  };
}

/** "Mira, my sister,": whose words stand between commas after a name. */
function apposedRole(tokens: readonly Token[], at: number, context: SubjectContext): Person | null {
  if (tokens[at]?.word !== ',') return null;
  const owner = readOwner(tokens, at + 1, context);
  const owned = owner === null ? null : readOwned(tokens, owner, context);
  if (owned === null || owned.isPlural || owned.names.length > 0 || tokens[owned.next]?.word !== ',') return null;
  return { ...owned, next: owned.next + 1 };
}

function readBare(tokens: readonly Token[], at: number, context: SubjectContext): Person | null {
  const first = tokens[at];
  const gender = PARENTS[first?.word ?? ''];
  const role = gender === undefined ? null : readRole(tokens, at);
  if (first !== undefined && role !== null && (first.isCapital || context.isTypedSmall)) {
    const ref: SubjectRef = { kind: 'role', of: SPEAKER, relation: role.role.relation, label: role.label };
    return {
      ref,
      type: 'person',
      gender: role.role.gender,
      next: at + 1,
      isBareName: false,
      isPlural: false,
      names: [],
      role,
      of: SPEAKER,
    };
  }
  const name = readName(tokens, at, context);
  if (name === null) {
    const known = context.isTypedSmall
      ? context.mentions.find(({ ref }) => ref.kind === 'name' && ref.name.toLowerCase() === first?.word)
      : undefined;
    return known === undefined ? null : { ...known, next: at + 1, isBareName: false, ...bare };
  }
  const apposed = apposedRole(tokens, name.next, context);
  if (apposed !== null)
    return {
      ref: nameRef(name.name, apposed.type),
      type: apposed.type,
      gender: apposed.gender,
      next: apposed.next,
      isBareName: false,
      ...bare,
    };
  const known = context.mentions.find(({ ref }) => ref.kind === 'name' && ref.name === name.name);
  if (known !== undefined) return { ...known, next: name.next, isBareName: false, ...bare };
  return {
    ref: nameRef(name.name, 'person'),
    type: 'person',
    gender: null,
    next: name.next,
    isBareName: true,
    ...bare,
  };
}

/** The subjects that begin at `at`: one, or several joined by "and", each of whom the verb is said of. */
export function readPeople(tokens: readonly Token[], at: number, context: SubjectContext): readonly Person[] {
  const first = readPerson(tokens, at, context);
  if (first === null) return [];
  if (tokens[first.next]?.word !== 'and' || first.ref.kind === 'speaker') return [first];
  const second = readPerson(tokens, first.next + 1, context);
  if (second === null || !isVerbAt(tokens, second.next) || second.isPlural) return [first];
  // "Tom and I" speaks for the speaker.
  if (second.ref.kind === 'speaker') return [{ ...second, companion: first.ref }];
  return [{ ...first, next: second.next }, second];
}

/** Whether a verb stands at `at`, adverbs before it allowed: what makes words before it a subject. */
export function isVerbAt(tokens: readonly Token[], at: number): boolean {
  for (let i = at; i < at + 4; i += 1) {
    const word = tokens[i]?.word ?? '';
    if (AUXILIARIES.has(word) || word === "'s" || word === 'used' || word === 'never' || word === 'no') return true;
    if (analysesOf(word).some(({ form }) => form === 'base' || form === 's' || form === 'past')) return true;
    if (
      !/^(still|also|now|just|really|actually|always|already|both|all|recently|finally|currently|probably|maybe|only|even|often|usually)$/.test(
        word,
      ) &&
      !/ly$/.test(word)
    )
      return false;
  }
  return false;
}

export type Attributed = {
  readonly owner: SubjectRef;
  readonly type: 'person' | 'pet';
  readonly next: number;
  readonly isSpeaker: boolean;
};

const POSSESSED = /^(?:name|birthday|bday|age|job|phone|favou?rite)$/;

/** "my birthday", "her birthday", "Mira's birthday", "my sister's birthday": the owner, and where the noun begins. */
export function readAttributeOwner(tokens: readonly Token[], at: number, context: SubjectContext): Attributed | null {
  const owner = readOwner(tokens, at, context);
  if (owner === null) return null;
  const owned = readOwned(tokens, owner, context);
  if (owned !== null && tokens[owned.next]?.word === "'s" && !owned.isPlural)
    return { owner: owned.ref, type: owned.type, next: owned.next + 1, isSpeaker: false };
  // "my sisters name": the apostrophe was left out.
  if (
    owned?.isPlural === true &&
    owned.names.length === 0 &&
    owned.role !== null &&
    POSSESSED.test(tokens[owned.next]?.word ?? '')
  ) {
    const label = owned.role.label.replace(/s$/, '');
    const ref: SubjectRef = { kind: 'role', of: owner.ref, relation: owned.role.role.relation, label };
    return { owner: ref, type: owned.type, next: owned.next, isSpeaker: false };
  }
  const mention = context.mentions.find(({ ref }) => JSON.stringify(ref) === JSON.stringify(owner.ref));
  return {
    owner: owner.ref,
    type: mention?.type ?? 'person',
    next: owner.next,
    isSpeaker: owner.ref.kind === 'speaker',
  };
}
