import type { JournalEvent } from '../journal/events/index.ts';
import { unreachable } from '../lib/assert.ts';
import type { HeardRow, ProcedureRow } from '../stores/procedures.ts';
import type { Wish } from './find-wishes.pure.ts';
import type { Relation } from './match-wishes.pure.ts';

/** Name and version; another version reads all turns again, which changes nothing that it finds as before. */
export const READER = 'procedures 1';

export type TurnRead = {
  readonly turnId: string;
  readonly conversationId: string;
  readonly spaceId: string;
  readonly zone: string;
  readonly saidAt: Date;
};

export type Compared<T> = { readonly row: T; readonly relation: Relation };

export type WishInput = {
  readonly turn: TurnRead;
  readonly wish: Wish;
  readonly known: readonly Compared<ProcedureRow>[];
  /** Wishes for one answer, of earlier turns. */
  readonly heard: readonly Compared<HeardRow>[];
  /** Procedures that this turn taught already. */
  readonly taught: ReadonlySet<string>;
  readonly newId: () => string;
};

export type WishPlan = { readonly events: readonly JournalEvent[]; readonly isHeard: boolean };

const NOTHING: WishPlan = { events: [], isHeard: false };

/** What one wish of one turn does. Nothing that is learned counts before the user has said yes to it. */
export function planWish(input: WishInput): WishPlan {
  const { wish, known, taught, turn } = input;
  const same = bestOf(known.filter(({ relation }) => relation === 'same').map(({ row }) => row));
  if (same !== null && (taught.has(same.id) || same.evidence.some(({ turnId }) => turnId === turn.turnId)))
    return NOTHING;
  switch (wish.kind) {
    case 'stop':
      return same === null || same.isRemoved || same.status === 'inactive' ? NOTHING : only(takeBack(same, input));
    case 'standing':
      return same === null ? only(propose(input, [])) : said(same, input);
    case 'once':
      return planOnce(same, input);
    default:
      return unreachable(wish.kind);
  }
}

const only = (event: JournalEvent): WishPlan => ({ events: [event], isHeard: false });

/** What is there before what was put away; what counts before what waits. */
function bestOf(rows: readonly ProcedureRow[]): ProcedureRow | null {
  const place = ({ isRemoved, status }: ProcedureRow): number =>
    isRemoved ? 3 : { active: 0, proposed: 1, inactive: 2 }[status];
  return rows.reduce<ProcedureRow | null>(
    (best, row) => (best === null || place(row) < place(best) ? row : best),
    null,
  );
}

/** Said again. */
function said(same: ProcedureRow, input: WishInput): WishPlan {
  const { turn, wish } = input;
  const words = { turnId: turn.turnId, quote: wish.quote };
  if (same.isFinal) return NOTHING;
  if (same.isRemoved) return only(propose(input, [], same));
  if (same.status !== 'inactive')
    return only({ kind: 'procedure.reinforced', body: { procedureId: same.id, why: 'said', ...words } });
  // What only fell out of use had the user's yes. What was switched off or replaced needs it again.
  if (same.why === 'disuse')
    return only({ kind: 'procedure.reactivated', body: { procedureId: same.id, why: 'said', ...words } });
  return only(propose(input, same.evidence, same));
}

/** A wish for one answer becomes a proposal when it is said in another conversation or on another day. */
function planOnce(same: ProcedureRow | null, input: WishInput): WishPlan {
  if (same !== null && (same.isFinal || (!same.isRemoved && same.status !== 'inactive'))) return said(same, input);
  const { turn } = input;
  const before = input.heard
    .filter(({ relation }) => relation === 'same')
    .map(({ row }) => row)
    .find(
      (row) =>
        row.turnId !== turn.turnId &&
        (row.conversationId !== turn.conversationId || dayOf(row.saidAt, turn.zone) !== dayOf(turn.saidAt, turn.zone)),
    );
  if (before === undefined) return { events: [], isHeard: true };
  const first = { turnId: before.turnId, quote: before.quote };
  return { events: [propose(input, [first], same ?? undefined)], isHeard: true };
}

const dayOf = (at: Date, zone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);

type Words = ProcedureRow['evidence'];

function propose({ turn, wish, known, newId }: WishInput, earlier: Words, as?: ProcedureRow): JournalEvent {
  const contrary = known.filter(({ row, relation }) => relation === 'contrary' && !row.isRemoved).map(({ row }) => row);
  const quotes = [...earlier, { turnId: turn.turnId, quote: wish.quote }];
  const idsOf = (status: ProcedureRow['status']) => contrary.filter((row) => row.status === status).map(({ id }) => id);
  return {
    kind: 'procedure.set',
    body: {
      procedureId: as?.id ?? newId(),
      spaceId: turn.spaceId,
      trigger: wish.trigger,
      steps: wish.steps,
      evidence: [...new Set(quotes.map(({ turnId }) => turnId))],
      zone: turn.zone,
      status: 'proposed',
      source: 'learned',
      quotes,
      reader: READER,
      replaces: idsOf('proposed'),
      contradicts: idsOf('active'),
    },
  };
}

function takeBack({ id }: ProcedureRow, { turn, wish }: WishInput): JournalEvent {
  const words = { turnId: turn.turnId, quote: wish.quote };
  return {
    kind: 'procedure.deactivated',
    body: { procedureId: id, why: 'said', at: turn.saidAt.toISOString(), ...words },
  };
}

const OBJECTION =
  /^\W*(?:no\b|nope\b|wrong\b|that(?:'s| is) (?:not|wrong)|not (?:like )?(?:that|this|what)|i (?:said|told you|asked|didn't|did not|don't want|do not want)|don't\b|do not\b|stop\b|why (?:do|did|are) you\b|please (?:don't|stop|no)\b|again[,:]|too (?:long|short|formal|brief|much)|shorter\b|longer\b|undo\b|forget (?:that|it)\b)|\b(?:not what i (?:asked|wanted|meant)|i (?:don't|do not) (?:want|like) (?:that|this|it)|(?:stop|quit) (?:doing|that|it)\b|(?:too|so) (?:long|short|formal|brief)\b)/i;

/** Whether a turn minds the answer before it; then nothing that the answer was given by counts as used. */
export const objects = (text: string): boolean => OBJECTION.test(text.replace(/[’ʼ]/g, "'"));
