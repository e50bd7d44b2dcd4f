import type { Arm } from '../format/arm.ts';
import type { Observed, SuppliedFragment } from '../format/observation.ts';
import { savesQuestions } from './check-state.ts';
import { DAY_MS, type KnownHistory } from './known-history.ts';
import type { Report } from './rules.pure.ts';

export type ObservationCheck = {
  readonly observed: Observed;
  readonly arm: Arm;
  readonly history: KnownHistory;
  /** Ids of the run's other trajectories. */
  readonly isElsewhere: (id: string) => boolean;
  /** The checkpoint's time. */
  readonly now: number;
  readonly report: Report;
};

/** Whether a system tells what ran inside: only then is what it leaves out a fault. */
export const isTransparent = ({ execution }: Observed): boolean => execution.legs !== null;

/** What was supplied, against what had been said by then. */
export function checkSupplied(check: ObservationCheck): void {
  const { observed } = check;
  for (const fragment of observed.supplied) {
    // A summary and a habit may go by ids of their own; turns among them must have arrived all the same.
    const isOwn = fragment.kind === 'summary' || fragment.kind === 'procedure';
    for (const id of [...fragment.turns, ...fragment.context])
      if (!isOwn || check.history.sources.has(id)) checkSource(check, id, 'supplied');
    checkTime(check, fragment);
    checkText(check, fragment);
  }
  for (const { id } of observed.execution.candidates ?? []) checkCandidate(check, id);
  checkCited(check);
  checkTokens(check);
}

function checkSource(
  { observed, arm, history, isElsewhere, now, report }: ObservationCheck,
  id: string,
  how: string,
): void {
  const source = history.sources.get(id);
  if (source !== undefined) {
    if (source.arrival > now)
      report('future-leak', observed, `What arrives only after the checkpoint was ${how}: ${id}.`);
    return;
  }
  if (isElsewhere(id)) report('other-trajectory', observed, `What was ${how} belongs to another trajectory: ${id}.`);
  else if (!savesQuestions(arm))
    report('unknown-source', observed, `What was ${how} is nothing that the trajectory says.`);
}

/** A candidate may be no turn at all, such as a passage by its own id; a known one must have arrived. */
function checkCandidate({ observed, history, now, report }: ObservationCheck, id: string): void {
  const source = history.sources.get(id);
  if (source !== undefined && source.arrival > now)
    report('future-leak', observed, `What arrives only after the checkpoint was a candidate: ${id}.`);
}

/** A summary is of a stretch of time, so its own says little. */
function checkTime({ observed, history, now, report }: ObservationCheck, { kind, turns, at }: SuppliedFragment): void {
  if (at === null || kind === 'summary' || kind === 'procedure') return;
  const time = Date.parse(at);
  const source = kind === 'turn' && turns.length === 1 ? history.sources.get(turns[0] ?? '') : undefined;
  if (source !== undefined && Math.abs(time - source.at) > DAY_MS)
    report('altered-time', observed, `A turn was supplied with another time than it was said at: ${turns[0]}.`);
  else if (source === undefined && time > now)
    report('future-leak', observed, 'A fragment was supplied with a time after the checkpoint.');
}

function checkText(
  { observed, arm, history, report }: ObservationCheck,
  { kind, turns, hash }: SuppliedFragment,
): void {
  if (history.secrets.has(hash))
    report('reference-supplied', observed, 'The text of a question or of a reference was supplied.');
  const source = kind === 'turn' && turns.length === 1 ? history.sources.get(turns[0] ?? '') : undefined;
  const { injection = 'raw' } = arm.settings ?? {};
  if (source === undefined || injection !== 'raw' || source.hash === hash) return;
  const mayBeCut = source.isLong && arm.budgetTokens !== null && arm.settings?.excerpts !== false;
  // What other systems keep of a turn is theirs to say.
  if (!mayBeCut && isTransparent(observed))
    report('altered-text', observed, `A turn was supplied with other words than were said: ${turns[0]}.`);
}

/** A derived sentence and habits are cited from the ledger; a plain index can cite only what it supplied. */
function checkCited(check: ObservationCheck): void {
  const { observed, arm, report } = check;
  const supplied = new Set(observed.supplied.flatMap(({ turns, context }) => [...turns, ...context]));
  for (const id of observed.cited) {
    checkSource(check, id, 'cited');
    if (!arm.isMemoryFull && !supplied.has(id))
      report('cited-unsupplied', observed, `The answer cites what was not supplied: ${id}.`);
  }
}

function checkTokens({ observed, arm, report }: ObservationCheck): void {
  const { supplied, contextTokens } = observed;
  const recalled = supplied.filter(({ kind }) => kind !== 'recent');
  if (recalled.length > arm.k)
    report('k-exceeded', observed, `${recalled.length} fragments were supplied; the arm allows ${arm.k}.`);
  const counted = supplied.flatMap(({ tokens }) => tokens ?? []);
  if (contextTokens === null || counted.length < supplied.length) {
    if (isTransparent(observed)) report('tokens-uncounted', observed, 'Tokens of what was supplied are not counted.');
  } else if (counted.reduce((sum, tokens) => sum + tokens, 0) !== contextTokens)
    report('token-sum', observed, `The parts do not add up to the ${contextTokens} tokens of the context.`);
  const used = recalled.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0);
  if (arm.budgetTokens !== null && used > arm.budgetTokens)
    report('budget-exceeded', observed, `${used} tokens were supplied; the arm allows ${arm.budgetTokens}.`);
}
