import type { Candidate, SubjectRef } from '../candidate.pure.ts';
import { type CaptureContext, literal } from './captures.pure.ts';
import { NAMED, SURE, UNSURE } from './claims.pure.ts';
import { type Had, readHad } from './having.pure.ts';
import { readName } from './names.pure.ts';
import type { Reading } from './reading.pure.ts';
import { type Role, readRole } from './roles.pure.ts';
import { type ClauseContext, captureContextOf, quoteOf } from './statements.pure.ts';
import { type Mention, type Person, readRelative, SPEAKER, type SubjectContext } from './subject.pure.ts';
import { timeOf } from './timing.pure.ts';
import type { Token } from './token.pure.ts';
import { learnVerbs } from './verbs.pure.ts';

const NO_TIME = { validFrom: null, validTo: null, isPast: false } as const;
type Quote = { readonly from: number; readonly to: number };

type Fact = { readonly subject: SubjectRef; readonly relation: string; readonly object: Candidate['object'] };
type Saying = { readonly quote: Quote; readonly confidence: number };

const stateOf = ({ subject, relation, object }: Fact, { quote, confidence }: Saying): Candidate => ({
  act: 'state',
  subject,
  relation,
  object,
  replaces: null,
  ...NO_TIME,
  quote,
  confidence,
});

/** What a kind word says of a named animal. */
function kindOf(name: SubjectRef, role: Role, saying: Saying): readonly Candidate[] {
  if (role.type !== 'pet' || role.species === null) return [];
  const species = stateOf({ subject: name, relation: 'species', object: literal(role.species) }, saying);
  return role.breed === null
    ? [species]
    : [species, stateOf({ subject: name, relation: 'breed', object: literal(role.breed) }, saying)];
}

export type Kin = { readonly candidates: readonly Candidate[]; readonly mentions: readonly Mention[] };

/** Everyone whom a noun phrase names by role, whatever its clause says: "my sister Mira", "Mira, my sister". */
export function findKin(tokens: readonly Token[], context: SubjectContext): Kin {
  const candidates: Candidate[] = [];
  const mentions: Mention[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    if (/^(my|our|his|her)$/.test(tokens[i]?.word ?? '') === false && tokens[i]?.isCapital !== true) continue;
    if (tokens[i - 1]?.isCapital === true && tokens[i]?.isCapital === true) continue;
    const person = readRelative(tokens, i, { ...context, mentions: [...context.mentions, ...mentions] });
    if (person === null || person.role === null || person.of === null) continue;
    const { role } = person.role;
    for (const name of person.names) {
      const quote = { from: tokens[i]?.from ?? 0, to: name.to };
      const ref: SubjectRef = { kind: 'name', name: name.name, type: role.type };
      candidates.push(
        {
          ...stateOf({ subject: person.of, relation: role.relation, object: ref }, { quote, confidence: SURE }),
          isPast: role.isFormer,
        },
        ...kindOf(ref, role, { quote, confidence: SURE }),
      );
      mentions.push({ ref, gender: role.gender, type: role.type });
    }
    const apposed = person.names.length === 0 ? nameBefore(tokens, { at: i, next: person.next }, context) : null;
    if (apposed !== null) {
      const quote = { from: apposed.from, to: tokens[person.next - 1]?.to ?? apposed.to };
      const ref: SubjectRef = { kind: 'name', name: apposed.name, type: role.type };
      candidates.push(
        stateOf({ subject: person.of, relation: role.relation, object: ref }, { quote, confidence: SURE }),
        ...kindOf(ref, role, { quote, confidence: SURE }),
      );
      mentions.push({ ref, gender: role.gender, type: role.type });
    } else if (person.names.length === 0 && !role.isPlural)
      mentions.push({ ref: person.ref, gender: role.gender, type: role.type });
    i = Math.max(i, person.next - 1);
  }
  return { candidates, mentions };
}

/** "Mira, my sister,": the name before a role between commas. */
function nameBefore(
  tokens: readonly Token[],
  { at, next }: { readonly at: number; readonly next: number },
  context: SubjectContext,
) {
  if (tokens[at - 1]?.word !== ',' || !/^[,.!?;)]$/.test(tokens[next]?.word ?? '.')) return null;
  let start = at - 2;
  while (start > 0 && tokens[start - 1]?.isCapital === true && start > at - 5) start -= 1;
  const name = start < 0 ? null : readName(tokens, start, context);
  // "Tom, my sister and I" and "With Ana, my sister": a list or another's name.
  return name !== null && name.next === at - 1 && tokens[start - 1]?.word !== 'and' && tokens[start - 1]?.word !== ','
    ? name
    : null;
}

