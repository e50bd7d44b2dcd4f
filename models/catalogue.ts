import { z } from 'zod';
import allMiniLm from './catalogue/all-minilm-l6-v2.json' with { type: 'json' };
import granite from './catalogue/granite-3.3-2b-instruct.json' with { type: 'json' };
import qwen from './catalogue/qwen2.5-1.5b-instruct.json' with { type: 'json' };
import smol from './catalogue/smollm2-1.7b-instruct.json' with { type: 'json' };
import smolTiny from './catalogue/smollm2-135m-instruct.json' with { type: 'json' };

/** One path segment: ids and file names become paths, so nothing that leaves the folder gets through. */
const Segment = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const ModelFile = z.strictObject({
  name: Segment,
  bytes: z.number().int().positive(),
  /** Null: not pinned here; the hash that the hub states is checked and kept at the first download. */
  sha256: Sha256.nullable(),
});
export type ModelFile = z.infer<typeof ModelFile>;

export const ModelSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bundled') }),
  /** The folder that `PALIMPSEST_MODELS` names. */
  z.strictObject({ kind: z.literal('folder') }),
  z.strictObject({ kind: z.literal('hub'), repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/), revision: Segment }),
  z.strictObject({ kind: z.literal('pip'), package: Segment, version: Segment, member: z.string().min(1) }),
  /** A file that the user added and that stays where it is. */
  z.strictObject({ kind: z.literal('file'), path: z.string().min(1) }),
]);
export type ModelSource = z.infer<typeof ModelSource>;

export const Model = z.strictObject({
  id: Segment,
  name: z.string().min(1),
  task: z.enum(['embedding', 'chat']),
  licence: z.string().min(1),
  files: z.array(ModelFile).min(1).readonly(),
  /** Tried in this order. */
  sources: z.array(ModelSource).min(1).readonly(),
  dimension: z.number().int().positive().nullable(),
  pooling: z.enum(['mean', 'cls', 'last']).nullable(),
  normalised: z.boolean().nullable(),
  queryPrefix: z.string().nullable(),
  passagePrefix: z.string().nullable(),
  contextTokens: z.number().int().positive(),
  /** What it needs in memory at an ordinary context, to compare with what the computer has. */
  memoryBytes: z.number().int().positive(),
  languages: z.array(z.string()).readonly(),
  notes: z.string(),
});
export type Model = z.infer<typeof Model>;

export const BUNDLED_EMBEDDER_ID = 'all-MiniLM-L6-v2';
export const SMALLEST_CHAT_ID = 'SmolLM2-135M-Instruct';

/** Every model that Palimpsest knows by itself; frozen, since hashes in it are what downloads are held to. */
export const catalogue: readonly Model[] = Object.freeze(
  [allMiniLm, smolTiny, smol, qwen, granite].map((json) => deepFreeze(Model.parse(json))),
);

/** The model with this id, or null. */
export function findModel(id: string): Model | null {
  return catalogue.find((model) => model.id === id) ?? null;
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
