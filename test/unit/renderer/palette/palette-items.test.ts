import { describe, expect, it } from 'vitest';
import type { ConversationId, SearchHit, TurnId } from '../../../../main/contract/index.ts';
import { buildPaletteItems } from '../../../../renderer/features/palette/palette-items.pure.ts';

const hit = (conversationId: string, turnId: string | null): SearchHit => ({
  conversationId: conversationId as ConversationId,
  conversationTitle: 'Paste',
  turnId: turnId as TurnId | null,
  speaker: 'Ida',
  role: 'user',
  at: null,
  excerpt: 'gelatine',
  from: 0,
  to: 5,
});

describe('renderer/palette/palette-items', () => {
  it('lists chats once, then turns, then the actions that match', () => {
    const items = buildPaletteItems({
      query: 'PASTE',
      recent: [
        { id: 'c1' as ConversationId, title: 'Paste or gelatine', updatedAt: '2026-11-26T10:00:00Z' },
        { id: 'c2' as ConversationId, title: 'Keys', updatedAt: '2026-11-26T10:00:00Z' },
      ],
      hits: [hit('c1', null), hit('c3', null), hit('c1', 't1')],
      actions: [
        { id: 'new', label: 'New chat', keys: null },
        { id: 'search', label: 'Search memory for “paste”', keys: null },
      ],
    });
    expect(
      items.map((item) => (item.kind === 'chat' ? item.id : item.kind === 'said' ? item.hit.turnId : item.action.id)),
    ).toEqual(['c1', 'c3', 't1', 'search']);
  });
});
