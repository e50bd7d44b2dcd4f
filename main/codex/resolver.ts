import { createHash } from 'node:crypto';
import type { EntityType } from '../contract/codex.ts';
import type { BodyOf } from '../journal/events/index.ts';
import { listLinks } from '../stores/claims.ts';
import { listNames, type NamedEntity } from '../stores/entities.ts';
import { listActiveLinks, listRevisionsOfKey } from '../stores/revisions.ts';
import type { ReadTx } from '../stores/run.ts';
import type { SubjectRef } from './candidate.pure.ts';
import { fitRole, matchName } from './entities.pure.ts';
import { rootsAt, UNFENCED } from './fence.pure.ts';
import { nameKeyOf } from './names.pure.ts';
import type { Vocabulary } from './vocabulary.pure.ts';

type NewEntity = BodyOf<'codex.claimed'>['entities'][number];

/** An entity that a turn means; `several`: whom it could be, `id` being the first. */
export type Meant = { readonly id: string; readonly several: readonly string[] };

/** A fact that naming someone by a role says by the way: "my sister" has a sister in it. */
export type Implied = { readonly ofId: string; readonly relation: string; readonly id: string; readonly label: string };

export type Resolver = {
  readonly resolve: (ref: SubjectRef, type: EntityType) => Promise<Meant>;
  readonly created: () => readonly NewEntity[];
  readonly implied: () => readonly Implied[];
};

type Deps = {
  readonly tx: ReadTx;
  readonly spaceId: string;
  /** The entity that says *I*. */
  readonly speaker: { readonly id: string } | { readonly name: string };
  readonly vocabulary: Vocabulary;
  /** Entities that the conversation spoke of lately. */
  readonly near: ReadonlySet<string>;
  /** What the turn says that names are to the speaker: "my cousin Sam". By normalised name. */
  readonly named: ReadonlyMap<string, string>;
  /** Makes ids that are the same when the same turn is read again. */
  readonly seed: string;
};

const idOf = (seed: string, words: string): string =>
  createHash('sha256').update(`${seed}\n${words}`).digest('hex').slice(0, 24);

/** Finds or makes the entities that one turn names (design section 5, write path). */
export function createResolver({ tx, spaceId, speaker, vocabulary, near, named, seed }: Deps): Resolver {
  const created = new Map<string, NewEntity>();
  const implied: Implied[] = [];
  const roles = new Map<string, Meant>();

  const byName = async (name: string, type: EntityType): Promise<Meant> => {
    const key = nameKeyOf(name);
    const first = key.split(' ')[0] ?? key;
    const root = rootsAt(await listLinks(tx, spaceId), UNFENCED);
    const stored = await listNames(tx, spaceId, [...new Set([key, first])]);
    const own = [...created.values()].map((entity): NamedEntity => {
      return { id: entity.entityId, type: entity.type, name: entity.name, nameKey: nameKeyOf(entity.name) };
    });
    const known = [...stored.map((entity) => ({ ...entity, id: root(entity.id) })), ...own];
    const match = matchName({ name, type }, known, near);
    const role = named.get(key);
    if (match.kind !== 'new' && role !== undefined) {
      const ids = match.kind === 'found' ? [match.id] : match.ids;
      const fitting = fitRole(ids, role, await linksOf(ids));
      if (fitting.length === 0) return make({ name, type, words: `${type} ${key} ${role}` });
      return { id: fitting[0] ?? '', several: fitting.length > 1 ? fitting : [] };
    }
    if (match.kind === 'found') return { id: match.id, several: [] };
    if (match.kind === 'several') return { id: match.ids[0] ?? '', several: match.ids };
    return make({ name, type, words: `${type} ${key}` });
  };

  /** How the speaker stands to these entities; what this turn says of new ones is not in the ledger yet. */
  const linksOf = async (ids: readonly string[]) => {
    const subjectId = 'id' in speaker ? speaker.id : (await byName(speaker.name, 'person')).id;
    const fresh = ids.flatMap((objectId) => {
      const name = created.get(objectId)?.name;
      const relation = name === undefined ? undefined : named.get(nameKeyOf(name));
      return relation === undefined ? [] : [{ objectId, relation }];
    });
    return [...(await listActiveLinks(tx, spaceId, { subjectId, objectIds: ids })), ...fresh];
  };

  const make = ({ name, type, words }: { name: string; type: EntityType; words: string }): Meant => {
    const entityId = idOf(seed, words);
    created.set(entityId, { entityId, type, name, aliases: [] });
    return { id: entityId, several: [] };
  };

  const byRole = async (ref: Extract<SubjectRef, { kind: 'role' }>): Promise<Meant> => {
    const of = await resolve(ref.of, 'person');
    const label = nameKeyOf(ref.label);
    const name = `${of.id} ${ref.relation} ${label}`;
    const before = roles.get(name);
    if (before) return before;
    const meant = await findRole(of.id, ref.relation, label);
    roles.set(name, meant);
    return meant;
  };

  const findRole = async (ofId: string, relation: string, label: string): Promise<Meant> => {
    const beliefs = await listRevisionsOfKey(tx, spaceId, { subjectId: ofId, relation });
    const holding = beliefs.filter(({ status, to }) => (status === 'active' || status === 'conflicted') && to === null);
    const ids = [...new Set(holding.flatMap(({ value }) => (value.kind === 'entity' ? [value.id] : [])))];
    const labelled = new Set((await listNames(tx, spaceId, [label])).map(({ id }) => id));
    // "my sister" is the one who was called so before; a brother is a sibling too.
    const called = ids.filter((id) => labelled.has(id));
    const fitting = called.length > 0 ? called : vocabulary.bucketOf(relation) === 'single-valued' ? ids : [];
    if (fitting.length === 1) return { id: fitting[0] ?? '', several: [] };
    if (fitting.length > 1) return { id: fitting[0] ?? '', several: fitting };
    const type = vocabulary.find(relation)?.object.includes('person') === false ? 'pet' : 'person';
    const meant = make({ name: label, type, words: `role ${ofId} ${relation} ${label}` });
    implied.push({ ofId, relation, id: meant.id, label });
    return meant;
  };

  const resolve = async (ref: SubjectRef, type: EntityType): Promise<Meant> => {
    if (ref.kind === 'name') return byName(ref.name, ref.type);
    if (ref.kind === 'role') return byRole(ref);
    return 'id' in speaker ? { id: speaker.id, several: [] } : byName(speaker.name, type === 'pet' ? 'person' : type);
  };

  return { resolve, created: () => [...created.values()], implied: () => implied };
}
