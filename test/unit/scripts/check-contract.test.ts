import { describe, expect, it } from 'vitest';
import { checkKeys, findKeys, findStrings } from '../../../scripts/lib/contract-rules.mjs';
import { parse } from '../../../scripts/lib/parse.mjs';

const declared = `export const chat = {
  'chat.ask': stream({ input: z.strictObject({ 'a.b': z.string() }) }),
  'chat.changed': event(z.strictObject({})),
  'chat.list': call({}),
};`;

describe('scripts/check-contract', () => {
  it('reads the declared keys and nothing that only looks like one', () => {
    expect(findKeys(parse('main/contract/chat.ts', declared).program)).toEqual([
      { key: 'chat.ask', type: 'stream' },
      { key: 'chat.changed', type: 'event' },
      { key: 'chat.list', type: 'call' },
    ]);
  });

  it('names a key without handler, an event without emitter, a key without user and a key declared twice', () => {
    const keys = findKeys(parse('main/contract/chat.ts', declared).program);
    const used = findStrings(parse('renderer/a.ts', "api.call('chat.ask', {}); api.on('chat.changed', f);").program);
    const first = keys.slice(0, 1);
    expect(checkKeys({ keys: [...keys, ...first], handled: new Set(['chat.ask']), emitted: new Set(), used })).toEqual([
      'chat.changed: nothing in main/ emits it',
      'chat.list: has no handler in any handlers.ts',
      'chat.list: is used by neither the page nor the command line',
      'chat.ask: is declared twice',
    ]);
  });
});
