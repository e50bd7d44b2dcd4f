import { ME } from '../../../main/contract/index.ts';
import { createBaseLayer } from './base-layer.ts';
import type { Camera, Size } from './camera.pure.ts';
import {
  drawLinks,
  drawMarks,
  drawName,
  drawRing,
  drawText,
  fontOf,
  type Lens,
  radiusFor,
  type Scene,
  screenPoint,
} from './draw.ts';
import { isCurrent, type Link, type Node, otherEnd } from './model.pure.ts';
import type { Palette } from './palette.ts';
import { type Highlight, markRadius, middleOf, planWords, type Words } from './plan-words.ts';

const DIMMED = 0.25;
const NAME_PX = 13;
const LINK_PX = 11.5;
/** On a screen twice as fine nothing finer is seen, and four times the pixels cost four times the time. */
const MOST_RATIO = 2;

export type Naming = { readonly nameOf: (node: Node) => string; readonly linkText: (link: Link) => string };

/** What a view is at a moment. */
export type ViewState = {
  scene: Scene | null;
  camera: Camera;
  size: Size;
  palette: Palette;
  focus: Highlight;
  hover: number | null;
  /** What is written; null when it must be chosen anew. */
  words: Words | null;
  /** The person has moved it: it no longer fits itself to what comes. */
  isTouched: boolean;
  isMoving: boolean;
};

function highlightOf({ focus, hover, scene }: ViewState): Highlight {
  const highlight = hover === null || hover === focus?.place ? focus : { place: hover, link: null };
  return highlight !== null && scene?.shown.linksOf.has(highlight.place) ? highlight : null;
}

/** Widths of texts are asked for again and again, and cost a layout each. */
function createMeasure(ctx: CanvasRenderingContext2D, state: ViewState, { nameOf, linkText }: Naming) {
  const widths = new Map<string, number>();
  const widthOf = (text: string, px: number) => {
    const key = `${px} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    ctx.font = fontOf(state.palette, { weight: 400, px });
    const width = ctx.measureText(text).width + 2;
    widths.set(key, width);
    return width;
  };
  const scaled = (px: number) => (px * state.palette.rem) / 16;
  return {
    forget: () => widths.clear(),
    widthOfName: (place: number) => {
      const node = state.scene?.indexed.data.nodes[place];
      return node ? widthOf(nameOf(node), scaled(NAME_PX)) : 0;
    },
    widthOfLink: (link: Link) => widthOf(linkText(link), scaled(LINK_PX)),
  };
}

type Paint = {
  readonly ctx: CanvasRenderingContext2D;
  readonly scene: Scene;
  readonly lens: Lens;
  readonly highlight: Highlight;
};

/** What is in focus, over everything else: its links, whom they lead to, and a ring. */
function paintHighlight({ ctx, scene, lens, highlight }: Paint): void {
  if (highlight === null) return;
  const { place, link } = highlight;
  const own = scene.shown.linksOf.get(place) ?? [];
  drawLinks(ctx, { scene, lens }, { links: own, alpha: 1, extraWidth: own.length > 60 ? 0 : 0.4 });
  if (link) drawLinks(ctx, { scene, lens }, { links: [link], alpha: 1, extraWidth: 1.6 });
  drawMarks(ctx, { scene, lens }, new Set([...own.map((each) => otherEnd(each, place)), place]));
  const radius = radiusFor(scene, lens.camera.scale);
  const { palette } = lens;
  drawRing(ctx, { point: screenPoint(scene, lens, place), radius: radius + 6, palette });
  if (link) drawRing(ctx, { point: screenPoint(scene, lens, otherEnd(link, place)), radius: radius + 4, palette });
}

function paintWords({ ctx, scene, lens, highlight }: Paint, words: Words, { nameOf, linkText }: Naming): void {
  const { palette } = lens;
  const scaled = (px: number) => (px * palette.rem) / 16;
  for (const link of words.links) {
    const { x, y } = middleOf(scene, lens, link);
    const colour = link.state === 'conflict' ? palette.rubric : palette.faint;
    const look = { colour, weight: 400, px: scaled(LINK_PX) } as const;
    drawText(ctx, { text: linkText(link), x, y, align: 'center' }, { palette, look });
  }
  for (const placed of words.names) {
    const node = scene.indexed.data.nodes[placed.key];
    if (!node) continue;
    const isMain = node.id === ME || placed.key === highlight?.place;
    const colour = isCurrent(scene.indexed, scene.shown, placed.key) ? palette.text : palette.faint;
    const point = screenPoint(scene, lens, placed.key);
    const own = markRadius(scene, lens, { place: placed.key, highlight });
    drawName(
      ctx,
      { name: nameOf(node), placed, point, radius: own },
      { palette, look: { colour, weight: isMain ? 600 : 400, px: scaled(NAME_PX) } },
    );
  }
}

/** `paint` says whether it has more to do in the next frame. */
export type Painter = { readonly paint: (state: ViewState) => boolean; readonly forget: () => void };

/** Paints a view: what was drawn before, what is in focus, and words. */
export function createPainter(ctx: CanvasRenderingContext2D, first: ViewState, naming: Naming): Painter {
  const { canvas } = ctx;
  const base = createBaseLayer();
  const measure = createMeasure(ctx, first, naming);
  return {
    forget: measure.forget,
    paint: (state) => {
      const { scene, camera, size, palette, isMoving } = state;
      const ratio = Math.min(MOST_RATIO, window.devicePixelRatio || 1);
      const [across, down] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, { width: across, height: down });
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.clearRect(0, 0, size.width, size.height);
      if (scene === null) base.clear();
      if (scene === null || size.width === 0) return false;
      const lens: Lens = { camera, size, palette };
      const highlight = highlightOf(state);
      const isUnfinished = base.paint(ctx, scene, { lens, ratio, isMoving, alpha: highlight === null ? 1 : DIMMED });
      const paint: Paint = { ctx, scene, lens, highlight };
      paintHighlight(paint);
      state.words ??= planWords({ scene, lens, highlight }, measure);
      paintWords(paint, state.words, naming);
      return isUnfinished;
    },
  };
}
