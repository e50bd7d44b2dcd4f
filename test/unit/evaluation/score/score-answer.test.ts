import { describe, expect, it } from 'vitest';
import type { ReferenceAnswer } from '../../../../main/evaluation/format/trajectory.ts';
import { type ScoreAnswerInput, scoreAnswer } from '../../../../main/evaluation/score/score-answer.pure.ts';

const HEADING = 'These are the closest words from your own history:';
const quote = (text: string, when = '3 May 2023', n = 1): string => `- “${text}” — You, ${when} [${n}]`;
const quotesOnly = (...lines: readonly string[]): string => [HEADING, '', ...lines].join('\n');

const score = (reference: ReferenceAnswer, answer: string | null, more: Partial<ScoreAnswerInput> = {}) =>
  scoreAnswer({ reference, answer, superseded: [], isAbstaining: false, ...more });
const text = (...values: readonly string[]): ReferenceAnswer => ({ kind: 'text', values });

describe('a value in words', () => {
  it.each([
    ['Ann', 'Your boss is Ann [1].', true],
    ['Ann', 'The Annual report is due.', false],
    ['Zoë Müller', 'Your boss is ZOE MULLER.', true],
    ['ice cream', 'You like ice-cream best.', true],
    ['ice-cream', 'You like icecream.', true],
    ['the Blue Fox', 'It was Blue Fox’s menu.', true],
    ['tomato', 'You grow tomatoes.', true],
    ['three cats', 'You have 3 cats.', true],
    ['twenty-one', 'It was 21.', true],
    ['5', 'You said so on 5 May 2023.', false],
    ['A12', 'The seat is A12.', true],
    ['12', 'The seat is 120.', false],
    ['1200', 'You paid 1,200 for it.', true],
    ['東京', '東京に住んでいます。', true],
    ['Berlin', 'You do not live in Berlin.', false],
    ['Berlin', 'You no longer live in Berlin.', false],
    ['Berlin', '', false],
  ])('finds %j in %j: %s', (value, answer, isCorrect) => {
    expect(score(text(value), answer).isCorrect).toBe(isCorrect);
  });

  it('takes a value that only stands in quotes as half an answer, and says where it stands', () => {
    const scored = score(text('Berlin'), quotesOnly(quote('I live in Berlin now.')));
    expect(scored).toMatchObject({ isCorrect: true, score: 0.5, place: 'quote', isLoose: true });
    const claimed = score(
      text('Berlin'),
      `You live in Berlin, since May 2022 [1].\n\n${quotesOnly(quote('Berlin it is.'))}`,
    );
    expect(claimed).toMatchObject({ isCorrect: true, score: 1, place: 'claim', isLoose: false, staleness: 'none' });
  });

  it('does not find the value in the question that an answer repeats', () => {
    const question = 'Do I live in Oslo?';
    expect(score(text('Oslo'), 'Do I live in Oslo?', { question }).isCorrect).toBe(false);
  });

  it('lets past marks of the question stand', () => {
    const more = { question: 'Who is my former boss?' };
    expect(score(text('Ann'), 'Your former boss is Ann.', more).isCorrect).toBe(true);
    expect(score(text('Ann'), 'You used to work for Ann.', { truth: 'historical' }).isCorrect).toBe(true);
  });
});

describe('a number', () => {
  const seven: ReferenceAnswer = { kind: 'number', value: 7, unit: 'plants' };
  it.each([
    ['You have 7 plants: a, b and c, since 2019 [1][2].', true, false],
    ['You have seven small green plants.', true, false],
    ['In 2 rooms you have 7 plants.', true, true],
    ['You have 3 plants, and 7 cats.', false, true],
    ['You said so on 7 May 2023 at 7:30.', false, false],
    ['You have a couple of plants.', false, false],
  ])('reads %j: %s', (answer, isCorrect, isLoose) => {
    expect(score(seven, answer)).toMatchObject({ isCorrect, isLoose });
  });

  it('keeps to the tolerance and knows units by their signs', () => {
    const price: ReferenceAnswer = { kind: 'number', value: 1_200, unit: 'dollars', tolerance: 5 };
    expect(score(price, 'It cost $1,204.').isCorrect).toBe(true);
    expect(score(price, 'It cost $1,206.').isCorrect).toBe(false);
    expect(score({ kind: 'number', value: 40, unit: '%' }, 'It is 40 percent of it.').isCorrect).toBe(true);
    expect(score({ kind: 'number', value: 5, unit: 'km' }, 'You ran 5km.').isCorrect).toBe(true);
    expect(score({ kind: 'number', value: -3 }, 'It was -3 outside.').isCorrect).toBe(true);
  });

  it('takes from quotes only what the best one says, or what has its unit', () => {
    const lines = quotesOnly(quote('I have 4 cats'), quote('I have 7 plants'));
    expect(score(seven, lines)).toMatchObject({ isCorrect: true, score: 0.5 });
    expect(score({ kind: 'number', value: 7 }, lines).isCorrect).toBe(false);
  });
});

