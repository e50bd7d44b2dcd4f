import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type ImportLimits } from '../../../main/importing/import-item.ts';
import { type JsonElement, type JsonLayout, readJsonElements } from '../../../main/importing/json-elements.ts';
import { chunkedSource, toList } from './read-helpers.ts';

const ARRAY: JsonLayout = { kind: 'array' };
const MEMBER: JsonLayout = { kind: 'member', name: 'conversations' };
const DOCUMENT: JsonLayout = { kind: 'document' };

async function elementsOf(
  json: string | Uint8Array,
  layout: JsonLayout,
  { chunkBytes = 7, limits = {} }: { chunkBytes?: number; limits?: Partial<ImportLimits> } = {},
): Promise<readonly JsonElement[]> {
  const source = chunkedSource(Buffer.from(json), chunkBytes);
  const chunks = await toList(readJsonElements(source, layout, { ...DEFAULT_LIMITS, ...limits }));
  return chunks.flatMap(({ elements }) => elements);
}
const value = (of: unknown): JsonElement => ({ kind: 'value', value: of });
const unreadable = (reason: 'bad-json' | 'too-large' | 'too-deep'): JsonElement => ({ kind: 'unreadable', reason });
const TRUNCATED: JsonElement = { kind: 'truncated' };

describe('importing/json-elements', () => {
  it('reads the elements of an array, of a member and of a whole document', async () => {
    expect(await elementsOf(' [ {"a":[1,"]"]} , "x\\"y" ,12, null,[] ] ', ARRAY)).toEqual(
      [{ a: [1, ']'] }, 'x"y', 12, null, []].map(value),
    );
    expect(
      await elementsOf('{"other":[{"conversations":[9]}],"conversations":[{"a":1},2],"z":["conversations"]}', MEMBER),
    ).toEqual([{ a: 1 }, 2].map(value));
    expect(await elementsOf('{"a":{"b":[]}}\n', DOCUMENT)).toEqual([value({ a: { b: [] } })]);
  });

  it('lets a broken element cost only itself', async () => {
    expect(await elementsOf('[{"a":1},{"a":tru},{"a" 1},nonsense,{"a":2}]', ARRAY)).toEqual([
      value({ a: 1 }),
      unreadable('bad-json'),
      unreadable('bad-json'),
      unreadable('bad-json'),
      value({ a: 2 }),
    ]);
  });

  it('counts past what is too large or too deep', async () => {
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`;

    expect(
      await elementsOf(`[{"a":"${'x'.repeat(500)}"},${deep},{"a":2}]`, ARRAY, { limits: { conversationBytes: 400 } }),
    ).toEqual([unreadable('too-large'), unreadable('too-deep'), value({ a: 2 })]);
    expect(await elementsOf(`[${deep.slice(100, -100)}]`, ARRAY)).toHaveLength(1);
  });

  it.each([
    ['inside an element', '[{"a":1},{"a":'],
    ['inside a text', '[{"a":1},{"a":"x'],
    ['between elements', '[{"a":1},'],
    ['with too many brackets', '[{"a":1}]]'],
    ['with something behind the end', '[{"a":1}] x'],
  ])('keeps what came before when the file breaks off %s', async (_, json) => {
    expect(await elementsOf(json, ARRAY)).toEqual([value({ a: 1 }), TRUNCATED]);
  });

  it('replaces invalid UTF-8 and drops the byte order mark, also between chunks', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from('["é'),
      Buffer.from([0xff, 0xe2, 0x82]),
      Buffer.from('","\ud83d\ude00"]'),
    ]);
    for (const chunkBytes of [1, 2, 3, 5, 100]) {
      const source = chunkedSource(bytes, chunkBytes);
      const chunks = await toList(readJsonElements(source, ARRAY, DEFAULT_LIMITS));
      const elements = chunks.flatMap((chunk) => chunk.elements);

      expect(elements).toEqual([value(expect.stringMatching(/^é\ufffd+$/)), value('\ud83d\ude00')]);
      expect(chunks.at(-1)?.utf8Repairs).toBeGreaterThan(0);
    }
  });

  it('keeps lone surrogates as text and never touches a prototype', async () => {
    const [element] = await elementsOf('[{"__proto__":{"is_do_not_remember":true},"a":"\\ud800"}]', ARRAY);
    const read = element?.kind === 'value' ? (element.value as Record<string, unknown>) : {};

    expect(Object.keys(read)).toEqual(['__proto__', 'a']);
    expect(read.is_do_not_remember).toBeUndefined();
    expect(read.a).toBe('\ud800');
  });

  it('reads any array as JSON.parse does, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        async (list, chunkBytes) => {
          const json = JSON.stringify(list);
          const parsed: unknown = JSON.parse(json);

          expect(await elementsOf(json, ARRAY, { chunkBytes })).toEqual((parsed as unknown[]).map(value));
          expect(await elementsOf(`{"x":${json},"conversations":${json}}`, MEMBER, { chunkBytes })).toHaveLength(
            list.length,
          );
        },
      ),
    );
  });
});
