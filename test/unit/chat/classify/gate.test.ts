import { describe, expect, it } from 'vitest';
import { classify } from '../../../../main/chat/classify/cascade.pure.ts';
import heldOut from '../../../../main/chat/classify/heads/held-out.json' with { type: 'json' };
import { SHIPPED } from '../../../../main/chat/classify/heads.pure.ts';
import { mostWorse, signTest } from '../../../../main/chat/classify/tune/gate.pure.ts';
import {
  addLearnt,
  type Learnt,
  readField,
  takeLearnt,
  toBase,
} from '../../../../main/chat/classify/tune/learn.pure.ts';
import { IntentLabel, TopicLabel } from '../../../../main/contract/corrections.ts';
import { OperationType, Reliance } from '../../../../main/contract/recall.ts';
import { makeSentences } from '../../../../scripts/heads/sentences.mjs';

const base = toBase(SHIPPED);
const east = new Float32Array(384).map((_, i) => (i === 0 ? 1 : 0));
const north = new Float32Array(384).map((_, i) => (i === 1 ? 1 : 0));

/** One unit that answers to `east` with the second topic. */
const learnt: Learnt = {
  field: 'topic',
  prototypes: [east],
  rows: Float64Array.from({ length: TopicLabel.options.length }, (_, label) => (label === 1 ? 9 : 0)),
};

describe('chat/classify/tune', () => {
  it('asks for more than chance before it calls something better', () => {
    expect(signTest(5, 0)).toBeCloseTo(1 / 32);
    expect(signTest(4, 1)).toBeCloseTo(6 / 32);
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(30, 0)).toBeLessThan(1e-8);
  });

  it('takes the worse end of what a fall may have been', () => {
    expect(mostWorse(0, 0, 1_000)).toBe(0);
    expect(mostWorse(10, 10, 1_000)).toBeCloseTo(0.00736, 4);
    expect(mostWorse(40, 10, 1_000)).toBeGreaterThan(0.03);
    expect(mostWorse(5, 60, 1_000)).toBeLessThan(0);
  });

  it('keeps what was learnt as hidden units of one head, and finds it there again', () => {
    const file = addLearnt(base, [learnt]);
    expect(file.hidden).toBe(SHIPPED.hidden + 1);
    const [topic] = [readField(toBase(file), null, { field: 'topic', vector: east })];
    expect(topic).toBe(TopicLabel.options[1]);
    for (const field of ['intent', 'reliance', 'operation'] as const)
      expect(readField(toBase(file), null, { field, vector: east })).toBe(
        readField(base, null, { field, vector: east }),
      );
    expect(readField(toBase(file), null, { field: 'topic', vector: north })).toBe(
      readField(base, null, { field: 'topic', vector: north }),
    );
    expect(takeLearnt(base, file, 'topic')).toEqual(learnt);
    expect(takeLearnt(base, file, 'intent')).toBeNull();
  });

  it('takes the user’s word for one question before anything else', () => {
    const said = classify('What did Anna say?', {
      turnsSoFar: 1,
      corrections: [
        { field: 'topic', value: 'work' },
        { field: 'intent', value: 'plan' },
        { field: 'operation', value: 'list' },
        { field: 'reliance', value: 'zero_shot' },
      ],
    });
    expect(said).toMatchObject({
      ...{ topics: ['work'], intents: ['plan'], operation: 'list', reliance: 'zero_shot' },
      ...{ stage: 'override', confidence: 1, why: 'you said so' },
    });
  });

  it('names the labels of the heads, in their order', () => {
    expect(SHIPPED.heads.topic.labels).toEqual(TopicLabel.options);
    expect(SHIPPED.heads.intent.labels).toEqual(IntentLabel.options);
    expect(SHIPPED.heads.operation.labels).toEqual(OperationType.options);
    expect(SHIPPED.heads.reliance.labels).toEqual(Reliance.options);
  });

  it('is judged by sentences of ours that nothing was trained on', () => {
    const splits = new Map(makeSentences().map(({ text, split }) => [text, split]));
    expect(heldOut.gate.filter(({ text }) => splits.get(text) === 'train')).toEqual([]);
    expect(heldOut.replay.filter(({ text }) => splits.get(text) !== 'train')).toEqual([]);
  });
});
