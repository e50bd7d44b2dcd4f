/** One node of an exported conversation, in the order of the file. Nodes that are no turns still carry links. */
export type TreeNode = {
  readonly id: string;
  readonly parentId: string | null;
  readonly childIds: readonly string[];
  readonly isTurn: boolean;
  /** Milliseconds, only to choose the newest leaf. */
  readonly atMs: number | null;
};

export type PlacedTurn = {
  readonly id: string;
  readonly parentId: string | null;
  readonly isOnActivePath: boolean;
};

export type PlacedTurns = { readonly turns: readonly PlacedTurn[]; readonly activeLeafId: string | null };

/**
 * Puts the turns of a conversation in tree order: parents before children, siblings in the order of the file, children
 * of left-out nodes under the nearest turn above. Time never decides order: real exports date answers before prompts.
 */
export function placeTurns(nodes: readonly TreeNode[], activeId: string | null): PlacedTurns {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = findParents(nodes, byId);
  cutCycles(nodes, parents, activeId);
  const order = listInTreeOrder(nodes, parents);
  const turnAbove = findTurnsAbove(order, parents);

  const leafId = findActiveLeaf(order, { byId, parents, turnAbove, activeId });
  const active = new Set<string>();
  for (let id = leafId; id !== null; id = turnAbove.get(id) ?? null) active.add(id);

  const turns = order
    .filter((node) => node.isTurn)
    .map((node) => ({
      id: node.id,
      parentId: turnAbove.get(node.id) ?? null,
      isOnActivePath: active.has(node.id),
    }));
  return { turns, activeLeafId: leafId };
}

type ParentOf = Map<string, string | null>;

/** The node's own parent link decides; a node without one belongs to whoever lists it as a child. */
function findParents(nodes: readonly TreeNode[], byId: ReadonlyMap<string, TreeNode>): ParentOf {
  const parents: ParentOf = new Map();
  for (const { id, parentId } of nodes) {
    parents.set(id, parentId !== null && byId.has(parentId) ? parentId : null);
  }
  for (const { id, childIds } of nodes) {
    for (const childId of childIds) {
      if (childId !== id && parents.get(childId) === null) parents.set(childId, id);
    }
  }
  return parents;
}

/** Makes every chain end: the link that closes a circle is dropped, first on the active path, then in file order. */
function cutCycles(nodes: readonly TreeNode[], parents: ParentOf, activeId: string | null): void {
  const settled = new Set<string>();
  const starts = activeId === null ? nodes.map(({ id }) => id) : [activeId, ...nodes.map(({ id }) => id)];
  for (const start of starts) {
    const walked = new Set<string>();
    let id: string | null = parents.has(start) ? start : null;
    while (id !== null && !settled.has(id)) {
      walked.add(id);
      const parentId: string | null = parents.get(id) ?? null;
      if (parentId !== null && walked.has(parentId)) parents.set(id, null);
      id = parents.get(id) ?? null;
    }
    for (const one of walked) settled.add(one);
  }
}

function listInTreeOrder(nodes: readonly TreeNode[], parents: ParentOf): readonly TreeNode[] {
  const rank = new Map<string, number>();
  for (const { childIds } of nodes) {
    for (const [index, childId] of childIds.entries()) if (!rank.has(childId)) rank.set(childId, index);
  }
  const children = new Map<string | null, TreeNode[]>();
  for (const node of nodes) {
    const parentId = parents.get(node.id) ?? null;
    const siblings = children.get(parentId);
    if (siblings === undefined) children.set(parentId, [node]);
    else siblings.push(node);
  }

  const order: TreeNode[] = [];
  const stack = (children.get(null) ?? []).toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    const below = children.get(node.id) ?? [];
    // A stable sort: children that nobody lists keep the order of the file, after those that are listed.
    below.sort((a, b) => (rank.get(a.id) ?? Number.MAX_SAFE_INTEGER) - (rank.get(b.id) ?? Number.MAX_SAFE_INTEGER));
    for (const child of below.toReversed()) stack.push(child);
  }
  return order;
}

/** For every node the nearest turn strictly above it. Needs parents before children. */
function findTurnsAbove(order: readonly TreeNode[], parents: ParentOf): ReadonlyMap<string, string | null> {
  const isTurn = new Set(order.filter((node) => node.isTurn).map(({ id }) => id));
  const above = new Map<string, string | null>();
  for (const { id } of order) {
    const parentId = parents.get(id) ?? null;
    above.set(id, parentId === null ? null : isTurn.has(parentId) ? parentId : (above.get(parentId) ?? null));
  }
  return above;
}

/** The turn at or above the named node; when that leads nowhere, the newest turn without turns below it. */
function findActiveLeaf(
  order: readonly TreeNode[],
  tree: {
    readonly byId: ReadonlyMap<string, TreeNode>;
    readonly parents: ParentOf;
    readonly turnAbove: ReadonlyMap<string, string | null>;
    readonly activeId: string | null;
  },
): string | null {
  const named = tree.activeId === null ? undefined : tree.byId.get(tree.activeId);
  if (named?.isTurn) return named.id;
  const aboveNamed = named === undefined ? null : (tree.turnAbove.get(named.id) ?? null);
  if (aboveNamed !== null) return aboveNamed;

  const hasTurnsBelow = new Set(order.filter((node) => node.isTurn).map(({ id }) => tree.turnAbove.get(id) ?? null));
  let newest: TreeNode | null = null;
  for (const node of order) {
    if (!node.isTurn || hasTurnsBelow.has(node.id)) continue;
    // On a tie, or without times, the later one in tree order: regenerated answers come after what they replace.
    if (newest === null || (node.atMs ?? -1) >= (newest.atMs ?? -1)) newest = node;
  }
  return newest?.id ?? null;
}
