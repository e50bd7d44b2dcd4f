import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import heldOut from '../../main/chat/classify/heads/held-out.json' with { type: 'json' };
import { makeHeads, SHIPPED } from '../../main/chat/classify/heads.pure.ts';
import { type Known, tuneField } from '../../main/chat/classify/tune/gate.pure.ts';
import { addLearnt, finish, type Lesson, learnField, toBase } from '../../main/chat/classify/tune/learn.pure.ts';
import { seededRandom } from '../../main/clusters/random.pure.ts';
import type { HeadName } from '../../main/contract/corrections.ts';
import { buildHost } from '../builders/build-host.ts';
import { SAMPLES } from '../builders/corrections.ts';
import { makeInference } from '../builders/models.ts';

const base = toBase(SHIPPED);
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

function shuffled<T>(list: readonly T[], seed: number): readonly T[] {
  const random = seededRandom(seed);
  return list
    .map((each) => [random(), each] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, each]) => each);
}

describe('learning from corrections, on real embeddings', () => {
  let inference: ReturnType<typeof makeInference>;
  let replay: readonly Float32Array[];
  let gate: readonly Known[];
  let samples: readonly (Lesson & { readonly field: HeadName })[];

  beforeAll(async () => {
    inference = makeInference(await buildHost());
    const embed = async (texts: readonly string[]) =>
      (await inference.embed({ texts, kind: 'query' })).map(({ chunks }) => chunks[0]?.vector ?? new Float32Array());
    replay = await embed(heldOut.replay.map(({ text }) => text));
    const vectors = await embed(heldOut.gate.map(({ text }) => text));
    gate = heldOut.gate.map(({ text, ...labels }, i) => ({ text, labels, vector: vectors[i] as Float32Array }));
    const own = await embed(SAMPLES.map(({ text }) => text));
    samples = SAMPLES.map((sample, i) => ({ ...sample, vector: own[i] as Float32Array }));
  });
  afterAll(() => inference.close());

  const wrongOnes = (field: HeadName) =>
    samples.filter(
      (each) => each.field === field && makeHeads(SHIPPED).rank(each.vector)?.[field][0]?.label !== each.value,
    );
  const tune = (field: HeadName, lessons: readonly Lesson[], seed = 11) =>
    finish(tuneField({ base, field, lessons, replay, gate, random: seededRandom(seed) }));

  it('is better on corrections that it did not see, and no worse on our own sentences', () => {
    const lessons = wrongOnes('topic');
    const { outcome, learnt, scores } = tune('topic', lessons);
    console.log(outcome.why, scores);
    expect(outcome).toMatchObject({ outcome: 'learnt', conflicting: 0, before: 0 });
    expect(outcome.after).toBeGreaterThan(0.35);
    expect((scores['topic built-in before'] ?? 1) - (scores['topic built-in after'] ?? 0)).toBeLessThan(0.03);
    // A part that the whole learning never saw, five times another one.
    const shares = [1, 2, 3, 4, 5].map((seed) => {
      const mixed = shuffled(lessons, seed);
      const [seen, held] = [mixed.slice(0, 40), mixed.slice(40)];
      const heads = makeHeads(addLearnt(base, [finish(learnField(base, 'topic', { lessons: seen, replay }))]));
      return held.filter(({ vector, value }) => heads.rank(vector)?.topic[0]?.label === value).length / held.length;
    });
    const share = shares.reduce((sum, each) => sum + each, 0) / shares.length;
    console.log(`held-out parts: ${(share * 100).toFixed(1)}% right, 0% before`);
    expect(share).toBeGreaterThan(0.3);
    expect(learnt?.prototypes.length).toBeGreaterThan(2);
  });

  it('reads by the file as it does by what was learnt, and leaves the other heads alone', () => {
    const learnt = finish(learnField(base, 'topic', { lessons: wrongOnes('topic'), replay }));
    const [before, after] = [makeHeads(SHIPPED), makeHeads(addLearnt(base, [learnt]))];
    for (const { vector } of gate.slice(0, 200)) {
      const [was, is] = [before.rank(vector), after.rank(vector)];
      for (const field of ['intent', 'reliance', 'operation'] as const) {
        expect(is?.[field].map(({ label }) => label)).toEqual(was?.[field].map(({ label }) => label));
      }
    }
  });

  it('refuses labels that were shuffled, whatever the seed', () => {
    const lessons = wrongOnes('topic');
    const outcomes = SEEDS.map((seed) => {
      const values = shuffled(
        lessons.map(({ value }) => value),
        seed,
      );
      return tune(
        'topic',
        lessons.map((lesson, i) => ({ ...lesson, value: values[i] ?? '' })),
        seed,
      ).outcome;
    });
    console.log('shuffled:', outcomes.map(({ outcome }) => outcome).join(' '));
    expect(outcomes.filter(({ outcome }) => outcome === 'learnt')).toEqual([]);
  });

  it('refuses to learn that nothing needs memory, whatever the seed and with a few others among them', () => {
    const questions = samples.filter(({ field }) => field === 'reliance' || field === 'topic');
    for (const others of [0, 2]) {
      const outcomes = SEEDS.map((seed) => {
        const some = shuffled(questions, seed).slice(0, 40);
        const lessons = some.map((each, i) => ({ ...each, value: i < others ? 'long_term_memory' : 'zero_shot' }));
        return tune('reliance', lessons, seed).outcome;
      });
      console.log(`all zero_shot but ${others}:`, outcomes.map(({ outcome }) => outcome).join(' '));
      expect(outcomes.filter(({ outcome }) => outcome === 'learnt')).toEqual([]);
    }
  });

  it('changes nothing by few corrections, nor by ones that contradict each other, and says so', () => {
    const lessons = wrongOnes('topic');
    expect(tune('topic', lessons.slice(0, 7))).toMatchObject({
      learnt: null,
      outcome: { outcome: 'too few', why: expect.stringContaining('at least 8') },
    });
    const twice = lessons.slice(0, 10).flatMap((each) => [each, { ...each, value: 'family' }]);
    expect(tune('topic', twice)).toMatchObject({
      learnt: null,
      outcome: { outcome: 'too few', conflicting: 20, why: expect.stringContaining('contradict') },
    });
  });
});
