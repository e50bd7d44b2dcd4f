import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SPACE, type SpaceId } from '../../main/contract/ids.ts';
import type { InputOf } from '../../main/contract/index.ts';
import { LegName, Trace } from '../../main/contract/recall.ts';
import type { JournalEvent } from '../../main/journal/events/index.ts';
import { execute } from '../../main/stores/run.ts';
import { appendEvents } from './append-events.ts';
import { createHashInference, type HashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder, withDatabase } from './open-folder.ts';
import { importLines, type Line } from './real-folder.ts';

const at = (day: number): string => `2024-05-${String(day).padStart(2, '0')}T10:00:00Z`;
/** Too long for a word, so the lexical index leaves it out. */
const CODE = 'x7'.repeat(30);
const LINES: readonly Line[] = [
  { id: 'sister', at: at(1), text: 'My sister Clara moved to Lisbon in April.' },
  { id: 'flat', at: at(2), text: 'Her new flat looks out over the harbour.' },
  { id: 'code', conversation: 'w', at: at(3), text: `The key is ${CODE}` },
  { id: 'garden', conversation: 'g', at: at(4), text: 'We planted tomatoes and basil behind the house.' },
  { id: 'bakery', conversation: 'b', at: at(5), text: 'It all began at the bakery.' },
  {
    id: 'long',
    conversation: 'l',
    at: at(6),
    text: `The violin teacher moved to Porto. ${'The train was late again and nobody said why. '.repeat(40)}`,
  },
];

const common = { spaceId: DEFAULT_SPACE, zone: 'UTC' };
const PASSAGES: readonly JournalEvent[] = [
  {
    kind: 'document.added',
    body: {
      ...common,
      ...{ documentId: 'manual', name: 'boiler.md', mediaType: 'text/markdown', sha256: 'a'.repeat(64) },
      chunks: [
        {
          ...{ chunkId: 'manual-1', title: 'Boiler', page: 1, from: 0, to: 48 },
          text: 'The boiler pressure must stay below two bar.',
        },
      ],
    },
  },
  {
    kind: 'procedure.set',
    body: {
      ...common,
      ...{ procedureId: 'invoice', trigger: 'Writing an invoice', evidence: ['sister'] },
      steps: ['Number it by quarter', 'Send the invoice as PDF'],
    },
  },
  {
    kind: 'summary.written',
    body: {
      ...common,
      ...{ summaryId: 'spring', title: 'Spring', covers: ['sister', 'flat'], saidAt: at(6), by: 'extract' },
      text: 'Marathon training filled the whole spring.',
    },
  },
];

const DOCUMENT = 'What pressure must the boiler keep?';
const PROCEDURE = 'How do I number an invoice by quarter?';
const SUMMARY = 'Which marathon training filled spring?';

