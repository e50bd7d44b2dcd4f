import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBatches, planEqualBatches } from '../../../main/inference/batches.pure.ts';
import { getEmbedderSpec } from '../../../main/inference/embedder-spec.ts';
import { isCompleteJson } from '../../../main/inference/json-end.pure.ts';
import { embeddingSpaceId } from '../../../main/inference/space.ts';
import { createStopFilter } from '../../../main/inference/stops.pure.ts';
import { createLane } from '../../../main/lib/lane.ts';
import { BUNDLED_EMBEDDER_ID, findModel, SMALLEST_CHAT_ID } from '../../../models/catalogue.ts';

describe('inference/batches', () => {
  it('puts short texts together and long ones alone', () => {
    expect(planBatches([250, 3, 4, 250, 5], { maxTokens: 256, maxRows: 8 })).toEqual([[1, 2, 4], [0], [3]]);
  });

  it('names every position once and keeps the limits, except for one row that is over them alone', () => {
    const input = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 80 });
    fc.assert(
      fc.property(input, (lengths) => {
        const batches = planBatches(lengths, { maxTokens: 256, maxRows: 8 });
        expect(batches.flat().sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
        for (const batch of batches) {
          const widest = Math.max(...batch.map((i) => lengths[i] ?? 0));
          expect(batch.length === 1 || (batch.length <= 8 && widest * batch.length <= 256)).toBe(true);
        }
      }),
    );
  });
});

describe('inference/batches of equal length', () => {
  it('never puts two lengths together', () => {
    expect(planEqualBatches([5, 3, 5, 3, 300, 5], 10)).toEqual([[1, 3], [0, 2], [5], [4]]);
  });
});

describe('inference/stops', () => {
  const run = (stops: readonly string[], pieces: readonly string[]) => {
    const filter = createStopFilter(stops);
    let shown = '';
    for (const piece of pieces) {
      const { text, isStopped } = filter.push(piece);
      shown += text;
      if (isStopped) return { shown, isStopped };
    }
    return { shown: shown + filter.flush(), isStopped: false };
  };

  it('ends before a stop string that arrives in pieces', () => {
    expect(run(['\nUser:'], ['Paris', '.\nUs', 'er', ': next'])).toEqual({ shown: 'Paris.', isStopped: true });
  });

  it('shows what only looked like a stop string', () => {
    expect(run(['\nUser:'], ['a\nUs', 'ed b\nUse'])).toEqual({ shown: 'a\nUsed b\nUse', isStopped: false });
  });

  it('never shows a stop string and never loses other text, however it is cut', () => {
    const pieces = fc.array(fc.stringMatching(/^[ab|]{0,4}$/), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const whole = parts.join('');
        const at = whole.indexOf('|a|');
        expect(run(['|a|'], parts)).toEqual(
          at < 0 ? { shown: whole, isStopped: false } : { shown: whole.slice(0, at), isStopped: true },
        );
      }),
    );
  });
});

describe('inference/json-end', () => {
  it.each([
    ['{"a": {"b": 1}}\n\n', true],
    ['{"a": {"b": 1}', false],
    ['[1, [2]]', true],
    ['"word"', true],
    ['"', false],
    ['', false],
    ['{"a": "}', false],
  ])('%j complete: %s', (text, isComplete) => {
    expect(isCompleteJson(text)).toBe(isComplete);
  });
});

describe('lib/lane', () => {
  it('runs tasks in order and goes on after one that failed', async () => {
    const lane = createLane();
    const seen: number[] = [];
    const failed = lane.run(async () => {
      seen.push(1);
      throw new Error('first');
    });
    const second = lane.run(async () => seen.push(2));
    await expect(failed).rejects.toThrow('first');
    await second;
    expect(seen).toEqual([1, 2]);
  });
});

describe('inference/space', () => {
  const spec = {
    modelId: 'm',
    sha256: 'a'.repeat(64),
    pooling: 'mean',
    queryPrefix: '',
    passagePrefix: '',
    dimension: 384,
  };

  it('names model, file, pooling, prefix and dimension', () => {
    expect(embeddingSpaceId(spec)).toBe('m/aaaaaaaaaaaa/mean/none/384');
  });

  it('is another space when the prefix is another', () => {
    expect(embeddingSpaceId({ ...spec, queryPrefix: 'query: ' })).not.toBe(embeddingSpaceId(spec));
  });

  it('is another space when token states are made in another way', () => {
    expect(embeddingSpaceId(spec, 2)).toBe('m/aaaaaaaaaaaa/mean/none/384/states-2');
  });
});

describe('inference/embedder-spec', () => {
  const embedder = findModel(BUNDLED_EMBEDDER_ID);
  const chat = findModel(SMALLEST_CHAT_ID);
  if (!embedder || !chat) throw new Error('the catalogue lost a model');
  const paths = { 'model_int8.onnx': '/m/model_int8.onnx', 'tokenizer.json': '/m/tokenizer.json' };

  it('takes windows, prefixes and hash from the catalogue', () => {
    expect(getEmbedderSpec(embedder, { kind: 'present', paths }, 2)).toEqual({
      modelId: 'all-MiniLM-L6-v2',
      modelPath: '/m/model_int8.onnx',
      tokenizerPath: '/m/tokenizer.json',
      sha256: '34c9cb6707b9658314352e1b10370173bd3a80cd3c3513daf5f7a062e1720afb',
      dimension: 384,
      pooling: 'mean',
      queryPrefix: '',
      passagePrefix: '',
      maxTokens: 256,
      overlapTokens: 32,
      threads: 2,
    });
  });

  it('says what is missing', () => {
    const missing = { kind: 'missing', reason: 'Not downloaded yet.', doneBytes: 0 } as const;
    expect(() => getEmbedderSpec(embedder, missing, 1)).toThrow('Not downloaded yet.');
    expect(() => getEmbedderSpec(chat, { kind: 'present', paths: {} }, 1)).toThrow('does not embed');
  });
});
