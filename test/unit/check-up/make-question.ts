import {
  type CheckedFragment,
  type CheckedQuestion,
  CheckedQuestion as CheckedQuestionSchema,
} from '../../../main/contract/index.ts';

/** A fragment that shows only what matters. */
export function makeFragment(id: string, rank: number, over: Partial<CheckedFragment> = {}): CheckedFragment {
  return {
    ...{ id, rank, kind: 'turn', title: 'diary', speaker: 'Ada', role: 'user', at: '2023-02-01T10:00:00.000Z' },
    ...{ turnId: null, conversationId: null, excerpt: `words of ${id}`, tokens: 5, legs: ['lexical'] },
    ...{ statusThen: 'active', statusNow: 'active' },
    ...over,
  };
}

const SIDE = {
  ...{ fragments: [], tokens: 5, abstain: false, support: 0.8 },
  legs: [{ leg: 'lexical', outcome: 'contributed', selected: 1 }],
};

/** A question that shows only what matters. */
export function makeQuestion(over: Partial<CheckedQuestion> = {}): CheckedQuestion {
  return CheckedQuestionSchema.parse({
    ...{ turnId: 'q', conversationId: 'c', title: 'diary', text: 'Where do I live?' },
    ...{ askedAt: '2023-06-01T12:00:00.000Z', source: 'asked', a: SIDE, b: SIDE },
    ...{ onlyA: [], onlyB: [], moved: [], difference: 'same', isStale: false },
    life: { toldThen: null, toldNow: null, staleFacts: [], staleTurns: [], support: 'same', today: null },
    ...over,
  });
}
