import { decideSwitch } from '../consent/consent.pure.ts';
import type { CheckUpQuestions, CheckUpSource } from '../contract/check-up.ts';
import type { SpaceId } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import { operationOf } from '../retrieval/question/operation.pure.ts';
import { listPastTurns, type PastTurn } from '../stores/check-up.ts';

/** As many of the newest turns are looked through. */
const MOST_READ = 20_000;

export type PastQuestion = { readonly id: string; readonly askedAt: number; readonly source: CheckUpSource };

export type PastQuestions = {
  readonly questions: readonly PastQuestion[];
  readonly undated: number;
  readonly withheld: number;
  readonly isUsingOff: boolean;
};

type Switches = Pick<PastTurn, 'isSpaceSaving' | 'isSpaceUsing' | 'isSaving' | 'isUsing' | 'isUnsaved'>;

/** Whether somebody said that this may not become part of memory, or be used with it. */
export function isWithheld(ctx: Pick<Ctx, 'settings'>, row: Switches): boolean {
  const { isSaving, isUsing } = ctx.settings.get();
  // What was saved before saving was switched off for everything is memory as before.
  const save = decideSwitch({ settings: true, space: row.isSpaceSaving ?? true, conversation: row.isSaving });
  const use = decideSwitch({ settings: isUsing, space: row.isSpaceUsing ?? true, conversation: row.isUsing });
  return row.isUnsaved || !use.isOn || (!save.isOn && isSaving);
}

/** What is said to Palimpsest is a question where its form says so. */
function isQuestion({ opening, endsAsking }: PastTurn): boolean {
  if (endsAsking) return true;
  const { operation } = operationOf(opening);
  return operation !== 'chat' && operation !== 'instruction';
}

/** The user's questions of one space that can be asked again, in no order. */
export async function listPastQuestions(ctx: Pick<Ctx, 'db' | 'settings'>, spaceId: SpaceId): Promise<PastQuestions> {
  const rows = (await listPastTurns(ctx.db.read, { spaceId, limit: MOST_READ })).filter(isQuestion);
  const open = rows.filter((row) => !isWithheld(ctx, row));
  return {
    questions: open.flatMap(({ id, saidAt, isAsked }): readonly PastQuestion[] =>
      saidAt === null ? [] : [{ id, askedAt: saidAt.getTime(), source: isAsked ? 'asked' : 'imported' }],
    ),
    undated: open.filter(({ saidAt }) => saidAt === null).length,
    withheld: rows.length - open.length,
    isUsingOff: !ctx.settings.get().isUsing,
  };
}

/** How many there are, and of what time. */
export async function countPastQuestions(
  ctx: Pick<Ctx, 'db' | 'settings'>,
  spaceId: SpaceId,
): Promise<CheckUpQuestions> {
  const { questions, ...rest } = await listPastQuestions(ctx, spaceId);
  return { asked: describe(questions, 'asked'), imported: describe(questions, 'imported'), ...rest };
}

function describe(questions: readonly PastQuestion[], source: CheckUpSource): CheckUpQuestions['asked'] {
  const own = questions.filter((question) => question.source === source);
  if (own.length === 0) return { count: 0, from: null, to: null };
  const at = (pick: (a: number, b: number) => number): string =>
    new Date(own.reduce((best, { askedAt }) => pick(best, askedAt), own[0]?.askedAt ?? 0)).toISOString();
  return { count: own.length, from: at(Math.min), to: at(Math.max) };
}
