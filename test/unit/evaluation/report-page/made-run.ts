import { createHash } from 'node:crypto';
import { LegName } from '../../../../main/contract/recall.ts';
import type { Arm } from '../../../../main/evaluation/format/arm.ts';
import type { Observation, Observed } from '../../../../main/evaluation/format/observation.ts';
import type { RunHeader } from '../../../../main/evaluation/format/run.ts';
import { ProbeCategory, referenceAt, type Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { type Seeded, seeded } from '../../../../main/evaluation/lib/seeded.pure.ts';
import { buildReport } from '../../../../main/evaluation/report/build-report.ts';
import { createExecutionTally } from '../../../../main/evaluation/report/execution-tally.ts';
import type { ObservationPart } from '../../../../main/evaluation/report/observation-row.ts';
import { buildObservationRows } from '../../../../main/evaluation/report/observation-rows.ts';
import { listPlanned } from '../../../../main/evaluation/report/plan.ts';
import type { Report } from '../../../../main/evaluation/report/report.ts';
import type { ScoredObservation } from '../../../../main/evaluation/score/scored.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2023, 0, 9);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const at = (day: number): string => new Date(START_MS + day * DAY_MS).toISOString();

/** Words that would break the page if any of them were read as markup. */
export const HOSTILE = '</script><img src=x onerror="document.title=1"><b id="pwned">&amp;@@SCRIPT@@';

export type MadeRun = {
  readonly report: Report;
  readonly trajectories: readonly Trajectory[];
  readonly parts: readonly ObservationPart[];
};
type Size = {
  readonly trajectories: number;
  readonly turns: number;
  readonly probes: number;
  readonly checkpoints: number;
  readonly arms?: readonly Arm[];
  readonly answerer?: RunHeader['answerer'];
};

const arm = (name: string, more: Partial<Arm> = {}): Arm => ({
  ...{ name, system: 'palimpsest', k: 30, budgetTokens: null, isMemoryFull: true },
  ...{ conversation: 'fresh', access: 'none', lifecycle: 'scheduled' },
  ...more,
});

export const ARMS: readonly Arm[] = [
  arm('full'),
  arm('vector-30', { isMemoryFull: false, legs: ['episodic'], settings: { ranker: 'ice' } }),
  arm('lexical-30', { isMemoryFull: false, legs: ['lexical'], settings: { ranker: 'ice' } }),
  arm('full-500', { budgetTokens: 500 }),
  arm('no-lexical', { noLegs: ['lexical'] }),
  arm('no-graph', { noLegs: ['graph'] }),
  arm('no-summary', { noLegs: ['summary'] }),
  arm('no-decay', { settings: { decay: false } }),
  arm('continuing', { conversation: 'continuing' }),
];

/** How good each arm is made to be. */
const SKILL: Readonly<Record<string, number>> = { full: 0.93, 'vector-30': 0.72, 'lexical-30': 0.61, 'full-500': 0.86 };

/** A history that nobody ever had, with a turn of hostile words in it. */
function makeTrajectory(n: number, { turns, probes, checkpoints }: Size): Trajectory {
  const chance = seeded(`trajectory ${n}`);
  const days = checkpoints * 45;
  const order = Array.from({ length: checkpoints }, (_, place) => ({ id: `c${place + 1}`, at: at((place + 1) * 45) }));
  return {
    ...{ format: 'lsrep-trajectory', version: 1, id: `made-${n}`, title: `A made life, number ${n}` },
    ...{
      domain: ['home', 'work', 'health'][n % 3] ?? 'home',
      licence: 'CC0',
      zone: 'UTC',
      owner: 'Ada',
      access: 'none',
    },
    origin: { name: 'made for a test', version: '1', seed: n },
    turns: Array.from({ length: turns }, (_, turn) => ({
      ...{ id: `t${turn}`, conversation: `k${Math.floor(turn / 20)}`, at: at((turn / turns) * days) },
      ...(turn % 2 === 0
        ? { speaker: 'Ada', role: 'user' as const }
        : { speaker: 'Helper', role: 'assistant' as const }),
      text:
        turn === 3
          ? `The jar is labelled ${HOSTILE}`
          : `Turn ${turn}: the kettle number ${chance.int(90)} went ${chance.pick(['up', 'down', 'away'])} again, and nobody said a word about it.`,
    })),
    documents: [{ id: 'd1', name: 'kettles.md', at: at(1), text: 'All about kettles.' }],
    checkpoints: order,
    lifecycle: [],
    probes: Array.from({ length: probes }, (_, probe) => {
      const category = ProbeCategory.options[probe % 12] ?? 'other';
      const isUnknown = category === 'abstention';
      const evidence = Array.from(
        { length: 1 + chance.int(3) },
        () => `t${chance.int(Math.max(4, Math.floor(turns / checkpoints)))}`,
      );
      return {
        ...{
          id: `p${probe}`,
          question: probe === 5 ? `What does ${HOSTILE} say?` : `Where did kettle ${probe} go in ${category}?`,
        },
        ...{ origin: order[probe % Math.min(3, checkpoints)]?.id ?? 'c1', category, anchor: null },
        truth: category === 'historical' ? ('historical' as const) : ('current' as const),
        references: [
          {
            from: order[probe % Math.min(3, checkpoints)]?.id ?? 'c1',
            answer: isUnknown ? { kind: 'unknown' as const } : { kind: 'text' as const, values: [`place ${probe}`] },
            evidence: isUnknown ? [] : [...new Set(evidence)],
            superseded: category === 'revision' || category === 'correction' ? [[`old place ${probe}`]] : [],
          },
        ],
      };
    }),
    ledger: [],
  };
}

type One = { readonly arm: Arm; readonly trajectory: Trajectory; readonly checkpoint: string; readonly probe: string };

function observe({ arm: { name, k, noLegs, legs }, trajectory, checkpoint, probe }: One, chance: Seeded): Observation {
  const key = { t: 'observation' as const, arm: name, trajectory: trajectory.id, checkpoint, probe };
  if (chance.next() < 0.004)
    return { ...key, status: 'failed', code: 'inference.timeout', message: 'The model took too long.' };
  const own = trajectory.probes.find(({ id }) => id === probe);
  const order = trajectory.checkpoints.map(({ id }) => id);
  const reference = own === undefined ? null : referenceAt(own, checkpoint, order);
  const evidence = (reference?.evidence ?? []).filter(() => chance.next() < (SKILL[name] ?? 0.85));
  const others = Array.from({ length: name === 'full-500' ? 8 : k }, () => `t${chance.int(trajectory.turns.length)}`);
  const ids = [...new Set([...others.slice(0, chance.int(4)), ...evidence, ...others])].slice(0, k);
  const isRight = chance.next() < (SKILL[name] ?? 0.9) && evidence.length === (reference?.evidence.length ?? 0);
  const isStale = !isRight && (reference?.superseded.length ?? 0) > 0 && chance.next() < 0.3;
  const isUnknown = reference?.answer.kind === 'unknown';
  const isAbstaining = isUnknown ? isRight : !isRight && !isStale && chance.next() < 0.4;
  const asked = LegName.options.filter((leg) => !(noLegs ?? []).includes(leg) && (legs ?? [leg]).includes(leg));
  const observed: Observed = {
    ...{ ...key, status: 'observed', mode: isAbstaining ? 'unknown' : 'evidence', isAbstaining },
    answer: isAbstaining
      ? 'Nothing that was said answers this.'
      : isRight
        ? `It went to place ${probe.slice(1)}.`
        : isStale
          ? `It went to old place ${probe.slice(1)}.`
          : `It went away. ${probe === 'p5' ? HOSTILE : ''}`,
    supplied: ids.map((id, n) => ({
      ...{
        kind: 'turn',
        turns: [id],
        context: n % 7 === 2 ? [`t${(Number(id.slice(1)) + 1) % trajectory.turns.length}`] : [],
      },
      ...{ at: null, status: n % 11 === 4 ? 'superseded' : 'active', tokens: 20 + chance.int(30), hash: hashOf(id) },
    })),
    ...{ contextTokens: ids.length * 34 + chance.int(60), promptTokens: null, cited: evidence.slice(0, 1) },
    execution: {
      legs:
        name === 'lexical-30'
          ? null
          : LegName.options.map((leg) => ({
              ...{
                leg,
                eligible: trajectory.turns.length,
                executed: asked.includes(leg) ? 400 : 0,
                produced: asked.includes(leg) ? 40 : 0,
              },
              ...{ selected: asked.includes(leg) ? 12 : 0, inPrompt: asked.includes(leg) ? 6 : 0, why: null },
              outcome: !asked.includes(leg)
                ? ('disabled' as const)
                : leg === 'document'
                  ? ('empty store' as const)
                  : chance.next() < 0.8
                    ? ('contributed' as const)
                    : ('nothing relevant' as const),
            })),
      candidates: ids.slice(0, 20).map((id, n) => ({
        id,
        rank: n + 1,
        fate: n < 12 ? ('in prompt' as const) : ('below the line' as const),
        why: n < 12 ? null : 'less than the line',
        legs: { episodic: n + 1 },
        tokens: 30,
      })),
      ...{ askedAt: null, settings: {}, configHash: hashOf('config'), embeddingSpace: 'made', generation: 1 },
      ...{ operation: 'fact', reliance: 'long_term_memory', derivation: null },
    },
    transition: { recordsBefore: 9, recordsAfter: 9 },
    trace: `${name}/${trajectory.id}/${checkpoint}/${probe}.json.gz`,
  };
  return observed;
}

/** Scores as the real ones are shaped; what they are worth does not matter to a page. */
function scoreOf(observation: Observation, { trajectory, checkpoint, probe }: One): ScoredObservation {
  const own = trajectory.probes.find(({ id }) => id === probe);
  const order = trajectory.checkpoints.map(({ id }) => id);
  const reference = own === undefined ? null : referenceAt(own, checkpoint, order);
  if (own === undefined || reference === null) throw new Error(`no probe ${probe}`);
  const observed = observation.status === 'observed' ? observation : null;
  const place = order.indexOf(checkpoint);
  const words = observed?.answer ?? '';
  const isUnknown = reference.answer.kind === 'unknown';
  const isStale = words.includes('old place');
  const isCorrect = isUnknown ? observed?.isAbstaining === true : words.includes(' place ') && !isStale;
  const ranks = reference.evidence.map((id) => (observed?.supplied ?? []).findIndex(({ turns }) => turns.includes(id)));
  const found = ranks.filter((rank) => rank >= 0);
  const hits = (most: number) => ({ hits: found.filter((rank) => rank < most).length, of: ranks.length });
  const cuts = <T>(read: (most: number) => T) => ({ at1: read(1), at5: read(5), at10: read(10), all: read(999) });
  const days = isUnknown ? null : (place * 45 + 45) * 0.8;
  const score = isCorrect ? 1 : 0;
  return {
    ...{ arm: observation.arm, trajectory: trajectory.id, checkpoint, checkpointIndex: place, probe },
    ...{ domain: trajectory.domain, category: own.category, sourceCategory: null, truth: own.truth },
    ...{ kind: reference.answer.kind, hasSuperseded: reference.superseded.length > 0, status: observation.status },
    age: { days, turns: null, checkpoints: place },
    answer:
      observed === null || observed.answer === null
        ? null
        : {
            ...{ isCorrect, score, isStale, staleness: isStale ? 'claimed' : 'none', isAmbiguous: false },
            ...{ isAbstaining: observed.isAbstaining === true, place: isCorrect ? 'claim' : 'nowhere', isLoose: false },
            ...{ recall: null, precision: null, tau: null, tokenF1: null, credited: score },
            details: { total: 0, supported: 0, fabricated: 0 },
          },
    evidence:
      observed === null || ranks.length === 0
        ? null
        : {
            ...{ hit: cuts((most) => hits(most).hits > 0), turnRecall: cuts(hits), sessionRecall: cuts(hits) },
            firstRank: found.length === 0 ? null : Math.min(...found) + 1,
            reciprocalRank: found.length === 0 ? 0 : 1 / (Math.min(...found) + 1),
            isComplete: found.length === ranks.length,
            ...{ staleUnmarked: { hits: 0, of: 1 }, coveredBySummary: { hits: 0, of: 1 } },
            ...{ supplied: observed.supplied.length, tokens: observed.contextTokens },
          },
    evidenceStatus: ranks.length === 0 ? 'no evidence' : observed === null ? 'missing' : 'scored',
    score: observed?.answer === null ? null : score,
    bounds: { lower: score, upper: observed === null ? 1 : score },
    ...{ evidenceTurns: ranks.length, evidenceSessions: ranks.length },
    ...{
      contextTokens: observed?.contextTokens ?? null,
      promptTokens: null,
      recordsAdded: 0,
      trace: observed?.trace ?? null,
    },
  };
}

/** A whole run that never ran: its report is made by the app's own code, of made observations. */
export function makeRun(size: Size): MadeRun {
  const arms = size.arms ?? ARMS;
  const trajectories = Array.from({ length: size.trajectories }, (_, n) => makeTrajectory(n, size));
  const tally = createExecutionTally();
  const scored: ScoredObservation[] = [];
  const parts: ObservationPart[] = [];
  for (const own of arms)
    for (const trajectory of trajectories) {
      const chance = seeded(`${own.name} ${trajectory.id}`);
      const ones = listPlanned(trajectory).map(({ checkpoint, probe }) => ({
        arm: own,
        trajectory,
        checkpoint,
        probe,
      }));
      const observations = ones.map((one) => observe(one, chance));
      const scores = ones.flatMap((one, n) => {
        const observation = observations[n];
        return observation === undefined ? [] : [scoreOf(observation, one)];
      });
      for (const observation of observations) tally.add(observation);
      scored.push(...scores);
      parts.push(
        buildObservationRows({
          ...{ arm: own.name, trajectory, scored: scores, observations },
          answerer: size.answerer ?? 'contract',
        }),
      );
    }
  const header: RunHeader = {
    ...{ format: 'lsrep-run', version: 1, seed: 7, answerer: size.answerer ?? 'contract', arms, isStateShared: true },
    trajectories: trajectories.map((one) => ({
      ...{ id: one.id, hash: hashOf(one.id), turns: one.turns.length, probes: one.probes.length },
      ...{ checkpoints: one.checkpoints.length, observations: listPlanned(one).length },
    })),
    hashes: { code: hashOf('code'), models: { embedder: hashOf('embedder') }, config: hashOf('config') },
    ...{ appVersion: '0.1.0', gate: null },
  };
  const execution = tally.end(arms.map(({ name }) => name));
  const report = buildReport({ header, trajectories, scored, execution, findings: [], gate: null, resamples: 200 });
  return { report, trajectories, parts };
}
