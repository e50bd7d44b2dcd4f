import { ConversationId, SpaceId, TurnId } from '../contract/ids.ts';
import type { InputOf, OutputOf } from '../contract/index.ts';
import { type Procedure, ProcedureId } from '../contract/procedures.ts';
import type { Ctx } from '../ctx.ts';
import {
  countProcedures,
  listProcedureEntries,
  listProcedureSources,
  listProcedures,
  listProceduresById,
  listTaughtIn,
  type ProcedureRow,
} from '../stores/procedures.ts';
import { ANY_ANSWER } from './find-wishes.pure.ts';
import { getRow } from './rows.ts';

type ViewCtx = Pick<Ctx, 'db'>;

/** Rows as the contract shows them, with the turns that taught them. */
async function toProcedures(ctx: ViewCtx, rows: readonly ProcedureRow[]): Promise<readonly Procedure[]> {
  const turnIds = rows.flatMap(({ evidence }) => evidence.map(({ turnId }) => turnId));
  const sources = new Map(
    (await listProcedureSources(ctx.db.read, [...new Set(turnIds)])).map((source) => [source.turnId, source]),
  );
  const others = new Map(
    (await listProceduresById(ctx.db.read, [...new Set(rows.flatMap(({ contradicts }) => contradicts))])).map((row) => [
      row.id,
      row,
    ]),
  );
  return rows.map((row) => ({
    id: ProcedureId.parse(row.id),
    spaceId: SpaceId.parse(row.spaceId),
    ...{ trigger: row.trigger, steps: row.steps, status: row.status, why: row.why, source: row.source },
    replacedBy: row.replacedBy === null ? null : ProcedureId.parse(row.replacedBy),
    evidence: row.evidence.map(({ turnId, quote }) => {
      const source = sources.get(turnId);
      return {
        turnId: TurnId.parse(turnId),
        quote,
        conversationId: source === undefined ? null : ConversationId.parse(source.conversationId),
        speaker: source?.speaker ?? '',
        role: source?.role ?? null,
        at: source?.saidAt.toISOString() ?? null,
      };
    }),
    ...{ reinforcements: row.reinforcements, uses: row.uses },
    createdAt: row.createdAt.toISOString(),
    reinforcedAt: row.reinforcedAt.toISOString(),
    contradicts: row.contradicts.flatMap((id) => {
      const other = others.get(id);
      if (other === undefined || other.status !== 'active' || other.isRemoved) return [];
      return [{ id: ProcedureId.parse(id), trigger: other.trigger, steps: other.steps }];
    }),
  }));
}

const ALL = ['active', 'proposed', 'inactive'] as const;

export async function listProcedurePage(
  ctx: ViewCtx,
  { spaceId, statuses, limit, offset }: InputOf<'procedures.list'>,
): Promise<OutputOf<'procedures.list'>> {
  const page = { spaceId: spaceId ?? null, statuses: statuses ?? ALL, limit, offset };
  return {
    procedures: await toProcedures(ctx, await listProcedures(ctx.db.read, page)),
    counts: await countProcedures(ctx.db.read, spaceId ?? null),
  };
}

export async function getProcedure(
  ctx: ViewCtx,
  { id }: InputOf<'procedures.get'>,
): Promise<OutputOf<'procedures.get'>> {
  const row = await getRow(ctx.db.read, id);
  const [procedure] = await toProcedures(ctx, [row]);
  if (procedure === undefined) throw new Error('bug: a procedure without its view');
  const entries = await listProcedureEntries(ctx.db.read, id);
  return {
    procedure,
    history: entries
      .filter(({ isUndone }) => !isUndone)
      .map(({ seq, at, act, turnId }) => ({
        seq,
        at: at.toISOString(),
        act: act.kind,
        turnId: turnId === null ? null : TurnId.parse(turnId),
      })),
  };
}

/** What the turns of a conversation taught. */
export async function listLearntProcedures(
  ctx: ViewCtx,
  { conversationId }: InputOf<'procedures.learnt'>,
): Promise<OutputOf<'procedures.learnt'>> {
  const taught = await listTaughtIn(ctx.db.read, conversationId);
  const rows = new Map(
    (await listProceduresById(ctx.db.read, [...new Set(taught.map(({ procedureId }) => procedureId))])).map((row) => [
      row.id,
      row,
    ]),
  );
  return {
    learnt: taught.flatMap(({ turnId, seq, procedureId }) => {
      const row = rows.get(procedureId);
      if (row === undefined || row.isRemoved) return [];
      return [
        {
          turnId: TurnId.parse(turnId),
          seq,
          id: ProcedureId.parse(procedureId),
          sentence: `${row.trigger === ANY_ANSWER ? '' : `${row.trigger}: `}${row.steps.join('; ')}`,
          isProposed: row.status === 'proposed',
        },
      ];
    }),
  };
}
