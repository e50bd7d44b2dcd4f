import { describe, expect, it } from 'vitest';
import type { EntityId, GraphEdge, GraphNode, RevisionId } from '../../../../main/contract/index.ts';
import {
  type Filter,
  indexGraph,
  isCurrent,
  NO_FILTER,
  planShown,
} from '../../../../renderer/features/graph/model.pure.ts';
import { makeGraph } from './make-graph.ts';

const node = (id: string, type: GraphNode['type'], name = id): GraphNode => ({
  id: id as EntityId,
  type,
  name,
  degree: 1,
});
const edge = (id: string, from: string, to: string, part: Partial<GraphEdge> = {}): GraphEdge => ({
  ...{ id: id as RevisionId, from: from as EntityId, to: to as EntityId, relation: 'lives in', status: 'active' },
  ...{ validFrom: '2020-01-01T00:00:00.000Z', validTo: null },
  ...part,
});

const NODES = [
  node('me', 'person'),
  node('ghent', 'place', 'Ghent'),
  node('leipzig', 'place', 'Leipzig'),
  node('zoe', 'person', 'Zoë'),
  node('alone', 'thing', 'Anvil'),
];
const EDGES = [
  edge('a', 'me', 'ghent', { validTo: '2024-06-01T00:00:00.000Z', status: 'superseded' }),
  edge('b', 'me', 'leipzig', { validFrom: '2024-06-01T00:00:00.000Z' }),
  edge('c', 'zoe', 'leipzig', { validFrom: null, status: 'dormant' }),
  edge('d', 'me', 'zoe', { relation: 'sibling' }),
];
const AREAS = new Map([
  ['lives in', 'home'],
  ['sibling', 'family'],
]);

const show = (day: string, filter: Partial<Filter> = {}, edges = EDGES) => {
  const indexed = indexGraph({ nodes: NODES, edges, leftOut: 0 });
  const shown = planShown(indexed, { filter: { ...NO_FILTER, ...filter }, areas: AREAS, atMs: Date.parse(day) });
  return {
    nodes: shown.nodes.map((place) => NODES[place]?.id),
    links: Object.fromEntries(shown.links.map(({ id, state }) => [id, state])),
    holding: shown.holding,
    current: shown.nodes.filter((place) => isCurrent(indexed, shown, place)).map((place) => NODES[place]?.id),
  };
};

describe('renderer/graph model', () => {
  it('tells what holds on a day from what is over, and shows nothing that has not begun', () => {
    expect(show('2023-01-01').links).toEqual({ a: 'holds', c: 'dormant', d: 'holds' });
    expect(show('2025-01-01')).toEqual({
      nodes: ['me', 'leipzig', 'zoe', 'ghent'],
      links: { a: 'past', b: 'holds', c: 'dormant', d: 'holds' },
      holding: 3,
      current: ['me', 'leipzig', 'zoe'],
    });
    expect(show('2010-01-01').links).toEqual({ c: 'dormant' });
  });

  it('never shows what was corrected or taken back, and what is over without a day as over', () => {
    const edges = [
      edge('x', 'me', 'ghent', { status: 'corrected' }),
      edge('y', 'me', 'ghent', { status: 'retracted' }),
      edge('z', 'me', 'ghent', { status: 'ended' }),
      edge('q', 'me', 'ghent', { status: 'conflicted' }),
    ];
    expect(show('2025-01-01', {}, edges).links).toEqual({ z: 'past', q: 'conflict' });
  });

  it('shows the owner alone when nothing is linked on a day', () => {
    expect(show('1990-01-01', {}, [EDGES[0] ?? edge('a', 'me', 'ghent')])).toEqual({
      ...{ nodes: ['me'], links: {}, holding: 0, current: ['me'] },
    });
  });

  it('filters by kind, keeping the owner, and by area', () => {
    expect(Object.keys(show('2025-01-01', { types: ['place'] }).links)).toEqual(['a', 'b']);
    expect(Object.keys(show('2025-01-01', { area: 'family' }).links)).toEqual(['d']);
  });

  it('finds a name without regard to accents and case, with its links, and somebody without any', () => {
    expect(show('2025-01-01', { query: ' ZOE ' })).toMatchObject({ nodes: ['zoe', 'me', 'leipzig'], holding: 2 });
    expect(show('2025-01-01', { query: 'anv' }).nodes).toEqual(['alone']);
    expect(show('2025-01-01', { query: 'nobody' }).nodes).toEqual([]);
  });

  it('gives links between the same two lanes of their own, whichever way they point', () => {
    const indexed = indexGraph({
      ...{ nodes: NODES, leftOut: 0 },
      edges: [edge('1', 'me', 'zoe'), edge('2', 'zoe', 'me'), edge('3', 'me', 'zoe')],
    });
    const { links } = planShown(indexed, { filter: NO_FILTER, areas: AREAS, atMs: Date.parse('2025-01-01') });
    const sides = links.map(({ a, b, lane }) => (a < b ? lane : -lane));
    expect(new Set(sides.map((lane) => lane + 0)).size).toBe(3);
  });

  it('ranks by links that hold, and counts every link at both of its ends', () => {
    const graph = makeGraph(300, 700);
    const indexed = indexGraph(graph);
    const shown = planShown(indexed, { filter: NO_FILTER, areas: AREAS, atMs: Date.parse('2026-01-01') });
    const held = shown.nodes.map((place) => shown.held.get(place) ?? 0);
    expect(held).toEqual([...held].sort((a, b) => b - a));
    expect(held.reduce((sum, n) => sum + n, 0)).toBe(2 * shown.holding);
  });
});
