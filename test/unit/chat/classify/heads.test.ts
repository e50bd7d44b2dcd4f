import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADS, HeadsFile, makeHeads } from '../../../../main/chat/classify/heads.pure.ts';
import { makeSentences } from '../../../../scripts/heads/sentences.mjs';

const file = HeadsFile.parse(
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../main/chat/classify/heads/weights.json'), 'utf8')),
);
const two = { labels: ['zero_shot', 'long_term_memory'], temperature: 1 };

/** Heads over vectors of two numbers, which pass both on: the first speaks for each first label. */
const tiny = (over: object = {}) => {
  const numbers = [1, 0, 0, 1, 0, 0, ...Array.from({ length: 4 }, () => [4, 0, 0, 4]).flat(), ...Array(8).fill(0)];
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4);
  });
  const heads = {
    topic: { labels: ['work', 'home'], temperature: 1 },
    intent: { labels: ['tell', 'chat'], temperature: 1 },
    reliance: two,
    operation: { labels: ['fact', 'list'], temperature: 1 },
  };
  const sizes = { version: 1, space: 'tiny', dimension: 2, hidden: 2 };
  return { ...sizes, heads, data: {}, scores: {}, weights: bytes.toString('base64'), ...over };
};

describe('chat/classify/heads', () => {
  it('answers with each head by what its weights say', () => {
    const heads = makeHeads(tiny());
    expect(heads.read(Float32Array.of(1, 0))).toEqual({
      topics: ['work'],
      intents: ['tell'],
      reliance: { label: 'zero_shot', confidence: expect.closeTo(0.982, 3) },
      operation: { label: 'fact', confidence: expect.closeTo(0.982, 3) },
    });
    expect(heads.read(Float32Array.of(0, 1))?.reliance.label).toBe('long_term_memory');
    expect(heads.read(Float32Array.of(1, 1))?.topics).toEqual(['work', 'home']);
  });

  it('is less confident at a higher temperature', () => {
    const warm = tiny();
    const heads = makeHeads({ ...warm, heads: { ...warm.heads, reliance: { ...two, temperature: 4 } } });
    expect(heads.read(Float32Array.of(1, 0))?.reliance.confidence).toBeCloseTo(0.731, 3);
  });

  it('says nothing of a vector of another length, and refuses weights that do not fit', () => {
    expect(makeHeads(tiny()).read(new Float32Array(3))).toBeNull();
    expect(() => makeHeads(tiny({ hidden: 3 }))).toThrow('another number of weights');
    expect(() => makeHeads(tiny({ weights: '§' }))).toThrow();
    const odd = { ...two, labels: ['zero_shot', 'nowhere'] };
    expect(() =>
      makeHeads({ ...tiny(), heads: { ...tiny().heads, reliance: odd } }).read(Float32Array.of(0, 1)),
    ).toThrow();
  });

  it('ships heads that fit their size, name their embedder and came from the sentences in scripts', () => {
    expect(JSON.stringify(file).length).toBeLessThan(300_000);
    expect(HEADS.space).toMatch(/^all-MiniLM-L6-v2\/34c9cb6707b9\//);
    const sentences = makeSentences();
    expect(file.data.own).toBe(createHash('sha256').update(JSON.stringify(sentences)).digest('hex'));
  });

  it('reads any vector in well under a millisecond', () => {
    const vector = Float32Array.from({ length: 384 }, (_, i) => Math.sin(i) / 14);
    for (let i = 0; i < 200; i++) HEADS.read(vector);
    const start = performance.now();
    for (let i = 0; i < 200; i++) HEADS.read(vector);
    expect((performance.now() - start) / 200).toBeLessThan(0.5);
    const vectors = fc.float32Array({ minLength: 384, maxLength: 384, noNaN: true, min: -1, max: 1 });
    fc.assert(
      fc.property(vectors, (any) => {
        const read = HEADS.read(any);
        expect(read?.reliance.confidence).toBeGreaterThan(1 / 3 - 1e-9);
        expect(read?.operation.confidence).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });
});
