import type { Handlers } from '../contract/handlers.ts';
import type { Ctx } from '../ctx.ts';
import { type AuditDeps, exportBundle, previewBundle } from './export-bundle.ts';
import { verifyBundleFile } from './verify-file.ts';

type Keys = 'audit.preview' | 'audit.export' | 'audit.verify';
type Deps = AuditDeps & {
  /** Nothing runs in the background meanwhile: somebody waits. */
  readonly whileHeld: <T>(work: () => Promise<T>) => Promise<T>;
  readonly findUpload: (id: string) => { readonly path: string };
};

/** Audit bundles: contract key → use-case. */
export const auditHandlers = (ctx: Ctx, deps: Deps): Pick<Handlers, Keys> => ({
  'audit.preview': (input, { signal }) => deps.whileHeld(() => previewBundle(ctx, input, signal)),
  'audit.export': async (input, watch) => {
    // Who is not read yet has no known name, and a name that is not known cannot be covered.
    if (input.isNamesCovered) await ctx.extraction.drain(watch.signal, { slow: false });
    return deps.whileHeld(() => exportBundle(ctx, deps, { input, watch }));
  },
  'audit.verify': ({ uploadId, key }, { signal, push }) =>
    verifyBundleFile({ path: deps.findUpload(uploadId).path, key, signal, onShare: (share) => push({ share }) }),
});