describe('dates and lengths of time', () => {
  it.each([
    ['2024-05-03', 'On 3 May 2024.', true],
    ['2024-05-03', 'On 3rd of May, 2024.', true],
    ['2024-05-03', 'On May 3rd.', true],
    ['2024-05-03', 'On May 3rd, 2024', true],
    ['2024-05-03', '2024-05-03T10:00:00Z', true],
    ['2024-05-03', '03/05/2024', true],
    ['2024-05-03', '3.5.2024', true],
    ['2024-05-03', 'In May 2024.', false],
    ['2024-05-03', 'On 3 May 2023.', false],
    ['2024-05-03', 'Yesterday.', false],
    ['2024-05', 'In May 2024.', true],
    ['2024-05', 'On 3 May 2024.', true],
    ['2024-05', 'In 2024.', false],
    ['2024', 'In 2024, in spring.', true],
    ['2024', 'It cost 2024.50 in all.', false],
    ['2022-05', 'You lived in Oslo from 2019 until May 2022.', true],
    ['2022-05', 'May I say that I do not know?', false],
  ])('looks for %s in %j: %s', (value, answer, isCorrect) => {
    expect(score({ kind: 'date', value }, answer).isCorrect).toBe(isCorrect);
  });

  it.each([
    [14, 0, 'For two weeks.', true],
    [14, 0, 'For a fortnight.', true],
    [14, 0, 'For 14 days.', true],
    [822, 10, 'For about 2 years and 3 months.', true],
    [548, 3, 'One and a half years.', true],
    [183, 2, 'Half a year.', true],
    [7, 0, 'You went there once a week, for 10 days.', false],
    [10, 0, 'You went there once a week, for 10 days.', true],
    [10, 0, 'A 10-day trip.', true],
    [2, 0, '3 trips, 2 days in all.', true],
  ])('%d days within %d: %j is %s', (days, toleranceDays, answer, isCorrect) => {
    expect(score({ kind: 'duration', days, toleranceDays }, answer).isCorrect).toBe(isCorrect);
  });
});

