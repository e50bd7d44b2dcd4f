import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWrittenTime, showDay, showMoment } from '../../../main/cli/instant.pure.ts';
import { readJsonLines } from '../../../main/cli/json-lines.ts';
import { alignColumns, countOf, sizeOf, timeOf, toPlain, widthOf, wrap } from '../../../main/cli/text.pure.ts';
import { planDataFolder } from '../../../main/contract/data-folder.ts';

describe('cli/instant', () => {
  it('keeps a time that names its offset', () => {
    expect(readWrittenTime('2024-05-01T09:30:00+02:00')).toEqual({
      kind: 'instant',
      at: '2024-05-01T09:30:00.000+02:00',
    });
    expect(readWrittenTime('2024-05-01T09:30Z')).toEqual({ kind: 'instant', at: '2024-05-01T09:30:00.000Z' });
  });

  it('reads a time without one as a wall clock, and a bare date as the end of that day', () => {
    expect(readWrittenTime('2024-05-01 09:30')).toEqual({ kind: 'local', local: '2024-05-01T09:30:00' });
    expect(readWrittenTime('2024-05-01')).toEqual({ kind: 'local', local: '2024-05-01T23:59:59.999' });
  });

  it.each(['', 'yesterday', '2024-13-01', '2024-02-30', '2024-05-01T25:00', '2024'])('refuses %j', (text) => {
    expect(readWrittenTime(text)).toBeNull();
  });

  it.each([
    ['Pacific/Kiritimati', '2024-05-06 10:00', '2024-05-06'],
    ['Pacific/Pago_Pago', '2024-05-05 09:00', '2024-05-05'],
    ['UTC', '2024-05-05 20:00', '2024-05-05'],
  ])('shows a moment and its day as clocks in %s do', (zone, moment, day) => {
    expect(showMoment('2024-05-05T20:00:00.000Z', zone)).toBe(moment);
    expect(showDay('2024-05-06T10:00:00.000+14:00', zone)).toBe(day);
  });
});

describe('cli/data-folder', () => {
  it('is where each system keeps data', () => {
    expect(planDataFolder({ platform: 'linux', env: { XDG_DATA_HOME: 'relative' }, homeFolder: '/home/a' })).toBe(
      '/home/a/.local/share/palimpsest',
    );
    expect(planDataFolder({ platform: 'darwin', env: {}, homeFolder: '/Users/a' })).toBe(
      '/Users/a/Library/Application Support/Palimpsest/vault',
    );
    expect(planDataFolder({ platform: 'win32', env: {}, homeFolder: 'C:\\Users\\a' })).toBe(
      'C:\\Users\\a\\AppData\\Roaming\\Palimpsest\\vault',
    );
  });
});

describe('cli/text', () => {
  it('wraps at spaces, keeps line breaks and cuts what has no spaces', () => {
    expect(wrap('one two three\nfour', 8)).toEqual(['one two', 'three', 'four']);
    expect(wrap('abcdefghijkl', 8)).toEqual(['abcdefgh', 'ijkl']);
    expect(wrap('日本語日本語', 8)).toEqual(['日本語日', '本語']);
    expect(wrap('', 8)).toEqual(['']);
  });

  it('loses no visible character and makes no line too wide', () => {
    const bare = (text: string) => text.replace(/\s/g, '');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 8, max: 40 }), (text, width) => {
        const lines = wrap(text, width);
        expect(bare(lines.join(''))).toBe(bare(toPlain(text)));
        expect(lines.every((line) => widthOf(line) <= width)).toBe(true);
      }),
    );
  });

  it('takes away what could steer the terminal', () => {
    expect(toPlain('a\u001b]0;title\u0007b\u009b2Jc\r\nd\te\u202ef')).toBe('a]0;titleb2Jc\nd\tef');
  });

  it('aligns columns by what a terminal shows', () => {
    expect(
      alignColumns([
        ['日本', 'a', 'x'],
        ['b', 'cc', ''],
      ]),
    ).toEqual(['日本  a   x', 'b     cc']);
  });

  it('says counts, sizes and times as people do', () => {
    expect([countOf(1, 'turn'), countOf(12_345, 'turn'), countOf(2, 'memory', 'memories')]).toEqual([
      '1 turn',
      '12,345 turns',
      '2 memories',
    ]);
    expect([sizeOf(999), sizeOf(1_500), sizeOf(91_000_000), sizeOf(3e15)]).toEqual([
      '999 B',
      '1.5 kB',
      '91 MB',
      '3000 TB',
    ]);
    expect([timeOf(12.4), timeOf(1_230), timeOf(95_000)]).toEqual(['12 ms', '1.2 s', '1 min 35 s']);
  });
});

describe('cli/json-lines', () => {
  const read = async (chunks: readonly Buffer[]) => {
    return collect(readJsonLines(Readable.from(chunks), new AbortController().signal));
  };
  const collect = async <T>(source: AsyncIterable<T>) => {
    const all: T[] = [];
    for await (const each of source) all.push(each);
    return all;
  };

  it('reads one value a line, whatever the pieces that arrive', async () => {
    const values = ['a\u2028b', 'é', { n: 1 }, [], null];
    const bytes = Buffer.from(values.map((value) => JSON.stringify(value)).join('\n'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length })), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((to, index) => bytes.subarray(at[index], to));
        expect(await read(chunks)).toEqual(values.map((value) => ({ kind: 'value', value })));
      }),
    );
  });

  it('passes over blank lines, carriage returns and a byte order mark', async () => {
    expect(await read([Buffer.from('\uFEFF1\r\n\r\n  \n2\n')])).toEqual([
      { kind: 'value', value: 1 },
      { kind: 'value', value: 2 },
    ]);
  });

  it('says why a line is bad and goes on', async () => {
    const long = Buffer.alloc(5 * 1024 * 1024, 'x');
    const chunks = [Buffer.from('{\n'), Buffer.from([0xff, 0x0a]), long, long, Buffer.from('\n3')];
    expect(await read(chunks)).toEqual([
      { kind: 'bad', why: 'it is not JSON' },
      { kind: 'bad', why: 'it is not valid UTF-8' },
      { kind: 'bad', why: 'it is too long' },
      { kind: 'value', value: 3 },
    ]);
  });
});
