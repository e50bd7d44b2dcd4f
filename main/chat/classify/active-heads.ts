import type { Correction } from '../../contract/corrections.ts';
import { Correction as CorrectionSchema } from '../../contract/corrections.ts';
import type { Ctx } from '../../ctx.ts';
import { findLastAdopted, listCorrections } from '../../stores/corrections.ts';
import { HEADS, type Heads, type HeadsFile, makeHeads, SHIPPED } from './heads.pure.ts';
import { readHeadsFile, SHIPPED_ID } from './heads-files.ts';

export type Active = {
  readonly id: string;
  readonly heads: Heads;
  readonly file: HeadsFile;
  /** Why the adopted heads do not answer, and what to do. */
  readonly problem: string | null;
};

const SHIPPED_ACTIVE: Active = { id: SHIPPED_ID, heads: HEADS, file: SHIPPED, problem: null };

/** The heads that were adopted last, or the shipped ones where their file is missing, damaged or of another embedder. */
export async function readActiveHeads(ctx: Pick<Ctx, 'db' | 'dataFolder' | 'files'>): Promise<Active> {
  const adopted = await findLastAdopted(ctx.db.read);
  if (adopted === null || adopted.headsId === SHIPPED_ID) return SHIPPED_ACTIVE;
  const read = await readHeadsFile(ctx, adopted);
  if (read.kind !== 'ready') {
    const problem = `The file of what was learnt from your corrections is ${read.kind}, so the built-in version answers. Restore an earlier version, or let it learn again, under Models.`;
    return { ...SHIPPED_ACTIVE, problem };
  }
  if (read.file.space !== SHIPPED.space) return SHIPPED_ACTIVE;
  return { id: adopted.headsId, heads: makeHeads(read.file), file: read.file, problem: null };
}

/** The heads for each question; the file is read again only when others were adopted. */
export type HeadsReader = { readonly current: () => Promise<Active> };

export function createHeadsReader(ctx: Pick<Ctx, 'db' | 'dataFolder' | 'files'>): HeadsReader {
  let known: { readonly key: string; readonly active: Active } | null = null;
  return {
    current: async () => {
      const adopted = await findLastAdopted(ctx.db.read);
      const key = adopted === null ? SHIPPED_ID : `${adopted.headsId} ${adopted.sha256 ?? ''}`;
      if (known?.key !== key) known = { key, active: await readActiveHeads(ctx) };
      return known.active;
    },
  };
}

/** What the user says a question is; labels of a newer version are passed over. */
export async function listCorrectionsOf(ctx: Pick<Ctx, 'db'>, turnId: string): Promise<readonly Correction[]> {
  return (await listCorrections(ctx.db.read, turnId)).flatMap((row) => {
    const parsed = CorrectionSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}
