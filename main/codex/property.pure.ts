import {
  type Draft,
  type Drawn,
  type End,
  type Read,
  type Statement,
  settleGone,
  standingOf,
  toSettled,
} from './statements.pure.ts';

/**
 * A property has one value for all time, so a new one means that the record was wrong (design section 5). Within one
 * source the latest word counts; above that the highest authority; two sources of one authority conflict.
 */
export function settleProperty({ statements, ends }: Read): Drawn {
  const read = supersedeWithinSource(statements);
  const live = read.filter(({ gone }) => gone === null);
  const top = Math.max(0, ...live.map(({ claim }) => standingOf(claim)));
  const best = live.filter(({ claim }) => standingOf(claim) === top);
  const keys = [...new Set(best.map(({ key }) => key))];
  const winner = best[0];
  // Lower authority with another value never had standing; with the same value it is more evidence.
  const settled = read.map((statement): Statement => {
    const isOverruled = statement.gone === null && winner !== undefined && !keys.includes(statement.key);
    return isOverruled ? { ...statement, gone: { kind: 'corrected', by: winner.claim } } : statement;
  });
  const standing = keys.map((key) => {
    const members = settled.filter((statement) => statement.gone === null && statement.key === key);
    return close(members, keys.length > 1, ends);
  });
  return { drafts: [...standing, ...settleGone(settled)], pairs: [] };
}

/** Each statement is made wrong by the next one of its source that says something else, unless both were said at once. */
function supersedeWithinSource(statements: readonly Statement[]): readonly Statement[] {
  return statements.map((statement, index): Statement => {
    if (statement.gone !== null) return statement;
    const next = statements
      .slice(index + 1)
      .find(
        ({ key, claim, gone }) =>
          key !== statement.key &&
          claim.source === statement.claim.source &&
          claim.observedAt > statement.claim.observedAt &&
          gone?.kind !== 'retracted',
      );
    return next ? { ...statement, gone: { kind: 'corrected', by: next.claim } } : statement;
  });
}

function close(members: readonly Statement[], isDisputed: boolean, ends: readonly End[]): Draft {
  const key = members[0]?.key;
  const latest = members.at(-1);
  const told = ends
    .filter((end) => (end.key === null || end.key === key) && end.claim.observedAt >= (latest?.claim.observedAt ?? 0))
    .map(({ at }) => at);
  const stated = latest?.to;
  const all = stated === null || stated === undefined ? told : [...told, stated];
  const to = all.length === 0 ? null : Math.min(...all);
  const from = members.find((statement) => statement.from !== null)?.from ?? null;
  return toSettled(members, { from, to, status: isDisputed ? 'conflicted' : to === null ? 'active' : 'ended' });
}
