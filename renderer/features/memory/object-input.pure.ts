import type { Entity, EntityType, ObjectInput, Relation } from '../../../main/contract/index.ts';

const LITERALS: ReadonlySet<string> = new Set(['text', 'date', 'number', 'amount']);

/** What kinds of value a relation takes: entities of these types, words, or either. */
export function kindsOf(relation: Pick<Relation, 'object'>): {
  readonly types: readonly EntityType[];
  readonly literals: readonly string[];
} {
  const types = relation.object.filter((kind) => !LITERALS.has(kind)) as EntityType[]; // the contract: the rest are types
  return { types, literals: relation.object.filter((kind) => LITERALS.has(kind)) };
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLocaleLowerCase();

/** The one entity that is meant by a typed name, if a known one has it as its name or alias. */
export function findNamed(text: string, known: readonly Entity[]): Entity | null {
  const wanted = fold(text);
  return (
    known.find((each) => fold(each.name) === wanted || each.aliases.some((alias) => fold(alias) === wanted)) ?? null
  );
}

/** Turns what was typed into what the engine takes: somebody known, somebody new, or words. */
export function toObject(text: string, relation: Pick<Relation, 'object'>, picked: Entity | null): ObjectInput {
  const { types, literals } = kindsOf(relation);
  if (picked !== null) return { kind: 'entity', id: picked.id };
  const [type] = types;
  if (literals.length > 0 || type === undefined) return { kind: 'literal', text: text.trim() };
  return { kind: 'name', name: text.trim(), ...(types.length === 1 ? { type } : {}) };
}
