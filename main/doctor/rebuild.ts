import { rm } from 'node:fs/promises';
import type { Ctx } from '../ctx.ts';
import type { Journal } from '../journal/open.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { writingKey } from '../lib/crypto/keyring.ts';
import { indexPending } from '../retrieval/indexer.ts';
import { ensureEmbeddingSpace } from '../stores/embeddings.ts';
import { listDigests, type TableDigest } from '../stores/health.ts';
import { openRebuilt } from '../stores/open.ts';
import { createProjector, type Projector } from '../stores/projector.ts';
import type { Db } from '../stores/run.ts';
import type { VectorCache } from '../stores/vector-cache.ts';
import { type Findings, problem } from './finding.ts';

export type RebuildDeps = {
  readonly templateFolder: string;
  readonly cache: VectorCache;
  /** Applies what the journal holds and the tables do not. */
  readonly catchUp: (journal: Pick<Journal, 'read' | 'lastSeq'>, projector: Projector) => Promise<void>;
  /** At close, the database in this folder takes the place of the present one. */
  readonly replaceAtClose: (folder: string) => void;
};

export type Rebuild = {
  readonly ctx: Ctx;
  readonly journal: Journal;
  readonly deps: RebuildDeps;
  readonly signal: AbortSignal;
  readonly step: (text: string) => Promise<void>;
};

/** Makes a second database from the journal alone and compares it with the present one, which it replaces at close. */
export async function rebuildAndCompare(found: Findings, rebuild: Rebuild): Promise<void> {
  const { ctx, deps, signal, step } = rebuild;
  await step('Making a second database from the journal');
  const { dataFolder, vault } = ctx;
  const key = writingKey(vault.keyring, 'database');
  const { db, folder } = await openRebuilt({ dataFolder, templateFolder: deps.templateFolder }, ctx, key);
  let isKept = false;
  try {
    const different = await fillAndCompare(rebuild, db);
    throwIfAborted(signal);
    isKept = true;
    if (different.length === 0) found.notes.push('A database rebuilt from the journal is equal, row for row.');
    else
      found.problems.push(
        problem({
          check: 'rebuild',
          message: `A database rebuilt from the journal differs in ${different.join(', ')}.`,
          fix: 'Nothing: the rebuilt one takes the place of the present one when Palimpsest closes. Run this again to see.',
        }),
      );
  } finally {
    await db.close();
    if (isKept) deps.replaceAtClose(folder);
    else await rm(folder, { recursive: true, force: true });
  }
}

/** Comparing needs both at the same record; turns that arrive meanwhile are followed this many times. */
const ROUNDS = 5;

async function fillAndCompare({ ctx, journal, deps, signal, step }: Rebuild, db: Db): Promise<readonly string[]> {
  const projector = await createProjector(db);
  const spaceId = await db.transaction((tx) => ensureEmbeddingSpace(tx, ctx.embedding.name));
  await deps.cache.load();
  for (let round = 1; ; round += 1) {
    throwIfAborted(signal);
    await deps.catchUp(abortable(journal, signal), projector);
    await step('Giving the second database its vectors');
    await ctx.indexer.whenIdle({ signal });
    await indexPending({ db, inference: ctx.inference, spaceId, cache: deps.cache }, { signal });
    await step('Comparing the two databases row by row');
    const present = await listDigests(ctx.db.read, ctx.embedding.id);
    const rebuilt = await listDigests(db.read, spaceId);
    const different = compareDigests(present, rebuilt);
    if (different.length === 0 || ctx.generation() === projector.appliedSeq() || round === ROUNDS) return different;
  }
}

/** The same journal, whose reading stops when the caller has gone. */
function abortable(journal: Journal, signal: AbortSignal): Pick<Journal, 'read' | 'lastSeq'> {
  return {
    lastSeq: journal.lastSeq,
    read: async function* (fromSeq) {
      for await (const record of journal.read(fromSeq)) {
        throwIfAborted(signal);
        yield record;
      }
    },
  };
}

function compareDigests(present: readonly TableDigest[], rebuilt: readonly TableDigest[]): readonly string[] {
  return present.flatMap(({ table, digest, rows }) => {
    const other = rebuilt.find((each) => each.table === table);
    if (other?.digest === digest) return [];
    return [`${table} (${rows} rows, rebuilt ${other?.rows ?? 0})`];
  });
}
