import { type Box, type Camera, type Size, toPlane } from './camera.pure.ts';
import { boundsOf, drawLinks, drawMarks, type Lens, ORDER, type Scene } from './draw.ts';
import type { Link } from './model.pure.ts';

/** Up to so many links, every frame is drawn anew. */
const CHEAP_LINKS = 1_200;
/** So many links are drawn in one frame at most; 15,000 take a quarter of a second, and nothing stands still. */
const SLICE_LINKS = 1_000;
/** How far beyond the edges is drawn in advance, as a share of the view. */
const MARGIN = 0.3;
const LEAST_STRETCH = 0.4;
const MOST_STRETCH = 2.5;

type View = { readonly lens: Lens; readonly ratio: number; readonly isMoving: boolean; readonly alpha: number };

/** Links and marks, drawn once and moved as a picture until they must be drawn anew. */
export type BaseLayer = {
  readonly clear: () => void;
  /** Puts the picture on the canvas; true when a better one is being made, and the next frame should ask again. */
  readonly paint: (ctx: CanvasRenderingContext2D, scene: Scene, view: View) => boolean;
};

type Sheet = { readonly canvas: HTMLCanvasElement; readonly ctx: CanvasRenderingContext2D | null };

/** What a sheet shows, or is to show. */
type Drawn = {
  readonly sheet: Sheet;
  readonly scene: Scene;
  readonly lens: Lens;
  readonly ratio: number;
  readonly hasLinks: boolean;
};

type Unfinished = Drawn & { readonly links: readonly Link[]; next: number };

const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

function planeBox({ camera, size }: { readonly camera: Camera; readonly size: Size }): Box {
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

const widen = ({ width, height }: Size): Size => ({
  width: Math.ceil(width * (1 + 2 * MARGIN)),
  height: Math.ceil(height * (1 + 2 * MARGIN)),
});

/** Does it show exactly this? */
function isSame(drawn: Drawn, scene: Scene, { lens, ratio }: View): boolean {
  const { camera, size, palette } = drawn.lens;
  const wide = widen(lens.size);
  return (
    drawn.scene === scene &&
    drawn.ratio === ratio &&
    palette === lens.palette &&
    camera.x === lens.camera.x &&
    camera.y === lens.camera.y &&
    camera.scale === lens.camera.scale &&
    size.width === wide.width &&
    size.height === wide.height
  );
}

/** Can it stand in for this view, moved and stretched? */
function canStandIn(drawn: Drawn, scene: Scene, { lens }: View): boolean {
  const stretch = lens.camera.scale / drawn.lens.camera.scale;
  if (stretch < LEAST_STRETCH || stretch > MOST_STRETCH) return false;
  const needed = filledPart(planeBox(lens), boundsOf(scene), lens.camera.scale);
  return needed.left >= needed.right || needed.top >= needed.bottom || isWithin(needed, planeBox(drawn.lens));
}

/** Many lines over one another would be a blot: the more there are, the fainter each. */
const alphaOf = (links: number): number => (links <= 400 ? 1 : Math.max(0.16, 1 - Math.log10(links / 400) * 0.55));

function createSheet(): Sheet {
  const canvas = document.createElement('canvas');
  return { canvas, ctx: canvas.getContext('2d') };
}

function wipe({ canvas, ctx }: Sheet, { width, height }: Size, ratio: number): void {
  const [across, down] = [Math.ceil(width * ratio), Math.ceil(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
  ctx?.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx?.clearRect(0, 0, width, height);
}

const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(1, (right - left) * (bottom - top));

function drawSlice({ sheet, scene, lens, links }: Unfinished, from: number, to: number): void {
  const inView = Math.min(1, areaOf(planeBox(lens)) / areaOf(boundsOf(scene)));
  const alpha = alphaOf(links.length * inView);
  if (sheet.ctx) drawLinks(sheet.ctx, { scene, lens }, { links: links.slice(from, to), alpha });
}

function begin(sheet: Sheet, scene: Scene, { lens, ratio }: View): Unfinished {
  const wide: Lens = { ...lens, size: widen(lens.size) };
  wipe(sheet, wide.size, ratio);
  const links = [...scene.shown.links].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return { sheet, scene, lens: wide, ratio, hasLinks: true, links, next: 0 };
}

function finish(work: Drawn): Drawn {
  const { sheet, scene, lens } = work;
  if (sheet.ctx) drawMarks(sheet.ctx, { scene, lens }, scene.shown.nodes);
  return work;
}

function blit(ctx: CanvasRenderingContext2D, { sheet, lens }: Drawn, view: View): void {
  const { camera, size } = view.lens;
  const stretch = camera.scale / lens.camera.scale;
  const width = lens.size.width * stretch;
  const height = lens.size.height * stretch;
  const x = (lens.camera.x - camera.x) * camera.scale + size.width / 2 - width / 2;
  const y = (lens.camera.y - camera.y) * camera.scale + size.height / 2 - height / 2;
  ctx.globalAlpha = view.alpha;
  ctx.drawImage(sheet.canvas, x, y, width, height);
  ctx.globalAlpha = 1;
}

/** Makes the layer: one sheet that is seen, a little larger than the view, and one on which the next is drawn. */
export function createBaseLayer(): BaseLayer {
  const sheets = [createSheet(), createSheet()] as const;
  let seen: Drawn | null = null;
  let work: Unfinished | null = null;
  const spare = (): Sheet => (seen?.sheet === sheets[0] ? sheets[1] : sheets[0]);

  /** Draws a slice of what the view shows at rest; true when it is complete and seen. */
  const advance = (scene: Scene, view: View): boolean => {
    if (work === null || !isSame(work, scene, view)) work = begin(spare(), scene, view);
    const end = work.links.length <= CHEAP_LINKS ? work.links.length : work.next + SLICE_LINKS;
    drawSlice(work, work.next, end);
    work.next = end;
    if (end < work.links.length) return false;
    seen = finish(work);
    work = null;
    return true;
  };
  /** Marks alone: quick, for as long as the picture moves. */
  const drawCoarse = (scene: Scene, view: View): Drawn => finish({ ...begin(spare(), scene, view), hasLinks: false });

  return {
    clear: () => {
      seen = null;
      work = null;
    },
    paint: (ctx, scene, view) => {
      const isCheap = scene.shown.links.length <= CHEAP_LINKS;
      const isGood = seen?.hasLinks === true && isSame(seen, scene, view);
      const isDone = isGood || ((isCheap || !view.isMoving) && advance(scene, view));
      if (!isDone && (seen === null || !canStandIn(seen, scene, view))) {
        seen = drawCoarse(scene, view);
        work = null;
      }
      if (seen) blit(ctx, seen, view);
      return !isDone && !view.isMoving;
    },
  };
}
