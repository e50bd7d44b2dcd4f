import { describe, expect, it } from 'vitest';
import { HEADS, type HeadName, LABELS } from '../../../scripts/heads/labels.mjs';
import { forward, type Row, train } from '../../../scripts/heads/mlp.mjs';
import { fitTemperature, scoreHead } from '../../../scripts/heads/score.mjs';
import { makeSentences } from '../../../scripts/heads/sentences.mjs';

describe('scripts/heads', () => {
  const sentences = makeSentences();

  it('makes the same sentences every time, thousands of them, none twice', () => {
    expect(makeSentences()).toEqual(sentences);
    expect(sentences.length).toBeGreaterThan(3_000);
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
    expect(sentences.filter(({ text }) => /[{}]|\w+\/\w+\//.test(text))).toEqual([]);
  });

  it('gives every label to training and to what is held out', () => {
    for (const split of ['train', 'test'])
      for (const head of HEADS as HeadName[]) {
        const seen = new Set(sentences.filter((s) => s.split === split).map(({ labels }) => labels[head]));
        expect(
          LABELS[head].filter((label) => !seen.has(label)),
          `${split} ${head}`,
        ).toEqual([]);
      }
  });

  it('learns what can be learned, the same way every time, and knows how sure to be', () => {
    const rows: Row[] = Array.from({ length: 200 }, (_, i) => {
      const [a, b] = [i % 2, Math.floor(i / 2) % 2];
      const label = a === b ? 'long_term_memory' : 'zero_shot';
      return { vector: Float32Array.of(a - 0.5, b - 0.5), labels: { reliance: label } };
    });
    const options = { hidden: 8, epochs: 60, batch: 20, rate: 0.02, decay: 0, dropout: 0, seed: 1 };
    const weights = train(rows, options);
    expect(train(rows, options)).toEqual(weights);
    const scored = rows.map(({ labels, vector }) => ({ labels, z: forward(weights, vector, 8).z }));
    const temperature = fitTemperature(scored, 'reliance');
    expect(scoreHead(scored, 'reliance', temperature)).toMatchObject({ rows: 200, accuracy: 1, macroF1: 1 });
    expect(scoreHead(scored, 'topic', 1).rows).toBe(0);
  });
});
