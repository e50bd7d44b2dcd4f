export type StripDay = { readonly asked: number; readonly contributed: number; readonly failed: number };
export type StripBar = { readonly x: number; readonly height: number; readonly kind: 'gave' | 'nothing' | 'failed' };

const STEP = 9;
const TALL = 16;
/** Shorter could not be seen. */
const SHORT = 1.5;

/** Bars of a strip, one a day: as tall as the questions in which the leg gave something, by the busiest day of all legs. */
export function planStrip(days: readonly StripDay[], most: number): readonly StripBar[] {
  return days.flatMap(({ asked, contributed, failed }, n): StripBar[] => {
    const x = n * STEP;
    if (asked === 0) return [];
    if (contributed > 0) {
      // By the square root: one question on a quiet day is seen beside two hundred on a busy one.
      return [{ x, height: Math.max(SHORT * 2, TALL * Math.sqrt(contributed / Math.max(1, most))), kind: 'gave' }];
    }
    return [{ x, height: SHORT, kind: failed > 0 ? 'failed' : 'nothing' }];
  });
}
