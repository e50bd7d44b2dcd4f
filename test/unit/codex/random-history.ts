import fc from 'fast-check';
import type { ClaimRow, LinkRow, StandingRow } from '../../../main/codex/fence.pure.ts';
import type { AssertedBy, Bucket, ClaimAct, Precision } from '../../../main/contract/codex.ts';

export const DAY = 86_400_000;
export const ORIGIN = Date.UTC(2024, 0, 1);
export const HISTORY_DAYS = 40;

export type RandomHistory = {
  readonly bucket: Bucket;
  readonly rows: readonly ClaimRow[];
  readonly links: readonly LinkRow[];
  /** Wall time of the nth record. */
  readonly recordedAt: (n: number) => number;
};

const at = (day: number): number => ORIGIN + day * DAY;

type Step = {
  readonly act: ClaimAct;
  readonly subject: 'a' | 'b';
  readonly value: 'x' | 'y' | 'z' | 'w' | null;
  readonly replaces: 'x' | 'y' | null;
  readonly pointsBack: number;
  readonly said: number;
  readonly from: number | null;
  readonly length: number | null;
  readonly precision: Precision;
  readonly isPast: boolean;
  readonly by: AssertedBy;
  readonly mouth: 0 | 1;
  readonly isHeld: boolean;
  /** What happens to an earlier record afterwards. */
  readonly next: 'nothing' | 'accept' | 'reject' | 'undo' | 'merge' | 'unmerge' | 'move';
};

const day = fc.integer({ min: 0, max: HISTORY_DAYS - 1 });

const anyStep: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<ClaimAct[]>('state', 'state', 'state', 'state', 'correct', 'end', 'retract'),
  subject: fc.constantFrom('a' as const, 'a' as const, 'b' as const),
  value: fc.constantFrom('x' as const, 'y' as const, 'z' as const, 'w' as const, null),
  replaces: fc.constantFrom('x' as const, 'y' as const, null, null),
  pointsBack: fc.integer({ min: 0, max: 6 }),
  said: day,
  from: fc.option(day, { nil: null, freq: 2 }),
  length: fc.option(fc.integer({ min: 1, max: 15 }), { nil: null, freq: 1 }),
  precision: fc.constantFrom<Precision[]>('minute', 'day', 'month'),
  isPast: fc.boolean(),
  by: fc.constantFrom<AssertedBy[]>('user', 'user', 'user', 'other', 'document', 'assistant'),
  mouth: fc.constantFrom(0 as const, 1 as const),
  isHeld: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  next: fc.constantFrom<Step['next'][]>(
    'nothing',
    'nothing',
    'nothing',
    'accept',
    'reject',
    'undo',
    'merge',
    'unmerge',
    'move',
  ),
});

/**
 * A history of one relation of two subjects and four values: late news (records are not in the order of saying),
 * corrections, retractions, ends, conflicts, decisions, undone records, merges and moves.
 */
export function anyHistory(only?: Bucket): fc.Arbitrary<RandomHistory> {
  const bucket =
    only === undefined ? fc.constantFrom<Bucket[]>('single-valued', 'property', 'multi-valued') : fc.constant(only);
  return fc
    .tuple(bucket, fc.array(anyStep, { minLength: 1, maxLength: 12 }))
    .map(([kind, steps]) => build(kind, steps));
}

function build(bucket: Bucket, steps: readonly Step[]): RandomHistory {
  const rows: ClaimRow[] = [];
  const links: LinkRow[] = [];
  // Two records a step; each is recorded half a day after the one before, whenever it was said.
  const recordedAt = (n: number): number => at(HISTORY_DAYS + 5) + n * (DAY / 2);
  let seq = 0;
  for (const [index, step] of steps.entries()) {
    seq += 1;
    rows.push(toRow(step, { index, seq, at: recordedAt(seq), before: rows }));
    seq += 1;
    change(step.next, { rows, links, seq, at: recordedAt(seq), pick: step.pointsBack });
  }
  return { bucket, rows, links, recordedAt };
}

type Place = {
  readonly index: number;
  readonly seq: number;
  readonly at: number;
  readonly before: readonly ClaimRow[];
};

function toRow(step: Step, { index, seq, at: recorded, before }: Place): ClaimRow {
  const value = step.act === 'state' || step.act === 'correct' ? (step.value ?? 'x') : step.value;
  const from = step.from === null ? null : at(step.from);
  const to = step.length === null ? null : (from ?? at(step.said)) + step.length * DAY;
  const pointed = before[before.length - 1 - step.pointsBack];
  const by = step.act === 'correct' && step.by === 'user' ? 'correction' : step.by;
  return {
    ...{ id: `c${String(index).padStart(2, '0')}`, spaceId: 's', seq, ordinal: 0, act: step.act, relation: 'r' },
    ...{ objectText: value, objectValue: value, replaces: null, replacesIds: [] },
    ...(step.act === 'correct' && step.replaces !== null
      ? { replaces: { kind: 'literal' as const, text: step.replaces, value: step.replaces } }
      : {}),
    ...((step.act === 'correct' || step.act === 'retract') && pointed !== undefined && step.pointsBack > 3
      ? { replacesIds: [pointed.id] }
      : {}),
    ...{ from, to, precision: step.precision, toPrecision: step.precision, isImplied: false },
    ...{ isPast: step.isPast && step.act === 'state', observedAt: at(step.said) + DAY / 4, assertedBy: by },
    ...{
      source: by === 'other' || by === 'document' ? `${by} ${step.mouth}` : by === 'correction' ? 'user' : by,
      confidence: 1,
    },
    ...{ turnId: null, quote: null, quoteFrom: null, extractor: 'test', heldFor: null, mayMean: [] },
    standings: [standing({ seq, at: recorded, standing: step.isHeld ? 'held' : 'admitted', subjectId: step.subject })],
  };
}

const standing = (row: Pick<StandingRow, 'seq' | 'at' | 'standing' | 'subjectId'>): StandingRow => ({
  ...row,
  ...{ objectId: null, undoneSeq: null, undoneAt: null },
});

type Changing = {
  readonly rows: ClaimRow[];
  readonly links: LinkRow[];
  readonly seq: number;
  readonly at: number;
  readonly pick: number;
};

function change(what: Step['next'], { rows, links, seq, at: recorded, pick }: Changing): void {
  const index = Math.max(0, rows.length - 1 - pick);
  const row = rows[index];
  const last = row?.standings.at(-1);
  if (!row || !last) return;
  const add = (more: Partial<StandingRow>): void => {
    const kept = { seq, at: recorded, standing: last.standing, subjectId: last.subjectId };
    rows[index] = { ...row, standings: [...row.standings, { ...standing(kept), ...more }] };
  };
  if (what === 'accept') add({ standing: 'admitted' });
  if (what === 'reject') add({ standing: 'rejected' });
  if (what === 'move') add({ subjectId: last.subjectId === 'a' ? 'b' : 'a' });
  if (what === 'undo' && last.undoneSeq === null)
    rows[index] = {
      ...row,
      standings: [...row.standings.slice(0, -1), { ...last, undoneSeq: seq, undoneAt: recorded }],
    };
  const link = links.at(-1);
  const isLinked = link !== undefined && link.undoneSeq === null;
  if (what === 'merge' && !isLinked)
    links.push({ seq, at: recorded, fromId: 'b', intoId: 'a', undoneSeq: null, undoneAt: null });
  if (what === 'unmerge' && isLinked) links[links.length - 1] = { ...link, undoneSeq: seq, undoneAt: recorded };
}
