import { type Box, type Camera, type Size, toPlane } from './camera.pure.ts';
import { boundsOf, drawLinks, drawMarks, type Lens, type Scene } from './draw.ts';

/** While the picture moves, more links than this are not drawn anew. */
const MOST_LINKS_MOVING = 5_000;
/** Up to so many links, every frame is drawn anew. */
const CHEAP_LINKS = 1_200;
/** How far beyond the edges is drawn in advance, as a share of the view. */
const MARGIN = 0.3;
const LEAST_STRETCH = 0.4;
const MOST_STRETCH = 2.5;

/** Links and marks, drawn once and moved as a picture until they must be drawn anew. */
export type BaseLayer = {
  /** The scene or its colours are other ones now. */
  readonly invalidate: () => void;
  readonly paint: (ctx: CanvasRenderingContext2D, scene: Scene, view: View) => void;
};

type View = { readonly lens: Lens; readonly ratio: number; readonly isMoving: boolean; readonly alpha: number };

type Drawn = { readonly camera: Camera; readonly size: Size; readonly ratio: number; readonly hasLinks: boolean };

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

function planeBox(camera: Camera, size: Size): Box {
  const { x: left, y: top } = toPlane(camera, size, { x: 0, y: 0 });
  const { x: right, y: bottom } = toPlane(camera, size, { x: size.width, y: size.height });
  return { left, top, right, bottom };
}

/** The part of the view in which there is anything to draw. */
function filledPart(view: Box, bounds: Box, scale: number): Box {
  const room = 20 / scale;
  return {
    left: Math.max(view.left, bounds.left - room),
    top: Math.max(view.top, bounds.top - room),
    right: Math.min(view.right, bounds.right + room),
    bottom: Math.min(view.bottom, bounds.bottom + room),
  };
}

/** Is what was drawn good enough for this moment? At rest only the very same view is. */
function isUsable(drawn: Drawn, scene: Scene, { lens, isMoving, ratio }: View): boolean {
  const { camera, size } = lens;
  if (drawn.ratio !== ratio) return false;
  const isSame = drawn.camera.x === camera.x && drawn.camera.y === camera.y && drawn.camera.scale === camera.scale;
  const hasSize = drawn.size.width >= size.width * (1 + MARGIN) && drawn.size.height >= size.height * (1 + MARGIN);
  if (isSame && hasSize && drawn.hasLinks) return true;
  if (!isMoving || scene.shown.links.length <= CHEAP_LINKS) return false;
  const stretch = camera.scale / drawn.camera.scale;
  if (stretch < LEAST_STRETCH || stretch > MOST_STRETCH) return false;
  const needed = filledPart(planeBox(camera, size), boundsOf(scene), camera.scale);
  return needed.left >= needed.right || isWithin(needed, planeBox(drawn.camera, drawn.size));
}

/** Makes the layer; it holds one picture a little larger than the view. */
export function createBaseLayer(): BaseLayer {
  const canvas = document.createElement('canvas');
  const own = canvas.getContext('2d');
  let drawn: Drawn | null = null;

  const draw = (scene: Scene, { lens, ratio, isMoving }: View): Drawn => {
    const { width, height } = lens.size;
    const size = { width: Math.ceil(width * (1 + 2 * MARGIN)), height: Math.ceil(height * (1 + 2 * MARGIN)) };
    const [across, down] = [Math.ceil(size.width * ratio), Math.ceil(size.height * ratio)];
    if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
    const hasLinks = !isMoving || scene.shown.links.length <= MOST_LINKS_MOVING;
    if (own) {
      own.setTransform(ratio, 0, 0, ratio, 0, 0);
      own.clearRect(0, 0, size.width, size.height);
      const wide = { ...lens, size };
      const many = scene.shown.links.length;
      // Many lines over one another would be a blot: the more there are, the fainter each.
      const alpha = many <= 400 ? 1 : Math.max(0.16, 1 - Math.log10(many / 400) * 0.55);
      if (hasLinks) drawLinks(own, { scene, lens: wide }, { links: scene.shown.links, alpha });
      drawMarks(own, { scene, lens: wide }, scene.shown.nodes);
    }
    return { camera: lens.camera, size, ratio, hasLinks };
  };

  return {
    invalidate: () => {
      drawn = null;
    },
    paint: (ctx, scene, view) => {
      if (drawn === null || !isUsable(drawn, scene, view)) drawn = draw(scene, view);
      const { camera, size } = view.lens;
      const stretch = camera.scale / drawn.camera.scale;
      const width = drawn.size.width * stretch;
      const height = drawn.size.height * stretch;
      const x = (drawn.camera.x - camera.x) * camera.scale + size.width / 2 - width / 2;
      const y = (drawn.camera.y - camera.y) * camera.scale + size.height / 2 - height / 2;
      ctx.globalAlpha = view.alpha;
      ctx.drawImage(canvas, x, y, width, height);
      ctx.globalAlpha = 1;
    },
  };
}
