import { LegName } from '../../contract/recall.ts';
import type { Arm } from '../format/arm.ts';
import type { RunHeader } from '../format/run.ts';
import { declares } from './check-execution.ts';
import type { LegTotals, UnitSummary } from './check-unit.ts';
import type { KnownHistory } from './known-history.ts';
import type { Report } from './rules.pure.ts';

export type ArmsCheck = {
  readonly header: RunHeader;
  readonly histories: ReadonlyMap<string, KnownHistory>;
  readonly units: readonly UnitSummary[];
  readonly report: Report;
};

/** Questions from which on a leg that finds nothing at all is no chance. */
const ENOUGH = 3;
/** Turns from which on other legs cannot have found everything, so that neighbours are left to find. */
const MANY_TURNS = 500;
/** Legs that find something for nearly every question. */
const STEADY: readonly LegName[] = ['lexical', 'episodic'];

/** What only shows when the questions of an arm, or several arms, are seen together. */
export function checkArms(check: ArmsCheck): void {
  for (const arm of check.header.arms) {
    const units = check.units.filter((unit) => unit.arm === arm.name);
    for (const unit of units) checkSteadyLegs(check, arm, unit);
    for (const leg of LegName.options) checkLeg(check, arm, { leg, units });
    checkUse(check, arm, units);
    checkConstant(check, arm, units);
  }
  checkBetween(check);
}

const silent = (leg: LegName, { executed }: LegTotals): string =>
  `The leg ${leg} had something to search in ${executed} questions and found nothing in any.`;

function checkSteadyLegs({ report }: ArmsCheck, arm: Arm, unit: UnitSummary): void {
  for (const leg of STEADY) {
    const totals = unit.legs.get(leg);
    if (totals === undefined || !declares(arm, leg)) continue;
    if (totals.executed >= ENOUGH && totals.produced === 0) report('leg-silent', unit, silent(leg, totals));
    else if (totals.executed === 0 && totals.observations >= ENOUGH)
      report('leg-silent', unit, `The leg ${leg} searched nothing in any of ${totals.observations} questions.`);
  }
}

type OneLeg = { readonly leg: LegName; readonly units: readonly UnitSummary[] };

const sum = (units: readonly UnitSummary[], leg: LegName): LegTotals =>
  units
    .flatMap((unit) => unit.legs.get(leg) ?? [])
    .reduce(
      (total, one) => ({
        observations: total.observations + one.observations,
        executed: total.executed + one.executed,
        produced: total.produced + one.produced,
        empty: total.empty + one.empty,
      }),
      { observations: 0, executed: 0, produced: 0, empty: 0 },
    );

/** Other legs have nothing to say to many questions; none at all over a whole arm is worth a look, and a fault where asked for. */
function checkLeg({ histories, report }: ArmsCheck, arm: Arm, { leg, units }: OneLeg): void {
  if (STEADY.includes(leg) || !declares(arm, leg)) return;
  const place = { arm: arm.name, trajectory: null };
  const totals = sum(units, leg);
  const asked = units.filter(({ trajectory }) => histories.get(trajectory)?.asksDocuments === true);
  if (leg === 'document' && asked.length > 0) {
    const own = sum(asked, leg);
    if (own.observations >= ENOUGH && own.produced === 0) {
      const message = 'The leg document found nothing in any question, and some rest on documents.';
      report('leg-silent', place, message);
    }
    return;
  }
  if (totals.executed < ENOUGH || totals.produced > 0) return;
  const isLong = units.some(
    ({ trajectory }) => (histories.get(trajectory)?.trajectory.turns.length ?? 0) >= MANY_TURNS,
  );
  if (leg !== 'neighbourhood') report('leg-quiet', place, silent(leg, totals));
  else if (isLong) report('leg-silent', place, silent(leg, totals));
}

function checkUse({ report }: ArmsCheck, arm: Arm, units: readonly UnitSummary[]): void {
  const supplied = units.reduce((total, unit) => total + unit.supplied, 0);
  if (arm.access !== 'probes' || supplied === 0 || units.some(({ hasGrown }) => hasGrown)) return;
  const message = 'The arm declares that asking counts as a use, and no question changed the memory.';
  report('access-missing', { arm: arm.name, trajectory: null }, message);
}

function checkConstant({ report }: ArmsCheck, arm: Arm, units: readonly UnitSummary[]): void {
  const place = { arm: arm.name, trajectory: null };
  for (const [what, values] of [
    ['configurations', units.flatMap(({ configs }) => [...configs])],
    ['embedding spaces', units.flatMap(({ spaces }) => [...spaces])],
  ] as const) {
    const count = new Set(values).size;
    if (count > 1) report('config-drift', place, `The arm ran with ${count} ${what}.`);
  }
}

/** Arms of one system differ in what they declare and in nothing else; and what they declare should change something. */
function checkBetween({ header, units, report }: ArmsCheck): void {
  const unitsOf = (arm: Arm): readonly UnitSummary[] => units.filter((unit) => unit.arm === arm.name);
  const full = header.arms.find(({ name }) => name === 'full') ?? header.arms[0];
  if (full === undefined) return;
  const base = describeArm(unitsOf(full));
  for (const arm of header.arms) {
    if (arm === full || arm.system !== full.system) continue;
    const own = describeArm(unitsOf(arm));
    const place = { arm: arm.name, trajectory: null };
    const isOpen = (setting: string): boolean => {
      const name = setting.slice(0, setting.indexOf('='));
      return !isDeclared(arm, name) && !isDeclared(full, name);
    };
    const drifted = [...own.settings].filter((setting) => isOpen(setting) && !base.settings.has(setting));
    if (own.key !== '' && base.key !== '' && own.key !== base.key)
      report('config-drift', place, `The arm ran with another configuration or embedding space than ${full.name}.`);
    if (base.settings.size > 0 && drifted.length > 0)
      report('config-drift', place, `Settings differ from ${full.name} that no arm declares: ${drifted.join(', ')}.`);
    const compared = [...own.signatures].filter(([key]) => base.signatures.has(key));
    if (compared.length >= ENOUGH && compared.every(([key, signature]) => base.signatures.get(key) === signature))
      report(
        'no-effect',
        place,
        `All ${compared.length} observations are those of ${full.name}: what the arm changes has no effect here.`,
      );
  }
}

const isDeclared = ({ settings }: Arm, name: string): boolean => settings !== undefined && name in settings;

function describeArm(units: readonly UnitSummary[]) {
  return {
    settings: new Set(units.flatMap(({ settings }) => [...settings])),
    key: [...new Set(units.flatMap(({ configs, spaces }) => [...configs, ...spaces]))].toSorted().join(' '),
    signatures: new Map(
      units.flatMap(({ trajectory, signatures }) =>
        [...signatures].map(([key, signature]) => [`${trajectory}\u0000${key}`, signature] as const),
      ),
    ),
  };
}