let folder: Folder;
let opened: Opened;
let inference: HashInference;
beforeAll(async () => {
  folder = await makeFolder();
  const dataFolder = join(folder.path, 'data');
  await using first = await openFolder(dataFolder, { inference: createHashInference() });
  await importLines(first.client, folder, LINES);
  await first[Symbol.asyncDispose]();
  await appendEvents(dataFolder, PASSAGES);
  await withDatabase(dataFolder, (db) =>
    db.transaction((tx) =>
      // An anchor in days to come: it is this low whatever day the test runs on.
      execute(
        tx,
        `update turn_life set score = 0.25, anchor_day = 100000 where seq = (select seq from turn where id = 'sister')`,
      ),
    ),
  );
  const generate: HashInference['generate'] = async () => ({
    text: JSON.stringify({ answer: 'Clara lives near the bakery.', questions: [] }),
    ...{ tokens: 9, promptTokens: 9, cachedTokens: 0, promptMs: 1, ms: 1, stopReason: 'end' },
  });
  inference = Object.assign(createHashInference(), { generate });
  opened = await openFolder(dataFolder, { inference });
  await settle(opened);
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const settle = ({ client }: Opened) => client.stream('memory.settle', {}, { onChunk: () => undefined });

type Input = Partial<InputOf<'memory.recall'>>;
async function recall(query: string, over: Input = {}, { client }: Opened = opened) {
  const result = await client.call('memory.recall', { query, ...over });
  const trace = await client.call('traces.get', { id: result.traceId });
  return { ...result, trace, ids: trace.candidates.filter(({ fate }) => fate === 'selected').map(({ id }) => id) };
}
const outcomeOf = ({ trace }: { readonly trace: Trace }, leg: LegName) =>
  trace.legs.find((run) => run.leg === leg)?.outcome;

/** For each leg a question that it contributes to, and one to which it has nothing to say. */
const QUESTIONS: Readonly<
  Record<
    Exclude<LegName, 'graph'>,
    { readonly answered: readonly [string, Input]; readonly silent: readonly [string, Input] }
  >
> = {
  lexical: { answered: ['Where does Clara live?', {}], silent: [DOCUMENT, { k: 1 }] },
  episodic: { answered: ['Where does Clara live?', {}], silent: [DOCUMENT, { k: 1 }] },
  procedural: { answered: [PROCEDURE, {}], silent: [DOCUMENT, {}] },
  document: { answered: [DOCUMENT, {}], silent: [PROCEDURE, {}] },
  summary: { answered: [SUMMARY, {}], silent: [DOCUMENT, {}] },
  neighbourhood: {
    answered: ['Clara', { noLegs: ['episodic'] }],
    silent: ['Clara', { noLegs: ['episodic'], k: 1 }],
  },
};
const ASKED = Object.entries(QUESTIONS) as readonly [Exclude<LegName, 'graph'>, (typeof QUESTIONS)['lexical']][];

describe('every leg', () => {
  // What stands beside a hit is found by the windows of the other legs first, where those are on.
  it.each(ASKED.filter(([leg]) => leg !== 'neighbourhood'))(
    '%s says that it contributed, and what it found is among the results',
    async (leg, { answered }) => {
      const found = await recall(...answered);
      expect(outcomeOf(found, leg)).toBe('contributed');
      const run = found.trace.legs.find((each) => each.leg === leg);
      expect(run?.selected).toBeGreaterThan(0);
      expect(run?.eligible).toBeGreaterThan(0);
    },
  );

  it.each(ASKED)('%s says that it found nothing relevant', async (leg, { silent }) => {
    expect(outcomeOf(await recall(...silent), leg)).toBe('nothing relevant');
  });

  it.each(LegName.options)('%s says that its store is empty', async (leg) => {
    const nowhere = await recall(DOCUMENT, { spaceId: 'nowhere' as SpaceId });
    expect([outcomeOf(nowhere, leg), nowhere.ids, nowhere.abstain]).toEqual(['empty store', [], true]);
  });

  it.each(LegName.options)('%s says that it is disabled, and has then found nothing', async (leg) => {
    const without = await recall(DOCUMENT, { noLegs: [leg] });
    expect(without.trace.legs.find((run) => run.leg === leg)).toMatchObject({
      ...{ outcome: 'disabled', executed: 0, produced: 0, selected: 0 },
    });
    expect(without.trace.candidates.every(({ legs }) => legs[leg] === undefined)).toBe(true);
  });

  it('says what failed where the embedder fails, and the words still answer', async () => {
    inference.isBroken = true;
    try {
      const broken = await recall('Where does Clara live?');
      for (const leg of ['episodic', 'procedural', 'document', 'summary'] as const) {
        expect(broken.trace.legs.find((run) => run.leg === leg)).toMatchObject({
          ...{ outcome: 'failed', why: 'The embedding model cannot be read.' },
        });
      }
      expect([outcomeOf(broken, 'lexical'), broken.ids[0]]).toEqual(['contributed', 'sister']);
    } finally {
      inference.isBroken = false;
    }
  });

  it.each<readonly [LegName, string, string, Input]>([
    ['lexical', 'tomato plant', 'garden', { noLegs: ['episodic'], settings: { rerank: false } }],
    ['episodic', CODE, 'code', {}],
    ['procedural', PROCEDURE, 'invoice', {}],
    ['document', DOCUMENT, 'manual-1', {}],
    ['summary', SUMMARY, 'spring', {}],
  ])('%s alone can answer %j', async (leg, query, id, over) => {
    const noLegs = over.noLegs ?? [];
    expect((await recall(query, over)).ids[0]).toBe(id);
    expect((await recall(query, { ...over, noLegs: [...noLegs, leg] })).ids[0]).not.toBe(id);
    expect((await recall(query, { ...over, legs: [leg] })).ids[0]).toBe(id);
  });

  it('leaves nothing of the vectors in the scores of turns once their leg is off', async () => {
    const { trace } = await recall('Where does Clara live?', { noLegs: ['episodic'] });
    const turns = trace.candidates.filter(({ kind }) => kind === 'turn');
    expect(turns.length).toBeGreaterThan(0);
    expect(turns.filter(({ parts }) => parts.vector !== undefined)).toEqual([]);
  });

  it('finds the turn beside what shares a word only with the neighbourhood', async () => {
    const only = { noLegs: ['episodic'] as const };
    expect((await recall('Clara', only)).ids).toContain('flat');
    expect((await recall('Clara', { noLegs: [...only.noLegs, 'neighbourhood'] })).ids).not.toContain('flat');
  });

  it('gives of a passage the source and what it rests on', async () => {
    const [document] = (await recall(DOCUMENT)).results;
    expect(document).toMatchObject({
      ...{ kind: 'document', conversationId: null, turns: [], speaker: 'Boiler' },
      source: { id: 'manual', name: 'boiler.md', page: 1 },
    });
    expect((await recall(SUMMARY)).results[0]).toMatchObject({ kind: 'summary', turns: ['sister', 'flat'] });
    expect((await recall(PROCEDURE)).results[0]).toMatchObject({ kind: 'procedure', turns: ['sister'] });
  });
});

describe('every setting', () => {
  const QUERY = 'Where did Clara and the violin teacher move?';
  const essence = ({ trace }: { readonly trace: Trace }) =>
    trace.candidates.map(({ id, score, fate, parts, excerpt, tokens }) => ({
      id,
      score,
      fate,
      parts,
      excerpt,
      tokens,
    }));

  it.each<readonly [string, NonNullable<Input['settings']>, Input]>([
    ['ranker', { ranker: 'ice' }, {}],
    ['rerank', { rerank: false }, {}],
    ['decay', { decay: false }, {}],
    ['diversity', { diversity: false }, { query: 'Clara harbour boiler', k: 2 }],
    ['summaries', { summaries: 'always' }, { query: 'Clara harbour spring', k: 2 }],
    ['injection', { injection: 'summary' }, {}],
    ['session diversity', { sessionDiversity: true }, { query: 'Clara harbour', k: 2 }],
    ['packing', { packing: 'by score' }, { query: 'Clara and the violin teacher', budgetTokens: 130 }],
    ['excerpts', { excerpts: false }, { budgetTokens: 300 }],
    ['rewrites', { rewrites: true }, {}],
  ])('%s changes what the trace says', async (_, settings, over) => {
    const usual = await recall(over.query ?? QUERY, over);
    const changed = await recall(over.query ?? QUERY, { ...over, settings });
    expect(changed.trace.settings).toMatchObject(settings);
    expect(changed.trace.settings).not.toEqual(usual.trace.settings);
    expect(essence(changed)).not.toEqual(essence(usual));
  });

  it('takes off what disuse took off, and nothing else', async () => {
    const usual = await recall(QUERY);
    const without = await recall(QUERY, { settings: { decay: false } });
    const sister = ({ trace }: typeof usual) => trace.candidates.find(({ id }) => id === 'sister');
    expect(sister(usual)?.parts.decay).toBeCloseTo(-0.375, 9);
    expect((sister(without)?.score ?? 0) - (sister(usual)?.score ?? 0)).toBeCloseTo(0.375, 6);
    expect(sister(without)?.parts.decay).toBeUndefined();
  });

  it('says in the trace what the question was rewritten to', async () => {
    const { trace } = await recall(QUERY, { settings: { rewrites: true } });
    expect(trace.question?.rewrites).toEqual(['Clara lives near the bakery.']);
  });
});

/** What a question brings, without what is different at every run. */
async function bring(lines: readonly Line[], query: string, over: Input) {
  await using own = await makeFolder();
  await using one = await openFolder(join(own.path, 'data'), { inference: createHashInference() });
  await importLines(one.client, own, lines);
  const { results, support, abstain, trace } = await recall(query, over, one);
  return { results, support, abstain, candidates: trace.candidates, question: trace.question };
}

describe('what a question may not see', () => {
  const QUERY = 'When did Clara move to Lisbon, and what about the harbour?';
  it('changes neither results nor scores where it was said later', async () => {
    const later: readonly Line[] = [
      { id: 'later-1', at: at(20), text: 'Clara moved back from Lisbon, away from the harbour.' },
      { id: 'later-2', conversation: 'new', at: at(21), speaker: 'Bert', text: 'Lisbon! '.repeat(60) },
    ];
    const over = { asOf: at(10) };
    expect(await bring([...LINES, ...later], QUERY, over)).toEqual(await bring(LINES, QUERY, over));
  });

  it('changes neither results nor scores where it lies in another space', async () => {
    const elsewhere: readonly Line[] = [
      { id: 'work-1', conversation: 'o', space: 'work', at: at(1), text: 'Clara from accounts moved to Lisbon.' },
      { id: 'work-2', conversation: 'o', space: 'work', at: at(2), speaker: 'Bert', text: 'The harbour. '.repeat(60) },
    ];
    expect(await bring([...LINES, ...elsewhere], QUERY, {})).toEqual(await bring(LINES, QUERY, {}));
  });
});

describe('any question', () => {
  it.each([
    ['a space', ' '],
    ['a line break', '\n\t '],
    ['punctuation', '?!… --'],
    ['an invisible character', '\u200b\u0000\ufeff'],
    ['half a pair', '\ud83d'],
    ['emoji', '🙂🙃👩‍👩‍👧‍👦🇵🇹'],
    ['mixed scripts', 'Clara 東京 Москва قهوة ประเทศไทย'],
    ['Chinese', '我姐姐住在哪里？'],
    ['Japanese', '姉はどこに引っ越しましたか'],
    ['Arabic', 'أين تعيش أختي كلارا؟'],
    ['SQL', `'; drop table turn; select * from turn where body like '%`],
    ['tsquery', `clara & !(lisbon | 'harbour':*) <-> move`],
    ['JSON', '{"query": null, "__proto__": 1}'],
    ['names of object members', 'constructor toString __proto__ hasOwnProperty'],
    ['20,000 characters of one word', 'a'.repeat(20_000)],
    [
      '20,000 characters of many words',
      Array.from({ length: 4_000 }, (_, n) => `w${n}`)
        .join(' ')
        .slice(0, 20_000),
    ],
    ['20,000 characters of emoji', '🙂'.repeat(10_000)],
  ])('of %s is answered or not, with a whole trace', async (_, query) => {
    const { results, support, abstain, trace } = await recall(query, { budgetTokens: 500 });
    expect(Trace.parse(trace)).toEqual(trace);
    expect(trace.legs.map(({ leg }) => leg)).toEqual(LegName.options);
    expect(trace.legs.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect([support, ...results.map(({ score }) => score)].every(Number.isFinite)).toBe(true);
    if (results.length === 0) expect(abstain).toBe(true);
    expect((await recall('Where does Clara live?')).ids[0]).toBe('sister');
  });
});
