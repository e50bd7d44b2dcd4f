import type { EntityId, EntityType, GraphEdge, GraphNode, RevisionId } from '../../../../main/contract/index.ts';

export type MadeGraph = {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly leftOut: number;
};

const NAMES: Readonly<Record<EntityType, readonly string[]>> = {
  person: ['Annegret', 'Tove', 'Mattis', 'Chiharu', 'Ilse', 'Pavel', 'Noor', 'Yusuf', 'Renske', 'Oona'],
  pet: ['Vellum', 'Biscuit', 'Pip'],
  organisation: ['Quartet', 'Workshop for Paper', 'Harbour Museum', 'Choir'],
  place: ['Leipzig', 'Ghent', 'Utrecht', 'Porto', 'Tallinn'],
  thing: ['Ledger', 'Bicycle', 'Press'],
  work: ['Winter Journey', 'The Waves'],
  event: ['Wedding', 'Exhibition', 'Move'],
  project: ['Catalogue', 'Garden'],
  topic: ['Iron gall ink', 'Trains', 'Hazelnuts'],
};
const RELATIONS: Readonly<Record<string, string>> = {
  person: 'friend',
  pet: 'has pet',
  organisation: 'works at',
  place: 'lives in',
  thing: 'owns',
  work: 'read',
  event: 'attends',
  project: 'works on',
  topic: 'interested in',
};
const TYPES = Object.keys(NAMES) as EntityType[];
const WEIGHTS = [...Array<number>(8).fill(0), 1, 2, 2, 3, 3, 3, 4, 5, 6, 7, 8];

const DAY = 86_400_000;
const iso = (day: number) => new Date(Date.UTC(2018, 0, 1) + day * DAY).toISOString();

/** A made history with circles of people, places and things around `me`; the same arguments, the same graph. */
export function makeGraph(order: number, size: number, seed = 7): MadeGraph {
  let state = seed;
  const random = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const below = (n: number) => Math.floor(random() * n);
  const types = Array.from(
    { length: order },
    (_, i): EntityType => (i === 0 ? 'person' : (TYPES[WEIGHTS[below(WEIGHTS.length)] ?? 0] ?? 'person')),
  );
  const edges = Array.from({ length: size }, (_, i): GraphEdge => {
    // Everybody hangs on somebody of an own circle; the rest are links in a circle, few of them across.
    const to = i < order - 1 ? i + 1 : 1 + below(order - 1);
    const circle = Math.floor(to / 25) * 25;
    const across =
      random() < 0.08 ? below(order) : Math.min(order - 1, circle + below(Math.min(25, Math.max(1, order - circle))));
    const from =
      to % 25 === 0 || across === to
        ? (random() < 0.5 ? 0 : Math.floor(across / 50) * 25) % order
        : random() < 0.3
          ? circle
          : across;
    const start = below(2_900);
    const isOver = random() < 0.3;
    const status = isOver ? 'superseded' : random() < 0.04 ? 'conflicted' : random() < 0.06 ? 'dormant' : 'active';
    return {
      id: `r${i}` as RevisionId,
      from: (from === 0 ? 'me' : `e${from}`) as EntityId,
      to: (to === from ? 'me' : `e${to}`) as EntityId,
      relation: RELATIONS[types[to] ?? 'topic'] ?? 'knows',
      status,
      validFrom: random() < 0.1 ? null : iso(start),
      validTo: isOver ? iso(start + 30 + below(700)) : null,
    };
  }).filter(({ from, to }) => from !== to);
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const nodes = types.map((type, i): GraphNode => {
    const id = (i === 0 ? 'me' : `e${i}`) as EntityId;
    const names = NAMES[type];
    const base = names[i % names.length] ?? 'Name';
    const name = i === 0 ? 'me' : order <= 60 && i < names.length ? base : `${base} ${i}`;
    return { id, name, type, degree: degrees.get(id) ?? 0 };
  });
  return { nodes, edges, leftOut: 0 };
}
