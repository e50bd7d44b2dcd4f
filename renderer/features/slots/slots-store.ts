import { create } from 'zustand';
import type { InputOf, OutputOf, Slot, SlotId, SlotRole, SlotVersion } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { titleOf } from './words.ts';

/** What is being written: a new slot of a role, or another wording of one. */
export type Editing = { readonly role: SlotRole; readonly slot: Slot | null };

type SlotsState = {
  readonly list: Loadable<OutputOf<'slots.list'>>;
  readonly editing: Editing | null;
  readonly history: { readonly slot: Slot; readonly versions: readonly SlotVersion[] } | null;
  readonly removed: Slot | null;
  /** While a wording is being kept: a second press keeps no second one. */
  readonly isBusy: boolean;
  readonly failure: Failed | null;
};

export const useSlots = create<SlotsState>(() => ({
  ...{ list: { kind: 'loading' as const }, editing: null, history: null, removed: null },
  ...{ isBusy: false, failure: null },
}));

let reading = 0;

/** Reads what is in the prompts of the space that is shown. Of several readings the one that was asked last counts. */
export async function loadSlots(): Promise<void> {
  reading += 1;
  const ticket = reading;
  try {
    const value = await api.call('slots.list', {});
    if (ticket === reading) useSlots.setState({ list: { kind: 'ready', value } });
  } catch (error) {
    if (ticket === reading) useSlots.setState({ list: { kind: 'failed', failure: toFailed(error) } });
  }
}

export const editSlot = (editing: Editing | null): void => useSlots.setState({ editing, failure: null });

/** How many tokens a wording takes; null where nobody answers. */
export async function countTokens(
  input: InputOf<'slots.count'>,
  signal: AbortSignal,
): Promise<OutputOf<'slots.count'> | null> {
  try {
    return await api.call('slots.count', input, signal);
  } catch {
    return null; // the count is missing; keeping it says whether it fits
  }
}

/** Keeps a wording; false where it was refused, and `failure` says why. */
export async function keepSlot(input: InputOf<'slots.set'>): Promise<boolean> {
  if (useSlots.getState().isBusy) return false;
  useSlots.setState({ isBusy: true });
  try {
    await api.call('slots.set', input);
    useSlots.setState({ editing: null, failure: null });
    announce(t('slots.announce.kept'));
    await loadSlots();
    return true;
  } catch (error) {
    useSlots.setState({ failure: toFailed(error) });
    return false;
  } finally {
    useSlots.setState({ isBusy: false });
  }
}

/** Takes it out of every prompt; the way back is shown where it stood. */
export async function removeSlot(slot: Slot): Promise<void> {
  try {
    await api.call('slots.remove', { id: slot.id });
    useSlots.setState({ removed: slot, failure: null });
    announce(t('slots.removed', { title: titleOf(slot) }));
    await loadSlots();
  } catch (error) {
    useSlots.setState({ failure: toFailed(error) });
  }
}

export async function undoSlotRemoval(): Promise<void> {
  const { removed } = useSlots.getState();
  if (!removed) return;
  const { id, role, title, text, spaceId } = removed;
  if (await keepSlot({ id, role, title, text, spaceId })) useSlots.setState({ removed: null });
}

/** Opens the earlier wordings of a slot; null closes them. */
export async function openHistory(slot: Slot | null): Promise<void> {
  if (slot === null) {
    useSlots.setState({ history: null });
    return;
  }
  try {
    const { versions } = await api.call('slots.history', { id: slot.id });
    useSlots.setState({ history: { slot, versions }, failure: null });
  } catch (error) {
    useSlots.setState({ failure: toFailed(error) });
  }
}

/** An earlier wording becomes the present one. */
export async function restoreVersion(id: SlotId, seq: number): Promise<void> {
  try {
    await api.call('slots.restore', { id, seq });
    useSlots.setState({ history: null, failure: null });
    announce(t('slots.announce.kept'));
    await loadSlots();
  } catch (error) {
    useSlots.setState({ failure: toFailed(error) });
  }
}

// Wordings of one space are neither shown nor brought back in another.
useSpace.subscribe(() => {
  reading += 1;
  useSlots.setState({ list: { kind: 'loading' }, editing: null, history: null, removed: null, failure: null });
});
