import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { insertMissingPending } from '../stores/embeddings.ts';
import { deleteOrphanVectors, getCounts, type StoreCounts } from '../stores/health.ts';
import { type Findings, problem } from './finding.ts';

export type IndexCheck = {
  readonly ctx: Ctx;
  readonly shouldRepair: boolean;
  readonly signal: AbortSignal;
  readonly step: (text: string) => Promise<void>;
};

const REPAIR = 'Run `palimpsest doctor --repair`: it removes them. Nothing that was said is lost.';
const REBUILD = 'Run `palimpsest doctor --rebuild`: it makes the tables again from the journal.';

/** What is stored against what each index holds: peers lose rows here without a word. */
export async function checkIndexes(found: Findings, check: IndexCheck): Promise<void> {
  const { ctx, step } = check;
  await step('Counting what is stored and what each index holds');
  await checkVectorsExist(found, check);
  await step('Comparing the copy in memory with the tables');
  await checkMemory(found, check);
  const counts = await getCounts(ctx.db.read, ctx.embedding.id);
  const { turns, conversations, searchable, embedded, pending, vectors } = counts;
  Object.assign(found.counts, { turns, conversations, searchable, embedded, pending, vectors });
  checkOrphans(found, counts);
}

async function checkVectorsExist(found: Findings, check: IndexCheck): Promise<void> {
  const { ctx, shouldRepair, signal } = check;
  const counts = await getCounts(ctx.db.read, ctx.embedding.id);
  if (counts.orphanVectors > 0) {
    const message = `${counts.orphanVectors} vectors or token states belong to no turn or passage.`;
    if (shouldRepair) {
      await ctx.db.transaction(deleteOrphanVectors);
      found.notes.push(`Repaired: ${message} They were removed.`);
    } else found.problems.push(problem({ check: 'vectors.orphan', message, fix: REPAIR }));
  }
  if (counts.unindexed > 0) {
    const message = `${counts.unindexed} turns or passages lack a vector or token states and are not waiting for them.`;
    if (shouldRepair) {
      await ctx.db.transaction((tx) => insertMissingPending(tx, ctx.embedding.id));
      ctx.indexer.wake();
      found.notes.push(`Repaired: ${message} They wait for them now.`);
    } else {
      const fix = 'Run `palimpsest doctor --repair`: it makes what is missing.';
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

/** Searches read the copy in memory: what it lacks is stored and cannot be found. */
async function checkMemory(found: Findings, { ctx }: IndexCheck): Promise<void> {
  await ctx.memory.sync();
  const { searchable, vectors } = await getCounts(ctx.db.read, ctx.embedding.id);
  const held = ctx.memory.counts();
  Object.assign(found.counts, { indexed: held.fragments, indexedVectors: held.vectors });
  const missing = Math.max(0, searchable - held.fragments, vectors - held.vectors);
  if (missing === 0) return;
  const message = `The index in memory lacks ${missing} of ${searchable} fragments or their vectors.`;
  found.problems.push(
    problem({
      check: 'index.memory',
      message,
      fix: 'Start Palimpsest again: it reads the index anew from the tables.',
    }),
  );
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
