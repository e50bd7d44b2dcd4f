import { describe, expect, it } from 'vitest';
import { type LayoutInput, layOut } from '../../../../renderer/features/graph/lay-out.ts';
import { seedOf } from '../../../../renderer/features/graph/seed.pure.ts';
import { type MadeGraph, makeGraph } from './make-graph.ts';

function inputOf({ nodes, edges }: MadeGraph, known: LayoutInput['known'] = {}): LayoutInput {
  const ids = nodes.map(({ id }) => id as string).sort();
  const at = new Map(ids.map((id, place) => [id, place]));
  const pairs = edges.map(({ from, to }) => [at.get(from) ?? 0, at.get(to) ?? 0] as const);
  return { ids, edges: pairs, known, centre: 'me' };
}

function place(input: LayoutInput): Readonly<Record<string, readonly [number, number]>> {
  const last = [...layOut(input)].at(-1)?.positions ?? new Float32Array();
  return Object.fromEntries(input.ids.map((id, n) => [id, [last[2 * n] ?? 0, last[2 * n + 1] ?? 0] as const]));
}

describe('renderer/graph lay-out', () => {
  it('gives the same data the same picture, with the owner in the middle', () => {
    const first = place(inputOf(makeGraph(120, 260)));
    expect(place(inputOf(makeGraph(120, 260)))).toEqual(first);
    expect(first.me).toEqual([0, 0]);
    expect(Object.values(first).every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });

  it('moves nothing that stands when somebody new comes', () => {
    const graph = makeGraph(60, 120);
    const before = place(inputOf(graph));
    const [, second] = graph.nodes;
    if (!second) throw new Error('made without nodes');
    const more: MadeGraph = {
      ...graph,
      nodes: [...graph.nodes, { ...second, id: 'new' as typeof second.id }],
      edges: graph.edges.map((edge, n) => (n === 0 ? { ...edge, to: 'new' as typeof edge.to } : edge)),
    };
    const { new: stranger, ...rest } = place(inputOf(more, before));
    expect(rest).toEqual(before);
    expect(stranger?.every(Number.isFinite)).toBe(true);
  });

  it('puts linked ones nearer to each other than others', () => {
    const graph = makeGraph(200, 400);
    const places = place(inputOf(graph));
    const far = (a: string, b: string) => {
      const [[x1, y1], [x2, y2]] = [places[a] ?? [0, 0], places[b] ?? [0, 0]];
      return Math.hypot(x1 - x2, y1 - y2);
    };
    const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
    const linked = mean(graph.edges.map(({ from, to }) => far(from, to)));
    const any = mean(graph.nodes.map(({ id }, n) => far(id, graph.nodes[(n * 7 + 3) % 200]?.id ?? 'me')));
    expect(linked).toBeLessThan(0.6 * any);
  });

  it('ends at once where there is nobody, or nobody else', () => {
    for (const ids of [[], ['me']]) {
      const steps = [...layOut({ ids, edges: [], known: {}, centre: null })];
      expect(steps.map(({ isLast }) => isLast)).toEqual([true]);
    }
  });

  it('begins in a disc, at a place that the id alone decides', () => {
    const seeds = Array.from({ length: 500 }, (_, n) => seedOf(`entity-${n}`, 10));
    expect(seeds.every(([x, y]) => Math.hypot(x, y) <= 10.001)).toBe(true);
    expect(new Set(seeds.map(String)).size).toBe(500);
    expect(seedOf('entity-3', 10)).toEqual(seeds[3]);
    // Even over the four quarters: nobody's picture begins lopsided.
    const quarters = seeds.map(([x, y]) => (x > 0 ? 1 : 0) + (y > 0 ? 2 : 0));
    for (const quarter of [0, 1, 2, 3]) expect(quarters.filter((each) => each === quarter).length).toBeGreaterThan(85);
  });
});
