import { describe, expect, it } from 'vitest';
import { classify } from '../../../../main/chat/classify/cascade.pure.ts';
import { HEADS } from '../../../../main/chat/classify/heads.pure.ts';

/** A vector for which the heads are this sure of `label`: found by search, so that the shipped weights are what is tested. */
function vectorFor(label: string, isSure: (confidence: number) => boolean): Float32Array {
  for (let seed = 1; seed < 20_000; seed++) {
    const vector = Float32Array.from(
      { length: 384 },
      (_, i) => Math.sin(seed * (i + 1) * 1.618) * (seed % 7 < 3 ? 0.1 : 0.4),
    );
    const reliance = HEADS.read(vector)?.reliance;
    if (reliance?.label === label && isSure(reliance.confidence)) return vector;
  }
  throw new Error(`no vector for ${label}`);
}

const sure = vectorFor('zero_shot', (confidence) => confidence > 0.96);
const unsure = vectorFor('zero_shot', (confidence) => confidence < 0.8);
const memory = vectorFor('long_term_memory', (confidence) => confidence > 0.6);
const live = vectorFor('real_time_search', (confidence) => confidence > 0.4);
const ASKED = 'How does a sail work?';

describe('chat/classify/cascade', () => {
  it('lets the head decide where no rule does', () => {
    expect(classify(ASKED, { turnsSoFar: 1, vector: sure })).toMatchObject({ reliance: 'zero_shot', stage: 'head' });
    expect(classify(ASKED, { turnsSoFar: 1, vector: memory })).toMatchObject({
      reliance: 'long_term_memory',
      stage: 'head',
    });
    expect(classify(ASKED, { turnsSoFar: 1, vector: live })).toMatchObject({
      reliance: 'real_time_search',
      stage: 'head',
    });
  });

  it('lets no head overrule a rule that is sure', () => {
    for (const text of ['Where is my car?', 'What did you say about it?', 'and what was said before'])
      expect(classify(text, { turnsSoFar: 1, vector: sure })).toMatchObject({
        reliance: 'long_term_memory',
        stage: 'rules',
      });
    expect(classify('Thanks!', { turnsSoFar: 1, vector: memory })).toMatchObject({
      reliance: 'zero_shot',
      stage: 'rules',
    });
    expect(classify('How many sails are there?', { turnsSoFar: 1, vector: sure }).operation).toBe('count');
  });

  it('reads memory when the head is not sure, somebody is named, or more than ten turns were said', () => {
    const overridden = { reliance: 'long_term_memory', stage: 'override' };
    expect(classify(ASKED, { turnsSoFar: 1, vector: unsure })).toMatchObject({
      ...overridden,
      why: 'not sure enough to leave memory out',
    });
    expect(classify('How did Greta sail?', { turnsSoFar: 1, vector: sure })).toMatchObject(overridden);
    expect(classify(ASKED, { turnsSoFar: 11, vector: sure })).toMatchObject({
      ...overridden,
      why: 'more than ten turns',
    });
    expect(classify('Hi!', { turnsSoFar: 11, vector: sure })).toMatchObject(overridden);
  });

  it('has topics and intents only where there is a vector', () => {
    expect(classify(ASKED, { turnsSoFar: 1 })).toMatchObject({ topics: [], intents: [], stage: 'override' });
    expect(classify(ASKED, { turnsSoFar: 1, vector: null }).reliance).toBe('long_term_memory');
    const other = classify(ASKED, { turnsSoFar: 1, vector: new Float32Array(7) });
    expect(other).toMatchObject({ topics: [], intents: [] });
    const { topics, intents } = classify(ASKED, { turnsSoFar: 1, vector: sure });
    expect([topics, intents]).toEqual([HEADS.read(sure)?.topics, HEADS.read(sure)?.intents]);
  });
});
