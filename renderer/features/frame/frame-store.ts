import { create } from 'zustand';

type FrameState = { readonly layer: 'none' | 'rail' | 'palette' | 'shortcuts' | 'connections' | 'spaces' };

/** What lies over the page, if anything does. */
export const useFrame = create<FrameState>(() => ({ layer: 'none' }));

export const openLayer = (layer: FrameState['layer']): void => useFrame.setState({ layer });
export const closeLayer = (): void => useFrame.setState({ layer: 'none' });
