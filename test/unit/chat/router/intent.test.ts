import { describe, expect, it } from 'vitest';
import type { Ranked } from '../../../../main/chat/classify/heads.pure.ts';
import { readIntent } from '../../../../main/chat/router/intent.pure.ts';

const ranked = (over: Partial<Ranked>): Ranked => ({ topic: [], intent: [], reliance: [], operation: [], ...over });

describe('chat/router/intent', () => {
  it('sees code and orders to write by their form alone', () => {
    expect(readIntent('Why does this fail?\n```js\nlet a = 1;\n```', null)).toEqual({
      intent: 'coding',
      confidence: 0.95,
    });
    expect(readIntent('def load(path):\n  return open(path)', null).intent).toBe('coding');
    expect(readIntent('Write a short letter to the landlord about the damp wall', null)).toEqual({
      ...{ intent: 'writing', confidence: 0.95 },
    });
    expect(readIntent('Please rephrase this so that it sounds kinder', null).intent).toBe('writing');
    expect(readIntent('Good morning!', null).intent).toBe('small');
  });

  it('takes the heads’ word where the form says nothing', () => {
    const coding = ranked({ topic: [{ label: 'coding', confidence: 0.8 }] });
    expect(readIntent('How do I merge two branches?', coding)).toEqual({ intent: 'coding', confidence: 0.8 });
    const make = ranked({ intent: [{ label: 'make', confidence: 0.7 }] });
    expect(readIntent('A limerick on a fox', make)).toEqual({ intent: 'writing', confidence: 0.7 });
    const chat = ranked({ intent: [{ label: 'chat', confidence: 0.9 }] });
    expect(readIntent('How is it going', chat).intent).toBe('small');
    expect(readIntent(`How is it going ${'on and on '.repeat(12)}`, chat).intent).toBe('general');
  });

  it('is general where nothing stands out', () => {
    expect(readIntent('Where did I put the spare key?', null)).toEqual({ intent: 'general', confidence: 1 });
    expect(readIntent('I write every day', null).intent).toBe('general');
    expect(readIntent('What did the letter say?', null).intent).toBe('general');
  });
});
