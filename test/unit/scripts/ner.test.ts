import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forward, type Row, train } from '../../../scripts/ner/mlp.mjs';
import { packWeights } from '../../../scripts/ner/pack.mjs';
import { makeSentences } from '../../../scripts/ner/sentences.mjs';
import { readWnut } from '../../../scripts/ner/wnut.mjs';

describe('scripts/ner', () => {
  const sentences = makeSentences('train');

  it('makes the same sentences every time, thousands of them, with nothing left to fill in', () => {
    expect(makeSentences('train')).toEqual(sentences);
    expect(sentences.length).toBeGreaterThan(4_000);
    expect(sentences.filter(({ text }) => /[{}]/.test(text))).toEqual([]);
  });

  it('marks whole names of every type, none over another', () => {
    for (const { text, spans } of sentences) {
      let end = 0;
      for (const { from, to } of spans) {
        expect(from, text).toBeGreaterThanOrEqual(end);
        expect(text.slice(from, to), text).toMatch(/^[^\s,](?:.*[^\s,])?$/u);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }
    expect(new Set(sentences.flatMap(({ spans }) => spans.map(({ type }) => type))).size).toBe(5);
  });

  it('keeps names and templates from training', () => {
    const namesOf = (split: 'train' | 'test') =>
      new Set(
        makeSentences(split).flatMap(({ text, spans }) =>
          spans.map(({ from, to, type }) => `${type} ${text.slice(from, to)}`),
        ),
      );
    const known = namesOf('train');
    const shared = [...namesOf('test')].filter((name) => known.has(name));
    expect(shared).toEqual([]);
  });

  it('reads labelled words as text and marks, and takes both kinds of organisation for one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wnut-'));
    try {
      const lines = ['Jo\tB-person', 'Ann\tI-person', 'left\tO', 'Zed\tB-corporation', 'Yo\tB-group', '', 'ok\tO', ''];
      writeFileSync(join(folder, 'a.conll'), lines.join('\n'));
      expect(readWnut(join(folder, 'a.conll'))).toEqual([
        {
          text: 'Jo Ann left Zed Yo',
          spans: [
            { from: 0, to: 6, type: 'person' },
            { from: 12, to: 15, type: 'organisation' },
            { from: 16, to: 18, type: 'organisation' },
          ],
        },
        { text: 'ok', spans: [] },
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('learns what can be learned, the same way every time, and loses little when packed', () => {
    const rows: Row[] = Array.from({ length: 200 }, (_, i) => {
      const [a, b] = [i % 2, Math.floor(i / 2) % 2];
      return { states: Float32Array.of(a - 0.5), shapes: Float32Array.of(b - 0.5), label: a === b ? 1 : 0, weight: 1 };
    });
    const options = { hidden: 8, epochs: 60, batch: 20, rate: 0.02, decay: 0, seed: 1 };
    const all = { ...options, dropout: 0, inputDropout: 0, smooth: 0 };
    const weights = train(rows, 2, all);
    expect(train(rows, 2, all)).toEqual(weights);
    for (const { states, shapes, label } of rows) {
      const { z } = forward(weights, Float32Array.of(...states, ...shapes));
      expect((z[1] ?? 0) > (z[0] ?? 0) ? 1 : 0).toBe(label);
    }
    const packed = packWeights(weights);
    const signed = Buffer.from(packed.bytes, 'base64');
    const scales = Buffer.from(packed.floats, 'base64');
    weights.w1.forEach((value, i) => {
      const scale = scales.readFloatLE(Math.floor(i / 2) * 4);
      expect(Math.abs(signed.readInt8(i) * scale - value)).toBeLessThanOrEqual(scale / 2 + 1e-6);
    });
  });
});
