import { expect, it } from 'vitest';
import { AppError } from '../../main/contract/errors.ts';
import type { LegName } from '../../main/contract/recall.ts';
import { openEngine } from '../../main/engine.ts';
import { auditRun } from '../../main/evaluation/audit/audit-run.ts';
import type { Finding, Rule } from '../../main/evaluation/audit/rules.pure.ts';
import type { Arm } from '../../main/evaluation/format/arm.ts';
import type { LegAudit, UnitLine } from '../../main/evaluation/format/observation.ts';
import type { RunHeader } from '../../main/evaluation/format/run.ts';
import { runUnit } from '../../main/evaluation/run/run-unit.ts';
import { readUnit } from '../../main/evaluation/run/unit-file.ts';
import { expectedOf } from '../../main/evaluation/score/score-observation.ts';
import { openPalimpsest } from '../../main/evaluation/systems/palimpsest.ts';
import type { OpenSystem, System, SystemStart, Told } from '../../main/evaluation/systems/system.ts';
import type { Inference } from '../../main/inference/client.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { createHashInference } from './hash-inference.ts';
import { arm, LIFE } from './made-life.ts';
import { makeFolder, repository } from './open-folder.ts';

const openWith = (start: SystemStart, inference: Inference): Promise<System> =>
  openPalimpsest(start, (dataFolder) =>
    openEngine({
      ...{ dataFolder, appRoot: repository, version: 'test', mode: 'command line', env: {} },
      clock: { now: start.clock.now, monotonicMs: systemClock.monotonicMs },
      inference,
    }),
  );

const honest: OpenSystem = (start) => openWith(start, createHashInference());
const invalid = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'invalid');

const HASH = '0'.repeat(64);

/** Runs the made life in real engines, one for each list of arms, and audits what was written down. */
async function audit(open: OpenSystem, arms: readonly Arm[], isStateShared = true): Promise<readonly Finding[]> {
  await using folder = await makeFolder();
  const lines: UnitLine[] = [];
  const watch = { signal: new AbortController().signal, onProgress: () => undefined };
  for (const group of isStateShared ? [arms] : arms.map((one) => [one])) {
    const unit = { folder: folder.path, trajectory: LIFE, arms: group, answerer: 'contract' as const };
    await runUnit({ ...unit, seed: 1, shouldKeepTraces: false, open }, watch);
    for (const { name } of group) lines.push(...(await readUnit(folder.path, name, LIFE.id)));
  }
  const header: RunHeader = {
    ...{ format: 'lsrep-run', version: 1, seed: 1, answerer: 'contract', arms, isStateShared },
    trajectories: [
      {
        ...{ id: LIFE.id, hash: HASH, turns: LIFE.turns.length, probes: LIFE.probes.length },
        ...{ checkpoints: LIFE.checkpoints.length, observations: expectedOf(LIFE).length },
      },
    ],
    hashes: { code: HASH, models: {}, config: HASH },
    ...{ appVersion: 'test', gate: null },
  };
  return auditRun({ header, trajectories: [LIFE], lines });
}

it('accuses no honest run of any arm', async () => {
  const plain = {
    settings: { ranker: 'ice', rerank: false, decay: false, excerpts: false },
    isMemoryFull: false,
  } as const;
  const arms = [
    arm('full'),
    arm('vector', { ...plain, legs: ['episodic'], k: 5, budgetTokens: null }),
    arm('bm25', { ...plain, legs: ['lexical'] }),
    arm('no-graph', { noLegs: ['graph'] }),
    arm('no-neighbourhood', { noLegs: ['neighbourhood'] }),
    arm('continuing', { conversation: 'continuing' }),
  ];
  expect(invalid(await audit(honest, arms))).toEqual([]);
  expect(invalid(await audit(honest, [arm('access', { access: 'probes' })]))).toEqual([]);
});

/** A system in which something of an honest one was replaced. */
const broken =
  (change: (system: System, start: SystemStart) => Partial<System>): OpenSystem =>
  async (start) => {
    const system = await honest(start);
    return { ...system, ...change(system, start) };
  };

/** What a system says of its contents, made to look right. */
const pretend = (system: System, start: SystemStart): Pick<System, 'inspect'> => ({
  inspect: async () => {
    const now = start.clock.now().getTime();
    const arrived = (all: readonly { readonly at: string }[]): number =>
      all.filter(({ at }) => Date.parse(at) <= now).length;
    return { ...(await system.inspect()), turns: arrived(LIFE.turns), documents: arrived(LIFE.documents), pending: 0 };
  },
});

const withLeg = (told: Told, leg: LegName, change: Partial<LegAudit>): Told => {
  const legs = (told.execution.legs ?? []).map((one) => (one.leg === leg ? { ...one, ...change } : one));
  return { ...told, execution: { ...told.execution, legs } };
};

const LAST = LIFE.checkpoints.at(-1)?.at ?? '';
const isLast = ({ clock }: SystemStart): boolean => clock.now().getTime() >= Date.parse(LAST);
const withoutLegs = ({ noLegs: _, ...declared }: Arm): Arm => declared;
const withoutSettings = ({ settings: _, ...declared }: Arm): Arm => declared;

const NOTHING = { eligible: 0, executed: 0, produced: 0, selected: 0, inPrompt: 0 } as const;

