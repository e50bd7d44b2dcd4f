import { create } from 'zustand';
import { DEFAULT_SPACE, type SpaceId } from '../main/contract/index.ts';

/** The space that the pages show and new chats begin in, as the settings have it. */
export const useSpace = create<{ readonly spaceId: SpaceId }>(() => ({ spaceId: DEFAULT_SPACE }));

export const currentSpaceId = (): SpaceId => useSpace.getState().spaceId;
