/** Widths of the strokes of a line, in rem. They are made up once and for all: nothing of a text can be read from them. */
const LINES = 9;
const STROKES = 11;
const WIDTHS = [1.4, 2.1, 2.9, 3.6, 4.4, 5.5, 6.6] as const;

export type Stroke = { readonly id: string; readonly rem: number };

function drawLines(): readonly (readonly Stroke[])[] {
  let seed = 7;
  const next = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed;
  };
  return Array.from({ length: LINES }, (_line, line) =>
    // The last line of each paragraph is short.
    Array.from({ length: line % 5 === 3 ? 4 : STROKES - (next() % 3) }, (_stroke, stroke) => ({
      id: `${line} ${stroke}`,
      rem: WIDTHS[next() % WIDTHS.length] ?? 2,
    })),
  );
}

export const PICTURE = drawLines();

const TOTAL = PICTURE.reduce((sum, line) => sum + line.length, 0);

export type StrokeLook = 'ink' | 'fading' | 'hatch';

/** How the stroke at a place looks when this share is erased: none before the first word is, all once all are. */
export function lookOf(place: number, share: number): StrokeLook {
  const done = Math.floor(share * TOTAL + 1e-9);
  if (place < done) return 'hatch';
  return place === done && share > 0 && share < 1 ? 'fading' : 'ink';
}