const HAVING = new Set<string>(['have', 'get', 'adopt', 'rescue', 'buy', 'own', 'keep', 'lose', 'foster']);
learnVerbs(HAVING);

/** "I have a sister called Mira", "we adopted a cat", "I don't have a dog". */
export function readHaving(reading: Reading, person: Person, clause: ClauseContext): Kin | null {
  if (!HAVING.has(reading.lemma) || reading.isProgressive || reading.modal !== null) return null;
  const { context, phrases } = captureContextOf(clause, reading.tense === 'present' || reading.tense === 'future');
  const isNone = clause.tokens[reading.next]?.word === 'no';
  const had = isNone ? null : readHad(reading.next, person.ref, context);
  if (had === null || !isHeld(reading, had)) return null;
  const all = [had, ...moreHad(had.next, person.ref, context)].filter((one) => isHeld(reading, one));
  const isDenied = reading.isNegated || reading.isNever || reading.isNoLonger;
  const quote = quoteOf(clause.tokens);
  const confidence = clause.flags.isHedged || reading.isHedged ? UNSURE : SURE;
  if (isDenied) {
    const isOver = reading.isNoLonger || clause.tokens.some(({ word }) => word === 'anymore');
    if (!isOver && !clause.flags.isDenial && !(reading.isNever && reading.tense !== 'present'))
      return { candidates: [], mentions: [] };
    const act = isOver ? ('end' as const) : ('retract' as const);
    return {
      candidates: had.items.map(({ ref }) => ({
        ...stateOf({ subject: person.ref, relation: had.role.relation, object: ref }, { quote, confidence }),
        act,
      })),
      mentions: [],
    };
  }
  const timing = timeOf(
    reading.lemma === 'have' || reading.lemma === 'own' || reading.lemma === 'keep' ? 'state' : 'start',
    reading,
    phrases,
  );
  if (timing === null) return { candidates: [], mentions: [] };
  const candidates = all.flatMap(({ role, items, isNamed }) =>
    items.flatMap(({ ref }) => [
      { ...stateOf({ subject: person.ref, relation: role.relation, object: ref }, { quote, confidence }), ...timing },
      ...(isNamed && ref.kind === 'name' ? kindOf(ref, role, { quote, confidence }) : []),
    ]),
  );
  const mentions = all.flatMap(({ role, items }) =>
    items.flatMap(({ ref }): readonly Mention[] =>
      ref.kind === 'literal' ? [] : [{ ref, gender: role.gender, type: role.type }],
    ),
  );
  return { candidates, mentions };
}

/** "a cat and a dog": those after the first. */
function moreHad(at: number, owner: SubjectRef, context: CaptureContext): readonly Had[] {
  const had: Had[] = [];
  let next = at;
  for (let steps = 0; steps < 5 && /^(,|and)$/.test(context.tokens[next]?.word ?? ''); steps += 1) {
    while (/^(,|and)$/.test(context.tokens[next]?.word ?? '')) next += 1;
    const more = readHad(next, owner, context);
    if (more === null) break;
    had.push(more);
    next = more.next;
  }
  return had;
}

/** One has relatives and keeps animals; nobody "gets" a sister, and "having a friend over" is no friendship. */
function isHeld(reading: Reading, { role, isNamed }: Had): boolean {
  if (reading.lemma === 'lose') return false;
  if (role.type === 'pet') return true;
  if (reading.lemma !== 'have') return false;
  // "Had a baby" tells of a birth, and no name.
  if (!isNamed && reading.tense === 'past') return false;
  return isNamed || /^(sibling|child|grandchild|partner|roommate|parent|grandparent)$/.test(role.relation);
}

