import { z } from 'zod';
import { stream } from './define.ts';

/** What lies on the disk, by what it is to its owner. Whatever has no kind of its own is `other`, so that nothing is left out. */
export const StoredKind = z.enum([
  'journal',
  'database',
  'vectors',
  'traces',
  'typed',
  'backups',
  'logs',
  'models',
  'passing',
  'other',
]);
export type StoredKind = z.infer<typeof StoredKind>;

export const Stored = z.strictObject({
  kind: StoredKind,
  /** Where it lies: names in the data folder, or the whole path of what lies elsewhere. */
  places: z.array(z.string()).readonly(),
  files: z.int(),
  bytes: z.number(),
});
export type Stored = z.infer<typeof Stored>;

export const yourData = {
  /** How large everything is that is stored, one kind after the other as it is known. */
  'data.sizes': stream({
    input: z.strictObject({}),
    chunk: Stored,
    output: z.strictObject({ files: z.int(), bytes: z.number() }),
  }),
};
