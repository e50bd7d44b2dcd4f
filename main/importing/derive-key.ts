import { createHash } from 'node:crypto';

/** The id of a turn that its export gives none: equal at every import, different for a different place or text. */
export function deriveTurnKey(turn: {
  readonly conversation: string;
  readonly order: number;
  readonly speaker: string;
  readonly time: string | null;
  readonly text: string;
}): string {
  const { conversation, order, speaker, time, text } = turn;
  return `t-${hash(['turn', conversation, order, speaker, time, text])}`;
}

/** The id of a conversation that its export gives none, from what does not change when the conversation goes on. */
export function deriveConversationId(conversation: {
  readonly source: string;
  readonly startedAt: string | null;
  readonly firstKey: string;
  readonly firstText: string;
}): string {
  const { source, startedAt, firstKey, firstText } = conversation;
  return `c-${hash(['conversation', source, startedAt, firstKey, firstText])}`;
}

/** JSON keeps the fields apart: a speaker that ends in a digit cannot pass for another order. */
function hash(fields: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 32);
}
