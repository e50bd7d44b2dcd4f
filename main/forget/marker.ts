import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import { ForgetPreview } from '../contract/forget.ts';
import { Amended, Forgotten } from '../journal/events/erasure.ts';
import { errnoOf, removeIfPresent, replaceFile, syncFolder } from '../journal/files.ts';
import type { FileCodec } from '../lib/file-codec.ts';
import type { ForgetPlan } from './plan.ts';

export const MARKER_FILE = 'forget.json';

const texts = z.array(z.string()).readonly();
const Plan = z.strictObject({
  preview: ForgetPreview,
  erase: z.array(z.int().min(1)).readonly(),
  amend: z.array(Amended.shape.body).readonly(),
  needles: texts,
  saidElsewhere: z.int().min(0),
  tombstones: Forgotten.shape.body.unwrap().shape.tombstones.unwrap(),
  traceIds: texts,
  fragmentIds: texts,
  embeddedTexts: texts,
  conversationIds: texts.nullable(),
  goneConversationIds: texts,
  areHeadsTouched: z.boolean(),
});

const Marker = z.strictObject({
  format: z.literal(1),
  forgetId: z.string().min(1),
  kind: z.string(),
  startedAt: z.iso.datetime({ offset: true }),
  plan: Plan,
});
/**
 * A forget that has begun, with all that is left to do: a killed one is ended by the next start. It holds what is being
 * forgotten, since the scan must know what to look for, so it is the last thing to be removed.
 */
export type ForgetMarker = Omit<z.infer<typeof Marker>, 'plan'> & { readonly plan: ForgetPlan };

export const markerPath = (dataFolder: string): string => join(dataFolder, MARKER_FILE);

type Place = { readonly dataFolder: string; readonly files: FileCodec };

export async function writeMarker({ dataFolder, files }: Place, marker: ForgetMarker): Promise<void> {
  await replaceFile(markerPath(dataFolder), files.encode(JSON.stringify(Marker.parse(marker)), MARKER_FILE));
}

export async function findMarker({ dataFolder, files }: Place): Promise<ForgetMarker | null> {
  let stored: Buffer;
  try {
    stored = await readFile(markerPath(dataFolder));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return Marker.parse(JSON.parse(files.decode(stored, MARKER_FILE)?.toString('utf8') ?? ''));
  } catch {
    // The cause is left out: a parser's message may quote the file.
    throw new AppError(
      'store.damaged',
      'The file forget.json cannot be read, so a forget that was interrupted cannot be ended. Move that file away, start again, and forget once more.',
      { details: { file: MARKER_FILE } },
    );
  }
}

export async function removeMarker(dataFolder: string): Promise<void> {
  await removeIfPresent(markerPath(dataFolder));
  await removeIfPresent(`${markerPath(dataFolder)}.tmp`);
  await syncFolder(dataFolder);
}
