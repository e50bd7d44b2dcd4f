import type { Relation } from '../../../main/contract/index.ts';

/** Relations whose name, meaning or area holds every word; those whose name begins so come first. */
export function findRelations(relations: readonly Relation[], text: string): readonly Relation[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return relations;
  const rank = ({ name, description, area }: Relation): number => {
    if (
      words.every((word) =>
        name
          .toLowerCase()
          .split(' ')
          .some((part) => part.startsWith(word)),
      )
    )
      return 0;
    if (words.every((word) => name.toLowerCase().includes(word))) return 1;
    const all = `${name} ${description} ${area}`.toLowerCase();
    return words.every((word) => all.includes(word)) ? 2 : 3;
  };
  return relations
    .map((relation) => ({ relation, rank: rank(relation) }))
    .filter((each) => each.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ relation }) => relation);
}
