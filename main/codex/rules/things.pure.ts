import type { Candidate, ObjectRef, SubjectRef } from '../candidate.pure.ts';
import { capture, literal } from './captures.pure.ts';
import { SURE, UNSURE } from './claims.pure.ts';
import { EVENTS, PROJECTS, STATUSES } from './lists.pure.ts';
import { readName } from './names.pure.ts';
import { type Reading, readVerb } from './reading.pure.ts';
import { type ClauseContext, captureContextOf, quoteOf } from './statements.pure.ts';
import { type Person, SPEAKER } from './subject.pure.ts';

function claim(
  clause: ClauseContext,
  subject: SubjectRef,
  { relation, object }: { readonly relation: string; readonly object: ObjectRef },
): Candidate {
  const isCorrecting = clause.flags.isCorrection || clause.flags.isActually;
  return {
    act: isCorrecting ? 'correct' : 'state',
    subject,
    relation,
    object,
    replaces: null,
    validFrom: null,
    validTo: null,
    isPast: false,
    quote: quoteOf(clause.tokens),
    confidence: clause.flags.isHedged ? UNSURE : SURE,
  };
}

/** Facts whose subject is a thing: events with their day and place, projects, deadlines, rent. */
export function readThing(clause: ClauseContext): readonly Candidate[] {
  return readContact(clause) ?? readCalled(clause) ?? readDated(clause) ?? [];
}

/** "You can reach me at noor@example.org", "call me on 555 0134". */
function readContact(clause: ClauseContext): readonly Candidate[] | null {
  const { tokens } = clause;
  const me = tokens.findIndex(
    ({ word }, i) =>
      word === 'me' &&
      i > 0 &&
      i < 6 &&
      /^(reach|email|e-mail|mail|contact|call|text|phone|ring|message|write)$/.test(tokens[i - 1]?.word ?? ''),
  );
  if (me < 0 || !/^(at|on|via|under)$/.test(tokens[me + 1]?.word ?? '')) return null;
  const { context } = captureContextOf(clause, true);
  const email = capture('@email', me + 2, context)?.items[0];
  if (email !== undefined) return [claim(clause, SPEAKER, { relation: 'email address', object: email.ref })];
  const phone = capture('@phone', me + 2, context)?.items[0];
  return phone === undefined ? null : [claim(clause, SPEAKER, { relation: 'phone number', object: phone.ref })];
}

/** "Call me Noor", "everyone calls me Noor". */
function readCalled(clause: ClauseContext): readonly Candidate[] | null {
  const { tokens } = clause;
  const at = tokens.findIndex(({ word }, i) => i < 4 && /^(call|calls)$/.test(word) && tokens[i + 1]?.word === 'me');
  if (
    at < 0 ||
    (at > 0 &&
      !/^(just|please|can|friends|everyone|everybody|people|family|colleagues|they|may|always|all|mates)$/.test(
        tokens[at - 1]?.word ?? '',
      ))
  )
    return null;
  const name = readName(tokens, at + 2, clause);
  if (
    name === null ||
    (tokens[name.next] !== undefined &&
      !tokens[name.next]?.isMark &&
      !/^(for|instead|because|and|please)$/.test(tokens[name.next]?.word ?? ''))
  )
    return null;
  return [claim(clause, SPEAKER, { relation: 'called', object: literal(name.name) })];
}

const BEFORE_DATE =
  /^(on|in|scheduled|set|planned|booked|due|for|taking|place|held|now|moved|to|postponed|rescheduled|brought|forward|back|pushed|happening|at|by)$/;

