import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { pointAt, type Scene } from './draw.ts';
import { listenForGestures } from './gestures.ts';
import { GraphLegend } from './graph-legend.tsx';
import { createGraphView, type GraphView } from './graph-view.ts';
import type { Highlight } from './plan-words.ts';
import { type Direction, findAhead } from './walk.pure.ts';
import { linkText, shortName } from './words.ts';

const ZOOM_STEP = 1.35;
const PAN_PX = 60;
const ARROWS: readonly Direction[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
const SHIFTS: Readonly<Record<Direction, readonly [dx: number, dy: number]>> = {
  ArrowUp: [0, PAN_PX],
  ArrowDown: [0, -PAN_PX],
  ArrowLeft: [PAN_PX, 0],
  ArrowRight: [-PAN_PX, 0],
};

export type GraphCanvasProps = {
  readonly scene: Scene | null;
  readonly focus: Highlight;
  /** The sentence that says the same. */
  readonly description: string;
  readonly onFocus: (place: number | null) => void;
  readonly onOpen: (place: number) => void;
};

/** The view on a canvas, for as long as the canvas is there; null before, `false` where nothing can be drawn. */
function useView({ scene, focus, onFocus, onOpen }: GraphCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<GraphView | null | false>(null);
  const latest = useRef({ focus, onFocus, onOpen });
  useEffect(() => {
    latest.current = { focus, onFocus, onOpen };
  });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const made = createGraphView(element, { nameOf: shortName, linkText });
    setView(made ?? false);
    if (made === null) return;
    const off = listenForGestures(element, {
      onPan: made.panBy,
      onZoom: made.zoomBy,
      onHover: (point) => {
        const place = point === null ? null : made.findAt(point);
        element.style.cursor = place === null ? '' : 'pointer';
        made.setHover(place);
      },
      onTap: (point, isTouch) => {
        const place = made.findAt(point);
        // A finger cannot hover: its first tap shows whose links they are, the second opens.
        if (place === null || (isTouch && latest.current.focus?.place !== place)) latest.current.onFocus(place);
        else latest.current.onOpen(place);
      },
    });
    return () => {
      off();
      made.close();
    };
  }, []);
  useEffect(() => {
    if (view) view.setScene(scene);
  }, [view, scene]);
  useEffect(() => {
    if (!view) return;
    view.setFocus(focus);
    if (focus) view.reveal(focus.place);
  }, [view, focus]);
  return { canvas, view };
}

/** Where an arrow leads from what is in focus; the first one goes to what is linked most. */
function walk(scene: Scene, from: number | null, direction: Direction): number | null {
  const { shown, positions } = scene;
  if (from === null || !shown.linksOf.has(from)) return shown.nodes[0] ?? null;
  return findAhead({ from, direction, candidates: shown.nodes, pointOf: (place) => pointAt(positions, place) });
}

function onKey(event: KeyboardEvent, view: GraphView, { scene, focus, onFocus, onOpen }: GraphCanvasProps): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const arrow = ARROWS.find((each) => each === event.key);
  if (arrow && event.shiftKey) view.panBy(...SHIFTS[arrow]);
  else if (arrow && scene) {
    const next = walk(scene, focus?.place ?? null, arrow);
    if (next !== null) onFocus(next);
  } else if (event.key === '+' || event.key === '=') view.zoomBy(ZOOM_STEP);
  else if (event.key === '-') view.zoomBy(1 / ZOOM_STEP);
  else if (event.key === '0') view.showAll();
  else if (event.key === 'Enter' && focus) onOpen(focus.place);
  else if (event.key === 'Escape' && focus) onFocus(null);
  else return false;
  return true;
}

/** The picture, and what moves it. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { description } = props;
  const { canvas, view } = useView(props);
  const describedBy = useId();
  if (view === false) return <p className="p-4 text-text-2">{t('graph.noCanvas')}</p>;
  return (
    <div className="absolute inset-0 flex flex-col">
      <p id={describedBy} className="sr-only">
        {`${description} ${t('graph.keys')}`}
      </p>
      <div
        role="application"
        aria-label={t('graph.picture')}
        aria-describedby={describedBy}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application is a widget: arrows walk in it
        tabIndex={0}
        className="relative min-h-0 flex-1 focus-visible:outline-offset-[-2px]"
        onKeyDown={(event) => {
          if (view && onKey(event, view, props)) event.preventDefault();
        }}
      >
        <canvas ref={canvas} data-graph="" className="absolute inset-0 h-full w-full cursor-grab touch-none" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
        <GraphLegend />
        <span className="flex gap-1">
          <Button size="small" aria-label={t('graph.zoomIn')} onClick={() => view?.zoomBy(ZOOM_STEP)}>
            +
          </Button>
          <Button size="small" aria-label={t('graph.zoomOut')} onClick={() => view?.zoomBy(1 / ZOOM_STEP)}>
            −
          </Button>
          <Button size="small" onClick={() => view?.showAll()}>
            {t('graph.fit')}
          </Button>
        </span>
      </div>
    </div>
  );
}
