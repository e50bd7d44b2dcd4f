import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntityId, type Revision } from '../../main/contract/codex.ts';
import { createHashInference } from './hash-inference.ts';
import { examine, type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, type Line } from './real-folder.ts';

const LINES: readonly Line[] = [
  { id: 'lisbon', at: '2023-01-05T10:00:00Z', text: 'I live in Lisbon and I work at Novatek.' },
  { id: 'false', role: 'assistant', at: '2023-01-05T10:01:00Z', text: 'You live in Madrid and you work at Zeta.' },
  { id: 'porto', conversation: 'b', at: '2023-06-10T10:00:00Z', text: 'I moved to Porto in May.' },
  { id: 'late', conversation: 'c', at: '2023-07-01T10:00:00Z', text: 'From 2015 to 2018 I lived in Faro.' },
  { id: 'pills', conversation: 'd', at: '2023-07-02T10:00:00Z', text: 'I take metformin.' },
  { id: 'mira', conversation: 'e', at: '2023-07-03T10:00:00Z', text: 'My sister Mira lives in Oslo.' },
];

let folder: Folder;
let opened: Opened;
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  await importLines(opened.client, folder, LINES);
  await opened.client.call('codex.settle', {});
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const nameOf = ({ object }: Revision): string => (object.kind === 'entity' ? object.name : object.text);
const short = ({ status, validFrom, validTo, ...rest }: Revision) =>
  `${nameOf({ status, validFrom, validTo, ...rest })} ${status} ${validFrom?.slice(0, 10)} ${validTo?.slice(0, 10)}`;
const facts = (
  relation: string,
  more: { subject?: string; history?: boolean; validAt?: string; knownAt?: string } = {},
) => opened.client.call('codex.facts', { subject: 'me', relation, ...more });

