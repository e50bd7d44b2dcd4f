import type { PGlite, Transaction } from '@electric-sql/pglite';
import { z } from 'zod';
import { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

type Rows = { readonly rows: readonly unknown[]; readonly affectedRows?: number };
type Query = (sql: string, params: readonly unknown[]) => Promise<Rows>;

/** Bytes selected as `encode(…, 'base64')`: read natively, where PGlite's own parser of bytea costs five times as much. */
export const Base64Bytes = z.string().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));

/** May read. */
export type ReadTx = { readonly query: Query };
/** May read and write, inside one transaction. */
export type Tx = ReadTx & { readonly isWritable: true };

/** The database of one data folder. Reads run between transactions; nothing here may be called inside one. */
export type Db = {
  readonly read: ReadTx;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Statements that cannot run inside a transaction, such as VACUUM. */
  readonly maintain: (statement: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

const SLOW_MS = 40;
const DISK_FULL = '53100';

const diskFull = () =>
  new AppError('disk.too-full', 'The disk is full. Nothing was lost; free some space and start Palimpsest again.');

/** PGlite's errors carry the statement's parameters, which are the user's words: only the code goes on. */
function stripped(error: unknown): Error {
  if (error instanceof AppError) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
  if (code === DISK_FULL) return diskFull();
  const detail = code === 'unknown' && error instanceof Error ? `: ${error.name}` : '';
  const clean = new Error(`database error ${code}${detail}`);
  if (error instanceof Error && error.stack)
    clean.stack = `${clean.message}\n${error.stack.split('\n').slice(1).join('\n')}`;
  return clean;
}

export function wrapDb(pg: PGlite, deps: { readonly clock: Clock; readonly log: Log }): Db {
  // After 53100 the next statement never returns, so none is sent (measured in research/electron.md 1.4).
  let isFull = false;

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isFull) throw diskFull();
    try {
      return await work();
    } catch (error) {
      const clean = stripped(error);
      if (clean instanceof AppError && clean.code === 'disk.too-full') isFull = true;
      throw clean;
    }
  };

  const querying =
    (target: PGlite | Transaction): Query =>
    async (sql, params) => {
      const from = deps.clock.monotonicMs();
      const result = await guarded(() => target.query(sql, [...params]));
      const ms = deps.clock.monotonicMs() - from;
      if (ms > SLOW_MS)
        deps.log('store.slow', { statement: sql.trim().split('\n')[0]?.slice(0, 60) ?? '', ms: Math.round(ms) });
      return result;
    };

  return {
    read: { query: querying(pg) },
    transaction: (work) => guarded(() => pg.transaction((tx) => work({ query: querying(tx), isWritable: true }))),
    maintain: async (statement) => {
      await guarded(() => pg.exec(statement));
    },
    close: async () => {
      if (!isFull) await pg.close();
    },
  };
}

/** Runs a static statement and parses every row. */
export async function run<S extends z.ZodType>(
  tx: ReadTx,
  row: S,
  sql: string,
  params: readonly unknown[] = [],
): Promise<readonly z.infer<S>[]> {
  const { rows } = await tx.query(sql, params);
  return rows.map((value) => row.parse(value));
}

/** The first row or null. */
export async function runOne<S extends z.ZodType>(
  tx: ReadTx,
  row: S,
  sql: string,
  params: readonly unknown[] = [],
): Promise<z.infer<S> | null> {
  const rows = await run(tx, row, sql, params);
  return rows[0] ?? null;
}

/** A statement whose rows nobody reads; returns how many it touched. */
export async function execute(tx: Tx, sql: string, params: readonly unknown[] = []): Promise<number> {
  const { affectedRows } = await tx.query(sql, params);
  return affectedRows ?? 0;
}
