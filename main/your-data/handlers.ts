import type { ChunkOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { listSizes } from './sizes.ts';

type Watch = {
  readonly signal: AbortSignal;
  readonly push: (chunk: ChunkOf<'data.sizes'>) => Promise<void>;
};

/** What the page about the user's data asks: contract key → use-case. */
export const yourDataHandlers = (ctx: Ctx) => ({
  'data.sizes': async (_: object, { signal, push }: Watch): Promise<OutputOf<'data.sizes'>> => {
    // What is still being written counts, too.
    await ctx.traces.flush();
    let [files, bytes] = [0, 0];
    for await (const stored of listSizes({ dataFolder: ctx.dataFolder, modelsFolder: ctx.models.folder }, signal)) {
      files += stored.files;
      bytes += stored.bytes;
      await push(stored);
    }
    return { files, bytes };
  },
});
