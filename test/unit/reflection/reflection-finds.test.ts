import { describe, expect, it } from 'vitest';
import type { Belief } from '../../../main/codex/belief.pure.ts';
import { listActivities } from '../../../main/reflection/activities.pure.ts';
import { concludeChanges } from '../../../main/reflection/changes.pure.ts';
import { DAY_MS, type Said, sentenceAt, WEEK_MS } from '../../../main/reflection/conclusion.pure.ts';
import { concludeInterests, type Matter } from '../../../main/reflection/interests.pure.ts';
import { gatherDoings } from '../../../main/reflection/recurrences.pure.ts';
import { gatherTopicMatters } from '../../../main/reflection/topic-matters.pure.ts';

/** A Tuesday. */
const START = Date.UTC(2024, 0, 2, 9);
let n = 0;
const say = (text: string, at: number, over: Partial<Said> = {}): Said => {
  n += 1;
  return { turnId: `t${n}`, subjectId: 'me', session: `s${Math.floor(at / DAY_MS)}`, at, zone: 'UTC', text, ...over };
};
const keysOf = (text: string) => listActivities(text).map(({ key }) => key);

describe('reflection/activities', () => {
  it('hears what was done, and not what was planned, denied, asked or given up', () => {
    expect([
      keysOf('We went swimming again. It was cold!'),
      keysOf('I ran before breakfast and then I went to the library.'),
      keysOf('After my pottery class I played tennis with Ines.'),
      keysOf('I want to go swimming. I never ran. I used to go rowing. Did you hear that I went skiing?'),
      keysOf("I didn't go climbing, and tomorrow we go hiking."),
      keysOf('She went sailing.'),
    ]).toEqual([['swimming'], ['library', 'running'], ['tennis', 'pottery class'], [], [], []]);
  });

  it('knows which were in the morning', () => {
    expect(listActivities('I ran this morning. I went swimming at night.').map(({ isMorning }) => isMorning)).toEqual([
      true,
      false,
    ]);
  });
});

describe('reflection/conclusion', () => {
  it('cuts the sentence round a place, word for word', () => {
    const text = 'It rained. We went rowing on the lake! Then home.';
    const quote = sentenceAt(text, text.indexOf('rowing'));
    expect(quote).toEqual({ text: 'We went rowing on the lake!', from: 11 });
    expect(text.slice(quote.from, quote.from + quote.text.length)).toBe(quote.text);
  });
});

describe('reflection/recurrences', () => {
  const conclude = (weeks: readonly number[], text = 'We went swimming.', talk: readonly number[] = []) => {
    const doings = gatherDoings();
    for (const week of weeks) doings.add(say(text, START + week * WEEK_MS));
    for (const week of talk) doings.add(say('The tram was late.', START + week * WEEK_MS));
    return doings.conclude();
  };

  it('says how often: on one weekday, most mornings or most weeks', () => {
    const found = [
      conclude([0, 1, 2, 3, 4]),
      conclude([0, 1, 2, 3, 4], 'I ran this morning.'),
      conclude([0, 1.3, 2, 3.6, 5]),
    ].map(([one]) => one?.object);
    expect(found).toEqual([
      { kind: 'literal', text: 'swimming, on Tuesdays', value: 'swimming' },
      { kind: 'literal', text: 'running, most mornings', value: 'running' },
      { kind: 'literal', text: 'swimming, most weeks', value: 'swimming' },
    ]);
  });

  it('needs four weeks, a month, and every other week of talk', () => {
    expect(conclude([0, 1, 2])).toEqual([]);
    expect(conclude([0, 0.2, 0.4, 0.6, 1, 2])).toEqual([]);
    expect(conclude([0, 3, 6, 9], undefined, [1, 2, 4, 5, 7, 8])).toEqual([]);
    expect(conclude([0, 3, 6, 9]).map(({ minimum, evidence }) => [minimum, evidence.length])).toEqual([[4, 4]]);
  });
});

