import { ME } from '../../../main/contract/index.ts';
import { type Box, type Camera, overlaps, type Point, type Size, toScreen } from './camera.pure.ts';
import { boxOf, type Placed, type Side } from './labels.pure.ts';
import { shapeOf, traceMark } from './marks.ts';
import { type Indexed, isCurrent, type Link, type LinkState, type Node, type Shown } from './model.pure.ts';
import type { Palette } from './palette.ts';

/** Everything a picture is made of. */
export type Scene = {
  readonly indexed: Indexed;
  readonly shown: Shown;
  /** x and y of every node, shown or not. */
  readonly positions: Float32Array;
};

export type Lens = { readonly camera: Camera; readonly size: Size; readonly palette: Palette };

/** Beyond so many, links are straight: bows cost time and are not told apart anyway. */
const MOST_BOWS = 1_500;
const BOW_PX = 12;

type LineLook = {
  readonly colour: 'ink' | 'ghost' | 'rubric';
  readonly width: number;
  readonly dash: readonly number[];
};

/** Line says the state. */
const LINES: Readonly<Record<LinkState, LineLook>> = {
  past: { colour: 'ghost', width: 1, dash: [] },
  pending: { colour: 'ink', width: 1.2, dash: [5, 4] },
  dormant: { colour: 'ink', width: 1.5, dash: [1.5, 4.5] },
  holds: { colour: 'ink', width: 1.5, dash: [] },
  conflict: { colour: 'rubric', width: 1.5, dash: [] },
};
/** Lowest first. */
export const ORDER = Object.keys(LINES) as readonly LinkState[];

export const pointAt = (positions: Float32Array, place: number): Point => ({
  x: positions[2 * place] ?? 0,
  y: positions[2 * place + 1] ?? 0,
});

export const screenPoint = ({ positions }: Scene, { camera, size }: Lens, place: number): Point =>
  toScreen(camera, size, pointAt(positions, place));

/** How large marks are: as large as their neighbours leave room for, within bounds. */
export function radiusFor(scene: Scene, scale: number): number {
  return Math.min(6.5, Math.max(1.7, Math.sqrt(areaOf(scene) / Math.max(1, scene.shown.nodes.length)) * scale * 0.16));
}

function areaOf(scene: Scene): number {
  const { left, top, right, bottom } = boundsOf(scene);
  return Math.max(1, (right - left) * (bottom - top));
}

/** The rectangle that holds every shown node, or all of those named. */
export function boundsOf({ shown, positions }: Scene, places: Iterable<number> = shown.nodes): Box {
  const box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  };
  for (const place of places) {
    const { x, y } = pointAt(positions, place);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box.left > box.right ? { left: 0, top: 0, right: 0, bottom: 0 } : box;
}

/** Are links drawn as bows, or straight? */
export const hasBows = ({ shown }: Scene): boolean => shown.links.length <= MOST_BOWS;

/** The middle of a bow, to one side of the straight line; links between the same two lie apart. */
export function bowOf(from: Point, to: Point, lane: number): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const bow = Math.min(BOW_PX, length * 0.08) * (lane === 0 ? 1 : lane * 2 + Math.sign(lane));
  return { x: (from.x + to.x) / 2 - (dy / length) * bow, y: (from.y + to.y) / 2 + (dx / length) * bow };
}

type LinkDrawing = { readonly links: readonly Link[]; readonly alpha: number; readonly extraWidth?: number };

/** Draws links, state by state, those of the past lowest. */
export function drawLinks(
  ctx: CanvasRenderingContext2D,
  { scene, lens }: { readonly scene: Scene; readonly lens: Lens },
  { links, alpha, extraWidth = 0 }: LinkDrawing,
): void {
  const isBowed = hasBows(scene);
  const view = { left: 0, top: 0, right: lens.size.width, bottom: lens.size.height };
  ctx.save();
  ctx.lineCap = 'round';
  for (const state of ORDER) {
    const { colour, width, dash } = LINES[state];
    ctx.beginPath();
    for (const link of links) {
      if (link.state !== state) continue;
      const from = screenPoint(scene, lens, link.a);
      const to = screenPoint(scene, lens, link.b);
      const box = { left: Math.min(from.x, to.x) - 20, right: Math.max(from.x, to.x) + 20 };
      if (!overlaps(view, { ...box, top: Math.min(from.y, to.y) - 20, bottom: Math.max(from.y, to.y) + 20 })) continue;
      ctx.moveTo(from.x, from.y);
      if (isBowed) {
        const bow = bowOf(from, to, link.lane);
        ctx.quadraticCurveTo(bow.x, bow.y, to.x, to.y);
      } else ctx.lineTo(to.x, to.y);
    }
    ctx.strokeStyle = lens.palette[colour];
    // Of very many lines each is a hair, which is also quicker.
    ctx.lineWidth = (isBowed ? width : 1) + extraWidth;
    ctx.globalAlpha = alpha * (state === 'past' ? 0.7 : 1);
    ctx.setLineDash([...dash]);
    ctx.stroke();
  }
  ctx.restore();
}

