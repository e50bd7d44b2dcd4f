import type { EntityType } from '../contract/codex.ts';
import { nameKeyOf } from './names.pure.ts';

export type Known = { readonly id: string; readonly type: EntityType; readonly name: string; readonly nameKey: string };

export type Match =
  | { readonly kind: 'found'; readonly id: string }
  /** Several fit and nothing tells them apart. */
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'new' };

const LIVING: readonly EntityType[] = ['person', 'pet'];
const PLACED: readonly EntityType[] = ['place', 'organisation'];

/** A person is never a place; but what is a thing to one sentence is a work or a topic to another. */
export function areAlike(a: EntityType, b: EntityType): boolean {
  if (a === b) return true;
  if (LIVING.includes(a) || LIVING.includes(b)) return LIVING.includes(a) && LIVING.includes(b);
  return PLACED.includes(a) === PLACED.includes(b);
}

/**
 * Whom a name means among the entities that are known: the whole name first; for people a first name alone, or a whole
 * name whose first name alone is known, if it fits one and no more (design section 5: alias, normalised name, then ask).
 * `near` are entities that the same conversation spoke of: they decide between several.
 */
export function matchName(
  mention: { readonly name: string; readonly type: EntityType },
  known: readonly Known[],
  near: ReadonlySet<string>,
): Match {
  const key = nameKeyOf(mention.name);
  const alike = known.filter(({ type }) => areAlike(type, mention.type));
  const whole = idsOf(alike.filter(({ nameKey }) => nameKey === key));
  if (whole.length > 0) return choose(whole, near);
  if (mention.type !== 'person') return { kind: 'new' };
  const [first = '', ...rest] = key.split(' ');
  const partly = alike.filter(({ nameKey }) =>
    rest.length === 0 ? nameKey.startsWith(`${first} `) : nameKey === first,
  );
  const ids = idsOf(partly);
  // "Tom Baker" after "Tom" could be another Tom: only a name that is longer than the known one is taken on trust once.
  return ids.length === 0 ? { kind: 'new' } : choose(ids, near);
}

const idsOf = (known: readonly Known[]): readonly string[] => [...new Set(known.map(({ id }) => id))];

function choose(ids: readonly string[], near: ReadonlySet<string>): Match {
  if (ids.length === 1) return { kind: 'found', id: ids[0] ?? '' };
  const close = ids.filter((id) => near.has(id));
  return close.length === 1 ? { kind: 'found', id: close[0] ?? '' } : { kind: 'several', ids };
}

/** What one person is to another, of which one holds at most: nobody's friend Sam is their cousin Sam as well. */
const ROLES: ReadonlySet<string> = new Set([
  ...['partner', 'former partner', 'parent', 'child', 'sibling', 'grandparent', 'grandchild', 'relative'],
  ...['friend', 'neighbour', 'doctor', 'rents from', 'pet'],
]);

export const isRole = (relation: string): boolean => ROLES.has(relation);

/**
 * Of the entities that a name fits, those that the role fits which the turn gives it: whoever has that role already, else
 * whoever has none. Nobody left means somebody new of the same name.
 */
export function fitRole(
  ids: readonly string[],
  role: string,
  links: readonly { readonly objectId: string; readonly relation: string }[],
): readonly string[] {
  const rolesOf = (id: string): readonly string[] =>
    links.filter(({ objectId, relation }) => objectId === id && isRole(relation)).map(({ relation }) => relation);
  const same = ids.filter((id) => rolesOf(id).includes(role));
  return same.length > 0 ? same : ids.filter((id) => rolesOf(id).length === 0);
}
