import type { CallKey, ChunkOf, InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { findPassage, getDocument, listDocumentPage, readDocumentPage } from './browse.ts';
import { checkFolder } from './check-folder.ts';
import { removeDocument, restoreDocument } from './remove-document.ts';
import { getFolder, listWatchedFolders, unwatchFolder, viewFolder, watchFolder } from './watch-folder.ts';

type Key = Extract<CallKey, `documents.${string}` | `folders.${string}`>;
type Streamed = { readonly signal: AbortSignal; readonly push: (chunk: ChunkOf<'folders.check'>) => Promise<void> };
type DocumentHandlers = { readonly [K in Key]: (input: InputOf<K>) => Promise<OutputOf<K>> } & {
  readonly 'folders.check': (input: InputOf<'folders.check'>, request: Streamed) => Promise<OutputOf<'folders.check'>>;
};

/** Does work for which all upkeep waits, as for any import. */
type WhileHeld = <T>(work: () => Promise<T>) => Promise<T>;

/** Contract key → use-case, for documents and the folders that they come from. */
export const documentHandlers = (ctx: Ctx, whileHeld: WhileHeld): DocumentHandlers => ({
  'documents.list': (input) => listDocumentPage(ctx, input),
  'documents.get': ({ id }) => getDocument(ctx, id),
  'documents.read': (input) => readDocumentPage(ctx, input),
  'documents.find': (input) => findPassage(ctx, input),
  'documents.remove': ({ id }) => removeDocument(ctx, id),
  'documents.restore': ({ id }) => restoreDocument(ctx, id),
  'folders.list': async () => ({ folders: await listWatchedFolders(ctx) }),
  'folders.watch': (input) => watchFolder(ctx, input),
  'folders.unwatch': async ({ id }) => {
    await unwatchFolder(ctx, id);
    return {};
  },
  'folders.check': async ({ id }, { signal, push }) => {
    const folder = await getFolder(ctx, id);
    await whileHeld(() =>
      checkFolder(ctx, folder, {
        ...{ at: ctx.clock.now(), signal },
        breathe: async () => throwIfAborted(signal),
        onProgress: (file, done, total) => {
          // Whoever has gone misses nothing that the list of folders does not say.
          void push({ file, done, total }).catch(() => undefined);
        },
      }),
    );
    return viewFolder(ctx, await getFolder(ctx, id));
  },
});