const MUTANTS: readonly (readonly [string, Rule, OpenSystem, Arm])[] = [
  [
    'a leg that returns nothing and says that it searched',
    'leg-silent',
    broken((system) => ({
      ask: async (asked, signal) => {
        const told = await system.ask({ ...asked, arm: { ...asked.arm, noLegs: ['lexical'] } }, signal);
        const { eligible } = told.execution.legs?.find(({ leg }) => leg === 'episodic') ?? { eligible: 1 };
        return withLeg(told, 'lexical', { eligible, executed: eligible, outcome: 'nothing relevant' });
      },
    })),
    arm('full'),
  ],
  [
    'what arrives only after the checkpoint, read early and hidden from the count',
    'future-leak',
    broken((system, start) => ({
      ...pretend(system, start),
      ingest: async (turns, signal) => {
        const newest = Math.max(...turns.map(({ at }) => Date.parse(at)));
        const next = LIFE.turns.filter(({ at }) => Date.parse(at) > newest).slice(0, 8);
        await system.ingest([...turns, ...next], signal);
      },
    })),
    arm('full'),
  ],
  [
    'what arrives only after the checkpoint, not hidden',
    'extra-content',
    broken((system) => ({
      ingest: async (turns, signal) => system.ingest(turns.length < LIFE.turns.length ? LIFE.turns : turns, signal),
    })),
    arm('full'),
  ],
  [
    'the last segment, said to be indexed and never read',
    'stale-index',
    broken((system, start) => ({
      ...pretend(system, start),
      ingest: async (turns, signal) => (isLast(start) ? undefined : system.ingest(turns, signal)),
    })),
    arm('full'),
  ],
  [
    'the last segment, read and without its vectors',
    'stale-index',
    async (start) => {
      const inference = createHashInference();
      const system = await openWith(start, {
        ...inference,
        embed: async (request, watch) => {
          if (request.kind === 'passage' && isLast(start))
            throw new AppError('inference.unavailable', 'The embedding model is not there.');
          return inference.embed(request, watch);
        },
      });
      return {
        ...system,
        // It does not look whether what it read can be found.
        ingest: (turns, signal) => system.ingest(turns, signal).catch(() => undefined),
        settle: async (signal) => (isLast(start) ? undefined : system.settle(signal)),
      };
    },
    arm('full'),
  ],
  [
    'a clock that is a month off',
    'clock-off',
    (start) => {
      const late = (): Date => new Date(start.clock.now().getTime() - 30 * 86_400_000);
      return honest({ ...start, clock: { now: late, set: start.clock.set } });
    },
    arm('full'),
  ],
  [
    'references, said as turns',
    'unknown-source',
    broken((system, start) => ({ ...pretend(system, start), ingest: withReferences(system) })),
    arm('full'),
  ],
  [
    'questions, said as turns',
    'reference-supplied',
    broken((system, start) => ({ ...pretend(system, start), ingest: withReferences(system) })),
    arm('full'),
  ],
  [
    'a flag that is ignored',
    'leg-flag',
    broken((system) => ({ ask: (asked, signal) => system.ask({ ...asked, arm: withoutLegs(asked.arm) }, signal) })),
    arm('no-lexical', { noLegs: ['lexical'] }),
  ],
  [
    'a flag that is ignored, and reported as obeyed',
    'leg-flag',
    broken((system) => ({
      ask: async (asked, signal) => {
        const told = await system.ask({ ...asked, arm: withoutLegs(asked.arm) }, signal);
        return withLeg(told, 'lexical', { ...NOTHING, outcome: 'disabled' });
      },
    })),
    arm('no-lexical', { noLegs: ['lexical'] }),
  ],
  [
    'a setting that is ignored',
    'settings-ignored',
    broken((system) => ({ ask: (asked, signal) => system.ask({ ...asked, arm: withoutSettings(asked.arm) }, signal) })),
    arm('no-decay', { settings: { decay: false } }),
  ],
  [
    'a budget that is ignored',
    'budget-exceeded',
    broken((system) => ({
      ask: (asked, signal) => system.ask({ ...asked, arm: { ...asked.arm, budgetTokens: 4_000 } }, signal),
    })),
    arm('full', { budgetTokens: 60 }),
  ],
  [
    'asking that counts as a use where it must not',
    'access-undeclared',
    broken((system) => ({
      ask: async (asked, signal) => {
        const told = await system.ask(asked, signal);
        await system.use(asked, signal);
        return told;
      },
    })),
    arm('full'),
  ],
  [
    'a use that is declared and does not happen',
    'access-missing',
    broken(() => ({ use: async () => undefined })),
    arm('access', { access: 'probes' }),
  ],
  ['upkeep that is skipped', 'worker-missing', broken(() => ({ maintain: async () => [] })), arm('full')],
];

/** Each question and its reference, as if somebody had said them. */
function withReferences(system: System): System['ingest'] {
  return async (turns, signal) => {
    const [first] = turns;
    const leaked = LIFE.probes.flatMap(({ id, question, references }) =>
      [question, `${question} ${JSON.stringify(references[0]?.answer)}`].map((text, index) => ({
        ...{ id: `leak-${id}-${index}`, conversation: 'leak', speaker: 'Mira', role: 'user' as const, text },
        at: first?.at ?? LAST,
      })),
    );
    await system.ingest([...turns, ...leaked], signal);
  };
}

it.each(MUTANTS)('catches %s', async (_name, rule, open, own) => {
  const findings = await audit(open, [own]);
  expect(findings.map((finding) => finding.rule)).toContain(rule);
  expect(invalid(findings)).not.toEqual([]);
});
