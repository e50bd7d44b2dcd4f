import type { Relation, Revision, RevisionId } from '../../../main/contract/index.ts';
import { byTime, endMs, holdsAt, isBelieved, isWithdrawn, startMs, textOf, valueKey } from './revisions.pure.ts';

/** What a row reads at the moment looked at. */
export type RowValue =
  | { readonly kind: 'values' | 'conflict'; readonly revisions: readonly Revision[] }
  | { readonly kind: 'over'; readonly revision: Revision; readonly until: string }
  | { readonly kind: 'notYet'; readonly revision: Revision }
  | { readonly kind: 'withdrawn'; readonly revision: Revision }
  | { readonly kind: 'unknown' };

export type RowState = 'conflicted' | 'pending' | 'dormant' | 'ended' | 'retracted' | 'corrected';

export type FactRow = {
  readonly key: string;
  readonly subjectName: string;
  readonly relation: string;
  readonly isSensitive: boolean;
  /** Everything that was known then, oldest first. */
  readonly held: readonly Revision[];
  readonly value: RowValue;
  readonly state: RowState | null;
  /** The fact that the row leads to. */
  readonly openId: RevisionId;
};

export type RowGroup = { readonly area: string; readonly rows: readonly FactRow[] };

export type RowsInput = {
  /** All that is known today: decides which rows there are and in which order, whatever day is looked at. */
  readonly all: readonly Revision[];
  /** All that was known at the moment looked at. */
  readonly held: readonly Revision[];
  /** What the engine resolves as true then. */
  readonly admitted: ReadonlySet<RevisionId>;
  readonly conflicts: readonly (readonly RevisionId[])[];
  readonly relations: readonly Relation[];
  readonly validMs: number;
};

const keyOf = (revision: Revision): string =>
  [revision.subject.id, revision.relation, revision.bucket === 'multi-valued' ? valueKey(revision.object) : ''].join(
    '\n',
  );

function group<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const found = groups.get(key(item));
    if (found) found.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

function readValue(held: readonly Revision[], input: RowsInput): RowValue {
  const conflict = input.conflicts.find((ids) => held.some(({ id }) => ids.includes(id)));
  const disputed = conflict ? held.filter(({ id }) => conflict.includes(id)) : [];
  if (disputed.length > 1) return { kind: 'conflict', revisions: disputed };
  const admitted = held.filter(({ id }) => input.admitted.has(id));
  if (admitted.length > 0) return { kind: 'values', revisions: admitted };
  const pending = held.filter((each) => each.status === 'pending' && holdsAt(each, input.validMs));
  if (pending.length > 0) return { kind: 'values', revisions: pending };
  const believed = held.filter(isBelieved);
  const past = believed.filter((each) => endMs(each) <= input.validMs).at(-1);
  if (past?.validTo) return { kind: 'over', revision: past, until: past.validTo };
  const coming = believed.find((each) => startMs(each) > input.validMs);
  if (coming) return { kind: 'notYet', revision: coming };
  const withdrawn = held.filter(isWithdrawn).at(-1);
  return withdrawn ? { kind: 'withdrawn', revision: withdrawn } : { kind: 'unknown' };
}

function readState(value: RowValue): RowState | null {
  switch (value.kind) {
    case 'conflict':
      return 'conflicted';
    case 'values':
      return value.revisions.every(({ status }) => status === 'pending')
        ? 'pending'
        : value.revisions.every(({ status }) => status === 'dormant')
          ? 'dormant'
          : null;
    case 'over':
      return 'ended';
    case 'withdrawn':
      return value.revision.status === 'retracted' ? 'retracted' : 'corrected';
    default:
      return null;
  }
}

type RowParts = { readonly key: string; readonly all: readonly Revision[]; readonly known: readonly Revision[] };

function toRow({ key, all, known }: RowParts, input: RowsInput): readonly FactRow[] {
  const [first] = all;
  if (!first) return [];
  const held = [...known].sort(byTime);
  const value = readValue(held, input);
  const shown = 'revision' in value ? value.revision : 'revisions' in value ? value.revisions[0] : undefined;
  return [
    {
      key,
      subjectName: first.subject.name,
      relation: first.relation,
      isSensitive: all.some(({ isSensitive }) => isSensitive),
      held,
      value,
      state: readState(value),
      openId: (shown ?? all.findLast(isBelieved) ?? first).id,
    },
  ];
}

/** Rows in the order of the vocabulary; where that is silent, in the order in which they became known. */
export function planRows(input: RowsInput): readonly RowGroup[] {
  const order = new Map(input.relations.map(({ name, area }, place) => [name, { place, area }]));
  const placeOf = (relation: string) => order.get(relation)?.place ?? Number.MAX_SAFE_INTEGER;
  const known = group(input.held, keyOf);
  const rows = [...group([...input.all].sort(byTime), keyOf)]
    .sort(([, [a]], [, [b]]) =>
      a && b ? placeOf(a.relation) - placeOf(b.relation) || Date.parse(a.knownFrom) - Date.parse(b.knownFrom) : 0,
    )
    .flatMap(([key, all]) => toRow({ key, all, known: known.get(key) ?? [] }, input));
  const byArea = group(rows, ({ relation }) => order.get(relation)?.area ?? 'other');
  return [...byArea].map(([area, of]) => ({ area, rows: of }));
}

/** Rows where two values stand against each other, to be shown before everything else. */
export const listConflicts = (groups: readonly RowGroup[]): readonly FactRow[] =>
  groups.flatMap(({ rows }) => rows.filter(({ state }) => state === 'conflicted'));

/** All values of a row at that moment, in words. */
export const valuesOf = (value: RowValue): readonly string[] =>
  'revisions' in value
    ? [...new Set(value.revisions.map(({ object }) => textOf(object)))]
    : 'revision' in value
      ? [textOf(value.revision.object)]
      : [];
