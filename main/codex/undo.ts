import { AppError } from '../contract/errors.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { isUndoable } from '../stores/claims.ts';

type UndoCtx = Pick<Ctx, 'db' | 'commit' | 'emit' | 'generation'>;

/** Takes back what one record did to the Codex; the record stays, and who asks for an earlier day still sees it. */
export async function undo(ctx: UndoCtx, { seq }: InputOf<'codex.undo'>): Promise<OutputOf<'codex.undo'>> {
  if (!(await isUndoable(ctx.db.read, seq)))
    throw new AppError('fact.not-found', 'There is nothing to undo here: it was undone already.', { retry: 'never' });
  const records = await ctx.commit([{ kind: 'codex.undone', body: { seq } }]);
  ctx.emit('codex.changed', { generation: ctx.generation() });
  return { seq: records.at(-1)?.seq ?? 0 };
}
