import { createLane } from '../lib/lane.ts';
import { createParser, type Parser } from './parse.ts';

/** What importing documents shares: the reader of foreign formats, and the line in which documents are added. */
export type Documents = {
  readonly parse: Parser;
  readonly lane: ReturnType<typeof createLane>;
};

/** Made once an engine; `close` ends what is being read. */
export function createDocuments({ parserPath }: { readonly parserPath: string }): Documents & {
  readonly close: () => Promise<void>;
} {
  const closing = new AbortController();
  const parse = createParser({ parserPath });
  return {
    lane: createLane(),
    parse: (file, watch) => parse(file, { ...watch, signal: AbortSignal.any([watch.signal, closing.signal]) }),
    close: async () => closing.abort(),
  };
}
