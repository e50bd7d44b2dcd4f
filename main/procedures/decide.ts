import { AppError } from '../contract/errors.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { ProcedureId } from '../contract/procedures.ts';
import type { Ctx } from '../ctx.ts';
import type { JournalEvent } from '../journal/events/index.ts';
import { isProcedureUndoable, listProceduresById } from '../stores/procedures.ts';
import { ANY_ANSWER } from './find-wishes.pure.ts';
import { getRow } from './rows.ts';

type DecideCtx = Pick<Ctx, 'db' | 'commit' | 'emit' | 'ids' | 'clock' | 'zone'>;
type Done = { readonly seq: number };

async function commitOne(ctx: Pick<Ctx, 'commit' | 'emit'>, event: JournalEvent): Promise<Done> {
  const records = await ctx.commit([event]);
  ctx.emit('procedures.changed', {});
  return { seq: records.at(-1)?.seq ?? 0 };
}

/** Adds a procedure by hand, or gives one another wording. What the user wrote is what they want: it is active. */
export async function saveProcedure(
  ctx: DecideCtx,
  { id, spaceId, trigger, steps }: InputOf<'procedures.save'>,
): Promise<OutputOf<'procedures.save'>> {
  const row = id === undefined ? null : await getRow(ctx.db.read, id);
  const procedureId = row?.id ?? ctx.ids.uuid();
  const evidence = row?.evidence ?? [];
  const done = await commitOne(ctx, {
    kind: 'procedure.set',
    body: {
      ...{ procedureId, spaceId: row?.spaceId ?? spaceId ?? DEFAULT_SPACE },
      ...{ trigger: trigger === '' ? ANY_ANSWER : trigger, steps, zone: ctx.zone() },
      evidence: [...new Set(evidence.map(({ turnId }) => turnId))],
      ...{ status: 'active', source: row?.source ?? 'user', quotes: evidence },
      // An edited proposal is an accepted one.
      replaces: row?.status === 'proposed' ? await stillActive(ctx, row.contradicts) : [],
    },
  });
  return { ...done, id: ProcedureId.parse(procedureId) };
}

async function stillActive(ctx: Pick<Ctx, 'db'>, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await listProceduresById(ctx.db.read, ids);
  return rows.filter(({ status, isRemoved }) => status === 'active' && !isRemoved).map(({ id }) => id);
}

/** Accepts or rejects proposals. What an accepted one contradicts is switched off with it, and undone with it. */
export async function decideProcedures(
  ctx: DecideCtx,
  { ids, decision }: InputOf<'procedures.decide'>,
): Promise<OutputOf<'procedures.decide'>> {
  const rows = (await listProceduresById(ctx.db.read, [...new Set(ids)])).filter(
    ({ status, isRemoved }) => status === 'proposed' && !isRemoved,
  );
  if (rows.length === 0)
    throw new AppError('procedure.not-found', 'This was decided already. Open the list again.', { retry: 'never' });
  const procedureIds = rows.map(({ id }) => id);
  const contrary =
    decision === 'accept'
      ? await stillActive(
          ctx,
          rows.flatMap(({ contradicts }) => contradicts),
        )
      : [];
  const replaces = contrary.filter((id) => !procedureIds.includes(id));
  return commitOne(ctx, { kind: 'procedure.decided', body: { procedureIds, decision, replaces } });
}

/** Switches one off, or on again. */
export async function switchProcedure(
  ctx: DecideCtx,
  { id, isOn }: InputOf<'procedures.switch'>,
): Promise<OutputOf<'procedures.switch'>> {
  const row = await getRow(ctx.db.read, id);
  const own = { procedureId: row.id, why: 'user', turnId: null, quote: null } as const;
  if (isOn) return commitOne(ctx, { kind: 'procedure.reactivated', body: own });
  const at = ctx.clock.now().toISOString();
  return commitOne(ctx, { kind: 'procedure.deactivated', body: { ...own, at } });
}

export async function removeProcedure(
  ctx: DecideCtx,
  { id }: InputOf<'procedures.remove'>,
): Promise<OutputOf<'procedures.remove'>> {
  const row = await getRow(ctx.db.read, id);
  return commitOne(ctx, { kind: 'procedure.removed', body: { procedureId: row.id } });
}

/** Takes back what one record did to procedures; the record stays. */
export async function undoProcedure(
  ctx: DecideCtx,
  { seq }: InputOf<'procedures.undo'>,
): Promise<OutputOf<'procedures.undo'>> {
  if (!(await isProcedureUndoable(ctx.db.read, seq)))
    throw new AppError('procedure.not-found', 'There is nothing to undo here: it was undone already.', {
      retry: 'never',
    });
  return commitOne(ctx, { kind: 'procedure.undone', body: { seq } });
}
