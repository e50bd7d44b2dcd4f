import { describe, expect, it } from 'vitest';
import { createFence } from '../../../main/forget/fence.ts';
import type { JournalEvent } from '../../../main/journal/events/index.ts';
import { systemClock } from '../../../main/lib/clock.ts';

describe('forget/fence', () => {
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
