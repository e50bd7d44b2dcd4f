import { ME } from '../../../main/contract/index.ts';
import type { LayoutInput, LayoutStep } from './lay-out.ts';
import type { GraphData } from './model.pure.ts';

/** Where everything stood last, for as long as the page lives: what is new then moves nothing that stands. */
let last: Readonly<Record<string, readonly [number, number]>> = {};

/** More than this many strangers, and the picture is made anew. */
const MOST_NEW_SHARE = 0.2;

/** In the order of the ids, so that the order in which they are read changes nothing. */
function inputOf({ nodes, edges }: GraphData): LayoutInput {
  const ids = nodes.map(({ id }) => id).sort();
  const at = new Map(ids.map((id, place) => [id, place]));
  const pairs = edges.flatMap(({ from, to }): (readonly [number, number])[] => {
    const [a, b] = [at.get(from), at.get(to)];
    return a === undefined || b === undefined || a === b ? [] : [[a, b]];
  });
  pairs.sort(([a, b], [c, d]) => a - c || b - d);
  const known = Object.fromEntries(
    ids.flatMap((id) => {
      const stands = last[id];
      return stands ? [[id, stands] as const] : [];
    }),
  );
  const isKnown = Object.keys(known).length >= ids.length * (1 - MOST_NEW_SHARE);
  return { ids, edges: pairs, known: isKnown ? known : {}, centre: at.has(ME) ? ME : null };
}

type Wanted = {
  readonly data: GraphData;
  /** How much wider than high there is room for. */
  readonly stretch: number;
  readonly listener: (step: LayoutStep) => void;
};

/** Positions in the order of the nodes, as wide as there is room. */
function toNodeOrder(
  { data: { nodes }, stretch }: Wanted,
  stands: Readonly<Record<string, readonly [number, number]>>,
): Float32Array {
  const positions = new Float32Array(nodes.length * 2);
  nodes.forEach(({ id }, place) => {
    const [x, y] = stands[id] ?? [0, 0];
    positions[2 * place] = x * stretch;
    positions[2 * place + 1] = y;
  });
  return positions;
}

/**
 * Places the nodes of a graph in a worker, so that the page stays free; `listener` is called with each step on the
 * way. Returns how to stop.
 */
export function placeGraph(wanted: Wanted): () => void {
  const { listener } = wanted;
  const input = inputOf(wanted.data);
  if (input.ids.every((id) => input.known[id] !== undefined)) {
    listener({ positions: toNodeOrder(wanted, input.known), isLast: true });
    return () => undefined;
  }
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data: step }: MessageEvent<LayoutStep>) => {
    const { positions, isLast } = step;
    const stands = Object.fromEntries(
      input.ids.map((id, place) => [id, [positions[2 * place] ?? 0, positions[2 * place + 1] ?? 0] as const]),
    );
    if (isLast) {
      last = stands;
      worker.terminate();
    }
    listener({ positions: toNodeOrder(wanted, stands), isLast });
  });
  worker.postMessage(input);
  return () => worker.terminate();
}
