import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../main/contract/errors.ts';
import type { ModelFile } from './catalogue.ts';

const Pin = z.strictObject({
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Who stated the hash at first use. */
  from: z.string(),
  pinnedAt: z.string(),
});
export type Pin = z.infer<typeof Pin>;
const Pins = z.record(z.string(), Pin);

const keyOf = (modelId: string, file: ModelFile): string => `${modelId}/${file.name}`;

/** The hash that was stated when this file was first fetched, or null. */
export async function findPin(folder: string, modelId: string, file: ModelFile): Promise<Pin | null> {
  return (await readPins(folder))[keyOf(modelId, file)] ?? null;
}

/** Keeps a hash for good: from now on every download of the file is held to it. */
export async function insertPin(
  folder: string,
  { modelId, file, pin }: { readonly modelId: string; readonly file: ModelFile; readonly pin: Pin },
): Promise<void> {
  const pins = { ...(await readPins(folder)), [keyOf(modelId, file)]: pin };
  await writeJson(join(folder, 'pins.json'), pins);
}

async function readPins(folder: string): Promise<z.infer<typeof Pins>> {
  let text: string;
  try {
    text = await readFile(join(folder, 'pins.json'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return Pins.parse(JSON.parse(text));
  } catch (cause) {
    // Starting afresh would trust whatever comes next, which is what pins are there to prevent.
    throw new AppError(
      'model.damaged',
      'The list of known model hashes is damaged. Delete pins.json in the models folder.',
      {
        cause,
      },
    );
  }
}

/** Writes a small file so that a reader sees the old one or the new one, never half. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const temporary = `${path}.new`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
}
