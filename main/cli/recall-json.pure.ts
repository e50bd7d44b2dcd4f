import type { RecallResult } from '../contract/recall.ts';

/**
 * A recall's result as design section 12.1 fixes it, with `excerpt` and `source` on each fragment and `support` beside
 * `abstain`; `id` is the batch line's own.
 */
export function toJsonResult(id: string | number | null, { traceId, ...rest }: RecallResult) {
  return { id, ...rest, trace: traceId };
}
