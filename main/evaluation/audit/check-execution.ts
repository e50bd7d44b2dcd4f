import { LegName } from '../../contract/recall.ts';
import type { Arm } from '../format/arm.ts';
import type { LegAudit } from '../format/observation.ts';
import { isFar, savesQuestions } from './check-state.ts';
import { isTransparent, type ObservationCheck } from './check-supplied.ts';

/** Legs that search every turn. */
const TURN_LEGS: readonly LegName[] = ['lexical', 'episodic'];
/** The leg that a kind of fragment comes from. */
const LEG_OF_KIND: Readonly<Record<string, LegName>> = {
  document: 'document',
  procedure: 'procedural',
  summary: 'summary',
};

/** Whether an arm declares a leg. */
export const declares = ({ legs, noLegs }: Arm, leg: LegName): boolean =>
  (legs === undefined || legs.includes(leg)) && !(noLegs ?? []).includes(leg);

/** What ran, against what the arm declares. */
export function checkExecution(check: ObservationCheck): void {
  const { observed, arm, now, report } = check;
  const { execution } = observed;
  if (execution.askedAt !== null && isFar(execution.askedAt, now))
    report('clock-off', observed, `The question was asked at ${execution.askedAt} by the system's clock.`);
  checkSettings(check);
  if (execution.legs === null) return;
  for (const leg of LegName.options) {
    const own = execution.legs.filter((one) => one.leg === leg);
    const [audit] = own;
    if (audit === undefined || own.length > 1)
      report('leg-flag', observed, `The leg ${leg} is reported ${own.length} times, not once.`);
    else checkLeg(check, audit);
  }
  for (const { legs } of execution.candidates ?? [])
    for (const leg of LegName.options)
      if (legs[leg] !== undefined && !declares(arm, leg))
        report('leg-flag', observed, `The leg ${leg} is off in this arm and found a candidate.`);
  for (const { kind } of observed.supplied) {
    const leg = LEG_OF_KIND[kind];
    if (leg !== undefined && !declares(arm, leg))
      report('leg-flag', observed, `The leg ${leg} is off in this arm and a fragment of it was supplied.`);
  }
}

function checkLeg(check: ObservationCheck, audit: LegAudit): void {
  const { observed, arm, report } = check;
  const { leg, outcome, eligible, executed, produced, selected, inPrompt } = audit;
  const isOff = outcome === 'disabled';
  if (declares(arm, leg) === isOff)
    report('leg-flag', observed, `The leg ${leg} is ${isOff ? 'on' : 'off'} in this arm and reported as ${outcome}.`);
  if (isOff && executed + produced + selected + inPrompt > 0)
    report('leg-flag', observed, `The leg ${leg} is reported as disabled and had a hand in what was found.`);
  if (outcome === 'failed') report('leg-failed', observed, `The leg ${leg} failed.`);
  const isOrdered = produced >= selected && selected >= inPrompt && (executed > 0 || produced === 0);
  const isConsistent = (outcome === 'contributed') === selected > 0 && (outcome !== 'empty store' || eligible === 0);
  if (!isOrdered || !isConsistent)
    report(
      'leg-stages',
      observed,
      `The stages of the leg ${leg} contradict each other: ${executed}, ${produced}, ${selected}, ${inPrompt}, ${outcome}.`,
    );
  if (TURN_LEGS.includes(leg) && !isOff) checkEligible(check, audit);
}

/** Every turn that had arrived is looked at, but for those that are read anyway. */
function checkEligible({ observed, arm, history, now, report }: ObservationCheck, { leg, eligible }: LegAudit): void {
  const arrived = history.arrivedBy(now).turns;
  const recent = observed.supplied.filter(({ kind }) => kind === 'recent').length;
  if (eligible < arrived - recent)
    report('stale-index', observed, `The leg ${leg} searched ${eligible} of ${arrived} turns that had arrived.`);
  if (eligible > arrived && !savesQuestions(arm))
    report('extra-content', observed, `The leg ${leg} searched ${eligible} turns, where ${arrived} had arrived.`);
}

function checkSettings({ observed, arm, report }: ObservationCheck): void {
  const { settings } = observed.execution;
  if (settings === null) return;
  for (const [name, value] of Object.entries(arm.settings ?? {}))
    if (value !== undefined && settings[name] !== value)
      report(
        'settings-ignored',
        observed,
        `The setting ${name} was ${String(settings[name])}; the arm declares ${String(value)}.`,
      );
}

export type AnswerCheck = Pick<ObservationCheck, 'observed' | 'report'> & { readonly answerer: string };

/** An answer where one is declared, and none where none is. */
export function checkAnswer({ observed, answerer, report }: AnswerCheck): void {
  const { answer, mode } = observed;
  if (answerer === 'none' && (answer !== null || mode !== null))
    report('answer-undeclared', observed, 'There is an answer, and the run declares that nobody answers.');
  if (answerer !== 'none' && answer === null && isTransparent(observed))
    report('answer-missing', observed, 'There is no answer, and the run declares who answers.');
}
