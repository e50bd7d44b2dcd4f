import { create } from 'zustand';
import type { Citation, ConversationId, OutputOf, TurnId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import type { Failed } from '../failure.ts';
import { openAdd } from './add-store.ts';
import { undoChange } from './changes-store.ts';
import { findQuoted } from './group-learnt.pure.ts';

export type Learnt = OutputOf<'codex.learnt'>['learnt'][number];
export type LearntHabit = OutputOf<'procedures.learnt'>['learnt'][number];

type LearntState = {
  readonly conversationId: ConversationId | null;
  readonly byTurn: ReadonlyMap<TurnId, readonly Learnt[]>;
  readonly habits: ReadonlyMap<TurnId, readonly LearntHabit[]>;
};

export const useLearnt = create<LearntState>(() => ({ conversationId: null, byTurn: new Map(), habits: new Map() }));

/** Reads what the turns of a conversation taught. */
export async function loadLearnt(conversationId: ConversationId): Promise<void> {
  if (useLearnt.getState().conversationId !== conversationId)
    useLearnt.setState({ conversationId, byTurn: new Map(), habits: new Map() });
  try {
    const [{ learnt }, taught] = await Promise.all([
      api.call('codex.learnt', { conversationId }),
      api.call('procedures.learnt', { conversationId }),
    ]);
    if (useLearnt.getState().conversationId !== conversationId) return;
    useLearnt.setState({ byTurn: groupByTurn(learnt), habits: groupByTurn(taught.learnt) });
  } catch {
    // A line under a turn is missing until the next change; the turn itself is all there, and Memory says what is wrong.
  }
}

function groupByTurn<T extends { readonly turnId: TurnId }>(all: readonly T[]): ReadonlyMap<TurnId, readonly T[]> {
  const byTurn = new Map<TurnId, T[]>();
  for (const each of all) byTurn.set(each.turnId, [...(byTurn.get(each.turnId) ?? []), each]);
  return byTurn;
}

/** Leaves the conversation. */
export const closeLearnt = (): void =>
  useLearnt.setState({ conversationId: null, byTurn: new Map(), habits: new Map() });

/** Reads again what the conversation on screen taught. */
export async function refreshLearnt(): Promise<void> {
  const { conversationId } = useLearnt.getState();
  if (conversationId !== null) await loadLearnt(conversationId);
}

/** Takes back everything that one record of a turn taught; the turn stays. */
export const unlearn = (learnt: readonly Learnt[]): Promise<Failed | null> =>
  undoChange({
    seq: learnt[0]?.seq ?? 0,
    sentence: t('done.undone.learnt', { fact: learnt.map(({ sentence }) => sentence).join('; ') }),
  });

/** Takes back what a turn taught of how something is to be done; the turn stays. */
export const unlearnHabit = ({ seq, sentence }: LearntHabit): Promise<Failed | null> =>
  undoChange({ seq, sentence: t('habits.undone.learnt', { habit: sentence }), area: 'procedures' });

/** The fact that a cited memory taught, to correct it; where it taught none, a new one is written from its words. */
export async function correctCitation(citation: Citation): Promise<void> {
  const { conversationId, turnIds, quote } = citation;
  const learnt =
    conversationId === null ? [] : (await readLearnt(conversationId)).filter(({ turnId }) => turnIds.includes(turnId));
  const fact = findQuoted(
    learnt.filter(({ isHeld }) => !isHeld),
    quote,
  );
  if (fact) go({ name: 'fact', id: fact.revisionId });
  else if (learnt.length > 0) go({ name: 'inbox' });
  else openAdd({ quote });
}

async function readLearnt(conversationId: ConversationId): Promise<readonly Learnt[]> {
  try {
    return (await api.call('codex.learnt', { conversationId })).learnt;
  } catch {
    // Without that list the dialog for a new fact still leads on, and says itself what fails.
    return [];
  }
}
