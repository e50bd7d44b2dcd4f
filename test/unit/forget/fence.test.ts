import { describe, expect, it } from 'vitest';
import { createFence } from '../../../main/forget/fence.ts';
import type { JournalEvent } from '../../../main/journal/events/index.ts';
import { systemClock } from '../../../main/lib/clock.ts';

const say = (role: 'user' | 'assistant', text: string): JournalEvent => ({
  kind: 'turn.said',
  body: {
    ...{ turnId: text, conversationId: 'd', parentTurnId: null, position: 0, role, speaker: 'Ada', text },
    ...{ saidAt: null, isTimeInferred: true, zone: 'UTC', session: null, status: 'complete' },
    ...{ attachments: [], importId: null, isHidden: false },
  },
});

describe('forget/fence', () => {
  it('lets words be repeated again once the user has said them anew', () => {
    const fence = createFence(systemClock);
    fence.raise({ ids: [], texts: ['the blue kettle'] });
    expect(() => fence.check([say('assistant', 'You keep the blue kettle.')])).toThrow('forgotten meanwhile');
    fence.check([say('user', 'I bought the blue kettle again.')]);
    fence.check([say('assistant', 'You keep the blue kettle.')]);
  });

  it('keeps an answer out that was told a turn which went meanwhile', () => {
    const fence = createFence(systemClock);
    expect(() => fence.assertLeft(['a', 'b'])).not.toThrow();
    const lower = fence.raise({ ids: ['b'], texts: [] });
    expect(() => fence.assertLeft(['a', 'b'])).toThrow('forgotten meanwhile');
    expect(() => fence.assertLeft(['a'])).not.toThrow();
    lower();
    expect(() => fence.assertLeft(['a', 'b'])).not.toThrow();
  });

  it('lets an import begin a conversation anew under the id that it had, and nobody go on with the old one', () => {
    const fence = createFence(systemClock);
    fence.raise({ ids: ['c', 't'], texts: [] });
    const said: JournalEvent = {
      kind: 'turn.said',
      body: {
        ...{ turnId: 'new', conversationId: 'c', parentTurnId: null, position: 0, role: 'user', speaker: 'Ada' },
        ...{ text: 'Hello', saidAt: null, isTimeInferred: true, zone: 'UTC', session: null, status: 'complete' },
        ...{ attachments: [], importId: null, isHidden: false },
      },
    };
    const place = { conversationId: 'c', spaceId: 'home', title: null } as const;
    const body = { ...place, source: 'jsonl', originId: null, startedAt: null } as const;
    expect(() => fence.check([said])).toThrow('forgotten meanwhile');
    fence.check([{ kind: 'conversation.started', body }, said]);
    fence.check([said]);
  });
});
