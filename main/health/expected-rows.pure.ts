import type { JournalEvent } from '../journal/events/index.ts';
import { contentOf, textHashOf } from '../stores/project/lexical-text.pure.ts';

/** What the tables must hold of some records, if each was applied once and whole. */
export type ExpectedRows = {
  readonly turns: readonly { readonly id: string; readonly textHash: string }[];
  readonly rows: Readonly<Record<'conversation' | 'answer' | 'import_run' | 'space' | 'claim', readonly string[]>>;
};

/** Rows that records call for; of a turn that was said twice, the first says what its words are. */
export function planExpectedRows(events: readonly JournalEvent[]): ExpectedRows {
  const turns = new Map<string, string>();
  const rows: Record<keyof ExpectedRows['rows'], string[]> = {
    ...{ conversation: [], answer: [], import_run: [], space: [], claim: [] },
  };
  for (const event of events) {
    switch (event.kind) {
      case 'turn.said':
        if (!turns.has(event.body.turnId)) turns.set(event.body.turnId, textHashOf(contentOf(event.body)));
        break;
      case 'conversation.started':
        rows.conversation.push(event.body.conversationId);
        break;
      case 'answered':
        rows.answer.push(event.body.replyTurnId);
        break;
      case 'import.finished':
        rows.import_run.push(event.body.importId);
        break;
      case 'space.created':
        rows.space.push(event.body.spaceId);
        break;
      case 'codex.claimed':
        rows.claim.push(...event.body.claims.map(({ claimId }) => claimId));
        break;
      default:
        break; // its rows are no function of this record alone
    }
  }
  return { turns: [...turns].map(([id, textHash]) => ({ id, textHash })), rows };
}
