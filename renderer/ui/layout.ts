import { create } from 'zustand';

export type Layout = 'narrow' | 'mid' | 'wide';

/** From these widths on, in pixels at the ordinary size of text. */
const MID_PX = 721;
const WIDE_PX = 1181;

let textScale = 1;

const measure = (): Layout => {
  const width = window.innerWidth / textScale;
  return width >= WIDE_PX ? 'wide' : width >= MID_PX ? 'mid' : 'narrow';
};

const store = create<{ readonly layout: Layout }>(() => ({ layout: measure() }));

function apply(): void {
  const layout = measure();
  document.documentElement.dataset.layout = layout;
  if (store.getState().layout !== layout) store.setState({ layout });
}

window.addEventListener('resize', apply);
apply();

/** Larger text needs the room of a narrower window; a media query would not know. */
export function setTextScale(scale: number): void {
  textScale = scale;
  document.documentElement.style.setProperty('--text-scale', String(scale));
  apply();
}

/** How much room there is: margin beside the text, notes under it, or the rail as a sheet. */
export const useLayout = (): Layout => store((state) => state.layout);
