import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../main/contract/index.ts';
import { groupConversations } from '../../../../renderer/features/frame/list-rows.pure.ts';

const conversation = (title: string, at: Date) => ({ title, updatedAt: at.toISOString() }) as Conversation;

describe('renderer/frame/list-rows', () => {
  it('puts one heading before each run of the same period', () => {
    const now = new Date(2026, 10, 26, 15);
    const rows = groupConversations(
      [
        conversation('a', new Date(2026, 10, 26, 14)),
        conversation('b', new Date(2026, 10, 26, 13)),
        conversation('c', new Date(2026, 10, 25, 13)),
        conversation('d', new Date(2026, 9, 2)),
        conversation('e', new Date(2026, 9, 1)),
      ],
      now,
    );
    expect(rows.map((row) => (row.kind === 'heading' ? row.period : row.conversation.title))).toEqual([
      { kind: 'today' },
      'a',
      'b',
      { kind: 'yesterday' },
      'c',
      { kind: 'month', name: 'October' },
      'd',
      'e',
    ]);
  });
});
