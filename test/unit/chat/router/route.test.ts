import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type Routed, type RouteInput, route } from '../../../../main/chat/router/route.pure.ts';
import type { RouteIntent } from '../../../../main/contract/models.ts';

const makeModel = (id: string, over: Partial<Candidate> = {}): Candidate => ({
  ...{ id, name: id, roles: [], bytes: 1e9, contextTokens: 8_192, isLoaded: false },
  ...over,
});
const chosen = makeModel('chosen', { roles: ['general'] });
const coder = makeModel('coder', { roles: ['coding'] });
const writer = makeModel('writer', { roles: ['writing'] });
const limits = { togetherBytes: 4e9, aloneBytes: 6e9 };
const sure = (intent: RouteIntent) => ({ intent, confidence: 0.9 });
const was = (modelId: string, intent: RouteIntent, confidence = 0.9): Routed => ({ modelId, intent, confidence });
const ask = (over: Partial<RouteInput> = {}) =>
  route({
    ...{ asked: sure('general'), questionTokens: 20, models: [chosen, coder, writer] },
    ...{ fixedId: null, history: [], limits },
    ...over,
  });
const idOf = (over: Partial<RouteInput>) => {
  const result = ask(over);
  return result.kind === 'model' ? result.model.id : result.kind;
};

describe('chat/router/route', () => {
  it('takes the model that the user set for such questions, and the chosen one for all others', () => {
    expect(ask({ asked: sure('coding') })).toEqual({
      ...{ kind: 'model', model: coder, isFixed: false },
      why: 'you set it for programming',
    });
    expect(idOf({ asked: sure('small') })).toBe('chosen');
    expect(idOf({ asked: { intent: 'coding', confidence: 0.5 } })).toBe('chosen');
    expect(idOf({ models: [] })).toBe('none');
    expect(idOf({ models: [makeModel('a'), makeModel('b')] })).toBe('a');
  });

  it('stays with a model until two questions in a row clearly call for another', () => {
    const history = [was('chosen', 'general')];
    expect(ask({ asked: sure('coding'), history })).toMatchObject({
      model: chosen,
      why: 'a conversation stays with its model',
    });
    const second = [...history, was('chosen', 'coding')];
    expect(ask({ asked: sure('coding'), history: second })).toMatchObject({
      model: coder,
      why: 'the conversation has turned to programming',
    });
    const unsure = [...history, was('chosen', 'coding', 0.55)];
    expect(idOf({ asked: sure('coding'), history: unsure })).toBe('chosen');
    const back = [was('coder', 'coding'), was('coder', 'general')];
    expect(idOf({ asked: sure('general'), history: back })).toBe('chosen');
  });

  it('does as the user says in one conversation, whatever is asked', () => {
    const history = [was('coder', 'coding'), was('coder', 'coding')];
    expect(ask({ asked: sure('coding'), history, fixedId: 'writer' })).toMatchObject({ model: writer, isFixed: true });
    expect(ask({ asked: sure('coding'), history, fixedId: 'gone' })).toMatchObject({ model: coder, isFixed: false });
  });

  it('does not keep a model that the user has taken the role from', () => {
    const bare = { ...coder, roles: [] };
    expect(idOf({ models: [chosen, bare], history: [was('coder', 'coding')] })).toBe('chosen');
  });

  it('refuses what the user chose and memory cannot hold, and never takes another in its place', () => {
    const huge = makeModel('huge', { roles: ['general'], bytes: 7e9 });
    expect(ask({ models: [huge, coder] })).toEqual({
      ...{ kind: 'refused', model: huge, why: 'it needs more memory than models may use' },
    });
    expect(ask({ models: [chosen, { ...coder, bytes: 7e9 }], fixedId: 'coder' })).toMatchObject({ kind: 'refused' });
    expect(idOf({ models: [chosen, { ...coder, bytes: 7e9 }], asked: sure('coding') })).toBe('chosen');
    // Nothing was chosen: the first that fits.
    expect(idOf({ models: [makeModel('a', { bytes: 7e9 }), makeModel('b')] })).toBe('b');
  });

  it('takes another model for a question that the usual one cannot hold', () => {
    const short = { ...chosen, contextTokens: 1_024 };
    expect(ask({ models: [short, coder, writer], questionTokens: 2_000 })).toMatchObject({
      model: coder,
      why: 'the question is too long for the usual one',
    });
    expect(idOf({ models: [short], questionTokens: 2_000 })).toBe('chosen');
  });

  const intents = fc.constantFrom<RouteIntent>('general', 'writing', 'coding', 'small');
  const questions = fc.array(fc.record({ intent: intents, confidence: fc.double({ min: 0, max: 1, noNaN: true }) }), {
    maxLength: 30,
  });
  const talk = (asked: readonly { readonly intent: RouteIntent; readonly confidence: number }[]): readonly string[] => {
    const history: Routed[] = [];
    return asked.map((each) => {
      const id = idOf({ asked: each, history: [...history] });
      history.push({ ...each, modelId: id });
      return id;
    });
  };

  it('never changes twice within two questions, and only where both of them clearly wanted it', () => {
    fc.assert(
      fc.property(questions, (asked) => {
        const ids = talk(asked);
        const changes = ids.flatMap((id, i) => (i > 0 && id !== ids[i - 1] ? [i] : []));
        for (const [n, at] of changes.entries()) {
          expect(at - (changes[n - 1] ?? at - 2)).toBeGreaterThanOrEqual(2);
          expect(asked[at]?.intent).toBe(asked[at - 1]?.intent);
          expect(Math.min(asked[at]?.confidence ?? 0, asked[at - 1]?.confidence ?? 0)).toBeGreaterThanOrEqual(0.6);
        }
      }),
    );
  });

  it('never changes at all while questions take turns', () => {
    for (const [a, b] of [
      ['general', 'coding'],
      ['writing', 'coding'],
    ] as const) {
      const ids = talk(Array.from({ length: 20 }, (_, i) => sure(i % 2 === 0 ? a : b)));
      expect(new Set(ids).size).toBe(1);
    }
  });

  it('keeps to the fixed model in every history', () => {
    fc.assert(
      fc.property(questions, (asked) => {
        for (const each of asked)
          expect(idOf({ asked: each, fixedId: 'writer', history: [was('coder', 'coding')] })).toBe('writer');
      }),
    );
  });
});
