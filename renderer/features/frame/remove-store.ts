import { create } from 'zustand';
import type { Conversation } from '../../../main/contract/index.ts';

/** The conversation somebody wants to remove and has not yet confirmed. */
export const useRemoval = create<{ readonly conversation: Conversation | null }>(() => ({ conversation: null }));

export const askToRemove = (conversation: Conversation): void => useRemoval.setState({ conversation });
export const keepConversation = (): void => useRemoval.setState({ conversation: null });
