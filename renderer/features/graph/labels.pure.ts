import { type Box, overlaps, type Point, type Size } from './camera.pure.ts';

export type Wanted = {
  readonly key: number;
  /** Of the mark, in pixels. */
  readonly point: Point;
  readonly radius: number;
  readonly width: number;
  /** Its links go to the right: there the name would lie on them. */
  readonly isStartFreer?: boolean;
};

export type Side = 'end' | 'start' | 'under' | 'over';
export type Placed = { readonly key: number; readonly side: Side };

const GAP = 6;
const HEIGHT = 18;
const SIDES: readonly Side[] = ['end', 'start', 'under', 'over'];
const SIDES_START: readonly Side[] = ['start', 'end', 'under', 'over'];

/** Where a name would stand beside its mark. */
export function boxOf({ point: { x, y }, radius, width }: Wanted, side: Side): Box {
  const away = radius + GAP;
  if (side === 'end') return { left: x + away, right: x + away + width, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
  if (side === 'start') return { left: x - away - width, right: x - away, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
  const top = side === 'under' ? y + away - 2 : y - away - HEIGHT + 2;
  return { left: x - width / 2, right: x + width / 2, top, bottom: top + HEIGHT };
}

type Room = {
  readonly size: Size;
  readonly most: number;
  readonly taken: readonly Box[];
  /** In order of preference; else each name's own. */
  readonly sides?: readonly Side[];
};

/**
 * Gives names their places, the most important first; a name that fits nowhere without covering another is left out.
 * Boxes are kept by cells, so that many names cost no more than their number.
 */
export function placeLabels(wanted: readonly Wanted[], { size, most, taken, sides }: Room): readonly Placed[] {
  const cells = new Map<string, Box[]>();
  const cellsOf = (box: Box): readonly string[] => {
    const found: string[] = [];
    for (let x = Math.floor(box.left / 120); x <= Math.floor(box.right / 120); x += 1)
      for (let y = Math.floor(box.top / 60); y <= Math.floor(box.bottom / 60); y += 1) found.push(`${x} ${y}`);
    return found;
  };
  const take = (box: Box) => {
    for (const cell of cellsOf(box)) cells.set(cell, [...(cells.get(cell) ?? []), box]);
  };
  const isFree = (box: Box): boolean =>
    box.left >= 0 &&
    box.right <= size.width &&
    box.top >= 0 &&
    box.bottom <= size.height &&
    cellsOf(box).every((cell) => cells.get(cell)?.every((other) => !overlaps(box, other)) ?? true);
  for (const box of taken) take(box);
  const placed: Placed[] = [];
  for (const each of wanted) {
    if (placed.length >= most) break;
    const side = (sides ?? (each.isStartFreer ? SIDES_START : SIDES)).find((one) => isFree(boxOf(each, one)));
    if (side === undefined) continue;
    take(boxOf(each, side));
    placed.push({ key: each.key, side });
  }
  return placed;
}
