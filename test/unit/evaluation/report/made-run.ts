import type { Arm } from '../../../../main/evaluation/format/arm.ts';
import type { Observation, Observed } from '../../../../main/evaluation/format/observation.ts';
import type { RunHeader } from '../../../../main/evaluation/format/run.ts';
import type { Probe, Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { seeded } from '../../../../main/evaluation/lib/seeded.pure.ts';
import type { ReportInput } from '../../../../main/evaluation/report/build-report.ts';
import { createExecutionTally } from '../../../../main/evaluation/report/execution-tally.ts';
import { listPlanned } from '../../../../main/evaluation/report/plan.ts';
import { indexTrajectory, scoreUnit } from '../../../../main/evaluation/score/score-observation.ts';

const at = (month: number, day = 1): string =>
  `20${24 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}T10:00:00Z`;

/** A history of a cat that is given new names: what is asked, and when it changes. */
export function makeTrajectory(id: string, domain: string, probes: number): Trajectory {
  const checkpoints = [2, 4, 8].map((month, index) => ({ id: `c${index + 1}`, at: at(month) }));
  const turn = (turnId: string, month: number, text: string) => ({
    ...{ id: turnId, conversation: 'talk', speaker: 'Ann', role: 'user' as const, at: at(month, 3), text },
  });
  const made = Array.from({ length: probes }, (_, index): Probe => {
    const isUnknown = index % 5 === 4;
    const evidence = [`t${index}`];
    const first = { from: 'c1', evidence, superseded: [] };
    return {
      ...{ id: `p${index}`, question: `What is cat ${index} called?`, origin: index % 3 === 2 ? 'c2' : 'c1' },
      ...{ truth: index % 4 === 3 ? 'historical' : 'current', anchor: index % 4 === 3 ? at(0, 5) : null },
      category: isUnknown ? 'abstention' : index % 2 === 0 ? 'revision' : 'stable',
      references: isUnknown
        ? [{ ...first, from: index % 3 === 2 ? 'c2' : 'c1', answer: { kind: 'unknown' }, evidence: [] }]
        : [
            { ...first, from: index % 3 === 2 ? 'c2' : 'c1', answer: { kind: 'text', values: [`Old${index}`] } },
            ...(index % 2 === 0
              ? [
                  {
                    ...{ from: 'c3', evidence: [`u${index}`], superseded: [[`Old${index}`]] },
                    answer: { kind: 'text' as const, values: [`New${index}`] },
                  },
                ]
              : []),
          ],
    };
  });
  return {
    ...{ format: 'lsrep-trajectory', version: 1, id, title: id, domain, licence: 'CC0-1.0', zone: 'UTC', owner: 'Ann' },
    origin: { name: 'test', version: '1', seed: 1 },
    turns: [
      ...made.map((_, index) => turn(`t${index}`, 0, `Cat ${index} is called Old${index}.`)),
      ...made.map((_, index) => turn(`u${index}`, 5, `Cat ${index} is called New${index} now.`)),
    ],
    ...{ documents: [], checkpoints, lifecycle: [], access: 'none', probes: made, ledger: [] },
  };
}

export const makeArm = (name: string, change: Partial<Arm> = {}): Arm => ({
  ...{ name, system: 'palimpsest', k: 200, budgetTokens: 2_048, isMemoryFull: true },
  ...{ conversation: 'fresh', access: 'none', lifecycle: 'scheduled' },
  ...change,
});

export const ARMS: readonly Arm[] = [
  makeArm('full'),
  makeArm('vector', { legs: ['episodic'], isMemoryFull: false }),
  makeArm('full-768', { budgetTokens: 768 }),
  makeArm('vector-768', { legs: ['episodic'], isMemoryFull: false, budgetTokens: 768 }),
  makeArm('continuing', { conversation: 'continuing' }),
  makeArm('no-graph', { noLegs: ['graph'] }),
  makeArm('topics', { settings: { topics: true } }),
];

const SKILL: Readonly<Record<string, number>> = { full: 0.9, vector: 0.5, 'no-graph': 0.6, topics: 0.9 };

const hash = (text: string): string => text.padEnd(64, '0').slice(0, 64);

export function makeHeader(trajectories: readonly Trajectory[], arms: readonly Arm[] = ARMS): RunHeader {
  return {
    ...{ format: 'lsrep-run', version: 1, seed: 7, answerer: 'contract', arms, isStateShared: true },
    trajectories: trajectories.map((one, index) => ({
      ...{ id: one.id, hash: hash(String(index + 1)), turns: one.turns.length, probes: one.probes.length },
      ...{ checkpoints: one.checkpoints.length, observations: listPlanned(one).length },
    })),
    hashes: { code: hash('a'), models: {}, config: hash('b') },
    ...{ appVersion: '0.0.0', gate: null },
  };
}

/** What an arm of some skill gives: the right turn and its value, or an older one. */
function observe(arm: string, trajectory: Trajectory): readonly Observation[] {
  const { next } = seeded(`${arm} ${trajectory.id}`);
  return listPlanned(trajectory).map(({ checkpoint, probe }): Observed => {
    const number = probe.slice(1);
    const isNew = checkpoint === 'c3' && Number(number) % 2 === 0;
    const isRight = next() < (SKILL[arm] ?? 0.8);
    const isUnknown = Number(number) % 5 === 4;
    const value = isNew === isRight ? `New${number}` : `Old${number}`;
    const turns = [isRight ? (isNew ? `u${number}` : `t${number}`) : 't1'];
    const leg = { leg: 'episodic' as const, eligible: 1, executed: 1, produced: 4, selected: 2, inPrompt: 1 };
    return {
      ...{ t: 'observation', arm, trajectory: trajectory.id, checkpoint, probe, status: 'observed' },
      ...{ answer: isUnknown && isRight ? 'I do not know.' : `It is called ${value}.`, mode: 'evidence' },
      ...{ isAbstaining: isUnknown && isRight, contextTokens: 20, promptTokens: null, cited: turns, transition: null },
      supplied: [{ kind: 'turn', turns, context: [], at: null, status: 'active', tokens: 20, hash: 'h' }],
      execution: {
        legs: [
          { ...leg, outcome: 'contributed', why: null },
          { ...leg, leg: 'graph', inPrompt: 0, outcome: isRight ? 'nothing relevant' : 'failed', why: null },
        ],
        candidates: [{ id: turns[0] ?? '', rank: 1, fate: 'in prompt', why: null, legs: {}, tokens: 20 }],
        ...{ askedAt: null, settings: {}, configHash: 'c', embeddingSpace: 'e', generation: 1 },
        ...{ operation: null, reliance: null, derivation: null },
      },
      trace: `${arm}/${trajectory.id}/${checkpoint}/${probe}.json.gz`,
    };
  });
}

export type MadeRun = { readonly input: ReportInput; readonly observations: readonly Observation[] };

/** A run that never was, scored as a real one; `change` may spoil or drop an observation. */
export function makeRun(
  change: (one: Observation) => Observation | null = (one) => one,
  trajectories: readonly Trajectory[] = [1, 2, 3, 4].map((n) =>
    makeTrajectory(`life-${n}`, n > 2 ? 'work' : 'home', 10),
  ),
): MadeRun {
  const header = makeHeader(trajectories);
  const tally = createExecutionTally();
  const observations = trajectories.flatMap((trajectory) =>
    ARMS.flatMap(({ name }) => observe(name, trajectory).flatMap((one) => change(one) ?? [])),
  );
  for (const one of observations) tally.add(one);
  const scored = trajectories.flatMap((trajectory) => {
    const index = indexTrajectory(trajectory);
    return ARMS.flatMap(({ name }) => scoreUnit(index, name, observations));
  });
  const execution = tally.end(ARMS.map(({ name }) => name));
  return {
    input: { header, trajectories, scored, execution, findings: [], gate: null, resamples: 500 },
    observations,
  };
}
