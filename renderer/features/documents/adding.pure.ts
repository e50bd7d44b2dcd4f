import type { ImportProgress, ImportReport, SpaceId } from '../../../main/contract/index.ts';

/** One file on its way to being a document. */
export type Adding = {
  readonly id: number;
  /** The space in which it was let go; it goes there, whichever is shown when its turn comes. */
  readonly spaceId: SpaceId;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state:
    | { readonly kind: 'waiting' }
    | { readonly kind: 'sending'; readonly sentBytes: number }
    | { readonly kind: 'reading'; readonly pages: { readonly done: number; readonly total: number } | null }
    | { readonly kind: 'saving'; readonly passages: number }
    | { readonly kind: 'done'; readonly report: ImportReport }
    | { readonly kind: 'stopped' }
    | { readonly kind: 'failed'; readonly message: string };
};

export const isRunning = ({ state }: Adding): boolean =>
  state.kind === 'sending' || state.kind === 'reading' || state.kind === 'saving';

export const isOver = ({ state }: Adding): boolean =>
  state.kind === 'done' || state.kind === 'stopped' || state.kind === 'failed';

/** Sending is a fifth of the way, reading most of it. */
export function shareOf({ state, sizeBytes }: Adding): number {
  switch (state.kind) {
    case 'waiting':
      return 0;
    case 'sending':
      return sizeBytes === 0 ? 0.2 : (0.2 * state.sentBytes) / sizeBytes;
    case 'reading':
      return state.pages === null || state.pages.total === 0
        ? 0.25
        : 0.2 + (0.7 * state.pages.done) / state.pages.total;
    case 'saving':
      return 0.95;
    default:
      return 1;
  }
}

/** What the engine says of a file, as the state that it is in. */
export function afterProgress(state: Adding['state'], progress: ImportProgress): Adding['state'] {
  if (progress.kind === 'reading') return { kind: 'reading', pages: progress.pages ?? null };
  return progress.kind === 'acked' ? { kind: 'saving', passages: progress.n } : state;
}
