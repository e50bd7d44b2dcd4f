import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TurnId } from '../../main/contract/ids.ts';
import type { Client, ForgetSelection } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { DIARY_LINES } from './made-diary.ts';
import { examine, makeFolder, openFolder } from './open-folder.ts';
import { importLines } from './real-folder.ts';

async function forget(client: Client, selection: ForgetSelection): Promise<number> {
  const choice = { selection, isWithRepeats: false, except: [] };
  const { fingerprint } = await client.call('forget.preview', choice);
  const receipt = await client.stream(
    'forget.run',
    { ...choice, fingerprint, graceSeconds: 0 },
    { onChunk: () => undefined },
  );
  return receipt.scan.found;
}

async function turnsSaying(client: Client, query: string): Promise<readonly TurnId[]> {
  const { results } = await client.call('memory.recall', { query, k: 3 });
  return results.flatMap(({ turns }) => turns);
}

const QUESTIONS = ['What did the vet give Basil?', 'Who leads the choir?', 'What did the bakery bring in?'];

it('leaves tables that a replay makes too, and a memory that a new start reads too', async () => {
  await using folder = await makeFolder();
  const data = join(folder.path, 'data');
  const inference = createHashInference();
  const answers: (readonly (readonly TurnId[])[])[] = [];
  {
    await using opened = await openFolder(data, { inference });
    const { client } = opened;
    await importLines(client, folder, DIARY_LINES);
    await client.call('codex.settle', {});
    await client.stream('workers.simulate', { workers: 'all', days: 40 }, { onChunk: () => undefined });
    for (const text of QUESTIONS) await client.stream('chat.ask', { text }, { onChunk: () => undefined });

    const [turn] = await turnsSaying(client, 'A swarm of bees settled in our plum tree');
    const [part] = await turnsSaying(client, 'My left knee gave way on the stairs');
    const [told] = await turnsSaying(client, 'Our conductor Mirjam quit after eleven years');
    if (turn === undefined || part === undefined || told === undefined) throw new Error('the diary is not found');
    const { conversationId } = (await client.call('turns.get', { id: told, around: 0 })).turn;
    const selections: readonly ForgetSelection[] = [
      { kind: 'turns', turnIds: [turn] },
      { kind: 'text', turnId: part, from: 0, to: 12 },
      { kind: 'conversation', conversationIds: [conversationId] },
      { kind: 'about', words: 'Basil', spaceId: null },
    ];
    for (const selection of selections) expect(await forget(client, selection), selection.kind).toBe(0);

    await importLines(client, folder, DIARY_LINES);
    await client.stream('workers.simulate', { workers: 'all', days: 40 }, { onChunk: () => undefined });
    const { jobs } = await client.call('workers.history', { limit: 200 });
    expect(jobs.filter(({ state }) => state === 'failed' || state === 'dead')).toEqual([]);
    for (const query of QUESTIONS) answers.push([await turnsSaying(client, query)]);
    const report = await examine(client, { shouldRebuild: true });
    expect(report.problems).toEqual([]);
    expect(report.counts.erased).toBeGreaterThan(0);
  }
  await using again = await openFolder(data, { inference });
  for (const [n, query] of QUESTIONS.entries()) expect([await turnsSaying(again.client, query)]).toEqual(answers[n]);
}, 600_000);
