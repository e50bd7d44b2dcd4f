import { AppError } from '../contract/errors.ts';
import { findProcedure, type ProcedureRow } from '../stores/procedures.ts';
import type { ReadTx } from '../stores/run.ts';

/** A procedure that is there, not removed. */
export async function getRow(tx: ReadTx, id: string): Promise<ProcedureRow> {
  const row = await findProcedure(tx, id);
  if (row === null || row.isRemoved)
    throw new AppError('procedure.not-found', 'This habit is not here any more. Open the list again.', {
      retry: 'never',
    });
  return row;
}
