import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../main/contract/errors.ts';
import type { ConversationId, SpaceId, TurnId } from '../../main/contract/ids.ts';
import { createHashInference } from './hash-inference.ts';
import { makeJsonl } from './make-turns.ts';
import { type Folder, makeFolder, type Opened, openFolder, repository } from './open-folder.ts';
import { importLines, importPath, openReal, shared, sum } from './real-folder.ts';

const sharedExports = join(shared, 'data/exports');
if (!existsSync(sharedExports)) console.warn(`SKIPPED: no shared exports in ${sharedExports}; set PALIMPSEST_SHARED`);

function listFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|zip|jsonl)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
const FILES = [...listFiles(join(repository, 'test/fixtures/exports')), ...listFiles(sharedExports)];

const page = { limit: 500, offset: 0 };
let folder: Folder;
let opened: Opened;
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openReal(join(folder.path, 'data'));
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** A ChatGPT conversation of these nodes, each `[id, parent, text]`. */
function chatgpt(id: string, current: string, nodes: readonly (readonly [string, string | null, string])[]) {
  const mapping = nodes.map(([node, parent, text], n) => [
    node,
    {
      id: node,
      parent,
      children: nodes.filter(([, p]) => p === node).map(([child]) => child),
      message: {
        id: node,
        author: { role: n % 2 === 0 ? 'user' : 'assistant' },
        create_time: 1_700_000_000 + n,
        content: { content_type: 'text', parts: [text] },
      },
    },
  ]);
  return {
    id,
    conversation_id: id,
    title: id,
    create_time: 1_700_000_000,
    current_node: current,
    mapping: Object.fromEntries(mapping),
  };
}

describe('importing every export there is', () => {
  it('adds up, does what its dry run said, and adds nothing the second time', async () => {
    const { client } = opened;
    let imported = 0;
    for (const path of FILES) {
      const dry = await importPath(client, path, { isDryRun: true }).catch((error: unknown) => error);
      if (dry instanceof AppError) {
        expect([basename(path), dry.code]).toEqual([basename(path), expect.stringMatching(/^import\./)]);
        await expect(importPath(client, path)).rejects.toMatchObject({ code: dry.code });
        continue;
      }
      const real = await importPath(client, path);
      const same = ({ ms: _, isDryRun: __, pendingVectors: ___, ...rest }: typeof real) => rest;
      expect([basename(path), same(real)]).toEqual([basename(path), same(dry as typeof real)]);
      expect([basename(path), real.read]).toEqual([basename(path), real.imported + sum(real.skipped)]);
      const again = await importPath(client, path);
      expect([basename(path), again.imported, again.read, again.skipped.duplicate ?? 0]).toEqual([
        basename(path),
        0,
        real.read,
        real.imported + (real.skipped.duplicate ?? 0),
      ]);
      expect(real.pendingVectors).toBe(0);
      imported += real.imported;
    }
    expect((await client.call('app.status', {})).index).toEqual({
      turns: expect.any(Number),
      passages: 0,
      pending: 0,
      isIndexing: false,
    });
    expect(imported).toBeGreaterThan(20);
  });
});

describe('importing a conversation with branches', () => {
  const nodes = [
    ['q', null, 'Where shall we go?'],
    ['a1', 'q', 'To the sea.'],
    ['q2', 'a1', 'Which sea?'],
    ['a2', 'q', 'To the mountains.'],
  ] as const;

  it('shows the active path, keeps the others as siblings, and leaves a later choice alone', async () => {
    const { client } = opened;
    const path = join(folder.path, 'branches.json');
    await writeFile(path, JSON.stringify([chatgpt('branchy', 'q2', nodes)]));
    expect((await importPath(client, path)).imported).toBe(4);
    const id = 'branchy' as ConversationId;
    const texts = async () => (await client.call('conversations.turns', { id, ...page })).turns.map(({ text }) => text);
    expect(await texts()).toEqual(['Where shall we go?', 'To the sea.', 'Which sea?']);

    const { turns } = await client.call('conversations.turns', { id, ...page });
    const other = turns[1]?.siblings.find((turn) => turn !== turns[1]?.id) as TurnId;
    expect(turns[1]?.siblings).toHaveLength(2);
    await client.call('conversations.chooseBranch', { id, turnId: other });
    expect(await texts()).toEqual(['Where shall we go?', 'To the mountains.']);
    expect((await importPath(client, path)).imported).toBe(0);
    expect(await texts()).toEqual(['Where shall we go?', 'To the mountains.']);
    await client.call('conversations.chooseBranch', { id, turnId: turns[1]?.id as TurnId });
    expect(await texts()).toEqual(['Where shall we go?', 'To the sea.', 'Which sea?']);
  });
});

