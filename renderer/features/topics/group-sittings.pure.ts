import type { Summary, TopicTurn } from '../../../main/contract/index.ts';

/** Turns of one day and conversation, with the summary of the sitting that they are from, if there is one. */
export type SittingGroup = {
  readonly at: string | null;
  readonly turns: readonly TopicTurn[];
  readonly summary: Summary | null;
};

const dayOf = (at: string | null): string => (at === null ? '' : new Date(at).toDateString());

/** In the order of the turns; a summary stands once, over the first turns that it covers. */
export function groupSittings(turns: readonly TopicTurn[], summaries: readonly Summary[]): readonly SittingGroup[] {
  const groups: { at: string | null; turns: TopicTurn[]; summary: Summary | null }[] = [];
  const used = new Set<string>();
  for (const turn of turns) {
    const last = groups.at(-1);
    const isSame = last?.turns[0]?.conversationId === turn.conversationId && dayOf(last.at) === dayOf(turn.at);
    if (last !== undefined && isSame) {
      last.turns.push(turn);
      continue;
    }
    const summary = summaries.find((one) => !used.has(one.id) && covers(one, turn)) ?? null;
    if (summary !== null) used.add(summary.id);
    groups.push({ at: turn.at, turns: [turn], summary });
  }
  return groups;
}

function covers({ conversationId, from, to }: Summary, turn: TopicTurn): boolean {
  if (conversationId !== turn.conversationId || turn.at === null || from === null || to === null) return false;
  const at = Date.parse(turn.at);
  return at >= Date.parse(from) && at <= Date.parse(to);
}
