import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversationId, SpaceId } from '../../main/contract/ids.ts';
import type { InputOf } from '../../main/contract/index.ts';
import { LegName, type Trace } from '../../main/contract/recall.ts';
import { createWordPiece } from '../../main/inference/wordpiece.pure.ts';
import { createHashInference } from './hash-inference.ts';
import { makeJsonl, uniqueWord } from './make-turns.ts';
import { type Folder, makeFolder, type Opened, openFolder, repository } from './open-folder.ts';
import { importLines, importPath, type Line, openReal } from './real-folder.ts';

const at = (day: number): string => `2024-05-${String(day).padStart(2, '0')}T10:00:00Z`;

const LINES: readonly Line[] = [
  { id: 'sister', at: at(1), text: 'My sister Clara moved to Lisbon in April.' },
  { id: 'flat', at: at(2), text: 'Her new flat looks out over the harbour.' },
  { id: 'dentist', at: at(3), text: 'The dentist wants to see me on the twelfth of June.' },
  { id: 'garden', at: at(4), text: 'We planted tomatoes and basil behind the house.' },
  { id: 'copy-1', conversation: 'copies', at: at(5), text: 'The piano tuner comes on Friday.' },
  { id: 'copy-2', conversation: 'copies', at: at(6), text: 'the  piano tuner comes on friday.' },
  { id: 'bike', conversation: 'other', at: at(7), text: 'My bicycle was stolen from the station.' },
  { id: 'gone', conversation: 'removable', at: at(8), text: 'The password of the alarm is four zeros.' },
  {
    id: 'work',
    conversation: 'office',
    space: 'work',
    at: at(9),
    text: 'Clara from accounts moved to the Lisbon office.',
  },
];

/** Legs over turns; the others have stores of their own, see `legs.test.ts`. */
const LEGS: readonly LegName[] = ['lexical', 'episodic', 'neighbourhood'];
let folder: Folder;
let opened: Opened;
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openReal(join(folder.path, 'data'));
  await importLines(opened.client, folder, LINES);
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

type Input = Partial<InputOf<'memory.recall'>>;
async function recall(query: string, over: Input = {}, { client }: Opened = opened) {
  const result = await client.call('memory.recall', { query, ...over });
  const trace = await client.call('traces.get', { id: result.traceId });
  return { ...result, trace, ids: result.results.map(({ turns }) => turns[0] as string) };
}
const legOf = (trace: Trace, name: LegName) => trace.legs.find(({ leg }) => leg === name);
const outcomes = (trace: Trace) => Object.fromEntries(trace.legs.map(({ leg, outcome }) => [leg, outcome]));