describe('codex', () => {
  it('shows the value of now, of a day, and all values with late news where they belong', async () => {
    expect((await facts('lives in')).facts.map(short)).toEqual(['Porto active 2023-05-01 undefined']);
    expect((await facts('lives in', { validAt: '2023-02-01T00:00:00Z' })).facts.map(nameOf)).toEqual(['Lisbon']);
    expect((await facts('lives in', { validAt: '2017-02-01T00:00:00Z' })).facts.map(nameOf)).toEqual(['Faro']);
    expect((await facts('lives in', { validAt: '2020-02-01T00:00:00Z' })).facts).toEqual([]);
    expect((await facts('lives in', { history: true })).facts.map(short)).toEqual([
      'Faro ended 2015-01-01 2018-01-01',
      'Lisbon superseded 2023-01-05 2023-05-01',
      'Porto active 2023-05-01 undefined',
    ]);
  });

  it('holds every fact to the words that say it', async () => {
    const { facts: found } = await facts('works at');
    expect(found.map(({ evidence }) => evidence.map(({ turnId, quote, role }) => [turnId, quote, role]))).toEqual([
      [['lisbon', expect.stringContaining('work at Novatek'), 'user']],
    ]);
  });

  it('believes nothing that the assistant said about the user', async () => {
    const { facts: all } = await opened.client.call('codex.facts', { history: true });
    expect(all.flatMap(({ evidence }) => evidence.filter(({ turnId }) => turnId === 'false'))).toEqual([]);
  });

  it('knows others by name and keeps what is known of them apart', async () => {
    const { subject, facts: found } = await facts('lives in', { subject: 'mira' });
    expect([subject?.name, found.map(nameOf)]).toEqual(['Mira', ['Oslo']]);
  });

  it('holds what is sensitive in the inbox until it is accepted, and takes the decision back', async () => {
    const { client } = opened;
    const page = { limit: 20, offset: 0 };
    const before = await client.call('codex.inbox', page);
    expect(before.items.map(({ relation, heldFor }) => [relation, heldFor])).toEqual([
      ['takes medication', 'sensitive'],
    ]);
    expect((await facts('takes medication')).facts).toEqual([]);
    const ids = before.items.map(({ id }) => id);
    const { seq } = await client.call('codex.decide', { ids, decision: 'accept' });
    expect((await facts('takes medication')).facts.map(nameOf)).toEqual(['metformin']);
    await client.call('codex.undo', { seq });
    expect((await facts('takes medication')).facts).toEqual([]);
    expect((await client.call('codex.inbox', page)).total).toBe(1);
    await expect(client.call('codex.undo', { seq })).rejects.toMatchObject({ code: 'fact.not-found' });
  });

  it('refuses a fact that links somebody to themselves', async () => {
    const me = { kind: 'entity' as const, id: EntityId.parse('me') };
    await expect(
      opened.client.call('codex.add', { subject: me, relation: 'partner', object: me }),
    ).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('corrects, ends, retracts and adds by hand, each of which can be undone', async () => {
    const { client } = opened;
    const [porto] = (await facts('lives in')).facts;
    if (!porto) throw new Error('no fact');
    const name = (text: string) => ({ kind: 'name' as const, name: text });
    const corrected = await client.call('codex.correct', { id: porto.id, object: name('Braga') });
    expect((await facts('lives in')).facts.map(short)).toEqual(['Braga active 2023-05-01 undefined']);
    await client.call('codex.undo', { seq: corrected.seq });
    expect((await facts('lives in')).facts.map(nameOf)).toEqual(['Porto']);

    const at = { at: '2024-01-01T00:00:00Z', precision: 'day' as const };
    const ended = await client.call('codex.end', { id: porto.id, at });
    expect((await facts('lives in')).facts).toEqual([]);
    await client.call('codex.undo', { seq: ended.seq });

    const retracted = await client.call('codex.retract', { id: porto.id });
    expect((await facts('lives in')).facts.map(short)).toEqual(['Lisbon active 2023-01-05 undefined']);
    await client.call('codex.undo', { seq: retracted.seq });
    expect((await facts('lives in')).facts.map(nameOf)).toEqual(['Porto']);

    const me = { kind: 'entity' as const, id: porto.subject.id };
    const added = await client.call('codex.add', { subject: me, relation: 'likes', object: name('chess') });
    expect((await facts('likes')).facts.map(({ id }) => id)).toEqual([added.id]);
    await client.call('codex.undo', { seq: added.seq });
    expect((await facts('likes')).facts).toEqual([]);
  });

  it('says what was known on an earlier day', async () => {
    const now = new Date();
    const [porto] = (await facts('lives in')).facts;
    if (!porto) throw new Error('no fact');
    await new Promise((resolve) => setImmediate(resolve));
    const knownAt = new Date(Math.max(now.getTime(), Date.parse(porto.knownFrom))).toISOString();
    const { seq } = await opened.client.call('codex.correct', {
      id: porto.id,
      object: { kind: 'name', name: 'Braga' },
    });
    const then = await facts('lives in', { knownAt, validAt: '2024-01-01T00:00:00Z' });
    expect(then.facts.map(nameOf)).toEqual(['Porto']);
    await opened.client.call('codex.undo', { seq });
  });

  it('merges two names of one person, splits them again, and undoes both', async () => {
    const { client } = opened;
    const name = (text: string) => ({ kind: 'name' as const, name: text, type: 'person' as const });
    const place = { kind: 'name' as const, name: 'Bergen' };
    await client.call('codex.add', { subject: name('Mirabel'), relation: 'grew up in', object: place });
    const [mira] = (await client.call('codex.entities', { query: 'mira', limit: 9, offset: 0 })).entities.filter(
      (entity) => entity.name === 'Mira',
    );
    const [mirabel] = (await client.call('codex.entities', { query: 'mirabel', limit: 9, offset: 0 })).entities;
    if (!mira || !mirabel) throw new Error('no entities');
    const merged = await client.call('codex.merge', { from: mirabel.id, into: mira.id });
    expect((await facts('grew up in', { subject: 'Mirabel' })).subject?.name).toBe('Mira');
    expect((await facts('grew up in', { subject: 'Mira' })).facts.map(nameOf)).toEqual(['Bergen']);
    await expect(client.call('codex.merge', { from: mira.id, into: mirabel.id })).rejects.toMatchObject({
      code: 'entity.circular',
    });
    const [bergen] = (await facts('grew up in', { subject: 'Mira' })).facts;
    if (!bergen) throw new Error('no fact');
    const split = await client.call('codex.split', { id: mira.id, revisionIds: [bergen.id], name: 'Mira B' });
    expect((await facts('grew up in', { subject: 'Mira B' })).facts.map(nameOf)).toEqual(['Bergen']);
    expect((await facts('grew up in', { subject: 'Mira' })).facts).toEqual([]);
    await client.call('codex.undo', { seq: split.seq });
    await client.call('codex.undo', { seq: merged.seq });
    expect((await facts('grew up in', { subject: 'Mira' })).facts).toEqual([]);
    expect((await facts('grew up in', { subject: 'Mirabel' })).facts.map(nameOf)).toEqual(['Bergen']);
  });

  it('keeps a friend and a cousin of one name apart, and knows each again', async () => {
    await importLines(opened.client, folder, [
      { id: 's1', conversation: 's1', at: '2024-01-01T10:00:00Z', text: 'My friend Samuel lives in Bergen.' },
      { id: 's2', conversation: 's2', at: '2024-01-02T10:00:00Z', text: 'My cousin Samuel lives in Malmö.' },
      { id: 's3', conversation: 's3', at: '2024-01-03T10:00:00Z', text: 'My cousin Samuel works at Zeta.' },
    ]);
    await opened.client.call('codex.settle', {});
    const page = { query: 'samuel', limit: 9, offset: 0 };
    const { entities } = await opened.client.call('codex.entities', page);
    const told = await Promise.all(
      entities.map(async ({ id }) =>
        (await opened.client.call('codex.facts', { subject: id })).facts.map(nameOf).sort(),
      ),
    );
    expect(told.sort()).toEqual([['Bergen'], ['Malmö', 'Zeta']]);
  });

  it('finds turns through facts that share no word with the question', async () => {
    const found = await opened.client.call('memory.recall', { query: 'Who is my employer?', legs: ['graph'] });
    expect(found.results.map(({ turns }) => turns[0])).toContain('lisbon');
    const off = await opened.client.call('memory.recall', { query: 'Who is my employer?', noLegs: ['graph'] });
    const trace = await opened.client.call('traces.get', { id: off.traceId });
    expect(trace.legs.find(({ leg }) => leg === 'graph')?.outcome).toBe('disabled');
  });

  it('marks a turn whose fact of the question was replaced, with its interval', async () => {
    const query = 'Where do I live?';
    const { results } = await opened.client.call('memory.recall', { query });
    const of = (id: string) => results.find(({ turns }) => turns[0] === id);
    expect([of('lisbon')?.status, of('lisbon')?.validTo?.slice(0, 10), of('porto')?.status]).toEqual([
      'superseded',
      '2023-05-01',
      'active',
    ]);
    const without = await opened.client.call('memory.recall', { query, noLegs: ['graph'] });
    const scoreIn = (list: typeof results, id: string) => list.find(({ turns }) => turns[0] === id)?.score ?? 0;
    const lead = (list: typeof results) => scoreIn(list, 'porto') - scoreIn(list, 'lisbon');
    expect(lead(results)).toBeGreaterThan(lead(without.results));
    const then = await opened.client.call('memory.recall', { query, asOf: '2023-02-01T00:00:00Z' });
    expect(then.results.find(({ turns }) => turns[0] === 'lisbon')?.status).toBe('active');
  });

  it('comes out the same from the journal alone, and reads no turn twice', async () => {
    expect(await opened.client.call('codex.settle', {})).toEqual({ read: 0, claims: 0, held: 0, rejected: {} });
    const report = await examine(opened.client, { shouldRebuild: true });
    expect(report.problems).toEqual([]);
  });

  it('does not ask again about the same words in another conversation, whichever way it was decided', async () => {
    const { client } = opened;
    const page = { limit: 20, offset: 0 };
    const ids = (await client.call('codex.inbox', page)).items.map(({ id }) => id);
    const say = async (id: string) => {
      await importLines(client, folder, [
        { id, conversation: id, at: '2023-09-02T10:00:00Z', text: 'I take metformin.' },
      ]);
      await client.call('codex.settle', {});
    };
    const no = await client.call('codex.decide', { ids, decision: 'reject' });
    await say('pills-2');
    expect([(await client.call('codex.inbox', page)).total, (await facts('takes medication')).facts]).toEqual([0, []]);
    await client.call('codex.undo', { seq: no.seq });

    const yes = await client.call('codex.decide', { ids, decision: 'accept' });
    await say('pills-3');
    expect((await client.call('codex.inbox', page)).total).toBe(0);
    expect((await facts('takes medication')).facts.map(({ evidence }) => evidence.length)).toEqual([2]);
    await client.call('codex.undo', { seq: yes.seq });
  });
});
