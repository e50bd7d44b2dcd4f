import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../main/retrieval/question/read-question.pure.ts';

// A Wednesday.
const NOW = new Date('2024-05-15T10:00:00Z');
const SPEAKERS = ['Ann Lee', 'Ben', 'Will', 'May', 'user', '小明', 'ليلى'];
const read = (text: string, zone = 'Etc/UTC', now = NOW) => readQuestion(text, { now, zone, speakers: SPEAKERS });
/** `from..to` by day, an open end as `*`. */
const periodOf = (text: string, zone?: string) => {
  const { period } = read(text, zone);
  const day = (date: Date) => (/^(1000|9999)/.test(date.toISOString()) ? '*' : date.toISOString().slice(0, 10));
  return period && `${day(period.from)}..${day(period.to)}`;
};

describe('retrieval/question/read-question, the period', () => {
  it.each([
    ['What did I do in March?', '2024-03-01..2024-04-01'],
    ['What did I do in june?', '2023-06-01..2023-07-01'],
    ['What did we say last week?', '2024-05-06..2024-05-13'],
    ['What did I buy last month?', '2024-04-01..2024-05-01'],
    ['What did I buy last year?', '2023-01-01..2024-01-01'],
    ['What did I say before June 2023?', '*..2023-06-01'],
    ['What did I say until June 2023?', '*..2023-07-01'],
    ['What have I read since January?', '2024-01-01..*'],
    ['Who visited after 2020?', '2021-01-01..*'],
    ['Where was I on 5 May?', '2024-05-05..2024-05-06'],
    ['Where was I on 20 May?', '2023-05-20..2023-05-21'],
    ['Where was I on May 5th, 2021?', '2021-05-05..2021-05-06'],
    ['What did I do on October 14?', '2023-10-14..2023-10-15'],
    ['Where was I on Sat?', '2024-05-11..2024-05-12'],
    ['What happened between 2014 and 2018?', '2014-01-01..2019-01-01'],
    ['What happened on 2023-05-06?', '2023-05-06..2023-05-07'],
    ['What happened between March and May 2023?', '2023-03-01..2023-06-01'],
    ['What happened between November and February 2023?', '2022-11-01..2023-03-01'],
    ['Where did I go from 5 May to 10 May?', '2024-05-05..2024-05-11'],
    ['What did Ann say two weeks ago?', '2024-04-27..2024-05-06'],
    ['What did Ann say 3 days ago?', '2024-05-12..2024-05-13'],
    ['What was said a few months ago?', '2024-01-01..2024-04-01'],
    ['How far did I run in the last three months?', '2024-02-15..2024-05-16'],
    ['What did I eat on Monday?', '2024-05-13..2024-05-14'],
    ['What did I eat on Friday?', '2024-05-10..2024-05-11'],
    ['What did I see last weekend?', '2024-05-11..2024-05-13'],
    ['What did I eat yesterday?', '2024-05-14..2024-05-15'],
    ['What did I cook today?', '2024-05-15..2024-05-16'],
    ['What will I do next month?', '2024-06-01..2024-07-01'],
    ['What did I buy last summer?', '2023-06-01..2023-09-01'],
    ['What did I buy in the summer of 2021?', '2021-06-01..2021-09-01'],
    ['Where did I live in 2019?', '2019-01-01..2020-01-01'],
    ['What did I wear in the 1990s?', '1990-01-01..2000-01-01'],
    ['Did I go out on Saturday or on Sunday?', '2024-05-11..2024-05-13'],
    ['What happened from March onwards?', '2024-03-01..*'],
    ['How long did I practise in April?', '2024-04-01..2024-05-01'],
    ['When did I see her last year?', '2023-01-01..2024-01-01'],
    ['What did I do in the first week of May?', '2024-05-01..2024-06-01'],
  ])('of %j is %s', (text, period) => {
    expect(periodOf(text)).toBe(period);
  });

  it.each([
    'When did I move?',
    'How many days between 5 May and 9 June?',
    'How many weeks since 3 June?',
    'May I ask what my dog is called?',
    'Did we march in the rain?',
    'Is it 1/2 cup in version 2.10.3 at 3pm?',
    'What did I learn in two weeks?',
    'Did I walk 2000 steps?',
    'What should I cook today?',
    'Recommend something for next weekend',
    'Where do I live now?',
    'Where does she live?',
    '',
  ])('of %j is none', (text) => {
    expect(periodOf(text)).toBeNull();
  });

  it('is counted in the days of the zone', () => {
    const { period } = read('What did I eat yesterday?', 'Asia/Tokyo', new Date('2024-05-15T16:00:00Z'));
    expect([period?.from.toISOString(), period?.to.toISOString()]).toEqual([
      '2024-05-14T15:00:00.000Z',
      '2024-05-15T15:00:00.000Z',
    ]);
    expect(periodOf('What was it on 5/6/2023?', 'America/New_York')).toBe('2023-05-06..2023-05-07');
    expect(periodOf('What was it on 5/6/2023?', 'Etc/UTC')).toBe('2023-06-05..2023-06-06');
    expect(periodOf('What did I grow last summer?', 'Australia/Sydney')).toBe('2023-11-30..2024-02-29');
  });

  it('never ends before it begins, whatever is asked when', () => {
    const word = fc.constantFrom(
      ...'in on since before after until between from to and last next this the two 3 31 29 February March May Monday week month year ago 2020 2024 1/2/2023 yesterday summer weekend ,'.split(
        ' ',
      ),
    );
    const now = fc.date({ min: new Date('1975-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    const zone = fc.constantFrom('Etc/UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), now, zone, (words, at, where) => {
        const { period } = read(words.join(' '), where, at);
        if (period) expect(period.from.getTime()).toBeLessThan(period.to.getTime());
      }),
    );
  });
});

