import { create } from 'zustand';
import type { MergeProposal } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { count, t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { noteChange } from '../memory/changes-store.ts';
import { nameOf } from '../memory/words.ts';

type DoublesState = {
  readonly plan: Loadable<readonly MergeProposal[]>;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly failure: Failed | null;
  /** The pair that was last said to be two, so that it can be taken back. */
  readonly keptApart: MergeProposal | null;
};

export const useDoubles = create<DoublesState>(() => ({
  ...{ plan: { kind: 'loading' as const }, isOpen: false, isBusy: false, failure: null, keptApart: null },
}));

/** One and the same each time: a selector that makes a new list draws for ever. */
const NONE: readonly MergeProposal[] = [];

export const proposalsOf = ({ plan }: DoublesState): readonly MergeProposal[] =>
  plan.kind === 'ready' ? plan.value : NONE;

let reading = 0;

/** Reads the plan that consolidation made. */
export async function loadDoubles(): Promise<void> {
  reading += 1;
  const ticket = reading;
  try {
    const { proposals } = await api.call('doubles.list', {});
    if (ticket === reading) useDoubles.setState({ plan: { kind: 'ready', value: proposals } });
  } catch (error) {
    if (ticket === reading) useDoubles.setState({ plan: { kind: 'failed', failure: toFailed(error) } });
  }
}

export const openDoubles = (): void => useDoubles.setState({ isOpen: true, failure: null, keptApart: null });
export const closeDoubles = (): void => useDoubles.setState({ isOpen: false });

const pairOf = ({ from, into }: MergeProposal) => ({ from: from.id, into: into.id });

async function act(work: () => Promise<void>): Promise<void> {
  if (useDoubles.getState().isBusy) return;
  useDoubles.setState({ isBusy: true, failure: null });
  try {
    await work();
    await loadDoubles();
  } catch (error) {
    useDoubles.setState({ failure: toFailed(error) });
  } finally {
    useDoubles.setState({ isBusy: false });
  }
}

/** They are one: what is known of both stands under the second name. */
export const mergeDoubles = (proposals: readonly MergeProposal[]): Promise<void> =>
  act(async () => {
    const { seqs } = await api.call('doubles.merge', { pairs: proposals.map(pairOf) });
    const [seq, ...also] = [...seqs].reverse();
    const [only] = proposals;
    if (seq === undefined || only === undefined) return;
    const sentence =
      proposals.length === 1
        ? t('doubles.merged', { from: nameOf(only.from), into: nameOf(only.into) })
        : t('doubles.merged.many', { pairs: count(seqs.length, 'pair') });
    noteChange({ seq, also, sentence });
    useDoubles.setState({ keptApart: null });
  });

/** They are two, and are not asked about again. */
export const keepApart = (proposal: MergeProposal): Promise<void> =>
  act(async () => {
    await api.call('doubles.keepApart', { pairs: [pairOf(proposal)], isApart: true });
    useDoubles.setState({ keptApart: proposal });
  });

/** Takes back that they are two; the next look for doubles may propose them again. */
export const undoKeepApart = (): Promise<void> =>
  act(async () => {
    const { keptApart } = useDoubles.getState();
    if (keptApart === null) return;
    await api.call('doubles.keepApart', { pairs: [pairOf(keptApart)], isApart: false });
    await api.call('workers.runNow', { worker: 'consolidation' });
    useDoubles.setState({ keptApart: null });
  });

// Names of one space are not shown in another, not even until the plan is read again.
useSpace.subscribe(() => {
  reading += 1;
  useDoubles.setState({ plan: { kind: 'loading' }, isOpen: false, failure: null, keptApart: null });
});
