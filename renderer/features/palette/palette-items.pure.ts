import type { ConversationId, SearchHit, TurnId } from '../../../main/contract/index.ts';

export type PaletteAction = { readonly id: string; readonly label: string; readonly keys: string | null };

export type PaletteItem =
  | { readonly kind: 'chat'; readonly id: ConversationId; readonly title: string; readonly at: string | null }
  | { readonly kind: 'said'; readonly hit: SearchHit & { readonly turnId: TurnId } }
  | { readonly kind: 'do'; readonly action: PaletteAction };

const CHATS = 6;
const TURNS = 12;

/** What the palette offers for what was typed: chats by title, then turns, then actions; nothing twice. */
export function buildPaletteItems(input: {
  readonly query: string;
  readonly recent: readonly { readonly id: ConversationId; readonly title: string; readonly updatedAt: string }[];
  readonly hits: readonly SearchHit[];
  readonly actions: readonly PaletteAction[];
}): readonly PaletteItem[] {
  const needle = input.query.trim().toLowerCase();
  const matching = input.recent.filter(({ title }) => title.toLowerCase().includes(needle));
  const chats = new Map<ConversationId, PaletteItem>();
  for (const { id, title, updatedAt } of matching.slice(0, CHATS))
    chats.set(id, { kind: 'chat', id, title, at: updatedAt });
  const turns: PaletteItem[] = [];
  for (const hit of input.hits) {
    const { turnId } = hit;
    if (turnId !== null) turns.push({ kind: 'said', hit: { ...hit, turnId } });
    else if (!chats.has(hit.conversationId))
      chats.set(hit.conversationId, { kind: 'chat', id: hit.conversationId, title: hit.conversationTitle, at: hit.at });
  }
  const actions = input.actions
    .filter(({ label }) => needle === '' || label.toLowerCase().includes(needle))
    .map((action): PaletteItem => ({ kind: 'do', action }));
  return [...[...chats.values()].slice(0, CHATS), ...turns.slice(0, TURNS), ...actions];
}
