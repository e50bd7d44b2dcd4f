import { create } from 'zustand';
import type { OutputOf, Procedure, ProcedureId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { noteChange } from '../memory/changes-store.ts';
import { sayHabit } from './words.ts';

type Page = OutputOf<'procedures.list'>;

type HabitsState = {
  readonly page: Loadable<Page>;
  /** What is being written: a new one, or another wording of one. */
  readonly editing: Procedure | 'new' | null;
  readonly isBusy: boolean;
  readonly failure: Failed | null;
};

export const useHabits = create<HabitsState>(() => ({
  ...{ page: { kind: 'loading' as const }, editing: null, isBusy: false, failure: null },
}));

/** Nobody has more habits than fit on a page. */
const LIMIT = 500;
let reading = 0;

/** Reads the habits of this space. */
export async function loadHabits(): Promise<void> {
  reading += 1;
  const ticket = reading;
  try {
    const value = await api.call('procedures.list', { limit: LIMIT, offset: 0 });
    if (ticket === reading) useHabits.setState({ page: { kind: 'ready', value } });
  } catch (error) {
    if (ticket === reading) useHabits.setState({ page: { kind: 'failed', failure: toFailed(error) } });
  }
}

export const editHabit = (editing: HabitsState['editing']): void => useHabits.setState({ editing, failure: null });

type Wording = { readonly trigger: string; readonly steps: readonly string[] };

/** Keeps a new habit, or another wording of one; says why where it could not. */
export async function saveHabit(habit: Pick<Procedure, 'id'> | null, wording: Wording): Promise<Failed | null> {
  try {
    const input = { trigger: wording.trigger, steps: [...wording.steps], ...(habit === null ? {} : { id: habit.id }) };
    const { seq } = await api.call('procedures.save', input);
    const done = habit === null ? 'habits.done.added' : 'habits.done.changed';
    noteChange({ seq, sentence: t(done, { habit: sayHabit(wording) }), area: 'procedures' });
    await loadHabits();
    return null;
  } catch (error) {
    return toFailed(error);
  }
}

/** One change of one habit, with the way back from it. */
async function change(
  habit: Procedure,
  done: 'on' | 'off' | 'removed',
  act: (id: ProcedureId) => Promise<{ seq: number }>,
) {
  if (useHabits.getState().isBusy) return;
  useHabits.setState({ isBusy: true, failure: null });
  try {
    const { seq } = await act(habit.id);
    noteChange({ seq, sentence: t(`habits.done.${done}`, { habit: sayHabit(habit) }), area: 'procedures' });
    await loadHabits();
  } catch (error) {
    useHabits.setState({ failure: toFailed(error) });
  } finally {
    useHabits.setState({ isBusy: false });
  }
}

export const switchHabit = (habit: Procedure, isOn: boolean): Promise<void> =>
  change(habit, isOn ? 'on' : 'off', (id) => api.call('procedures.switch', { id, isOn }));

export const removeHabit = (habit: Procedure): Promise<void> =>
  change(habit, 'removed', (id) => api.call('procedures.remove', { id }));

// Habits of one space are not shown in another, not even until they are read again.
useSpace.subscribe(() => {
  reading += 1;
  useHabits.setState({ page: { kind: 'loading' }, editing: null, failure: null });
});
