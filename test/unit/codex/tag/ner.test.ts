import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeNer, NER, NerFile } from '../../../../main/codex/tag/ner.pure.ts';
import { decodeSpans, NER_LABELS, NER_TYPES } from '../../../../main/codex/tag/ner-decode.pure.ts';
import { buildNerInputs, NER_WINDOW } from '../../../../main/codex/tag/ner-inputs.pure.ts';
import { describeShapes, listNerWords, SHAPES } from '../../../../main/codex/tag/ner-words.pure.ts';
import { makeSentences } from '../../../../scripts/ner/sentences.mjs';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const file = NerFile.parse(JSON.parse(read('main/codex/tag/ner-weights.json')));

/** Logits that are sure of one label. */
const sure = (label: number, height = 12): Float32Array =>
  Float32Array.from({ length: NER_LABELS }, (_, i) => (i === label ? height : 0));
const [O, B_PERSON, I_PERSON, B_PLACE, I_PLACE] = [0, 1, 2, 3, 4] as const;

/** One token a word, cut at spaces. */
const tokensOf = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu)].map(({ 0: word, index }, id) => ({
    ...{ id, from: index, to: index + word.length, isWordStart: true },
  }));
const shapesOf = (text: string): readonly (readonly string[])[] => {
  const words = listNerWords(tokensOf(text));
  const flat = describeShapes(text, words);
  return words.map((_, i) => SHAPES.filter((_, n) => flat[i * SHAPES.length + n] === 1));
};

describe('codex/tag/decodeSpans', () => {
  it('joins a B with the I that follow, and keeps neighbours apart', () => {
    const spans = decodeSpans(
      [B_PERSON, I_PERSON, O, B_PERSON, B_PERSON, B_PLACE, I_PLACE].map((l) => sure(l)),
      0,
    );
    expect(spans.map(({ first, last, type }) => [first, last, type])).toEqual([
      [0, 1, 'person'],
      [3, 3, 'person'],
      [4, 4, 'person'],
      [5, 6, 'location'],
    ]);
    expect(spans[0]?.score).toBeGreaterThan(0.99);
  });

  it('takes the likeliest legal reading where single words are not legal together', () => {
    expect(decodeSpans([sure(O), sure(I_PERSON, 3), sure(O)], 0)).toEqual([]);
    const [span] = decodeSpans([sure(B_PERSON, 2), sure(I_PLACE, 5)], 0);
    expect(span).toMatchObject({ first: 0, last: 1, type: 'location' });
  });

  it('finds the same as trying every legal sequence', () => {
    const row = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: NER_LABELS, maxLength: NER_LABELS });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 3 }), (numbers) => {
        const rows = numbers.map((values) => Float32Array.from(values));
        const isLegal = (path: readonly number[]): boolean =>
          path.every(
            (label, i) => label % 2 === 1 || label === 0 || (i > 0 && [label, label - 1].includes(path[i - 1] ?? 0)),
          );
        let paths: number[][] = [[]];
        for (const _ of rows)
          paths = paths.flatMap((path) => [...Array(NER_LABELS).keys()].map((label) => [...path, label]));
        const total = (path: readonly number[]): number =>
          path.reduce((sum, label, i) => sum + (rows[i]?.[label] ?? 0), 0);
        const best = paths.filter(isLegal).reduce((a, b) => (total(b) > total(a) + 1e-6 ? b : a));
        const labels = rows.map(() => 0);
        for (const { first, last, type } of decodeSpans(rows, 0))
          for (let at = first; at <= last; at += 1)
            labels[at] = 1 + 2 * NER_TYPES.indexOf(type) + (at === first ? 0 : 1);
        expect(total(labels)).toBeCloseTo(total(best), 3);
      }),
      { numRuns: 50 },
    );
  });

  it('tags more with a higher bias', () => {
    const close = [Float32Array.from({ length: NER_LABELS }, (_, i) => (i === O ? 1 : i === B_PERSON ? 0.8 : -5))];
    expect(decodeSpans(close, 0)).toEqual([]);
    expect(decodeSpans(close, 0.5)).toHaveLength(1);
    expect(decodeSpans([], 0.5)).toEqual([]);
  });
});

