import type { EntityType } from '../../../main/contract/index.ts';

/** Shape says the kind: round for who lives, square where, diamond when, the rest a capsule or its kin. */
export type Shape = 'circle' | 'square' | 'diamond' | 'capsule' | 'triangle';

const SHAPES: Readonly<Record<EntityType, Shape>> = {
  person: 'circle',
  pet: 'circle',
  place: 'square',
  event: 'diamond',
  organisation: 'capsule',
  thing: 'capsule',
  work: 'capsule',
  project: 'triangle',
  topic: 'triangle',
};

export const shapeOf = (type: EntityType): Shape => SHAPES[type];

export type Mark = { readonly shape: Shape; readonly x: number; readonly y: number; readonly radius: number };

/** Adds the outline of a mark to the current path. */
export function traceMark(ctx: CanvasRenderingContext2D, { shape, x, y, radius }: Mark): void {
  switch (shape) {
    case 'circle':
      ctx.moveTo(x + radius, y);
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
      return;
    case 'square':
      ctx.rect(x - radius * 0.92, y - radius * 0.92, radius * 1.84, radius * 1.84);
      return;
    case 'diamond':
      ctx.moveTo(x, y - radius * 1.25);
      ctx.lineTo(x + radius * 1.25, y);
      ctx.lineTo(x, y + radius * 1.25);
      ctx.lineTo(x - radius * 1.25, y);
      ctx.closePath();
      return;
    case 'triangle':
      ctx.moveTo(x, y - radius * 1.15);
      ctx.lineTo(x + radius * 1.1, y + radius * 0.8);
      ctx.lineTo(x - radius * 1.1, y + radius * 0.8);
      ctx.closePath();
      return;
    case 'capsule': {
      const half = radius * 0.66;
      ctx.moveTo(x - radius * 0.5, y - half);
      ctx.arc(x + radius * 0.5, y, half, -Math.PI / 2, Math.PI / 2);
      ctx.arc(x - radius * 0.5, y, half, Math.PI / 2, (Math.PI * 3) / 2);
      ctx.closePath();
    }
  }
}
