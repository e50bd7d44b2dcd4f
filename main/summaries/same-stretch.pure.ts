/** A pause as long as this ends a sitting. */
const PAUSE_HOURS = 6;
export const PAUSE_MS: number = PAUSE_HOURS * 3_600_000;

export type Place = { readonly session: string | null; readonly saidAtMs: number | null };

/** Whether what was said at `next` belongs to the sitting that `last` ended: by the source's label, else by the pause. */
export function isSameStretch(last: Place, next: Place): boolean {
  if (last.session !== null || next.session !== null) return last.session === next.session;
  if (last.saidAtMs === null || next.saidAtMs === null) return true;
  return Math.abs(next.saidAtMs - last.saidAtMs) < PAUSE_MS;
}