describe('codex/tag/words and shapes', () => {
  it('takes the pieces of a word together', () => {
    const tokens = [
      { id: 1, from: 0, to: 3, isWordStart: true },
      { id: 2, from: 3, to: 5, isWordStart: false },
      { id: 3, from: 6, to: 9, isWordStart: true },
    ];
    expect(listNerWords(tokens)).toEqual([
      { from: 0, to: 5, firstToken: 0, lastToken: 1 },
      { from: 6, to: 9, firstToken: 2, lastToken: 2 },
    ]);
  });

  it('tells a capital inside a sentence from one at its start', () => {
    const [my, , mira, , she] = shapesOf('My friend Mira. She');
    expect(my).toContain('capital at a start');
    expect(mira).toContain('capital inside a sentence');
    expect(she).toContain('start of a sentence');
    expect(she).not.toContain('capital inside a sentence');
  });

  it('says when a text has no capitals, or nothing else', () => {
    expect(shapesOf('i met mira')[2]).toContain('text without capitals');
    expect(shapesOf('I MET MIRA')[2]).toContain('text full of capitals');
    expect(shapesOf('@mira')[1]).toEqual(expect.arrayContaining(['after a glued @', 'glued to what is before']));
  });

  it('averages the tokens of a word and leaves empty neighbours at both ends', () => {
    const words = [{ from: 0, to: 2, firstToken: 0, lastToken: 1 }];
    const states = Float32Array.of(9, 9, 1, 2, 3, 6, 9, 9); // after one special token
    const inputs = buildNerInputs({ text: 'ab', words, states, firstRow: 1, dimension: 2 });
    expect([...inputs.states]).toEqual([0, 0, 2, 4, 0, 0]);
    expect(inputs.shapes).toHaveLength(NER_WINDOW * SHAPES.length);
  });
});

describe('codex/tag/ner-weights.json', () => {
  it('belongs to the embedder that ships, and is small', () => {
    const weights = readFileSync(resolve(root, 'models/bundled/all-MiniLM-L6-v2/model_int8.onnx'));
    expect(NER.sha256).toBe(createHash('sha256').update(weights).digest('hex'));
    expect(read('main/codex/tag/ner-weights.json').length).toBeLessThan(1_500_000);
  });

  it('was trained on the sentences that the generator makes', () => {
    const hash = createHash('sha256')
      .update(JSON.stringify(makeSentences('train')))
      .digest('hex');
    expect(file.data['own sentences']).toBe(hash);
  });

  it('is reported with its sources, their licence and its scores', () => {
    expect(existsSync(resolve(root, 'main/codex/tag/report.md'))).toBe(true);
    const report = read('main/codex/tag/report.md');
    expect(report).toMatch(/WNUT17[\s\S]+CC BY 4\.0/);
    expect(report).toContain(`**${((file.scores['WNUT17 test micro-F1'] ?? 0) * 100).toFixed(1)}**`);
  });

  it('is refused when its sizes or labels do not fit', () => {
    expect(() => makeNer({ ...file, hidden: file.hidden + 1 })).toThrow('another number of weights');
    expect(() => makeNer({ ...file, types: ['person'] })).toThrow('other types or shapes');
  });

  it('scores every word of a window, and nothing of an empty one', () => {
    const inputs = (words: number) => ({
      states: new Float32Array((words + 2) * NER.dimension),
      shapes: new Float32Array((words + 2) * SHAPES.length),
    });
    expect(NER.score(inputs(3)).map(({ length }) => length)).toEqual([NER_LABELS, NER_LABELS, NER_LABELS]);
    expect(NER.score(inputs(0))).toEqual([]);
  });
});