describe('a recall', () => {
  it('finds what was said, by meaning and by words, and reports five stages of every leg', async () => {
    const { ids, trace, abstain } = await recall('Where does Clara live now?');
    expect([ids[0], abstain]).toEqual(['sister', false]);
    expect((await recall('Where is her apartment?')).ids.slice(0, 3)).toContain('flat');
    expect(trace.legs.map(({ leg }) => leg)).toEqual(LegName.options);
    for (const name of ['lexical', 'episodic'] as const) {
      const leg = legOf(trace, name);
      expect(leg).toMatchObject({ eligible: 8, executed: 8, outcome: 'contributed', why: null, inPrompt: 0 });
      expect(leg?.selected).toBeGreaterThan(0);
      expect(leg?.produced).toBeGreaterThanOrEqual(leg?.selected ?? 0);
    }
    expect(trace.candidates[0]).toMatchObject({ turnId: 'sister', rank: 1, fate: 'selected' });
  });

  it('says that a leg found nothing relevant, and that a store is empty', async () => {
    expect(outcomes((await recall('zeppelin')).trace)).toMatchObject({ lexical: 'nothing relevant' });
    const nowhere = await recall('Clara', { spaceId: 'nowhere' as SpaceId });
    expect({ ids: nowhere.ids, abstain: nowhere.abstain, ...outcomes(nowhere.trace) }).toEqual({
      ids: [],
      abstain: true,
      ...Object.fromEntries(LegName.options.map((leg) => [leg, 'empty store'])),
    });
  });

  it.each(LEGS)('runs differently without %s, and says so', async (leg) => {
    const query = 'Where does Clara live now?';
    const all = await recall(query);
    const without = await recall(query, { noLegs: [leg] });
    expect(legOf(without.trace, leg)).toMatchObject({ outcome: 'disabled', executed: 0, produced: 0, selected: 0 });
    const ranking = ({ results }: typeof all) => results.map(({ turns, score, legs }) => ({ turns, score, legs }));
    expect(ranking(without)).not.toEqual(ranking(all));
    expect(without.results.every(({ legs }) => legs[leg] === undefined)).toBe(true);
  });

  it.each(['lexical', 'episodic'] as const)('runs %s alone when only it is named', async (leg) => {
    const { trace, results, ids } = await recall('Where did Clara move?', { legs: [leg] });
    expect(trace.legs.filter(({ outcome }) => outcome !== 'disabled').map((run) => run.leg)).toEqual([leg]);
    expect(ids[0]).toBe('sister');
    expect(results.every(({ legs }) => Object.keys(legs).every((name) => name === leg))).toBe(true);
  });

  it('keeps to k and to the budget, in exact tokens of the embedder', async () => {
    const tokenizer = createWordPiece(
      JSON.parse(readFileSync(join(repository, 'models/bundled/all-MiniLM-L6-v2/tokenizer.json'), 'utf8')),
    );
    const query = 'Clara dentist tomatoes piano bicycle';
    const all = await recall(query, { budgetTokens: 1_000 });
    expect(all.results.length).toBeGreaterThan(4);
    for (const { text, tokens } of all.results) expect(tokens).toBe(tokenizer.encode(text).length);
    for (const budgetTokens of [1, 15, 30, 60]) {
      const { results, tokens, trace } = await recall(query, { budgetTokens });
      expect(tokens).toBe(results.reduce((sum, result) => sum + result.tokens, 0));
      expect(tokens).toBeLessThanOrEqual(budgetTokens);
      expect(trace.budget).toMatchObject({ tokens: budgetTokens, used: tokens, isExact: true });
      expect(trace.candidates.some(({ fate, why }) => fate === 'did not fit' && /tokens/.test(why ?? ''))).toBe(true);
    }
    for (const k of [1, 2, 3]) expect((await recall(query, { k })).results).toHaveLength(k);
    expect((await recall(query, { k: 2, budgetTokens: 1_000 })).results).toHaveLength(2);
  });

  it('returns one of equal texts and says in the trace what became of the other', async () => {
    const { ids, trace } = await recall('When does the piano tuner come?');
    expect(ids.filter((id) => id.startsWith('copy'))).toHaveLength(1);
    expect(trace.candidates.filter(({ fate }) => fate === 'same text')).toHaveLength(1);
  });

  it('sees what was said up to a moment, that moment included', async () => {
    const query = 'What was stolen from the station?';
    expect((await recall(query, { asOf: at(7) })).ids[0]).toBe('bike');
    expect((await recall(query, { asOf: '2024-05-07T09:59:59Z' })).ids).not.toContain('bike');
    expect((await recall(query, { asOf: '2024-05-07T11:59:59+02:00' })).ids).not.toContain('bike');
  });

  it('sees only what was known at a moment, and everything that is known now', async () => {
    const query = 'What was stolen from the station?';
    expect((await recall(query, { knownAt: '2024-06-01T00:00:00Z' })).trace.legs[0]?.outcome).toBe('empty store');
    expect((await recall(query, { knownAt: new Date().toISOString() })).ids[0]).toBe('bike');
  });

  it('never crosses spaces', async () => {
    const query = 'Clara Lisbon';
    expect((await recall(query)).ids).not.toContain('work');
    expect((await recall(query, { spaceId: 'work' as SpaceId })).ids).toEqual(['work']);
  });

  it('leaves out what it was told to leave out, before anything is ranked', async () => {
    const { ids, trace } = await recall('My sister Clara moved to Lisbon', { excludeTurnIds: ['sister' as never] });
    expect(ids).not.toContain('sister');
    expect(trace.candidates.map(({ turnId }) => turnId)).not.toContain('sister');
    expect(trace.candidates[0]?.score).toBeGreaterThan(1);
  });

  it('never returns a removed conversation, and returns it when it is restored', async () => {
    const query = 'What is the password of the alarm?';
    const id = 'removable' as ConversationId;
    expect((await recall(query)).ids[0]).toBe('gone');
    await opened.client.call('conversations.remove', { id });
    const removed = await recall(query);
    expect(removed.ids).not.toContain('gone');
    expect(removed.trace.candidates.map(({ turnId }) => turnId)).not.toContain('gone');
    await opened.client.call('conversations.restore', { id });
    expect((await recall(query)).ids[0]).toBe('gone');
  });
});

describe('a recall of a word that one turn has', () => {
  it('finds that turn, however alike the words of others are', async () => {
    await using own = await makeFolder();
    await using one = await openReal(join(own.path, 'data'));
    const path = join(own.path, 'made.jsonl');
    await writeFile(path, makeJsonl({ turns: 300, seed: 20, prefix: 'made' }));
    await importPath(one.client, path, { format: 'jsonl' });
    for (let n = 0; n < 300; n += 7) {
      const { ids } = await recall(uniqueWord('made', n), { k: 3 }, one);
      expect(ids).toContain(`made-${n}`);
    }
  });
});

describe('a recall with a leg that fails', () => {
  it('records why and answers with the others; a leg that stalls is given up at its deadline', async () => {
    await using own = await makeFolder();
    const inference = createHashInference();
    await using one = await openFolder(join(own.path, 'data'), { inference });
    await importLines(one.client, own, LINES);

    inference.isBroken = true;
    const broken = await recall('Where is Clara?', {}, one);
    expect(broken.ids[0]).toBe('sister');
    expect(legOf(broken.trace, 'episodic')).toMatchObject({
      outcome: 'failed',
      produced: 0,
      why: 'The embedding model cannot be read.',
    });
    expect(legOf(broken.trace, 'lexical')).toMatchObject({ outcome: 'contributed' });
  });

  it('is not delayed for ever by a leg that never comes back', async () => {
    await using own = await makeFolder();
    const inference = createHashInference();
    const stalling = {
      ...inference,
      embed: (...args: Parameters<typeof inference.embed>) =>
        args[0].kind === 'query' ? new Promise<never>(() => undefined) : inference.embed(...args),
    };
    await using one = await openFolder(join(own.path, 'data'), { inference: stalling });
    await importLines(one.client, own, LINES);
    const { ids, trace } = await recall('Where is Clara?', {}, one);
    expect(ids[0]).toBe('sister');
    expect(legOf(trace, 'episodic')).toMatchObject({ outcome: 'failed', why: 'took longer than 5000 ms' });
  });
});
