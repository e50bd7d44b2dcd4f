import { ME } from '../../../main/contract/index.ts';
import { createBaseLayer } from './base-layer.ts';
import { type Camera, fitTo, type Point, panBy, reveal, type Size, zoomAt } from './camera.pure.ts';
import {
  boundsOf,
  drawLinks,
  drawMarks,
  drawName,
  drawRing,
  drawText,
  fontOf,
  type Lens,
  pointAt,
  radiusFor,
  type Scene,
  screenPoint,
} from './draw.ts';
import { isCurrent, type Link, type Node, otherEnd } from './model.pure.ts';
import { type Palette, readPalette, watchPalette } from './palette.ts';
import { type Highlight, markRadius, middleOf, planWords, type Words } from './plan-words.ts';
import { findNear } from './walk.pure.ts';

const REST_MS = 180;
const REACH_PX = 14;
const DIMMED = 0.25;
const NAME_PX = 13;
const LINK_PX = 11.5;
/** On a screen twice as fine nothing finer is seen, and four times the pixels cost four times the time. */
const MOST_RATIO = 2;

export type GraphView = {
  readonly setScene: (scene: Scene | null) => void;
  readonly setFocus: (focus: Highlight) => void;
  readonly setHover: (place: number | null) => void;
  readonly zoomBy: (factor: number, anchor?: Point) => void;
  readonly panBy: (dx: number, dy: number) => void;
  readonly showAll: () => void;
  readonly reveal: (place: number) => void;
  readonly findAt: (point: Point) => number | null;
  readonly close: () => void;
};

type Naming = { readonly nameOf: (node: Node) => string; readonly linkText: (link: Link) => string };

type State = {
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

function highlightOf({ focus, hover, scene }: State): Highlight {
  const highlight = hover === null || hover === focus?.place ? focus : { place: hover, link: null };
  return highlight !== null && scene?.shown.linksOf.has(highlight.place) ? highlight : null;
}

function fittedCamera(scene: Scene, size: Size): Camera {
  const few = scene.shown.nodes.length;
  const padding = { x: few > 300 ? 24 : Math.min(110, size.width / 8), y: few > 300 ? 24 : 36 };
  return fitTo(boundsOf(scene), size, { padding, mostScale: 6 });
}

/** Widths of texts are asked for again and again, and cost a layout each. */
function createMeasure(ctx: CanvasRenderingContext2D, state: State, { nameOf, linkText }: Naming) {
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
  drawRing(ctx, screenPoint(scene, lens, place), radius + 6, lens.palette);
  if (link) drawRing(ctx, screenPoint(scene, lens, otherEnd(link, place)), radius + 4, lens.palette);
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
type Painter = { readonly paint: (state: State) => boolean; readonly forget: () => void };

function createPainter(canvas: HTMLCanvasElement, ctx: CanvasRenderingContext2D, init: [State, Naming]): Painter {
  const [first, naming] = init;
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

/** Asks for one frame, however often it is asked for; for another one while there is more to draw. */
function createFrames(paint: () => boolean) {
  let frame = 0;
  const ask = () => {
    if (frame !== 0) return;
    frame = window.requestAnimationFrame(() => {
      frame = 0;
      if (paint()) ask();
    });
  };
  return { ask, stop: () => window.cancelAnimationFrame(frame) };
}

function watchSize(canvas: HTMLCanvasElement, listener: (size: Size) => void): () => void {
  const measure = () => listener({ width: canvas.clientWidth, height: canvas.clientHeight });
  const observer = new ResizeObserver(measure);
  observer.observe(canvas);
  measure();
  return () => observer.disconnect();
}

/** A picture on a canvas that can be moved, zoomed and pointed at. It draws only when something has changed. */
export function createGraphView(canvas: HTMLCanvasElement, naming: Naming): GraphView | null {
  const ctx = canvas.getContext('2d');
  if (ctx === null) return null;
  const state: State = {
    ...{ scene: null, focus: null, hover: null, words: null, isTouched: false, isMoving: false },
    camera: { x: 0, y: 0, scale: 1 },
    size: { width: 0, height: 0 },
    palette: readPalette(),
  };
  const painter = createPainter(canvas, ctx, [state, naming]);
  const frames = createFrames(() => painter.paint(state));
  let rest = 0;
  const change = (part: Partial<State>, hasNewWords = true) => {
    Object.assign(state, part);
    if (hasNewWords) state.words = null;
    frames.ask();
  };
  const move = (camera: Camera) => {
    window.clearTimeout(rest);
    // Names keep their places while it moves; new ones are chosen when it has come to rest.
    rest = window.setTimeout(() => change({ isMoving: false }), REST_MS);
    change({ camera, isTouched: true, isMoving: true }, false);
  };
  const showAll = () => {
    if (state.scene) change({ camera: fittedCamera(state.scene, state.size), isTouched: false });
  };
  const offPalette = watchPalette(() => {
    painter.forget();
    change({ palette: readPalette() });
  });
  const offSize = watchSize(canvas, (size) => {
    change({ size });
    if (!state.isTouched) showAll();
  });
  return {
    setScene: (scene) => {
      change({ scene });
      if (!state.isTouched) showAll();
    },
    setFocus: (focus) => change({ focus }),
    setHover: (hover) => {
      if (hover !== state.hover) change({ hover });
    },
    zoomBy: (factor, anchor = { x: state.size.width / 2, y: state.size.height / 2 }) =>
      move(zoomAt(state.camera, state.size, { factor, anchor })),
    panBy: (dx, dy) => move(panBy(state.camera, dx, dy)),
    showAll,
    reveal: (place) => {
      if (!state.scene) return;
      const camera = reveal(state.camera, state.size, pointAt(state.scene.positions, place));
      if (camera !== state.camera) move(camera);
    },
    findAt: (point) => {
      const { scene, camera, size, palette } = state;
      if (scene === null) return null;
      const lens = { camera, size, palette };
      const pointOf = (place: number) => screenPoint(scene, lens, place);
      return findNear(point, { candidates: scene.shown.nodes, pointOf, reach: REACH_PX });
    },
    close: () => {
      window.clearTimeout(rest);
      frames.stop();
      offPalette();
      offSize();
    },
  };
}
