import { z } from 'zod';
import { Bucket, EntityType } from '../contract/codex.ts';
import { assert } from '../lib/assert.ts';
import data from './vocabulary.json' with { type: 'json' };

/** What stands at the end of a relation: an entity of a type, or words that read as one of the last four. */
export const ObjectKind = z.enum([...EntityType.options, 'text', 'date', 'number', 'amount']);
export type ObjectKind = z.infer<typeof ObjectKind>;

const Entry = z.strictObject({
  name: z.string().min(1),
  bucket: Bucket,
  area: z.string().min(1),
  subject: z.array(EntityType).min(1).readonly(),
  object: z.array(ObjectKind).min(1).readonly(),
  inverse: z.string().nullable(),
  description: z.string().min(1),
  example: z.strictObject({ text: z.string(), object: z.string() }).nullable(),
  isSensitive: z.boolean().default(false),
  /** Never loses standing by disuse, although its bucket is multi-valued (an allergy). */
  isLasting: z.boolean().default(false),
  /** Written by Palimpsest itself; no extractor may propose it. */
  isInternal: z.boolean().default(false),
});

const File = z.strictObject({ version: z.int().min(1), relations: z.array(Entry).readonly() });

export type KnownRelation = z.infer<typeof Entry> & { readonly isOwn: boolean };

/** A relation that the user added; it may link anything. */
export type OwnRelation = Pick<KnownRelation, 'name' | 'bucket' | 'description' | 'object'>;

export type Vocabulary = {
  readonly version: number;
  readonly relations: readonly KnownRelation[];
  /** By name, whatever its case and spacing. */
  readonly find: (name: string) => KnownRelation | null;
  readonly bucketOf: (name: string) => Bucket | null;
  readonly isSensitive: (name: string) => boolean;
  /** Property, single-valued and lasting relations keep their standing by disuse (design section 8, edge decay). */
  readonly isLasting: (name: string) => boolean;
  readonly inverseOf: (name: string) => string | null;
  /** The relation that cannot hold of the same value at the same time. */
  readonly oppositeOf: (name: string) => string | null;
};

const OPPOSITES: readonly (readonly [string, string])[] = [['likes', 'dislikes']];

const keyOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const SHIPPED: z.infer<typeof File> = File.parse(data);

/** The controlled relations with those that the user added; an own relation never replaces a shipped one. */
export function buildVocabulary(own: readonly OwnRelation[] = []): Vocabulary {
  const shipped = SHIPPED.relations.map((relation) => ({ ...relation, isOwn: false }));
  const byName = new Map<string, KnownRelation>();
  for (const relation of [...shipped, ...own.map(toKnown)]) {
    const key = keyOf(relation.name);
    assert(relation.isOwn || !byName.has(key), `the relation ${relation.name} is listed twice`);
    if (!byName.has(key)) byName.set(key, relation);
  }
  const find = (name: string): KnownRelation | null => byName.get(keyOf(name)) ?? null;
  return {
    version: SHIPPED.version,
    relations: [...byName.values()],
    find,
    bucketOf: (name) => find(name)?.bucket ?? null,
    isSensitive: (name) => find(name)?.isSensitive ?? false,
    isLasting: (name) => {
      const relation = find(name);
      return relation !== null && (relation.isLasting || relation.bucket !== 'multi-valued');
    },
    inverseOf: (name) => find(name)?.inverse ?? null,
    oppositeOf: (name) => {
      const pair = OPPOSITES.find((names) => names.includes(keyOf(name)));
      return pair?.find((other) => other !== keyOf(name)) ?? null;
    },
  };
}

function toKnown({ name, bucket, description, object }: OwnRelation): KnownRelation {
  return {
    name: keyOf(name),
    bucket,
    description,
    object,
    area: 'own',
    subject: EntityType.options,
    inverse: null,
    example: null,
    isSensitive: false,
    isLasting: false,
    isInternal: false,
    isOwn: true,
  };
}
