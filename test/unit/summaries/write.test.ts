import { describe, expect, it } from 'vitest';
import type { SourceTurn, Stretch } from '../../../main/summaries/stretch.pure.ts';
import { draftPeriod, draftSession, keepSupported } from '../../../main/summaries/write.pure.ts';
import { makeTalk, VOICE } from './source-turns.ts';

const TALK = makeTalk([
  'Ana: Hi! How are you doing today?',
  'Ben: Good, thanks. Nice weather.',
  'Ana: I decided to sell the blue canoe to Oskar for 450 euros on Saturday.',
  'Ben: Great!',
  'Ana: I sold the blue canoe to Oskar for 450 euros, as I said.',
  'Ben: I signed up for the ferry course in Bergen, it starts on 12 June.',
  'Ana: What a lovely thing to hear.',
]);

const stretchOf = (turns: readonly SourceTurn[]): Stretch => ({
  ...{ id: 's', turns, session: null, isOpen: false },
  fromMs: turns[0]?.saidAtMs ?? null,
  toMs: turns.at(-1)?.saidAtMs ?? null,
});

describe('summaries/write', () => {
  it('tells a sitting by what was decided, named and counted, in the words of those who said it', () => {
    const draft = draftSession(stretchOf(TALK), VOICE);
    expect(draft?.sentences).toEqual([
      { text: 'Ana: I decided to sell the blue canoe to Oskar for 450 euros on Saturday.', turns: ['t3'] },
      { text: 'Ben: I signed up for the ferry course in Bergen, it starts on 12 June.', turns: ['t6'] },
    ]);
    expect(draft?.title).toMatch(/^3 May 2026 · /);
    expect(draft?.dropped).toBe(0);
  });

  it('says nothing of greetings, and nothing at all where there is nothing to quote', () => {
    expect(
      draftSession(stretchOf(makeTalk(['Ana: Hi!', 'Ben: Hello.', 'Ana: Thanks!', 'Ben: Bye.'])), VOICE),
    ).toBeNull();
  });

  it('quotes no answer of Palimpsest, which rests on other turns', () => {
    const turns = TALK.map((turn) => (turn.id === 't3' || turn.id === 't5' ? { ...turn, isAnswer: true } : turn));
    expect(draftSession(stretchOf(turns), VOICE)?.text).not.toContain('canoe');
  });

  it('stays within a fifth of a long talk', () => {
    const long = Array.from({ length: 60 }, (_, n) => {
      const [a, b, c, d] = ['verb', 'noun', 'place', 'thing'].map(
        (word) => `${word}${String.fromCharCode(97 + (n % 26), 97 + (n >> 1))}`,
      );
      return `Ana: I decided to ${a} the ${b} near ${c} with ${n + 2} of the ${d}.`;
    });
    const draft = draftSession(stretchOf(makeTalk(long)), VOICE);
    expect(draft?.text.length).toBeLessThanOrEqual(1_300);
    expect(draft?.sentences.length).toBe(10);
  });

  it.each([
    ['Chinese', ['小明: 我决定五月搬到上海。', '小红: 好的。', '小明: 新公寓每月6000元。', '小红: 嗯。'], '6000'],
    [
      'German',
      ['Uwe: Ich ziehe am 3. Juni nach Graz.', 'Ida: Schön!', 'Uwe: Die Wohnung hat 4 Zimmer.', 'Ida: Ach so.'],
      '4 Zimmer',
    ],
  ])('works by numbers, names and rare words in %s too', (_, lines, telling) => {
    expect(draftSession(stretchOf(makeTalk(lines)), VOICE)?.text).toContain(telling);
  });

  it('tells a month by its sittings, each sentence with its day', () => {
    const told = new Set(['Ben: I signed up for the ferry course in Bergen, it starts on 12 June.']);
    const draft = draftPeriod('2026-05', { turns: TALK, told }, VOICE);
    expect(draft?.text).toBe('3 May 2026, Ben: I signed up for the ferry course in Bergen, it starts on 12 June.');
    expect(draft?.title).toMatch(/^May 2026 · /);
  });

  it('leaves out what the named turns do not say, and counts it', () => {
    const { kept, dropped } = keepSupported(
      [
        { text: 'Ana: I sold the blue canoe to Oskar for 450 euros, as I said.', turns: ['t5'] },
        { text: 'Ana: I sold the blue canoe to Oskar for 540 euros, as I said.', turns: ['t5'] },
        { text: 'Ana sold a house.', turns: ['t5'] },
        { text: 'Ana sold the blue canoe to Oskar for 450 euros.', turns: ['missing'] },
      ],
      TALK,
      VOICE,
    );
    expect(kept.map(({ turns }) => turns)).toEqual([['t5']]);
    expect(dropped).toBe(3);
  });
});