/** `me` is full, and a little larger; who nothing links to on this day is a ghost. */
const lookOf = (node: Node, hasLinks: boolean): 'me' | 'current' | 'past' =>
  node.id === ME ? 'me' : hasLinks ? 'current' : 'past';

/** Draws marks, batched by shape and look. */
export function drawMarks(
  ctx: CanvasRenderingContext2D,
  { scene, lens }: { readonly scene: Scene; readonly lens: Lens },
  places: Iterable<number>,
): void {
  const { width, height } = lens.size;
  const radius = radiusFor(scene, lens.camera.scale);
  const batches = new Map<string, { look: 'me' | 'current' | 'past'; path: (() => void)[] }>();
  for (const place of places) {
    const node = scene.indexed.data.nodes[place];
    const { x, y } = screenPoint(scene, lens, place);
    if (!node || x < -20 || y < -20 || x > width + 20 || y > height + 20) continue;
    const look = lookOf(node, isCurrent(scene.indexed, scene.shown, place));
    const shape = shapeOf(node.type);
    const batch = batches.get(`${look} ${shape}`) ?? { look, path: [] };
    batches.set(`${look} ${shape}`, batch);
    const own = look === 'me' ? Math.max(4, radius * 1.4) : radius;
    batch.path.push(() => traceMark(ctx, { shape, x, y, radius: own }));
  }
  ctx.save();
  const line = Math.min(1.6, Math.max(1, radius * 0.4));
  for (const { look, path } of batches.values()) {
    ctx.beginPath();
    for (const trace of path) trace();
    // Small marks are solid: an outline of a pixel around a pixel is only grey.
    const isSolid = look === 'me' || radius < 3;
    const colour = look === 'past' ? lens.palette.ghost : lens.palette.ink;
    ctx.fillStyle = isSolid ? colour : lens.palette.leaf;
    ctx.fill();
    if (isSolid) continue;
    ctx.lineWidth = line;
    ctx.strokeStyle = colour;
    ctx.stroke();
  }
  ctx.restore();
}

/** A ring around what is in focus. */
export function drawRing(
  ctx: CanvasRenderingContext2D,
  { point, radius, palette }: { readonly point: Point; readonly radius: number; readonly palette: Palette },
): void {
  ctx.save();
  ctx.beginPath();
  ctx.arc(point.x, point.y, radius, 0, 2 * Math.PI);
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.restore();
}

export type TextLook = { readonly colour: string; readonly weight: 400 | 600; readonly px: number };

export const fontOf = (palette: Palette, { weight, px }: Pick<TextLook, 'weight' | 'px'>): string =>
  `${weight} ${px}px ${palette.font}`;

/** Words with a halo of the page's colour, so that lines pass behind them. */
export function drawText(
  ctx: CanvasRenderingContext2D,
  { text, x, y, align }: { text: string; x: number; y: number; align: CanvasTextAlign },
  { palette, look }: { readonly palette: Palette; readonly look: TextLook },
): void {
  ctx.font = fontOf(palette, look);
  ctx.textAlign = align;
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 4;
  ctx.strokeStyle = palette.leaf;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = look.colour;
  ctx.fillText(text, x, y);
}

const ALIGN: Readonly<Record<Side, CanvasTextAlign>> = { end: 'left', start: 'right', under: 'center', over: 'center' };

/** A name where it was placed. */
export function drawName(
  ctx: CanvasRenderingContext2D,
  { name, placed, point, radius }: { name: string; placed: Placed; point: Point; radius: number },
  style: { readonly palette: Palette; readonly look: TextLook },
): void {
  const box = boxOf({ key: placed.key, point, radius, width: 0 }, placed.side);
  drawText(ctx, { text: name, x: box.left, y: (box.top + box.bottom) / 2, align: ALIGN[placed.side] }, style);
}