describe('several values', () => {
  const drinks: ReferenceAnswer = { kind: 'set', items: [['tea'], ['oat milk', 'oat drink'], ['salt and vinegar']] };
  it('counts what is missing and what is too much', () => {
    expect(score(drinks, 'You like tea, oat milk and salt and vinegar [1].')).toMatchObject({
      ...{ isCorrect: true, score: 1, recall: { hits: 3, of: 3 }, precision: { hits: 3, of: 3 } },
    });
    expect(score(drinks, 'You like tea, cocoa and oat drink.')).toMatchObject({
      ...{ isCorrect: false, recall: { hits: 2, of: 3 }, precision: { hits: 2, of: 3 } },
    });
    expect(score(drinks, 'You have 3 drinks: tea (since 2020), oat milk and salt and vinegar.').isCorrect).toBe(true);
    expect(score(drinks, '- tea\n- oat milk\n- salt and vinegar\n- mud').precision).toEqual({ hits: 3, of: 3 });
  });

  it('does not take a part of one item for another', () => {
    const cities: ReferenceAnswer = { kind: 'set', items: [['York'], ['New York']] };
    expect(score(cities, 'You were in New York.').recall).toEqual({ hits: 1, of: 2 });
  });

  const order: ReferenceAnswer = { kind: 'order', items: [['Rome'], ['Oslo'], ['Bern']] };
  it('compares orders', () => {
    expect(score(order, 'First Rome, then Oslo, then Bern.')).toMatchObject({ isCorrect: true, tau: 1, score: 1 });
    expect(score(order, 'First Rome, then Bern, then Oslo.')).toMatchObject({ isCorrect: false });
    expect(score(order, 'First Rome, then Bern, then Oslo.').tau).toBeCloseTo(1 / 3);
    expect(score(order, 'First Rome.')).toMatchObject({ isCorrect: false, tau: null, score: 0 });
    const two: ReferenceAnswer = { kind: 'order', items: [['Rome'], ['Oslo']] };
    expect(score(two, 'You visited Oslo after Rome.').isCorrect).toBe(true);
    expect(score(two, 'Rome (3 May 2020) came first, then Oslo (4 May 2020).').isCorrect).toBe(true);
    expect(score(order, quotesOnly(quote('Rome'), quote('Oslo'), quote('Bern'))).isCorrect).toBe(false);
  });

  const conflict: ReferenceAnswer = { kind: 'conflict', values: [['Tuesday'], ['Friday']] };
  it('wants both sides of a conflict, and that they are said to conflict', () => {
    const told = 'Your class is on Tuesday (said on 3 May 2024) or Friday (said on 4 May 2024); these conflict.';
    expect(score(conflict, told)).toMatchObject({ isCorrect: true, score: 1 });
    expect(score(conflict, 'Your class is on Tuesday, Friday.')).toMatchObject({ isCorrect: false, score: 0.5 });
    expect(score(conflict, 'Your class is on Tuesday.')).toMatchObject({ isCorrect: false, score: 0.25 });
    const quotes = quotesOnly(quote('on Tuesday', '3 May 2024; disputed'), quote('on Friday', '4 May 2024; disputed'));
    expect(score(conflict, quotes)).toMatchObject({ isCorrect: true, score: 0.5 });
    const puzzled = quotesOnly(quote('They say Tuesday, and I cannot tell who is right'), quote('It is on Friday'));
    expect(score(conflict, puzzled)).toMatchObject({ isCorrect: true, score: 0.5 });
  });
});

describe('abstention', () => {
  const unknown: ReferenceAnswer = { kind: 'unknown' };
  it.each([
    ['Nothing that was said answers this. It is not known here.', true],
    ["I don't know; you never mentioned it.", true],
    ['You live in Oslo.', false],
    ['You live in Oslo, since May 2022; no end of it is known.', false],
    [quotesOnly(quote('I live somewhere.')), false],
    [null, true],
  ] as const)('%j abstains: %s', (answer, isCorrect) => {
    expect(score(unknown, answer).isCorrect).toBe(isCorrect);
  });

  it('says that a value is over where nothing came after it', () => {
    const more = { superseded: [['Oslo']] };
    const over = 'You lived in Oslo, until May 2022 [1]; what came after is not known.';
    expect(score(unknown, over, more)).toMatchObject({ isCorrect: true, staleness: 'mentioned' });
    expect(score(unknown, 'You no longer live in Oslo.', more)).toMatchObject({ isCorrect: true });
    const quoted = quotesOnly(quote('I stopped living in Oslo'), quote('A walk by the lake'));
    expect(score(unknown, quoted, more)).toMatchObject({ isCorrect: true, score: 0.5, isAbstaining: false });
    expect(score(unknown, 'You live in Oslo.', more)).toMatchObject({ isCorrect: false, staleness: 'claimed' });
  });
});

