import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversationId, TraceId } from '../../main/contract/ids.ts';
import type { InputOf } from '../../main/contract/index.ts';
import type { Trace } from '../../main/contract/recall.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, type Line } from './real-folder.ts';

const at = (day: number): string => `2024-05-${String(day).padStart(2, '0')}T10:00:00Z`;
const LINES: readonly Line[] = [
  { id: 'sister', at: at(1), text: 'My sister Clara moved to Lisbon in April.' },
  { id: 'flat', at: at(2), text: 'Her new flat looks out over the harbour.' },
  { id: 'dentist', at: at(3), text: 'The dentist wants to see me on the twelfth of June.' },
  { id: 'garden', at: at(4), text: 'We planted tomatoes and basil behind the house.' },
  { id: 'visit', at: at(20), text: 'Clara showed me Lisbon, and the harbour by night.' },
];
const QUERY = 'Where does my sister Clara live?';

let folder: Folder;
let opened: Opened;
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  await importLines(opened.client, folder, LINES);
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function recall(over: Partial<InputOf<'memory.recall'>> = {}): Promise<Trace> {
  const { traceId } = await opened.client.call('memory.recall', { query: QUERY, ...over });
  return opened.client.call('traces.get', { id: traceId });
}
const replay = (id: TraceId, change: Partial<InputOf<'traces.replay'>> = {}) =>
  opened.client.call('traces.replay', { id, ...change });
const list = async (input: Partial<InputOf<'traces.list'>> = {}) =>
  (await opened.client.call('traces.list', { limit: 50, ...input })).traces;

const ranking = ({ candidates }: Trace) =>
  candidates.map(({ id, score, fate, packed }) => ({ id, score, fate, packed }));
const outcomes = ({ legs }: Trace) => Object.fromEntries(legs.map(({ leg, outcome }) => [leg, outcome]));

async function ask(text: string) {
  const reply = await opened.client.stream('chat.ask', { text }, { onChunk: () => undefined });
  if (reply.trace === null) throw new Error('an answer without a trace');
  return { ...reply, trace: await opened.client.call('traces.get', { id: reply.trace }) };
}

describe('a replay', () => {
  it('finds the same again where nothing is changed, in a trace of its own that names its origin', async () => {
    const origin = await recall({ k: 2, asOf: at(10), noLegs: ['neighbourhood'], settings: { decay: false } });
    const again = await replay(origin.id);

    expect({ ...again, ranking: ranking(again) }).toMatchObject({
      query: QUERY,
      asOf: origin.asOf,
      spaceId: origin.spaceId,
      settings: origin.settings,
      replayOf: origin.id,
      ranking: ranking(origin),
    });
    expect(again.id).not.toBe(origin.id);
    expect(outcomes(again)).toEqual(outcomes(origin));
    expect(await opened.client.call('traces.get', { id: again.id })).toEqual(again);
    expect((await opened.client.call('traces.get', { id: origin.id })).replayOf).toBeNull();
  });

  it('runs without a leg, with a setting, a number and a budget of its own', async () => {
    const origin = await recall({ k: 4 });
    const without = await replay(origin.id, { noLegs: ['episodic'] });
    expect(outcomes(without)).toMatchObject({ episodic: 'disabled', lexical: 'contributed' });
    expect(outcomes(await replay(without.id))).toEqual(outcomes(without));
    expect(outcomes(await replay(without.id, { noLegs: [] })).episodic).toBe('contributed');

    const ranks = await replay(origin.id, { settings: { ranker: 'ice' } });
    expect(ranks.settings).toEqual({ ...origin.settings, ranker: 'ice' });
    expect(ranking(ranks)).not.toEqual(ranking(origin));

    const one = await replay(origin.id, { k: 1 });
    expect(one.candidates.filter(({ fate }) => fate === 'selected')).toHaveLength(1);

    const tight = await replay(origin.id, { budgetTokens: 12 });
    expect(tight.budget).toMatchObject({ tokens: 12, isExact: true });
    expect(tight.budget.used).toBeLessThanOrEqual(12);
    expect((await replay(tight.id)).budget).toEqual(tight.budget);
    expect((await replay(tight.id, { budgetTokens: null })).budget.tokens).toBeNull();
  });

  it('of an answer leaves out the question itself, and counts as no access', async () => {
    const { trace, turn, reply } = await ask(QUERY);
    await opened.client.call('codex.settle', {}); // what is read in the background is noted in the journal too
    const again = await replay(trace.id);

    const found = again.candidates.map(({ id }) => id);
    expect(found).toContain('sister');
    expect(found).not.toContain(turn);
    expect(found).not.toContain(reply);
    expect(again).toMatchObject({ questionTurnId: turn, replyTurnId: null, prompt: null, replayOf: trace.id });
    expect(again.generation).toBeGreaterThan(trace.generation);
    expect((await replay(trace.id)).generation).toBe(again.generation); // an access would be a record
  });

  it('refuses a trace that is not here, and a question that may not be read any more', async () => {
    await expect(replay('nothing' as TraceId)).rejects.toMatchObject({ code: 'trace.not-found' });
    const { trace, conversationId } = await ask('What does the dentist want?');
    await opened.client.call('conversations.remove', { id: conversationId as ConversationId });
    await expect(replay(trace.id)).rejects.toMatchObject({ code: 'turn.not-found' });
    await opened.client.call('conversations.restore', { id: conversationId as ConversationId });
    expect((await replay(trace.id)).query).toBe('What does the dentist want?');
  });
});

describe('the list of traces', () => {
  it('gives the newest first, as many as were asked for, and finds words of a question', async () => {
    const first = await recall({ query: 'What grows behind the house?' });
    const second = await recall({ query: 'Who wants to SEE me?', settings: { decay: false } });
    const third = await replay(first.id, { noLegs: ['lexical'] });

    const newest = await list({ limit: 3 });
    expect(newest.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
    expect(newest[1]).toEqual({
      id: second.id,
      at: second.at,
      query: second.query,
      recipe: second.config.recipe,
      settings: second.settings,
      abstain: second.abstain,
      replayOf: null,
      conversationId: null,
    });
    expect(newest[0]?.replayOf).toBe(first.id);
    expect((await list({ query: 'wants to see' })).map(({ id }) => id)).toEqual([second.id]);
    expect(await list({ query: 'a word that nobody asked for' })).toEqual([]);
  });

  it('does not show questions of a conversation that was removed', async () => {
    const { trace, conversationId } = await ask('When is the harbour lit?');
    await replay(trace.id);
    expect(await list({ query: 'harbour lit' })).toHaveLength(2);
    await opened.client.call('conversations.remove', { id: conversationId as ConversationId });
    expect(await list({ query: 'harbour lit' })).toEqual([]);
  });

  it('is the same after the next opening, whatever else lies in the folder', async () => {
    const before = await list();
    await opened[Symbol.asyncDispose]();
    await writeFile(join(folder.path, 'data/traces/damaged.json.gz'), 'no gzip');
    opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
    expect((await list()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  });
});
