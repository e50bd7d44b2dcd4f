import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ME } from '../../main/contract/codex.ts';
import type { ConversationId, SpaceId, TurnId } from '../../main/contract/ids.ts';
import type { Client, ExportProgress, InputOf } from '../../main/contract/index.ts';
import { toStoredText } from '../../main/lib/text.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, importPath } from './real-folder.ts';

let folder: Folder;
let opened: Opened;

const SAID = [
  {
    id: 'a1',
    conversation: 'trip',
    speaker: 'Ada',
    text: 'Where shall we go?',
    at: '2024-05-01T09:30:00+02:00',
    session: 's1',
  },
  {
    id: 'a2',
    conversation: 'trip',
    speaker: 'Assistant',
    role: 'assistant',
    text: 'To Lisbon.\n\n# Not a heading',
    parent: 'a1',
  },
  {
    id: 'a3',
    conversation: 'trip',
    speaker: 'Assistant',
    role: 'assistant',
    text: 'To Porto. 🚂',
    at: '2024-05-01T09:32:00Z',
    parent: 'a1',
  },
  {
    id: 'a4',
    conversation: 'trip',
    speaker: 'Ada',
    text: 'Porto then, 日本 later',
    at: '2024-05-02T08:00:00.123Z',
    parent: 'a3',
  },
  { id: 'a0', conversation: 'trip', speaker: 'setup', role: 'system', text: 'Be kind.', at: '2024-05-02T08:01:00Z' },
  {
    id: 'a5',
    conversation: 'trip',
    speaker: 'Ada',
    text: 'Or Lisbon?',
    at: '2024-05-02T08:02:00Z',
    parent: 'a2',
    caption: 'a map',
  },
  {
    id: 'b1',
    conversation: 'work',
    speaker: 'Ben',
    role: 'other',
    text: '=cmd',
    at: '2023-01-02T03:04:05Z',
    space: 'office',
  },
  { id: 'b2', conversation: 'work', speaker: 'Ada', text: 'Noted.', at: '2023-01-02T03:05:05Z', space: 'office' },
];

beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  const { client } = opened;
  await importLines(client, folder, SAID, { shouldWait: false });
  await client.call('conversations.rename', { id: 'trip' as ConversationId, title: 'A *trip*' });
  await client.call('conversations.chooseBranch', { id: 'trip' as ConversationId, turnId: 'a4' as TurnId });
  await client.call('consent.set', { conversationId: 'office/work' as ConversationId, isSaving: false });
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function run(client: Client, over: Partial<InputOf<'exports.run'>>, signal?: AbortSignal) {
  const chunks: ExportProgress[] = [];
  const input = { format: 'jsonl' as const, path: null, isOverwriting: false, ...over };
  const report = await client.stream('exports.run', input, { onChunk: (chunk) => chunks.push(chunk), signal });
  return { report, text: chunks.flatMap((chunk) => (chunk.kind === 'text' ? chunk.text : [])).join(''), chunks };
}

const said = fc.record({
  up: fc.nat(6),
  isRoot: fc.boolean(),
  role: fc.constantFrom('user', 'assistant', 'other'),
  words: fc.string({ unit: 'binary', maxLength: 30 }).map((raw) => toStoredText(raw).text),
  at: fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 }), { nil: null }),
  isInferred: fc.boolean(),
  isHidden: fc.boolean(),
  isUnsaved: fc.boolean(),
});

/** Our own lines of conversations of all shapes, one of them longer than a batch of the import. */
function makeHistory(): string {
  const short = fc.sample(fc.array(said, { minLength: 1, maxLength: 9 }), { numRuns: 60, seed: 7 });
  const long = fc.sample(said, { numRuns: 600, seed: 11 });
  return [...short, long]
    .flatMap((turns, c) => {
      const id = (n: number): string => `c${c}-t${n}`;
      const shown = turns.map((_, n) => n).filter((n) => !turns[n]?.isHidden);
      const leaf = shown[Math.floor(shown.length / 3)];
      return turns.map((turn, n) => {
        const about = {
          title: c % 3 === 0 ? null : turn.words,
          source: 'palimpsest',
          startedAt: null,
          spaceName: `Space ${c % 2}`,
        };
        return `${JSON.stringify({
          ...{
            conversation: `c${c}`,
            id: id(n),
            parent: n === 0 || turn.isRoot ? null : id(Math.max(0, n - 1 - turn.up)),
          },
          ...{ session: c % 2 === 0 ? null : `s${c}`, speaker: turn.role, role: turn.role },
          ...{
            at: turn.at === null ? null : new Date(turn.at).toISOString(),
            text: turn.words,
            space: `space-${c % 2}`,
          },
          palimpsest: {
            ...{ v: 1, zone: n % 2 === 0 ? 'Asia/Tokyo' : 'UTC' },
            ...(turn.isInferred ? { isTimeInferred: true } : {}),
            ...(turn.isHidden ? { isHidden: true } : {}),
            ...(turn.isUnsaved ? { isUnsaved: true } : {}),
            ...(n === 0 ? { conversation: about } : {}),
            ...(n === turns.length - 1 && leaf !== undefined ? { activeLeaf: id(leaf) } : {}),
          },
        })}\n`;
      });
    })
    .join('');
}

