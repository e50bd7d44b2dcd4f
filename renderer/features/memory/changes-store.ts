import { create } from 'zustand';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';

/** What was done last, and the record that takes it back. */
export type LastChange = {
  readonly seq: number;
  /** Further records that were made with it, to be taken back after it. */
  readonly also?: readonly number[];
  readonly sentence: string;
  /** Whose records these are; absent: those of facts. */
  readonly area?: 'procedures';
};

type ChangesState = {
  readonly last: LastChange | null;
  /** What was taken back a moment ago, as a sentence. */
  readonly undone: string | null;
  readonly isUndoing: boolean;
  readonly failure: Failed | null;
};

export const useChanges = create<ChangesState>(() => ({ last: null, undone: null, isUndoing: false, failure: null }));

/** Says that something was done and keeps the way back from it. */
export function noteChange(change: LastChange): void {
  useChanges.setState({ last: change, undone: null, failure: null });
  announce(change.sentence);
}

/** Takes back what a record did; else says why it could not. */
export async function undoChange(change: LastChange): Promise<Failed | null> {
  if (useChanges.getState().isUndoing) return null;
  useChanges.setState({ isUndoing: true, failure: null });
  try {
    const key = change.area === 'procedures' ? 'procedures.undo' : 'codex.undo';
    for (const seq of [change.seq, ...(change.also ?? [])]) await api.call(key, { seq });
    const undone = t('done.undone', { what: change.sentence });
    useChanges.setState(({ last }) => ({ last: last?.seq === change.seq ? null : last, undone, isUndoing: false }));
    announce(undone);
    return null;
  } catch (error) {
    const failure = toFailed(error);
    useChanges.setState({ isUndoing: false, failure });
    return failure;
  }
}

/** Takes back the last thing that was done; says nothing when there is none. */
export async function undoLast(): Promise<void> {
  const { last } = useChanges.getState();
  if (last !== null) await undoChange(last);
}

export const dismissChange = (): void => useChanges.setState({ last: null, undone: null, failure: null });

// What was done in one space is neither shown nor taken back in another.
useSpace.subscribe(dismissChange);