/** "The wedding is on 4 May", "the thesis is finished", "the rent is 900 euros". */
function readDated(clause: ClauseContext): readonly Candidate[] | null {
  const { tokens } = clause;
  if (!/^(the|my|our)$/.test(tokens[0]?.word ?? '')) return null;
  const verb = tokens.findIndex(
    ({ word }, i) => i > 1 && i < 9 && /^(is|was|'s|takes|took|happens|happened|starts|will|has|got|are)$/.test(word),
  );
  if (verb < 0) return null;
  const reading = readVerb(tokens, verb);
  if (
    reading === null ||
    reading.isNegated ||
    reading.modal === 'would' ||
    reading.modal === 'should' ||
    reading.modal === 'could' ||
    reading.isNever
  )
    return null;
  const noun = tokens
    .slice(1, verb)
    .map(({ word }) => word)
    .join(' ');
  const said = clause.text.slice(tokens[1]?.from ?? 0, tokens[verb - 1]?.to ?? 0);
  const isMoved = tokens
    .slice(verb)
    .some(({ word }) => /^(moved|rescheduled|postponed|set|scheduled|planned|pushed|brought|booked)$/.test(word));
  // "Has been moved to" speaks of a day to come.
  const isPast = !isMoved && (reading.tense === 'past' || reading.tense === 'perfect');
  const { context } = captureContextOf(clause, !isPast);
  let at = reading.next;
  while (BEFORE_DATE.test(tokens[at]?.word ?? '') && at < reading.next + 5 && !context.isTime(at)) at += 1;
  const date = capture('date', at, context)?.items[0];
  const words = tokens.slice(reading.next, at).map(({ word }) => word);
  const plain = readPlain(clause, { noun, date, isDue: words.includes('due'), at: reading.next });
  if (plain !== null) return plain;
  if (PROJECTS.test(noun))
    return readProject(clause, { name: said, at: verb + 1, date: words.includes('due') ? date : undefined });
  if (!EVENTS.test(noun)) return null;
  return readEvent(clause, { name: said, isPast, date, at: reading.next });
}

type Plain = {
  readonly noun: string;
  readonly date: { readonly ref: ObjectRef } | undefined;
  readonly isDue: boolean;
  readonly at: number;
};

/** Deadlines, rent and a due date: nouns whose owner is the speaker or a project. */
function readPlain(clause: ClauseContext, { noun, date, isDue, at }: Plain): readonly Candidate[] | null {
  if (noun === 'deadline' && date !== undefined)
    return [claim(clause, SPEAKER, { relation: 'deadline', object: date.ref })];
  const about = /^deadline for (?:the|my|our) (.+)$/.exec(noun)?.[1];
  if (about !== undefined && date !== undefined)
    return [claim(clause, { kind: 'name', name: about, type: 'project' }, { relation: 'deadline', object: date.ref })];
  if (noun === 'rent') {
    const amount = capture('amount', at, captureContextOf(clause, true).context)?.items[0];
    return amount === undefined ? null : [claim(clause, SPEAKER, { relation: 'pays rent', object: amount.ref })];
  }
  if (noun === 'baby' && isDue && date !== undefined)
    return [claim(clause, SPEAKER, { relation: 'due date', object: date.ref })];
  return null;
}

function readProject(
  clause: ClauseContext,
  {
    name,
    at,
    date,
  }: { readonly name: string; readonly at: number; readonly date: { readonly ref: ObjectRef } | undefined },
): readonly Candidate[] | null {
  const subject: SubjectRef = { kind: 'name', name, type: 'project' };
  if (date !== undefined) return [claim(clause, subject, { relation: 'deadline', object: date.ref })];
  const { tokens, text } = clause;
  const last = tokens[tokens.length - 1]?.isMark === true ? tokens.length - 2 : tokens.length - 1;
  let start = at;
  while (/^(now|finally|currently|already|still|been|at|last)$/.test(tokens[start]?.word ?? '')) start += 1;
  const words = text.slice(tokens[start]?.from ?? 0, tokens[last]?.to ?? 0);
  const bare = words.replace(/ (?:now|again|at the moment|at last|right now|finally|already)$/i, '');
  return STATUSES.test(bare.toLowerCase())
    ? [claim(clause, subject, { relation: 'project status', object: literal(bare) })]
    : null;
}

type Event = {
  readonly name: string;
  readonly isPast: boolean;
  readonly date: { readonly ref: ObjectRef; readonly from: number } | undefined;
  readonly at: number;
};

function readEvent(clause: ClauseContext, { name, isPast, date, at }: Event): readonly Candidate[] | null {
  const subject: SubjectRef = { kind: 'name', name, type: 'event' };
  const { context } = captureContextOf(clause, !isPast);
  const { tokens } = clause;
  const found: Candidate[] = [];
  for (let i = at; i < Math.min(tokens.length, at + 8); i += 1) {
    if (tokens[i]?.word !== 'in' || context.isTime(i)) continue;
    const place = capture('place', i + 1, { ...context, isList: false })?.items[0];
    if (place !== undefined && !/^(?:room|building|hall|meeting)\b/i.test(clause.text.slice(place.from)))
      found.push(claim(clause, subject, { relation: 'takes place in', object: place.ref }));
    break;
  }
  if (date !== undefined)
    found.unshift(claim(clause, subject, { relation: isPast ? 'happened on' : 'scheduled for', object: date.ref }));
  return found.length === 0 ? null : found;
}

const PEOPLES =
  /(?:ish|ese|ian|ean|ican|ist|ic|utch|ench|reek|wiss|zech|elsh|indu|ewish|uslim|ikh|hai|emini|irgo|ibra|aurus|ittarius|corpio|quarius|isces|aries|leo|cancer|atheist|mormon|quaker|baptist|protestant|orthodox|sunni|shia)$/i;

/** "I'm Noor" where nothing was said before: a name, if it can be nothing else. */
export function readIntroduction(person: Person, reading: Reading, clause: ClauseContext): Candidate | null {
  const { tokens } = clause;
  const isPlain =
    person.ref.kind === 'speaker' && tokens[0]?.word === 'i' && reading.lemma === 'be' && reading.tense === 'present';
  if (!isPlain || reading.isNegated || reading.isProgressive || reading.modal !== null || reading.next > 2) return null;
  const name = readName(tokens, reading.next, clause);
  if (name === null || PEOPLES.test(name.name) || (tokens[name.next] !== undefined && !tokens[name.next]?.isMark))
    return null;
  return claim(clause, SPEAKER, { relation: 'name', object: literal(name.name) });
}
