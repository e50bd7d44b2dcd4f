import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { insertMissingPending } from '../stores/embeddings.ts';
import {
  deleteOrphanVectors,
  findByIndexedWords,
  getBm25Summary,
  getCounts,
  listProbeTurns,
  listUnreachableVectors,
  REINDEX,
  relinkUnreachable,
  type StoreCounts,
} from '../stores/health.ts';
import { parseBm25Docs } from './bm25-summary.pure.ts';
import { type Findings, problem } from './finding.ts';
import { planProbes } from './probe.pure.ts';

export type IndexCheck = {
  readonly ctx: Ctx;
  readonly shouldRepair: boolean;
  readonly signal: AbortSignal;
  readonly step: (text: string) => Promise<void>;
};

const REPAIR = 'Run `palimpsest doctor --repair`: it makes the index again. Nothing that was said is lost.';
const REBUILD = 'Run `palimpsest doctor --rebuild`: it makes the tables again from the journal.';

/** What is stored against what each index holds: peers lose rows here without a word. */
export async function checkIndexes(found: Findings, check: IndexCheck): Promise<void> {
  const { ctx, step } = check;
  await step('Counting what is stored and what each index holds');
  await checkVectorsExist(found, check);
  await step('Looking turns up by their own words');
  await checkWords(found, check);
  await step('Walking through the vector index');
  await checkVectorIndex(found, check);
  const counts = await getCounts(ctx.db.read, ctx.embedding.id);
  const { turns, conversations, searchable, embedded, pending, vectors } = counts;
  Object.assign(found.counts, { turns, conversations, searchable, embedded, pending, vectors });
  found.counts.bm25Docs = parseBm25Docs(await getBm25Summary(ctx.db.read)) ?? 0;
  checkOrphans(found, counts);
}

async function checkVectorsExist(found: Findings, check: IndexCheck): Promise<void> {
  const { ctx, shouldRepair, signal } = check;
  const counts = await getCounts(ctx.db.read, ctx.embedding.id);
  if (counts.orphanVectors > 0) {
    const message = `${counts.orphanVectors} vectors belong to no turn.`;
    if (shouldRepair) {
      await ctx.db.transaction(deleteOrphanVectors);
      found.notes.push(`Repaired: ${message} They were removed.`);
    } else found.problems.push(problem({ check: 'vectors.orphan', message, fix: REPAIR }));
  }
  if (counts.unindexed > 0) {
    const message = `${counts.unindexed} turns have no vector and are not waiting for one.`;
    if (shouldRepair) {
      await ctx.db.transaction((tx) => insertMissingPending(tx, ctx.embedding.id));
      ctx.indexer.wake();
      found.notes.push(`Repaired: ${message} They wait for one now.`);
    } else {
      const fix = 'Run `palimpsest doctor --repair`: it makes their vectors.';
      found.problems.push(problem({ check: 'vectors.missing', message, fix }));
    }
  }
  if (counts.pending > 0) await checkPending(found, { ctx, pending: counts.pending, signal });
}

type Pending = { readonly ctx: Ctx; readonly pending: number; readonly signal: AbortSignal };

async function checkPending(found: Findings, { ctx, pending, signal }: Pending): Promise<void> {
  if (ctx.indexer.isRunning()) {
    found.notes.push(`${pending} turns are waiting for their vectors, which are being made now.`);
    return;
  }
  try {
    await ctx.indexer.whenIdle({ signal });
  } catch (error) {
    throwIfAborted(signal);
    // Why it failed is the finding: the turns stay on the list.
    const why = error instanceof Error && 'code' in error ? error.message : 'The embedding model failed.';
    found.problems.push(
      problem({
        check: 'vectors.waiting',
        message: `${pending} turns wait for their vectors, and making them failed. ${why}`,
        fix: 'See what the model check says, then start Palimpsest again.',
      }),
    );
  }
}

/** Turns looked up one by one in the index of words. */
const PROBES = 200;
/** Probes in one transaction, so that a search in the app never waits long behind them. */
const PROBES_AT_ONCE = 10;

async function countLostWords({
  ctx,
  signal,
}: IndexCheck): Promise<{ readonly lost: string[]; readonly docs: number }> {
  const probes = planProbes(await listProbeTurns(ctx.db.read, PROBES));
  const lost: string[] = [];
  for (let from = 0; from < probes.length; from += PROBES_AT_ONCE) {
    throwIfAborted(signal);
    await ctx.db.transaction(async (tx) => {
      for (const { turn, query } of probes.slice(from, from + PROBES_AT_ONCE)) {
        if ((await findByIndexedWords(tx, { id: turn.id, query })) === false) lost.push(turn.id);
      }
    });
  }
  return { lost, docs: parseBm25Docs(await getBm25Summary(ctx.db.read)) ?? 0 };
}

async function checkWords(found: Findings, check: IndexCheck): Promise<void> {
  const { ctx, shouldRepair } = check;
  const before = await getCounts(ctx.db.read, ctx.embedding.id);
  const { lost, docs } = await countLostWords(check);
  const missing = Math.max(lost.length, before.searchable - docs);
  if (missing <= 0) {
    // Rolled-back writes leave dead entries, which searches skip and the next vacuum takes.
    const dead = docs - before.searchable;
    if (dead > 0)
      found.notes.push(`The index of words holds ${dead} entries of writes that were undone; they are never found.`);
    return;
  }
  const message = `The index of words has lost ${missing} of ${before.searchable} turns.`;
  if (shouldRepair) {
    await ctx.db.maintain(REINDEX.words);
    const after = await countLostWords(check);
    if (after.lost.length === 0 && after.docs >= before.searchable) {
      found.notes.push(`Repaired: ${message} It was made again.`);
      return;
    }
  }
  found.problems.push(
    problem({ check: 'index.words', id: lost[0] ?? null, message, fix: shouldRepair ? REBUILD : REPAIR }),
  );
}

/** HNSW is approximate: so small a share without links is no damage, and the rest of the search finds those turns. */
const UNLINKED_SHARE = 0.001;

async function checkVectorIndex(found: Findings, { ctx, shouldRepair, signal }: IndexCheck): Promise<void> {
  throwIfAborted(signal);
  const { missing, sample } = await ctx.db.transaction((tx) => listUnreachableVectors(tx, 1));
  if (missing === 0) return;
  const { vectors } = await getCounts(ctx.db.read, ctx.embedding.id);
  const message = `The index of vectors does not reach ${missing} of ${vectors}.`;
  if (shouldRepair) {
    if (missing > vectors * UNLINKED_SHARE + 1) await ctx.db.maintain(REINDEX.vectors);
    if ((await relinkUnreachable(ctx.db)) === 0) {
      found.notes.push(`Repaired: ${message} They are linked again.`);
      return;
    }
  } else if (missing <= vectors * UNLINKED_SHARE + 1) {
    found.notes.push(
      `${message} Their turns are found by their words; \`palimpsest doctor --repair\` links them again.`,
    );
    return;
  }
  const fix = shouldRepair ? REBUILD : REPAIR;
  found.problems.push(problem({ check: 'index.vectors', id: sample[0] ?? null, message, fix }));
}

function checkOrphans(found: Findings, { orphanTurns, orphanAnswers }: StoreCounts): void {
  if (orphanTurns > 0) {
    const message = `${orphanTurns} turns belong to no conversation.`;
    found.problems.push(problem({ check: 'turns.orphan', message, fix: REBUILD }));
  }
  if (orphanAnswers > 0) {
    const message = `${orphanAnswers} answers have lost their question or their reply.`;
    found.problems.push(problem({ check: 'answers.orphan', message, fix: REBUILD }));
  }
}