/** "My sister is called Mira", "my dog's name is Bo", "Mira is my sister". */
export function readNaming(reading: Reading, person: Person, clause: ClauseContext): Kin | null {
  if (reading.lemma !== 'be' || reading.isNegated || reading.isUnreal || reading.tense === 'future') return null;
  const { tokens } = clause;
  const quote = quoteOf(tokens);
  if (person.role !== null && person.names.length === 0 && person.of !== null && person.ref.kind === 'role') {
    const isCalled = /^(called|named)$/.test(tokens[reading.next]?.word ?? '');
    const { role } = person.role;
    // An animal that "was called" is gone; people keep what they were to somebody.
    const isFormer = role.isFormer || (reading.tense === 'past' && role.type === 'pet');
    const at = isCalled ? reading.next + 1 : reading.next;
    return nameRole({ of: person.of, role: { ...role, isFormer } }, at, { clause, quote, isCalled });
  }
  if (person.ref.kind !== 'name') return null;
  const first = tokens.slice(reading.next, reading.next + 3).map(({ word }) => word);
  // "one of my colleagues" and "a colleague of mine".
  const isOneOf = first[0] === 'one' && first[1] === 'of' && /^(my|our)$/.test(first[2] ?? '');
  const isOfMine = first[0] === 'a' && tokens.some(({ word }, i) => word === 'mine' && tokens[i - 1]?.word === 'of');
  if (!isOneOf && !isOfMine && first[0] !== 'my' && first[0] !== 'our') return null;
  const role = readRole(tokens, reading.next + (isOneOf ? 3 : 1));
  if (
    role === null ||
    (role.role.isPlural && !isOneOf && tokens[reading.verbAt]?.word !== 'are') ||
    (tokens[role.next] !== undefined &&
      !/^(,|and|from|who|in|at|by|since|of)$/.test(tokens[role.next]?.word ?? '') &&
      !tokens[role.next]?.isMark)
  )
    return null;
  const isPast = reading.tense === 'past' || role.role.isFormer;
  const ref: SubjectRef = { ...person.ref, type: role.role.type };
  const confidence = clause.flags.isHedged || reading.isHedged ? UNSURE : SURE;
  const own = stateOf({ subject: SPEAKER, relation: role.role.relation, object: ref }, { quote, confidence });
  // "Farid isn't my neighbour" may mean that he never was: only "no longer" says that it is over.
  if (reading.isNegated || reading.isNever) return null;
  if (reading.isNoLonger) return { candidates: [{ ...own, act: 'end' }], mentions: [] };
  return {
    candidates: [{ ...own, isPast }, ...kindOf(ref, role.role, { quote, confidence })],
    mentions: [{ ref, gender: role.role.gender, type: role.role.type }],
  };
}

type Naming = { readonly clause: ClauseContext; readonly quote: Quote; readonly isCalled: boolean };

/** A name after "my sister is": must be all that is said. */
export function nameRole(
  { of, role }: { readonly of: SubjectRef; readonly role: Role },
  at: number,
  { clause, quote, isCalled }: Naming,
): Kin | null {
  const name = readName(clause.tokens, at, { text: clause.text, isSmall: isCalled });
  if (
    name === null ||
    (clause.tokens[name.next] !== undefined &&
      !clause.tokens[name.next]?.isMark &&
      !/^(and|after|but|because)$/.test(clause.tokens[name.next]?.word ?? ''))
  )
    return null;
  // "My sister is Danish": adjectives of peoples have capitals too.
  if (
    !isCalled &&
    /(?:ish|ese|ian|ean|ican|ist|ic|utch|ench|reek|wiss|zech|elsh|indu|ewish|uslim|ikh|erman|hai|apricorn|emini|irgo|ibra|aurus|agittarius|orpio|quarius|isces|ries)$/.test(
      name.name,
    )
  )
    return null;
  const confidence = clause.flags.isHedged ? UNSURE : isCalled ? SURE : NAMED;
  const names = [name, ...(role.isPlural ? moreNames(name.next, clause) : [])];
  const refs = names.map((one): SubjectRef => ({ kind: 'name', name: one.name, type: role.type }));
  return {
    candidates: refs.flatMap((ref) => [
      {
        ...stateOf({ subject: of, relation: role.relation, object: ref }, { quote, confidence }),
        isPast: role.isFormer,
      },
      ...kindOf(ref, role, { quote, confidence }),
    ]),
    mentions: refs.map((ref) => ({ ref, gender: role.gender, type: role.type })),
  };
}

/** "Rosa and Karl": the names after the first. */
function moreNames(at: number, clause: ClauseContext): readonly { readonly name: string; readonly next: number }[] {
  const names: { name: string; next: number }[] = [];
  let next = at;
  for (let steps = 0; steps < 6 && /^(,|and)$/.test(clause.tokens[next]?.word ?? ''); steps += 1) {
    while (/^(,|and)$/.test(clause.tokens[next]?.word ?? '')) next += 1;
    const more = readName(clause.tokens, next, clause);
    if (more === null) break;
    names.push(more);
    next = more.next;
  }
  return names;
}
