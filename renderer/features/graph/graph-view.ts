import { type Camera, fitTo, type Point, panBy, reveal, type Size, zoomAt } from './camera.pure.ts';
import { boundsOf, pointAt, type Scene, screenPoint } from './draw.ts';
import { createPainter, type Naming, type ViewState } from './painter.ts';
import { readPalette, watchPalette } from './palette.ts';
import type { Highlight } from './plan-words.ts';
import { findNear } from './walk.pure.ts';

const REST_MS = 180;
const REACH_PX = 14;

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

/** A camera that sees all of these. */
function fittedCamera(scene: Scene, size: Size, places: readonly number[]): Camera {
  const isMany = places.length > 300;
  const padding = { x: isMany ? 24 : Math.min(110, size.width / 8), y: isMany ? 24 : 36 };
  return fitTo(boundsOf(scene, places), size, { padding, mostScale: 8 });
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

function findAt({ scene, camera, size, palette }: ViewState, point: Point): number | null {
  if (scene === null) return null;
  const lens = { camera, size, palette };
  const pointOf = (place: number) => screenPoint(scene, lens, place);
  return findNear(point, { candidates: scene.shown.nodes, pointOf, reach: REACH_PX });
}

const begin = (): ViewState => ({
  ...{ scene: null, focus: null, hover: null, words: null, isTouched: false, isMoving: false },
  camera: { x: 0, y: 0, scale: 1 },
  size: { width: 0, height: 0 },
  palette: readPalette(),
});

/** A picture on a canvas that can be moved, zoomed and pointed at. It draws only when something has changed. */
export function createGraphView(canvas: HTMLCanvasElement, naming: Naming): GraphView | null {
  const ctx = canvas.getContext('2d');
  if (ctx === null) return null;
  const state = begin();
  const painter = createPainter(ctx, state, naming);
  const frames = createFrames(() => painter.paint(state));
  let rest = 0;
  const change = (part: Partial<ViewState>, words: ViewState['words'] = null) => {
    Object.assign(state, part, { words });
    frames.ask();
  };
  const move = (camera: Camera) => {
    window.clearTimeout(rest);
    rest = window.setTimeout(() => change({ isMoving: false }), REST_MS);
    // Names keep their places while it moves; new ones are chosen when it has come to rest.
    change({ camera, isTouched: true, isMoving: true }, state.words);
  };
  const lookAt = (placesOf: (scene: Scene) => readonly number[]) => {
    const { scene, size } = state;
    if (scene) change({ camera: fittedCamera(scene, size, placesOf(scene)), isTouched: false });
  };
  const refit = (part: Partial<ViewState>) => {
    change(part);
    // Of all there is, shown or not: it does not shift when another day or filter shows less.
    if (!state.isTouched) lookAt(({ indexed }) => [...indexed.data.nodes.keys()]);
  };
  const offPalette = watchPalette(() => {
    painter.forget();
    change({ palette: readPalette() });
  });
  const offSize = watchSize(canvas, (size) => refit({ size }));
  return {
    setScene: (scene) => refit({ scene }),
    setFocus: (focus) => change({ focus }),
    setHover: (hover) => (hover === state.hover ? undefined : change({ hover })),
    zoomBy: (factor, anchor = { x: state.size.width / 2, y: state.size.height / 2 }) =>
      move(zoomAt(state.camera, state.size, { factor, anchor })),
    panBy: (dx, dy) => move(panBy(state.camera, dx, dy)),
    showAll: () => lookAt(({ shown }) => shown.nodes),
    reveal: (place) => {
      const camera = state.scene && reveal(state.camera, state.size, pointAt(state.scene.positions, place));
      if (camera && camera !== state.camera) move(camera);
    },
    findAt: (point) => findAt(state, point),
    close: () => {
      window.clearTimeout(rest);
      for (const stop of [frames.stop, offPalette, offSize]) stop();
    },
  };
}
