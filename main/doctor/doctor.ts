import type { DoctorReport } from '../contract/app.ts';
import type { Ctx } from '../ctx.ts';
import type { Journal } from '../journal/open.ts';
import { throwIfAborted } from '../lib/abort.ts';
import type { ScanResidue } from '../residue/residue.ts';
import { listDigests } from '../stores/health.ts';
import { listOpenFindings } from '../stores/health-findings.ts';
import { checkFolder } from './check-folder.ts';
import { checkIndexes } from './check-indexes.ts';
import { checkJournal } from './check-journal.ts';
import { checkModels } from './check-models.ts';
import { checkProjection } from './check-projection.ts';
import { checkResidue, type ResidueCheck } from './check-residue.ts';
import { createFindings, type Findings, toReport } from './finding.ts';
import { type RebuildDeps, rebuildAndCompare } from './rebuild.ts';

export type DoctorDeps = {
  readonly journal: Journal;
  readonly rebuild: RebuildDeps;
  readonly scanResidue: ScanResidue;
};
export type DoctorCtx = Ctx & DoctorDeps;

export type DoctorInput = {
  readonly shouldRebuild: boolean;
  readonly shouldRepair: boolean;
  readonly residue?: Pick<ResidueCheck, 'words' | 'profiles'> | undefined;
};

export type DoctorWatch = {
  readonly signal: AbortSignal;
  readonly push: (chunk: { readonly step: string }) => Promise<void>;
};

/** Checks everything that a data folder holds, in the order in which one part is made from another. */
export async function runDoctor(ctx: DoctorCtx, input: DoctorInput, watch: DoctorWatch): Promise<DoctorReport> {
  const startedMs = ctx.clock.monotonicMs();
  const found = createFindings();
  const { signal } = watch;
  const step = async (text: string): Promise<void> => {
    throwIfAborted(signal);
    await watch.push({ step: text });
  };
  await step('Checking every byte of the journal');
  await checkJournal(found, { dataFolder: ctx.dataFolder, journal: ctx.journal });
  const isWhole = found.problems.length === 0;
  await step('Comparing the tables with the journal');
  // A broken journal proves nothing about the tables: it is the first thing to put right.
  const differing = isWhole ? await checkProjection(found, { tx: ctx.db.read, journal: ctx.journal, signal }) : 0;
  await checkIndexes(found, { ctx, shouldRepair: input.shouldRepair, signal, step });
  await step('Checking the models');
  await checkModels(found, ctx, signal);
  await step('Checking the disk and the folder');
  await checkFolder(found, ctx);
  await noteFindings(found, ctx);
  if (input.residue !== undefined)
    await checkResidue(found, { ctx, scanResidue: ctx.scanResidue, ...input.residue, signal, step });
  const shouldRebuild = input.shouldRebuild || (input.shouldRepair && differing > 0);
  if (shouldRebuild)
    await rebuildIfWhole(found, isWhole, { ctx, journal: ctx.journal, rebuild: ctx.rebuild, signal, step });
  await step('Computing the digests of the tables');
  for (const { table, digest } of await listDigests(ctx.db.read, ctx.embedding.id)) found.digests[table] = digest;
  const ms = ctx.clock.monotonicMs() - startedMs;
  ctx.log('doctor.done', { problems: found.problems.length, ms: Math.round(ms) });
  return toReport(found, ms);
}

/** What the sentinel has found and nobody has put right or dismissed: the doctor's own checks look at other times. */
async function noteFindings(found: Findings, ctx: Ctx): Promise<void> {
  const open = (await listOpenFindings(ctx.db.read)).filter(({ dismissedAt }) => dismissedAt === null);
  for (const { message, fix, firstAt } of open)
    found.notes.push(`Found by the watch on ${firstAt.toISOString().slice(0, 10)}: ${message} ${fix}`);
}

type Rebuilding = { readonly ctx: Ctx; readonly journal: Journal; readonly rebuild: RebuildDeps } & Pick<
  Parameters<typeof rebuildAndCompare>[1],
  'signal' | 'step'
>;

async function rebuildIfWhole(found: Findings, isWhole: boolean, { rebuild, ...rest }: Rebuilding): Promise<void> {
  if (isWhole) return rebuildAndCompare(found, { ...rest, deps: rebuild });
  found.notes.push('Nothing was rebuilt: the journal must be whole first.');
}
