export type ClockMark = {
  /** The latest time that was ever seen here. */
  readonly seenMs: number;
  /** Times up to here were accepted by the user although they lay in the future. */
  readonly acceptedMs: number;
};

export type ClockJump = { readonly kind: 'back' | 'ahead'; readonly days: number; readonly hours: number } | null;

const HOUR_MS = 3_600_000;
/** Less is a clock that was set right. */
const BACK_MS = HOUR_MS;
/** Less is a holiday, or a computer that stood in a drawer for a while. */
const AHEAD_MS = 200 * 24 * HOUR_MS;

/** Whether the clock stands where it may, given the latest time seen and the time of the journal's last record. */
export function findClockJump(
  mark: ClockMark | null,
  { nowMs, lastRecordMs }: { readonly nowMs: number; readonly lastRecordMs: number | null },
): ClockJump {
  const acceptedMs = mark?.acceptedMs ?? Number.NEGATIVE_INFINITY;
  const seen = [mark?.seenMs, lastRecordMs].filter((ms): ms is number => typeof ms === 'number' && ms > acceptedMs);
  if (seen.length === 0) return null;
  const latestMs = Math.max(...seen);
  const awayMs = nowMs - latestMs;
  const away = { days: Math.round(Math.abs(awayMs) / (24 * HOUR_MS)), hours: Math.round(Math.abs(awayMs) / HOUR_MS) };
  if (awayMs < -BACK_MS) return { kind: 'back', ...away };
  return awayMs > AHEAD_MS ? { kind: 'ahead', ...away } : null;
}

/** What is remembered after a look: a time from a jump is not, until the user says that it is right. */
export function nextClockMark(mark: ClockMark | null, nowMs: number, jump: ClockJump): ClockMark {
  const acceptedMs = mark?.acceptedMs ?? Number.NEGATIVE_INFINITY;
  return { seenMs: jump === null ? nowMs : (mark?.seenMs ?? nowMs), acceptedMs: Math.max(acceptedMs, -8.64e15) };
}
