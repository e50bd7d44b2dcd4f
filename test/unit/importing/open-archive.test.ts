import { describe, expect, it } from 'vitest';
import { makeChatgpt, makeClaude, makeClaudeMessage, makeMessage, makeNode } from './chat-builders.ts';
import { codeOf, fixture, readAll, readContent } from './read-helpers.ts';
import { makeZip } from './zip-builder.ts';

const shard = (id: string) =>
  JSON.stringify([makeChatgpt([makeNode('u', null, makeMessage(`said in ${id}`))], { conversation_id: id })]);

describe('importing/open-archive', () => {
  it('reads shards in the order of their names and hands on overlaps', async () => {
    const zip = makeZip([
      { name: 'conversations-001.json', content: shard('second') },
      { name: 'conversations-000.json', content: shard('first') },
      { name: 'user.json', content: '{"id":"u"}' },
      { name: 'file-A.dat', content: shard('not text') },
    ]);

    expect((await readContent(zip)).conversations.map(({ originId }) => originId)).toEqual(['first', 'second']);
    expect(
      (await readAll(fixture('chatgpt_sharded.zip'))).conversations.map(({ originId }) => originId.slice(-1)),
    ).toEqual([...'12334']);
  });

  it('knows a Claude archive without users.json, and counts projects and memories', async () => {
    const zip = makeZip([
      { name: 'conversations.json', content: JSON.stringify([makeClaude([makeClaudeMessage('m', { text: 'hi' })])]) },
      { name: 'projects/p1.json', content: '{"uuid":"p1","name":"Home","prompt_template":"","docs":[]}' },
      { name: 'memories.json', content: '{"conversations_memory":"User is a nurse.","project_memories":{}}' },
    ]);
    const { conversations, skipped } = await readContent(zip);

    expect([conversations.map(({ source }) => source), skipped]).toEqual([['claude'], { project: 1, memory: 1 }]);
  });

  it('reads lines from an archive, but not lines that a user attached to a chat', async () => {
    const lines = { name: 'file-A.jsonl', content: '{"conversation":"c","speaker":"Ana","text":"attached"}\n' };

    expect((await readContent(makeZip([lines]))).turns).toHaveLength(1);
    expect((await readContent(makeZip([lines, { name: 'a.json', content: shard('a') }]))).turns).toMatchObject([
      { text: 'said in a' },
    ]);
  });

  it('reads only the named format from an archive', async () => {
    const zip = makeZip([{ name: 'a.json', content: shard('a') }]);

    expect((await readContent(zip, { format: 'chatgpt' })).turns).toHaveLength(1);
    expect(await codeOf(readContent(zip, { format: 'claude' }))).toBe('import.unknown-format');
  });

  it('refuses names that lead out, links, locked entries and repeated names, and reads the rest', async () => {
    const zip = makeZip([
      { name: 'a.json', content: shard('good') },
      { name: 'a.json', content: shard('again') },
      { name: '../evil.json', content: shard('evil') },
      { name: '/etc/evil.json', content: shard('evil') },
      { name: 'C:/evil.json', content: shard('evil') },
      { name: 'x\\..\\evil.json', content: shard('evil') },
      { name: 'nul\u0000.json', content: shard('evil') },
      { name: 'link.json', content: '/etc/passwd', isSymlink: true },
      { name: 'locked.json', content: shard('locked'), isEncrypted: true },
      { name: 'inner.zip', content: makeZip([{ name: 'b.json', content: shard('inner') }]) },
    ]);
    const { conversations, skipped, notes } = await readContent(zip);

    expect(conversations.map(({ originId }) => originId)).toEqual(['good']);
    expect(skipped).toEqual({ 'duplicate-entry': 1, 'unsafe-entry': 6, 'encrypted-entry': 1 });
    expect(notes).toEqual({ 'nested-archive': 1 });
  });

  it('refuses bombs by what they claim and by what they do', async () => {
    const limits = { bombBytes: 10_000, bombRatio: 50 };
    const bomb = { name: 'bomb.json', content: `[${' '.repeat(1_000_000)}]` };
    const good = { name: 'good.json', content: shard('good') };

    expect((await readContent(makeZip([bomb, good]), { limits })).skipped).toEqual({ 'archive-bomb': 1 });
    expect(await codeOf(readContent(makeZip([bomb]), { limits }))).toBe('import.too-large');
    expect(await codeOf(readContent(makeZip([good]), { limits: { archiveBytes: 10 } }))).toBe('import.too-large');
    expect(await codeOf(readContent(makeZip([good, bomb]), { limits: { archiveEntries: 1 } }))).toBe(
      'import.too-large',
    );
    // It claims ten bytes and unpacks to more: the library stops it, and it counts as broken off.
    const liar = { name: 'liar.json', content: shard('liar'), claimedBytes: 10 };
    expect((await readContent(makeZip([good, liar]))).skipped).toEqual({ truncated: 1 });
  });

  it('keeps what it read of a damaged entry and goes on with the next', async () => {
    const chats = JSON.stringify(
      Array.from({ length: 3000 }, (_, i) =>
        makeChatgpt([makeNode('u', null, makeMessage(`turn ${i} ${Math.sin(i)}`))], { conversation_id: `c${i}` }),
      ),
    );
    const damage = (packed: Buffer) => packed.fill(0xff, Math.floor(packed.byteLength * 0.9));
    const zip = makeZip([
      { name: 'a.json', content: chats, damage },
      { name: 'b.json', content: shard('good') },
    ]);
    const { conversations, skipped } = await readContent(zip);

    expect(conversations.length).toBeGreaterThan(1000);
    expect(conversations.at(-1)?.originId).toBe('good');
    expect(skipped).toEqual({ truncated: 1 });
  });

  it('notices content that is not what was packed, though it still reads', async () => {
    const zip = makeZip([{ name: 'a.json', content: shard('a'), claimedCrc: 1 }]);

    expect((await readContent(zip)).skipped).toEqual({ truncated: 1 });
  });

  it('says what is wrong with an archive that gives nothing', async () => {
    const good = makeZip([{ name: 'a.json', content: shard('a') }]);
    const cut = good.subarray(0, good.byteLength - 30);
    const locked = makeZip([{ name: 'a.json', content: shard('a'), isEncrypted: true }]);
    const broken = makeZip([{ name: 'a.json', content: shard('a'), damage: (packed) => packed.fill(0xff) }]);

    expect(await codeOf(readContent(cut))).toBe('import.unreadable');
    expect(await codeOf(readContent(locked))).toBe('import.unreadable');
    expect(await codeOf(readContent(broken))).toBe('import.unreadable');
    expect(await codeOf(readContent(makeZip([])))).toBe('import.unknown-format');
    expect(await codeOf(readContent(makeZip([{ name: 'photo.png', content: 'x' }])))).toBe('import.unknown-format');
  });
});