describe('reflection/interests', () => {
  const matter = (weeks: readonly number[]): Matter => ({
    ...{ key: 'e1', object: { kind: 'entity', id: 'e1' }, sureness: 1 },
    mentions: weeks.map((week) => {
      const said = say('Ana is here.', START + week * WEEK_MS);
      return { ...said, quote: { text: 'Ana', from: 0 }, restsOn: `c${week}` };
    }),
  });
  const sessionsOf = (weeks: readonly number[]) =>
    new Map([
      [
        'me',
        new Map(weeks.map((week) => [`s${Math.floor((START + week * WEEK_MS) / DAY_MS)}`, START + week * WEEK_MS])),
      ],
    ]);

  it('needs five sittings over a month, a third of those in between, and counts each once', () => {
    const weeks = [0, 1, 2, 3, 5];
    const many = Array.from({ length: 40 }, (_, week) => week / 6);
    expect([
      concludeInterests([matter(weeks)], sessionsOf(weeks)).map(({ evidence }) =>
        evidence.map(({ restsOn }) => restsOn),
      ),
      concludeInterests([matter([0, 1, 2, 3])], sessionsOf(weeks)),
      concludeInterests([matter([0, 0.1, 0.2, 0.3, 5])], sessionsOf(weeks)),
      concludeInterests([matter(weeks)], sessionsOf(many)),
    ]).toEqual([[['c0', 'c1', 'c2', 'c3', 'c5']], [], [], []]);
  });
});

describe('reflection/topic-matters', () => {
  const labelOf = new Map([
    ['k', 'Kilns, great time'],
    ['g', 'Take care'],
  ]);
  const gather = () => {
    const topicOf = new Map<string, string>();
    const gathered = gatherTopicMatters({ topicOf, labelOf });
    for (let day = 0; day < 6; day += 1) {
      const texts = [
        'It was a great time there.',
        'The bus was full.',
        'The kiln is hot now.',
        'The clay is wet.',
        'Snow again today.',
        'The shop is shut.',
        'A dog barked.',
        'Take care!',
      ];
      for (const text of texts) {
        const said = say(text, START + day * WEEK_MS);
        topicOf.set(said.turnId, text.includes('kiln') ? 'k' : text.includes('care') ? 'g' : '');
        gathered.add(said);
      }
    }
    return gathered.matters();
  };

  it('keeps the words that a topic alone has, and no greetings or farewells', () => {
    const matters = gather();
    expect(matters.map(({ object, mentions }) => [object, mentions.length, mentions[0]?.quote.text])).toEqual([
      [{ kind: 'literal', text: 'kilns', value: 'kilns' }, 6, 'The kiln is hot now.'],
    ]);
  });
});

describe('reflection/changes', () => {
  const belief = (from: number, over: Partial<Belief> = {}): Belief => ({
    ...{
      id: `r${from}`,
      claimIds: [`c${from}`],
      key: `e:${from}`,
      from: START + from * DAY_MS,
      isStartStated: true,
      to: null,
    },
    ...{ precision: 'day', knownFrom: START, knownTo: null, status: 'superseded', supersedes: [], supersededBy: [] },
    ...{
      subjectId: 'me',
      relation: 'lives in',
      value: { kind: 'entity', id: `${from}` },
      generation: 1,
      confidence: 0.9,
    },
    ...{ assertedBy: 'user', lastMentionedAt: START, ...over },
  });
  const conclude = (beliefs: readonly Belief[]) =>
    concludeChanges(beliefs, ({ id }) => ({
      turnId: `turn of ${id}`,
      at: START,
      quote: { text: '', from: 0 },
      restsOn: `claim of ${id}`,
    }));

  it('sees two moves within a year, and needs all three homes for it', () => {
    const found = conclude([belief(700, { status: 'active' }), belief(0), belief(400)]);
    expect(
      found.map(({ object, minimum, evidence, confidence }) => [
        object,
        minimum,
        evidence.map(({ restsOn }) => restsOn),
        confidence,
      ]),
    ).toEqual([
      [
        { kind: 'literal', text: 'lives in, twice within a year', value: 'lives in 2025-02' },
        3,
        ['claim of r0', 'claim of r400', 'claim of r700'],
        0.92,
      ],
    ]);
  });

  it('sees none where years lie between, where one was wrong, or where there was one move', () => {
    expect(conclude([belief(0), belief(400), belief(800, { status: 'active' })])).toEqual([]);
    expect(conclude([belief(0), belief(400, { status: 'corrected' }), belief(500)])).toEqual([]);
    expect(conclude([belief(0), belief(100)])).toEqual([]);
  });
});