describe('retrieval/question/read-question, the rest', () => {
  it.each([
    ['What did Ann say?', ['Ann Lee']],
    ["Is ann lee's car red?", ['Ann Lee']],
    ["What is ben’s dog's name?", ['Ben']],
    ['Will he come?', []],
    ['Did Will come?', ['Will']],
    ['may I?', []],
    ['Did we see May in Oak Street?', ['May', 'Oak Street']],
    ['小明住在哪里？', ['小明']],
    ['أين تسكن ليلى؟', ['ليلى']],
    ['Has the user moved to New York or Oslo?', ['New York', 'Oslo']],
    ['Where is it? Nobody told me on Friday.', []],
    ['WHERE IS MY CAR', []],
  ])('names those whom %j names', (text, names) => {
    expect(read(text).names).toEqual(names);
  });

  it('keeps content words as the index has them, unless all are asked away', () => {
    expect(read('Can you tell me what the Café’s OPENING hours were?').words).toEqual(['cafe’s', 'opening', 'hours']);
    expect(read('Can you remind me?').words).toEqual(['remind']);
    expect(read('who was it').words).toEqual(['who', 'was', 'it']);
    expect(read('red red wine').words).toEqual(['red', 'wine']);
    expect(read('हिन्दी किताबें').words).toEqual(['हिन्दी', 'किताबें']);
    expect(read('什么时候去的北京？').words).toContain('北京');
  });

  it('tells what is about the assistant from a request, and what is about oneself from "tell me"', () => {
    const about = (text: string) => [read(text).isAboutAssistant, read(text).isAboutSelf];
    expect(about('Can you tell me where Ann lives?')).toEqual([false, false]);
    expect(about('What did you tell me about it?')).toEqual([true, false]);
    expect(about('Can you remind me what you recommended?')).toEqual([true, false]);
    expect(about("Where is my car and who's got mine?")).toEqual([false, true]);
  });

  it('reads any text, with one outcome', () => {
    const texts = ['', ' ', '🙂🙃', "'; drop table turn; --", 'a & b | !c:*', '\u0000\ud800', '؟', 'x'.repeat(100_000)];
    for (const text of texts) expect(read(text)).toEqual(read(text));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.array(fc.string()), (text, speakers) => {
        const found = readQuestion(text, { now: NOW, zone: 'Europe/Berlin', speakers });
        expect(new Set(found.words).size).toBe(found.words.length);
        expect(new Set(found.names).size).toBe(found.names.length);
      }),
    );
  });

  it.each([
    ['one word', 'x'.repeat(100_000)],
    ['emoji', '🙂'.repeat(50_000)],
    ['Chinese', '我们在北京见面了吗'.repeat(11_000)],
    ['Arabic', 'متى ذهبت إلى المدرسة '.repeat(5_000)],
    ['numbers', '12 3 1/2 '.repeat(11_000)],
    ['times', 'last week on 5 May '.repeat(5_200)],
    ['names', 'Ann Lee and May '.repeat(6_000)],
  ])('comes to an end with 100,000 characters of %s', (_, text) => {
    // A pattern that backtracks would take minutes and run into the suite's own limit.
    expect(read(text).words.length).toBeGreaterThanOrEqual(0);
  });
});
