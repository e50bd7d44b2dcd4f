import type { HeadName, HeadsVersion, Learning } from '../../contract/corrections.ts';
import { AppError } from '../../contract/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { type AdoptedHeads, countCorrections, findLastAdopted, listAdoptedHeads } from '../../stores/corrections.ts';
import { findTurn } from '../../stores/episodes.ts';
import { listCorrectionsOf, readActiveHeads } from './active-heads.ts';
import { readHeadsFile, readLastTry, SHIPPED_ID } from './heads-files.ts';
import { MINIMUM } from './tune/gate.pure.ts';
import { LastTry } from './tune/tune-worker.ts';

/** What the user said a question is. */
export async function listFor(ctx: Ctx, turnId: string) {
  return { corrections: await listCorrectionsOf(ctx, turnId) };
}

/** The user says what a question is, or takes that back. */
export async function changeCorrection(
  ctx: Ctx,
  turnId: string,
  said: { readonly field: HeadName; readonly value: string | null },
) {
  if ((await findTurn(ctx.db.read, turnId)) === null)
    throw new AppError('turn.not-found', 'This question is not here any more.', { retry: 'never' });
  const current = (await listCorrectionsOf(ctx, turnId)).find(({ field }) => field === said.field)?.value ?? null;
  if (current !== said.value)
    await ctx.commit([{ kind: 'classification.corrected', body: { turnId, ...said, by: 'user' } }]);
  ctx.emit('learning.changed', {});
  return listFor(ctx, turnId);
}

/** What was learnt from corrections, what the last learning came to, and which version answers. */
export async function readLearning(ctx: Ctx): Promise<Learning> {
  const active = await readActiveHeads(ctx);
  const last = LastTry.safeParse(await readLastTry(ctx));
  const counts = new Map((await countCorrections(ctx.db.read)).map(({ field, n }) => [field, n]));
  return {
    corrections: {
      topic: counts.get('topic') ?? 0,
      intent: counts.get('intent') ?? 0,
      reliance: counts.get('reliance') ?? 0,
      operation: counts.get('operation') ?? 0,
    },
    minimum: MINIMUM,
    versions: await listVersions(ctx, active.id),
    lastTry: last.success ? { at: last.data.at, fields: last.data.fields } : null,
    problem: active.problem,
  };
}

/** Each version once, newest first, with the figures of when it was learnt; the shipped one last. */
async function listVersions(ctx: Ctx, activeId: string): Promise<readonly HeadsVersion[]> {
  const changes = await listAdoptedHeads(ctx.db.read);
  const first = new Map<string, AdoptedHeads>();
  for (const each of changes) if (!first.has(each.headsId)) first.set(each.headsId, each);
  const learnt = await Promise.all(
    [...first.values()]
      .filter(({ headsId }) => headsId !== SHIPPED_ID)
      .reverse()
      .map(
        async (each): Promise<HeadsVersion> => ({
          ...{ id: each.headsId, adoptedAt: each.adoptedAt.toISOString(), by: each.by, scores: each.scores },
          isActive: each.headsId === activeId,
          isUsable: (await readHeadsFile(ctx, each)).kind === 'ready',
        }),
      ),
  );
  const shipped = { id: SHIPPED_ID, adoptedAt: null, by: 'release', isUsable: true, scores: {} } as const;
  return [...learnt, { ...shipped, isActive: activeId === SHIPPED_ID }];
}

/** An earlier version answers again. */
export async function restoreHeads(ctx: Ctx, id: string): Promise<Learning> {
  const learnt = (await listAdoptedHeads(ctx.db.read)).find(({ headsId }) => headsId === id);
  const wanted = id === SHIPPED_ID ? { headsId: id, sha256: null } : learnt;
  if (wanted === undefined) throw new AppError('request.invalid', 'There is no such version.', { retry: 'never' });
  if (id !== SHIPPED_ID && (await readHeadsFile(ctx, wanted)).kind !== 'ready')
    throw new AppError('request.invalid', 'The file of this version is missing or damaged. Choose another.');
  if ((await findLastAdopted(ctx.db.read))?.headsId !== id) {
    const { headsId, sha256 } = wanted;
    await ctx.commit([{ kind: 'heads.adopted', body: { headsId, sha256, by: 'user', scores: learnt?.scores ?? {} } }]);
    ctx.emit('learning.changed', {});
  }
  return readLearning(ctx);
}
