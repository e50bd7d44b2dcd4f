import { create } from 'zustand';
import type { Stored } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { type Failed, toFailed } from '../failure.ts';

type SizesState = {
  /** Kinds whose size is known by now, in the engine's order. */
  readonly stored: readonly Stored[];
  /** Of everything together; null until all is looked at. */
  readonly total: { readonly files: number; readonly bytes: number } | null;
  readonly failure: Failed | null;
};

export const useSizes = create<SizesState>(() => ({ stored: [], total: null, failure: null }));

let looking = new AbortController();

/** Looks at the disk again. What was known stays until its new size is. */
export async function lookAtSizes(): Promise<void> {
  leaveSizes();
  const own = new AbortController();
  looking = own;
  useSizes.setState({ total: null, failure: null });
  try {
    const total = await api.stream(
      'data.sizes',
      {},
      { onChunk: (each) => useSizes.setState(({ stored }) => ({ stored: placed(stored, each) })), signal: own.signal },
    );
    useSizes.setState({ total });
  } catch (error) {
    if (!own.signal.aborted) useSizes.setState({ failure: toFailed(error) });
  }
}

const placed = (stored: readonly Stored[], each: Stored): readonly Stored[] =>
  stored.some(({ kind }) => kind === each.kind)
    ? stored.map((old) => (old.kind === each.kind ? each : old))
    : [...stored, each];

/** Nobody looks any more. */
export const leaveSizes = (): void => looking.abort();
