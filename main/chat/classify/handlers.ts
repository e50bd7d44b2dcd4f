import type { Correction, HeadName } from '../../contract/corrections.ts';
import type { Ctx } from '../../ctx.ts';
import { changeCorrection, listFor, readLearning, restoreHeads } from './corrections.ts';

type OfTurn = { readonly turnId: string };

/** The part of the contract about corrections and what is learnt from them. */
export function correctionHandlers(ctx: Ctx) {
  return {
    'corrections.list': ({ turnId }: OfTurn) => listFor(ctx, turnId),
    'corrections.set': ({ turnId, correction }: OfTurn & { readonly correction: Correction }) =>
      changeCorrection(ctx, turnId, correction),
    'corrections.undo': ({ turnId, field }: OfTurn & { readonly field: HeadName }) =>
      changeCorrection(ctx, turnId, { field, value: null }),
    'learning.get': () => readLearning(ctx),
    'learning.restore': ({ id }: { readonly id: string }) => restoreHeads(ctx, id),
  };
}