describe('stopping an import', () => {
  it('keeps what was acknowledged, says so in a report that adds up, and a second run adds the rest', async () => {
    await using own = await makeFolder();
    await using one = await openFolder(join(own.path, 'data'), { inference: createHashInference() });
    const path = join(own.path, 'long.jsonl');
    await writeFile(path, makeJsonl({ turns: 2_000, seed: 5, prefix: 'k' }));
    const stop = new AbortController();
    let acked = 0;
    const input = { files: [{ path }], format: 'jsonl' as const, isDryRun: false, shouldWait: true };
    const first = await one.client.stream('imports.run', input, {
      signal: stop.signal,
      onChunk: (chunk) => {
        if (chunk.kind === 'acked') acked = chunk.n;
        if (chunk.kind === 'acked' && chunk.n >= 512) stop.abort();
      },
    });
    expect(first).toMatchObject({ isCancelled: true, read: first.imported + sum(first.skipped) });
    expect(first.imported).toBeGreaterThanOrEqual(acked);
    expect(first.imported).toBeLessThan(2_000);

    const second = await importPath(one.client, path);
    expect(second).toMatchObject({
      isCancelled: false,
      read: 2_000,
      imported: 2_000 - first.imported,
      skipped: { duplicate: first.imported },
      pendingVectors: 0,
    });
    expect((await one.client.call('app.status', {})).index.turns).toBe(2_000);
  });
});

describe('importing turns that were written to do harm', () => {
  it('makes no ring of them, keeps ids that the contract takes, and still answers', async () => {
    const { client } = opened;
    const long = 'x'.repeat(2_000);
    const { imported } = await importLines(client, folder, [
      { id: 'r1', conversation: 'ring', parent: 'r2', text: 'Ring one' },
      { id: 'r2', conversation: 'ring', parent: 'r1', text: 'Ring two' },
      { id: 'r3', conversation: 'ring', parent: 'r3', text: 'Ring three' },
      { id: long, conversation: long, space: long, text: 'Longitude' },
      { id: 'nul', conversation: 'ring', text: 'Nul \u0000 and half \ud83d a character' },
    ]);
    expect(imported).toBe(5);
    const id = 'ring' as ConversationId;
    const { turns } = await client.call('conversations.turns', { id, ...page });
    expect(turns.map(({ text }) => text)).toEqual([
      'Ring one',
      'Ring two',
      'Ring three',
      'Nul  and half \ufffd a character',
    ]);
    for (const turn of turns) await client.call('conversations.chooseBranch', { id, turnId: turn.id });
    const { items } = await client.call('conversations.list', { limit: 500, offset: 0 });
    const spaceId = items.find((item) => item.spaceId.startsWith('long-'))?.spaceId as SpaceId;
    expect((await client.call('memory.recall', { query: 'Longitude', spaceId })).results).toHaveLength(1);
  });

  it('reads times without a zone in the zone of the vault, and refuses a zone that there is not', async () => {
    const { client } = opened;
    await expect(client.call('settings.set', { zone: 'Mars/Olympus' })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await client.call('settings.set', { zone: 'Pacific/Kiritimati' });
    await importLines(client, folder, [
      { id: 'z1', conversation: 'zoned', at: '2024-07-01T12:00:00', text: 'Noon' },
      { id: 'z2', conversation: 'zoned', text: 'Later' },
      { id: 'z3', conversation: 'zoned', at: 'the day after', text: 'When?' },
    ]);
    const { turns } = await client.call('conversations.turns', { id: 'zoned' as ConversationId, ...page });
    expect(turns.map(({ at, isTimeInferred, zone }) => [at, isTimeInferred, zone])).toEqual([
      ['2024-06-30T22:00:00.000Z', false, 'Pacific/Kiritimati'],
      ['2024-06-30T22:00:00.000Z', true, 'Pacific/Kiritimati'],
      ['2024-06-30T22:00:00.000Z', true, 'Pacific/Kiritimati'],
    ]);
  });
});
