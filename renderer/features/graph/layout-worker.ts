import { type LayoutInput, layOut } from './lay-out.ts';

/** Runs beside the page: one graph in, its positions out, step by step. Ended by the page when no longer wanted. */
globalThis.addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => {
  for (const step of layOut(data)) globalThis.postMessage(step);
});
