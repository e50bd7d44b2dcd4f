import { z } from 'zod';
import { type ReadTx, runOne } from './run.ts';

export function findSpace(tx: ReadTx, id: string) {
  return runOne(tx, z.object({ id: z.string(), name: z.string() }), `select id, name from space where id = $1`, [id]);
}
