import type { Conversation } from '../../../main/contract/index.ts';
import { type Period, periodOf } from '../../locales/format.pure.ts';

export type ListRow =
  | { readonly kind: 'heading'; readonly period: Period }
  | { readonly kind: 'conversation'; readonly conversation: Conversation };

const keyOf = (period: Period): string => (period.kind === 'month' ? period.name : period.kind);

/** The list with a heading wherever day, week or month changes. */
export function groupConversations(items: readonly Conversation[], now: Date): readonly ListRow[] {
  const rows: ListRow[] = [];
  let last: string | null = null;
  for (const conversation of items) {
    const period = periodOf(conversation.updatedAt, now);
    const key = keyOf(period);
    if (key !== last) rows.push({ kind: 'heading', period });
    last = key;
    rows.push({ kind: 'conversation', conversation });
  }
  return rows;
}
