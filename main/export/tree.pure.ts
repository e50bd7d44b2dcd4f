/** The turns of a conversation that are exported, each under the nearest exported one before it. */
export type Tree = {
  readonly rootId: string;
  /** The end of the branch that is shown, or the nearest exported turn before it; the root where there is none. */
  readonly leafId: string;
  readonly parentOf: (id: string) => string | null;
  /** Of a turn, or of the root (null), in order. */
  readonly childrenOf: (id: string | null) => readonly string[];
};

type Link = { readonly id: string; readonly parentId: string | null; readonly isIn: boolean };

/** Leaves out what is not exported without tearing a branch apart. `links` in the order in which the turns came. */
export function growTree(links: readonly Link[], activeLeafId: string | null): Tree {
  const byId = new Map(links.map((link) => [link.id, link]));
  const nearest = (from: string | null): string | null => {
    let at = from;
    // No longer than the conversation, also where a link should lead back to itself.
    for (let steps = 0; at !== null && steps <= links.length; steps += 1) {
      const link = byId.get(at);
      if (link === undefined) return null;
      if (link.isIn) return at;
      at = link.parentId;
    }
    return null;
  };
  const parents = new Map<string, string | null>();
  const children = new Map<string | null, string[]>();
  for (const { id, parentId, isIn } of links) {
    if (!isIn) continue;
    const parent = nearest(parentId);
    parents.set(id, parent);
    const siblings = children.get(parent) ?? [];
    siblings.push(id);
    children.set(parent, siblings);
  }
  let rootId = 'client-created-root';
  while (byId.has(rootId)) rootId = `${rootId}-0`;
  return {
    rootId,
    leafId: nearest(activeLeafId) ?? rootId,
    parentOf: (id) => parents.get(id) ?? null,
    childrenOf: (id) => children.get(id) ?? [],
  };
}
