import { describe, expect, it } from 'vitest';
import { FORMS } from '../../../../main/chat/contract/forms.pure.ts';
import { type FactQuestion, readFactQuestion } from '../../../../main/chat/contract/read-fact-question.pure.ts';
import type { NamedEntity, SubjectAsked } from '../../../../main/chat/contract/subjects.pure.ts';
import { buildVocabulary } from '../../../../main/codex/vocabulary.pure.ts';
import { EntityId, type EntityType } from '../../../../main/contract/codex.ts';
import { readQuestion } from '../../../../main/retrieval/question/read-question.pure.ts';

const vocabulary = buildVocabulary();
const entity = (name: string, type: EntityType): NamedEntity => ({
  id: EntityId.parse(name.toLowerCase()),
  name,
  aliases: [],
  type,
});
const ENTITIES = [
  entity('Nela', 'person'),
  entity('Ghent', 'place'),
  entity('wedding', 'event'),
  entity('Novatek', 'organisation'),
];

function read(question: string, own: Parameters<typeof buildVocabulary>[0] = []): FactQuestion | null {
  const { period, operation } = readQuestion(question, {
    now: new Date('2026-11-30T08:00:00Z'),
    zone: 'UTC',
    speakers: [],
  });
  return readFactQuestion(question, {
    ...{ period, operation },
    entities: ENTITIES,
    vocabulary: buildVocabulary(own).relations,
  });
}

const nameOf = (subject: SubjectAsked): string =>
  subject.kind === 'role' ? `${nameOf(subject.of)}'s ${subject.label}` : subject.name;

/** Enough of a reading to compare: subject, relations, mode and what narrows them. */
function sketch(question: string): string {
  const read_ = read(question);
  if (read_ === null) return 'nothing';
  const { subject, relations, mode, value, at, edge, order, side, unit, isAgo, isPolar, noun } = read_;
  return [
    `${nameOf(subject)}: ${relations.join('/')}: ${mode}`,
    ...(value === null ? [] : [`=${value}`]),
    ...(at === null ? [] : [`in ${at.words}`]),
    ...(noun?.isKind ? [`kind ${noun.word}`] : []),
    ...[order, side, unit, isAgo && 'ago', isPolar && 'whether', edge === 'end' && 'end'].filter(Boolean),
  ].join(' ');
}

const CASES: readonly (readonly [question: string, reading: string])[] = [
  ['Where do I live?', 'me: lives in: current'],
  ['Do you remember where I live now?', 'me: lives in: current'],
  ['I am planning a trip. Where do I live?', 'me: lives in: current'],
  ['Where did I live in 2021?', 'me: lives in: at in 2021'],
  ['Where did I live before I moved to Ghent?', 'me: lives in: beside =ghent before'],
  ['Where did I live first?', 'me: lives in: history first'],
  ['Where have I lived?', 'me: lives in: history'],
  ['When did I move to Ghent?', 'me: lives in: when =ghent'],
  ['How long ago did I move to Ghent?', 'me: lives in: when =ghent ago'],
  ['How long have I been working at Novatek?', 'me: works at: duration =novatek'],
  ['How many months have I lived in Ghent?', 'me: lives in: duration =ghent month'],
  ['When did I stop working at Novatek?', 'me: works at: when =novatek end'],
  ['Who did I report to in March 2022?', 'me: reports to: at in March 2022'],
  ['How many pets do I have?', 'me: pet: count'],
  ['How many brothers do I have?', 'me: sibling: count kind brother'],
  ['Which languages does Nela speak?', 'Nela: speaks: list'],
  ['Tell me all the languages I speak.', 'me: speaks: list'],
  ["What's my sister's name?", 'me: sibling: list kind sister'],
  ["What does my sister's husband do for a living?", "me's sister's husband: works as: current"],
  ['Where do my parents live?', "me's parent: lives in: current"],
  ["What's the name of the company I work for?", 'me: works at: current'],
  ["Who's my boss?", 'me: reports to: current'],
  ['What is my favorite color?', 'me: favourite colour: current'],
  ['Which colour do I like best?', 'me: favourite colour: current'],
  ["What don't I eat?", 'me: avoids: list'],
  ['Am I allergic to walnuts?', 'me: allergic to: list =walnuts whether'],
  ['Which instruments do I play?', 'me: plays instrument: list'],
  ['Which sports do I play?', 'me: plays sport: list'],
  ['When was I born?', 'me: birthday: current'],
  ['Where was I born?', 'me: born in: current'],
  ['How old is my sister?', "me's sister: age/birthday: age"],
  ['When is the wedding?', 'wedding: scheduled for/happened on: current'],
  ['Where is the wedding?', 'wedding: takes place in: current'],
  ['What was my previous job?', 'me: works as: history previous'],
  ['In which city do I live?', 'me: lives in: current'],
  ["What are my parents' names?", 'me: parent: list'],
  ['What does my brother do?', "me's brother: works as: current"],
  ['Do I play any instruments?', 'me: plays instrument: list whether'],
  ['Do I play the cello?', 'me: plays instrument/plays game/plays sport: list =cello whether'],
  ['Did I ever live in Ghent?', 'me: lives in: history =ghent whether'],
  ['How long has it been since I moved to Ghent?', 'me: lives in: when =ghent ago'],
  ['How many months ago did I move to Ghent?', 'me: lives in: when =ghent month ago'],
  ['What time do I wake up?', 'me: wakes up at: current'],
];

describe('chat/contract/read-fact-question', () => {
  it.each(CASES)('reads “%s”', (question, reading) => {
    expect(sketch(question)).toBe(reading);
  });

  it.each([
    'Why did I move to Ghent?',
    'What did I say about where I live?',
    'Which Italian cities have I visited?',
    'What should I cook tonight?',
    'What is the capital of France?',
    'Write a poem about my dog',
    'What do I like about Ghent?',
    'When I lived in Ghent I had a cat.',
    'What I like is jazz.',
    'I moved to Ghent.',
    'My sister works at Novatek.',
    'Tell me about my sister.',
    'Where am I going in June?',
    'Which languages do you speak?',
    'Which languages does Zed speak?',
    '',
    '?',
  ])('leaves “%s” to retrieval, which asks for more than a fact of somebody known', (question) => {
    expect(sketch(question)).toBe('nothing');
  });

  it('has a form for each relation that can be asked for, and none twice', () => {
    const asked = vocabulary.relations.filter(({ isInternal }) => !isInternal).map(({ name }) => name);
    expect(FORMS.map(({ relation }) => relation).toSorted()).toEqual(asked.toSorted());
  });

  it('asks for a relation that the user added by its name', () => {
    const own = [{ name: 'blood donor card', bucket: 'property', description: '', object: ['text'] }] as const;
    expect(read("What's my blood donor card?", own)).toMatchObject({
      relations: ['blood donor card'],
      mode: 'current',
    });
    expect(read("What's my blood donor card?")).toBe(null);
  });
});
