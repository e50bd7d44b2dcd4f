import { MultiGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { seedOf } from './seed.pure.ts';

export type LayoutInput = {
  readonly ids: readonly string[];
  /** Pairs of places in `ids`. */
  readonly edges: readonly (readonly [from: number, to: number])[];
  /** Where each stood before: those stay where they are, so that what is new moves nothing that stands. */
  readonly known: Readonly<Record<string, readonly [x: number, y: number]>>;
  /** Placed in the middle. */
  readonly centre: string | null;
};

/** Positions as x0 y0 x1 y1 …, in the order of the ids, and whether they are the last. */
export type LayoutStep = { readonly positions: Float32Array; readonly isLast: boolean };

/** The more there is, the fewer rounds are affordable: 5,000 nodes take about 50 ms a round. */
const roundsFor = (order: number): number => Math.round(Math.min(500, Math.max(90, 60_000 / Math.max(1, order))));
const STEPS = 8;

function buildGraph({ ids, edges, known, centre }: LayoutInput): MultiGraph {
  const graph = new MultiGraph();
  const spread = 12 * Math.sqrt(ids.length + 1);
  for (const id of ids) {
    const stands = known[id];
    const [x, y] = stands ?? (id === centre ? [0, 0] : seedOf(id, spread));
    graph.addNode(id, { x, y, size: 1, fixed: stands !== undefined || id === centre });
  }
  for (const [from, to] of edges) graph.addEdge(ids[from], ids[to]);
  // What is new begins beside what it is linked to, or it would have to cross the whole picture.
  if (Object.keys(known).length > 0)
    graph.forEachNode((id, { x, y, fixed }) => {
      if (fixed) return;
      const near = graph.neighbors(id).find((other) => known[other] !== undefined);
      const place = near === undefined ? undefined : known[near];
      if (place) graph.mergeNodeAttributes(id, { x: place[0] + x / spread, y: place[1] + y / spread });
    });
  return graph;
}

function read(graph: MultiGraph): Float32Array {
  const positions = new Float32Array(graph.order * 2);
  let at = 0;
  graph.forEachNode((_, { x, y }) => {
    positions[at] = x;
    positions[at + 1] = y;
    at += 2;
  });
  return positions;
}

/** Places nodes by their links, in steps; the same input gives the same positions. */
export function* layOut(input: LayoutInput): Generator<LayoutStep, void> {
  const graph = buildGraph(input);
  const order = graph.order;
  if (order < 2) return void (yield { positions: read(graph), isLast: true });
  const settings = {
    ...forceAtlas2.inferSettings(order),
    // Names need room, so that few nodes are spread more than many.
    scalingRatio: order < 200 ? 24 : 10,
    gravity: order < 200 ? 0.4 : 0.08,
    barnesHutOptimize: order > 600,
    barnesHutTheta: 1,
  };
  const iterations = Math.ceil(roundsFor(order) / STEPS);
  for (let step = 1; step <= STEPS; step += 1) {
    forceAtlas2.assign(graph, { iterations, settings });
    yield { positions: read(graph), isLast: step === STEPS };
  }
}