describe('exports.run', () => {
  it('reads back as it was: the same ids, words, times, order, branches and spaces, and a second export is the same bytes', async () => {
    const path = join(folder.path, 'history.jsonl');
    const { report } = await run(opened.client, { path });
    expect(report).toMatchObject({ path, turns: 8, conversations: 2 });
    const other = await openFolder(join(folder.path, 'other'), { inference: createHashInference() });
    try {
      const back = await importPath(other.client, path, { shouldWait: false });
      expect(back).toMatchObject({ read: 8, imported: 8, skipped: {} });
      const again = await run(other.client, {});
      expect(again.text).toBe(await readFile(path, 'utf8'));
      const page = { id: 'trip' as ConversationId, limit: 50, offset: 0 };
      const { turns } = await other.client.call('conversations.turns', page);
      expect(turns).toEqual((await opened.client.call('conversations.turns', page)).turns);
      expect(turns.map(({ id }) => id)).toEqual(['a1', 'a3', 'a4']);
      expect((await other.client.call('conversations.get', { id: page.id })).title).toBe('A *trip*');
      expect((await importPath(other.client, path, { shouldWait: false })).skipped).toEqual({ duplicate: 8 });
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });

  it('writes any history as it was read, over many batches: trees with several beginnings, hidden and unsaved turns, no times', async () => {
    const text = makeHistory();
    const path = join(folder.path, 'any.jsonl');
    await writeFile(path, text);
    const any = await openFolder(join(folder.path, 'any'), { inference: createHashInference() });
    try {
      const lines = text.trimEnd().split('\n');
      const report = await importPath(any.client, path, { shouldWait: false });
      expect(report).toMatchObject({ imported: lines.length, skipped: {} });
      expect((await run(any.client, {})).text.split('\n')).toEqual(text.split('\n'));
    } finally {
      await any[Symbol.asyncDispose]();
    }
  });

  it('marks what was said where saving is off, and leaves out what was removed', async () => {
    const { client } = opened;
    const office = await run(client, { spaceId: 'office' as SpaceId });
    const lines = office.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id, palimpsest }) => [id, palimpsest.isUnsaved])).toEqual([
      ['b1', true],
      ['b2', true],
    ]);
    const id = 'office/work' as ConversationId;
    await client.call('conversations.remove', { id });
    expect((await run(client, { spaceId: 'office' as SpaceId })).text).toBe('');
    await expect(run(client, { conversationId: id })).rejects.toMatchObject({ code: 'conversation.not-found' });
    await client.call('conversations.restore', { id });
  });

  it('writes the branch that is shown as a document to read', async () => {
    const { text } = await run(opened.client, { format: 'md' });
    expect(text).toContain('## A \\*trip\\*');
    expect(text).toContain('> Porto then, 日本 later');
    expect(text).not.toContain('Lisbon');
    expect(text).not.toContain('Be kind');
    expect(text).toContain('not saved to memory');
    expect(text.indexOf('> =cmd')).toBeLessThan(text.indexOf('Porto'));
  });

  it('writes conversations.json with every branch, which the import reads', async () => {
    const path = join(folder.path, 'conversations.json');
    await run(opened.client, { format: 'chatgpt', path });
    const [trip] = JSON.parse(await readFile(path, 'utf8'));
    expect(trip.current_node).toBe('a4');
    expect(trip.mapping.a1.children).toEqual(['a2', 'a3']);
    expect(trip.mapping.a5.parent).toBe('a2');
    const report = await importPath(opened.client, path, { isDryRun: true });
    expect(report).toMatchObject({ read: 8, imported: 7, files: [{ format: 'chatgpt' }] });
  });

  it('writes everything as one JSON document, and facts as a table', async () => {
    const { text } = await run(opened.client, { format: 'json' });
    const all = JSON.parse(text);
    expect(Object.keys(all)).toEqual([
      ...['format', 'version', 'exportedAt', 'zone', 'spaces', 'conversations', 'facts', 'procedures', 'slots'],
      ...['documents', 'summaries', 'topics'],
    ]);
    expect(all.conversations.map(({ turns }: { turns: readonly unknown[] }) => turns.length)).toEqual([6, 2]);
    const part = JSON.parse((await run(opened.client, { format: 'json', from: '2024-05-02T00:00:00Z' })).text);
    expect(part.conversations[0].turns.length).toBe(3);
  });

  it('writes every fact with both clocks, in a table that no spreadsheet runs', async () => {
    const { client } = opened;
    const { relations } = await client.call('codex.relations', {});
    const relation = relations.find(({ object }) => object.includes('text'))?.name ?? '';
    const text = '=HYPERLINK("http://example.invalid")';
    const { id } = await client.call('codex.add', {
      ...{ subject: { kind: 'entity', id: ME }, relation, object: { kind: 'literal', text } },
    });
    await client.call('codex.retract', { id });
    const { text: csv, report } = await run(client, { format: 'csv' });
    expect(csv).toMatch(/^id,space,subject,relation,.*\r\n/);
    expect(csv).toContain(`"'=HYPERLINK(""http://example.invalid"")"`);
    expect(report.facts).toBeGreaterThan(0);
    const { facts } = JSON.parse((await run(client, { format: 'json' })).text);
    expect(facts.length).toBe(report.facts);
    expect(facts.find((fact: { readonly relation: string }) => fact.relation === relation)).toMatchObject({
      ...{ status: 'retracted', object: { text } },
    });
  });

  it('stops when told to, without a file, and never overwrites one unasked', async () => {
    const stop = new AbortController();
    stop.abort();
    const path = join(folder.path, 'stopped.jsonl');
    await expect(run(opened.client, { path }, stop.signal)).rejects.toMatchObject({ code: 'request.aborted' });
    expect((await readdir(folder.path)).filter((name) => name.includes('stopped'))).toEqual([]);
    await writeFile(path, 'mine');
    await expect(run(opened.client, { path })).rejects.toMatchObject({ code: 'export.exists' });
    expect(await readFile(path, 'utf8')).toBe('mine');
    expect((await run(opened.client, { path, isOverwriting: true })).report.turns).toBe(8);
  });
});