describe('superseded values', () => {
  const more = { superseded: [['Oslo'], ['Bergen']] };
  it.each([
    ['You live in Berlin [1].', 'none', true],
    ['You live in Oslo [1].', 'claimed', false],
    ['You live in Berlin. You live in Oslo.', 'claimed', false],
    ['You live in Berlin; you used to live in Oslo.', 'mentioned', true],
    ['You moved from Oslo to Berlin.', 'mentioned', true],
    ['You lived in Oslo (until May 2022) and now live in Berlin.', 'mentioned', true],
    ['You live in Berlin, not Oslo.', 'mentioned', true],
    ['You live in Oslo, no longer in Berlin.', 'claimed', false],
    [`You live in Berlin.\n\n${quotesOnly(quote('I live in Oslo'))}`, 'mentioned', true],
    [quotesOnly(quote('I live in Oslo')), 'claimed', false],
    [quotesOnly(quote('I live in Oslo', '3 May 2020; replaced since 1 June 2022')), 'mentioned', false],
    [
      quotesOnly(quote('I live in Oslo', '3 May 2020; replaced since 1 June 2022'), quote('I live in Berlin')),
      'mentioned',
      true,
    ],
    [quotesOnly(quote('I moved from Oslo to Berlin')), 'mentioned', true],
  ] as const)('%j: %s', (answer, staleness, isCorrect) => {
    expect(score(text('Berlin'), answer, more)).toMatchObject({ staleness, isCorrect });
  });

  it('is not saved by quotes under a claim that gives something else', () => {
    const answer = `You live in Rome [1].\n\n${quotesOnly(quote('I live in Berlin'))}`;
    expect(score(text('Berlin'), answer)).toMatchObject({ isCorrect: false, score: 0.25, place: 'quote' });
  });

  it('takes what says that it is not known and quotes the right value for one of the two answers, not for both', () => {
    const both = `It is not known here.\n\n${quotesOnly(quote('I live in Berlin'))}`;
    expect(score(text('Berlin'), both)).toMatchObject({ isCorrect: false, score: 0.25, isAbstaining: true });
    expect(score({ kind: 'unknown' }, both)).toMatchObject({ isCorrect: true, isAbstaining: true });
  });

  it('leaves open which holds where only quotes of both stand', () => {
    const both = quotesOnly(quote('I live in Oslo'), quote('I live in Berlin'));
    expect(score(text('Berlin'), both, more)).toMatchObject({
      ...{ isCorrect: false, staleness: 'mentioned', isStale: false, isAmbiguous: true, score: 0.25 },
    });
  });

  it('leaves nothing open where one of the quotes says that the old value is over', () => {
    const lines = [quote('I moved out, no more Oslo'), quote('I live in Oslo'), quote('I live in Berlin')];
    expect(score(text('Berlin'), quotesOnly(...lines), more)).toMatchObject({
      isCorrect: true,
      staleness: 'mentioned',
    });
  });

  it('finds no old value inside a new one, and none that is right again', () => {
    expect(score(text('East Berlin'), 'You live in East Berlin.', { superseded: [['Berlin']] }).staleness).toBe('none');
    expect(score(text('Oslo'), 'You live in Oslo.', { superseded: [['Oslo']] }).isCorrect).toBe(true);
  });

  it('tells old numbers and dates', () => {
    const four: ReferenceAnswer = { kind: 'number', value: 4, unit: 'cats' };
    const old = { superseded: [['3 cats', '3']] };
    expect(score(four, 'You have 3 cats.', old)).toMatchObject({ staleness: 'claimed', isCorrect: false });
    expect(score(four, 'You have 4 cats, in 3 rooms.', old)).toMatchObject({ staleness: 'none', isCorrect: true });
    const date: ReferenceAnswer = { kind: 'date', value: '2024-06-10' };
    const moved = { superseded: [['3 May 2024']] };
    expect(score(date, 'It is on 2024-05-03.', moved)).toMatchObject({ staleness: 'claimed', isCorrect: false });
    expect(score(date, quotesOnly(quote('on May 3rd'), quote('on June 10th')), moved).isAmbiguous).toBe(true);
    expect(score(date, 'It is on June 10, 2024, instead of May 3, 2024.', moved)).toMatchObject({ isCorrect: true });
  });
});

describe('details', () => {
  it('credits what evidence has and counts what it has not', () => {
    const set: ReferenceAnswer = { kind: 'set', items: [['tea'], ['cocoa']] };
    const support = ['Ann: We had tea at Cafe Milo, 4 cups of it. (2023-05-03)'];
    const scored = score(set, 'You had tea with Ann at Cafe Milo on 3 May 2023, and Zed paid 9 euros.', {
      support: () => support,
    });
    expect(scored.details).toEqual({ total: 5, supported: 3, fabricated: 2 });
    expect(scored.credited).toBeCloseTo(Math.min(1, scored.score + 0.3));
  });
});

describe('free words', () => {
  it('shares words', () => {
    const open: ReferenceAnswer = { kind: 'open', text: 'a small red bicycle from her aunt' };
    expect(score(open, 'She got a small red bicycle from her aunt.')).toMatchObject({ isCorrect: true });
    expect(score(open, 'She got a dog.').isCorrect).toBe(false);
    expect(score({ kind: 'open', text: 'Paris' }, 'In the end they all went to Paris by train.').isCorrect).toBe(true);
  });
});
