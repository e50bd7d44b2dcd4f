import { describe, expect, it } from 'vitest';
import type { Client } from '../../main/contract/index.ts';
import { examine, makeFolder, openFolder } from './open-folder.ts';

async function addFriends(client: Client): Promise<void> {
  const add = (name: string, relation: string, object: string) =>
    client.call('codex.add', {
      subject: { kind: 'name', name, type: 'person' },
      relation,
      object: { kind: 'name', name: object },
    });
  await add('Katerina', 'lives in', 'Porto');
  await client.call('codex.add', {
    subject: { kind: 'name', name: 'Katarina', type: 'person' },
    relation: 'works as',
    object: { kind: 'literal', text: 'nurse' },
  });
}

const plan = async (client: Client) => {
  await client.stream('workers.simulate', { workers: ['consolidation'], days: 0 }, { onChunk: () => undefined });
  return (await client.call('doubles.list', {})).proposals;
};

const factsOf = async (client: Client, subject: string) => (await client.call('codex.facts', { subject })).facts;

describe('the plan of merges', () => {
  it('is proposed with what is known of both, done when the user says so, and undone', async () => {
    await using folder = await makeFolder();
    await using opened = await openFolder(folder.path);
    const { client } = opened;
    await addFriends(client);

    const [proposal, ...more] = await plan(client);
    expect(more).toEqual([]);
    expect(proposal).toMatchObject({ why: 'spelling', isSure: false });
    expect([...(proposal?.fromFacts ?? []), ...(proposal?.intoFacts ?? [])].sort()).toEqual([
      'Katarina · works as · nurse',
      'Katerina · lives in · Porto',
    ]);

    const pair = { from: proposal?.from.id, into: proposal?.into.id } as { from: never; into: never };
    const { seqs } = await client.call('doubles.merge', { pairs: [pair] });
    expect(await factsOf(client, 'Katerina')).toHaveLength(2);
    expect(await factsOf(client, 'Katarina')).toHaveLength(2);
    expect(await plan(client)).toEqual([]);

    await client.call('codex.undo', { seq: seqs[0] ?? 0 });
    expect(await factsOf(client, 'Katerina')).toHaveLength(1);
    expect(await plan(client)).toHaveLength(1);
  });

  it('never asks again about two who are two, until the user takes that back; a rebuild knows it too', async () => {
    await using folder = await makeFolder();
    await using opened = await openFolder(folder.path);
    const { client } = opened;
    await addFriends(client);
    const [proposal] = await plan(client);
    const pairs = [{ from: proposal?.from.id, into: proposal?.into.id }] as never;
    await client.call('doubles.keepApart', { pairs, isApart: true });
    expect((await client.call('doubles.list', {})).proposals).toEqual([]);
    expect(await plan(client)).toEqual([]);
    const report = await examine(client, { shouldRebuild: true });
    expect(report.problems).toEqual([]);
    await client.call('doubles.keepApart', { pairs, isApart: false });
    expect(await plan(client)).toHaveLength(1);
  });

  it('does nothing about a pair that is not in it', async () => {
    await using folder = await makeFolder();
    await using opened = await openFolder(folder.path);
    const pairs = [{ from: 'x', into: 'y' }] as never;
    expect(await opened.client.call('doubles.merge', { pairs })).toEqual({ seqs: [] });
  });
});
