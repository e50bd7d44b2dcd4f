import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { PlainId } from '../format/trajectory.ts';
import { HelloReply } from './protocol.ts';

/** What another system said of itself when a run began; `systems/NAME.json` of the run's folder. */
export const DeclaredSystem = z.strictObject({
  format: z.literal('lsrep-system-declared'),
  version: z.literal(1),
  name: PlainId,
  hello: HelloReply,
});
export type DeclaredSystem = z.infer<typeof DeclaredSystem>;

/** Keeps what a system says of itself with its run, and refuses to go on with another version or mode of it. */
export async function declareSystem(runFolder: string, name: string, hello: HelloReply): Promise<void> {
  const path = join(runFolder, 'systems', `${name}.json`);
  const declared: DeclaredSystem = { format: 'lsrep-system-declared', version: 1, name, hello };
  const text = `${JSON.stringify(declared, null, 1)}\n`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    if ((await readFile(path, 'utf8')) !== text)
      throw new AppError(
        'evaluation.other-run',
        `The system ${name} is not what it was when this run began: another version, mode or what it tells. Begin a new run.`,
      );
  }
}
