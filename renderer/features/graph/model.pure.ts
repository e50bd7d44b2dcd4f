import { type EntityId, type EntityType, ME, type OutputOf } from '../../../main/contract/index.ts';

export type GraphData = OutputOf<'codex.graph'>;
export type Node = GraphData['nodes'][number];
export type Edge = GraphData['edges'][number];

/** How a link is drawn on the day looked at. */
export type LinkState = 'holds' | 'dormant' | 'conflict' | 'pending' | 'past';

export type Link = Edge & {
  readonly state: LinkState;
  /** Places of its ends among all nodes. */
  readonly a: number;
  readonly b: number;
  /** Sets links between the same two apart: 0, 1, -1, 2, … */
  readonly lane: number;
};

export type Filter = {
  /** Empty: all of them. */
  readonly types: readonly EntityType[];
  /** Null: all of them. */
  readonly area: string | null;
  readonly query: string;
};

export const NO_FILTER: Filter = { types: [], area: null, query: '' };

/** What is to be seen on a day: places of nodes, most linked first, and the links between them. */
export type Shown = {
  readonly nodes: readonly number[];
  readonly links: readonly Link[];
  /** Links of each shown node, those that hold first. */
  readonly linksOf: ReadonlyMap<number, readonly Link[]>;
  /** How many links of a node hold; those without any are of the past, but for `me`. */
  readonly held: ReadonlyMap<number, number>;
  /** How many links hold. */
  readonly holding: number;
};

export type Indexed = {
  readonly data: GraphData;
  readonly at: ReadonlyMap<EntityId, number>;
  readonly folded: readonly string[];
  /** Beginning and end of each edge, in ms: from -∞ to ∞ where they are not known. */
  readonly times: Float64Array;
};

/** Lower case without accents: what a name is compared by. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Looks up once what every filter and every day needs. */
export function indexGraph(data: GraphData): Indexed {
  return {
    data,
    at: new Map(data.nodes.map(({ id }, place) => [id, place])),
    folded: data.nodes.map(({ name }) => fold(name)),
    times: Float64Array.from(
      data.edges.flatMap(({ validFrom, validTo }) => [
        validFrom === null ? Number.NEGATIVE_INFINITY : Date.parse(validFrom),
        validTo === null ? Number.POSITIVE_INFINITY : Date.parse(validTo),
      ]),
    ),
  };
}

const NEVER_SO: ReadonlySet<string> = new Set(['corrected', 'retracted']);
const OVER: ReadonlySet<string> = new Set(['superseded', 'ended']);

/** The state of a link at an instant; null for what had not begun, or never was so. */
export function stateAt({ data, times }: Indexed, nth: number, atMs: number): LinkState | null {
  const status = data.edges[nth]?.status ?? 'retracted';
  const [fromMs, toMs] = [times[2 * nth] ?? Number.NaN, times[2 * nth + 1] ?? Number.NaN];
  if (NEVER_SO.has(status) || fromMs > atMs) return null;
  if (toMs <= atMs) return 'past';
  // Over, and nobody said when: it is not shown as if it still held.
  if (toMs === Number.POSITIVE_INFINITY && OVER.has(status)) return 'past';
  if (status === 'conflicted') return 'conflict';
  return status === 'dormant' || status === 'pending' ? status : 'holds';
}

const laneOf = (nth: number): number => (nth % 2 === 1 ? (nth + 1) / 2 : -nth / 2);

type Asked = { readonly filter: Filter; readonly areas: ReadonlyMap<string, string>; readonly atMs: number };

function listLinks(indexed: Indexed, { filter, areas, atMs }: Asked): readonly Link[] {
  const { data, at, folded } = indexed;
  const types = new Set(filter.types);
  const wanted = fold(filter.query.trim());
  const isKept = ({ id, type }: Node) => types.size === 0 || types.has(type) || id === ME;
  const lanes = new Map<string, number>();
  return data.edges.flatMap((edge, nth): Link[] => {
    const a = at.get(edge.from);
    const b = at.get(edge.to);
    if (a === undefined || b === undefined || a === b) return [];
    const state = stateAt(indexed, nth, atMs);
    const [from, to] = [data.nodes[a], data.nodes[b]];
    if (state === null || !from || !to || !isKept(from) || !isKept(to)) return [];
    if (filter.area !== null && areas.get(edge.relation) !== filter.area) return [];
    if (wanted !== '' && !folded[a]?.includes(wanted) && !folded[b]?.includes(wanted)) return [];
    const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
    const taken = lanes.get(pair) ?? 0;
    lanes.set(pair, taken + 1);
    return [{ ...edge, state, a, b, lane: a < b ? laneOf(taken) : -laneOf(taken) }];
  });
}

/** What is to be seen at an instant, after filtering: links that hold or have held, and the nodes they join. */
export function planShown(indexed: Indexed, asked: Asked): Shown {
  const { data, folded } = indexed;
  const { filter } = asked;
  const links = listLinks(indexed, asked);
  const linksOf = new Map<number, Link[]>();
  const held = new Map<number, number>();
  for (const link of links) {
    for (const end of [link.a, link.b]) {
      const own = linksOf.get(end);
      if (own) own.push(link);
      else linksOf.set(end, [link]);
      if (link.state !== 'past') held.set(end, (held.get(end) ?? 0) + 1);
    }
  }
  const wanted = fold(filter.query.trim());
  data.nodes.forEach((node, place) => {
    // Somebody looked for by name is found without any link.
    const isFound = wanted !== '' && (folded[place]?.includes(wanted) ?? false);
    const isKind = filter.types.length === 0 || filter.types.includes(node.type);
    if (!linksOf.has(place) && ((isFound && isKind) || (node.id === ME && wanted === ''))) linksOf.set(place, []);
  });
  for (const own of linksOf.values()) own.sort((x, y) => Number(x.state === 'past') - Number(y.state === 'past'));
  // Of equals the owner of the folder comes first.
  const rank = (place: number) =>
    (held.get(place) ?? 0) * 1000 + (linksOf.get(place)?.length ?? 0) + (data.nodes[place]?.id === ME ? 0.5 : 0);
  const nodes = [...linksOf.keys()].sort((x, y) => rank(y) - rank(x) || x - y);
  return { nodes, links, linksOf, held, holding: links.filter(({ state }) => state !== 'past').length };
}

/** Is there anything about it that holds on this day? The owner of the folder always is. */
export const isCurrent = ({ data }: Indexed, { held }: Shown, place: number): boolean =>
  held.has(place) || data.nodes[place]?.id === ME;

/** The node at the other end. */
export const otherEnd = ({ a, b }: Link, place: number): number => (a === place ? b : a);
