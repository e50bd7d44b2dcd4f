import { describe, expect, it } from 'vitest';
import { JsonlReader } from '../../../main/importing/formats/jsonl.ts';
import { DEFAULT_LIMITS, type ImportItem } from '../../../main/importing/import-item.ts';

function readLines(bytes: string | Uint8Array, { chunkBytes = 1000, lineBytes = DEFAULT_LIMITS.lineBytes } = {}) {
  const reader = new JsonlReader({ ...DEFAULT_LIMITS, lineBytes });
  const all = Buffer.from(bytes);
  const items: ImportItem[] = [];
  for (let at = 0; at < all.byteLength; at += chunkBytes)
    items.push(...reader.write(all.subarray(at, at + chunkBytes)));
  return [...items, ...reader.end()];
}
const line = (more: object) => `${JSON.stringify({ conversation: 'c', speaker: 'Ana', text: 'hi', ...more })}\n`;
const turnsOf = (items: readonly ImportItem[]) => items.flatMap((item) => (item.kind === 'turn' ? [item] : []));
const skipsOf = (items: readonly ImportItem[]) =>
  items.flatMap((item) => (item.kind === 'skipped' ? [`${item.where}: ${item.reason}`] : []));

describe('importing/jsonl', () => {
  it('reads every field of the contract', () => {
    const more = { session: 's1', role: 'user', at: '2026-01-02T03:04:05Z', id: 't2', parent: 't1', space: 'work' };

    expect(
      readLines(line({ ...more, caption: 'a dog', attachments: [{ kind: 'file', name: 'a.txt', text: 'x' }] })),
    ).toEqual([
      {
        kind: 'turn',
        source: 'jsonl',
        conversationOriginId: 'c',
        line: 1,
        turn: {
          originId: 't2',
          parentOriginId: 't1',
          key: 't2',
          role: 'user',
          speaker: 'Ana',
          text: 'hi',
          at: '2026-01-02T03:04:05.000Z',
          localTime: null,
          session: 's1',
          space: 'work',
          attachments: [
            { kind: 'file', name: 'a.txt', caption: null, text: 'x' },
            { kind: 'image', name: null, caption: 'a dog', text: null },
          ],
          isOnActivePath: true,
          isHidden: false,
          nulCount: 0,
        },
      },
    ]);
  });

  it('leaves a missing role open, and a time without a zone to the vault', () => {
    const [item] = turnsOf(readLines(line({ at: '2026-01-02 03:04', conversation: 7, session: 3 })));

    expect(item).toMatchObject({
      conversationOriginId: '7',
      turn: { role: null, at: null, localTime: '2026-01-02T03:04:00', session: '3', originId: null },
    });
  });

  it('knows the usual names of roles and hides system text', () => {
    const roles = ['user', 'Human', 'assistant', 'ai', 'system', 'tool', 'narrator'];
    const read = turnsOf(readLines(roles.map((role) => line({ role })).join('')));

    expect(read.map(({ turn }) => [turn.role, turn.isHidden])).toEqual([
      ['user', false],
      ['user', false],
      ['assistant', false],
      ['assistant', false],
      ['system', true],
      ['system', true],
      ['other', false],
    ]);
  });

  it('counts each line that is no turn, with its number, and reads the others', () => {
    const lines = [
      line({}),
      '\n',
      '{"conversation":"c","text":\n',
      '[1]\n',
      '"text"\n',
      line({ text: undefined }),
      line({ text: ' ' }),
      line({ text: 5 }),
      line({ conversation: undefined }),
      line({ id: {} }),
      line({ text: undefined, caption: 'a dog' }),
    ];
    const items = readLines(lines.join(''));

    expect(turnsOf(items).map((item) => item.line)).toEqual([1, 11]);
    expect(skipsOf(items)).toEqual([
      'line 3: bad-json',
      'line 4: wrong-type',
      'line 5: wrong-type',
      'line 6: missing-text',
      'line 7: empty',
      'line 8: wrong-type',
      'line 9: missing-conversation',
      'line 10: wrong-type',
    ]);
  });

  it('keeps a turn with an absurd date, without the date', () => {
    expect(readLines(line({ at: '9999-99-99' }))).toMatchObject([
      { kind: 'turn', turn: { at: null, localTime: null } },
      { kind: 'note', note: 'bad-date', count: 1, where: 'line 1' },
    ]);
  });

  it('reads byte order mark, CRLF, a last line without an end, and any chunk size alike', () => {
    const bytes = Buffer.from(
      `\ufeff${line({ text: 'é' }).replace('\n', '\r\n')}\r\n${line({ text: '\ud83d\ude00' }).trim()}`,
    );

    for (const chunkBytes of [1, 2, 3, 7, 500]) {
      expect(turnsOf(readLines(bytes, { chunkBytes })).map(({ turn }) => turn.text)).toEqual(['é', '\ud83d\ude00']);
    }
  });

  it('counts invalid UTF-8 and a line that is too long, and goes on behind them', () => {
    const bytes = Buffer.concat([
      Buffer.from(line({ text: 'x'.repeat(600) })),
      Buffer.from('{"conversation":"c","text":"'),
      Buffer.from([0xff]),
      Buffer.from(`"}\n${line({})}`),
    ]);
    const items = readLines(bytes, { chunkBytes: 50, lineBytes: 500 });

    expect(skipsOf(items)).toEqual(['line 1: line-too-long', 'line 2: bad-utf8']);
    expect(turnsOf(items)).toHaveLength(1);
  });

  it('reads a line of ten megabytes, and survives one of brackets only', () => {
    const [long] = turnsOf(readLines(line({ text: 'y'.repeat(10_000_000) }), { chunkBytes: 65_536 }));

    expect(long?.turn.text).toHaveLength(10_000_000);
    expect(skipsOf(readLines('['.repeat(1_000_000)))).toEqual(['line 1: bad-json']);
  });

  it('derives the same key for a turn without an id at every reading, and another for each repetition', () => {
    const twice = line({}) + line({}) + line({ conversation: 'd' });
    const keys = turnsOf(readLines(twice)).map(({ turn }) => turn.key);

    expect(new Set(keys).size).toBe(3);
    expect(turnsOf(readLines(twice, { chunkBytes: 3 })).map(({ turn }) => turn.key)).toEqual(keys);
  });

  it('strips NUL and mends lone surrogates, in ids too', () => {
    const json = '{"conversation":"c\\u0000","id":"\\ud800","speaker":"A\\u0000","text":"a\\u0000b\\ud800"}\n';
    const [item] = turnsOf(readLines(json));

    expect(item).toMatchObject({
      conversationOriginId: 'c',
      turn: { originId: '\ufffd', speaker: 'A', text: 'ab\ufffd', nulCount: 1 },
    });
  });
});
