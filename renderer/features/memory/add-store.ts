import { create } from 'zustand';
import type { EntityId } from '../../../main/contract/index.ts';

/** What a new fact starts from: about whom, and the words it is taken from. */
export type AddDraft = {
  readonly subject?: { readonly id: EntityId; readonly name: string };
  readonly quote?: string;
};

export const useAdd = create<{ readonly draft: AddDraft | null }>(() => ({ draft: null }));

/** Opens the dialog for a fact by hand, from anywhere. */
export const openAdd = (draft: AddDraft = {}): void => useAdd.setState({ draft });
export const closeAdd = (): void => useAdd.setState({ draft: null });
