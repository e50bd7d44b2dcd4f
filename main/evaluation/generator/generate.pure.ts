import {
  type Checkpoint,
  type LedgerEntry,
  type LifecycleStep,
  type Probe,
  TRAJECTORY_VERSION,
  type Trajectory,
} from '../format/trajectory.ts';
import type { Entry, ProbeDraft, World } from './model.pure.ts';
import { populate } from './populate.pure.ts';
import { probeAll } from './probe-all.pure.ts';
import { realise } from './realise.pure.ts';
import { toProbe } from './references.pure.ts';
import { type DomainName, textsFor } from './texts/domains.pure.ts';
import { DAY_MS } from './words.pure.ts';
import { type Company, createWorld } from './world.pure.ts';

/** What a history is made from; the same input gives the same history to the byte. */
export type GeneratorInput = {
  readonly seed: string | number;
  readonly domain: DomainName;
  readonly turns: number;
  /** Absent: from domain, turns and seed. */
  readonly id?: string;
  /** Who talks: absent, the owner and the assistant. */
  readonly company?: Company;
  /** Absent: as many as so many turns take. */
  readonly months?: number;
  readonly checkpoints?: number;
};

export const GENERATOR = { name: 'palimpsest-generator', version: '1' } as const;

/** Makes a history: the ledger first, then the words for it, then the questions with what the ledger answers. */
export function generateTrajectory(input: GeneratorInput): Trajectory {
  const { domain, turns, company = 'assistant' } = input;
  const seed = `${GENERATOR.version}/${input.seed}/${domain}/${turns}/${company}`;
  const texts = textsFor(domain, turns);
  const world = createWorld({
    ...{ seed, texts, turns, company },
    months: input.months ?? Math.round(6 + Math.sqrt(turns) * 0.62),
    checkpoints: input.checkpoints ?? Math.min(10, Math.max(5, Math.round(3 + Math.sqrt(turns) / 8))),
  });
  const threads = populate(world);
  const { turns: said, entries } = realise(world, seed);
  const ledger = [...entries, ...world.documentEntries];
  probeAll(world, threads, ledger);
  const checkpoints = world.checkpoints.map((at, n) => ({ id: `cp-${n + 1}`, at: new Date(at).toISOString() }));
  return {
    format: 'lsrep-trajectory',
    version: TRAJECTORY_VERSION,
    id:
      input.id ??
      `${domain}-${turns}-s${String(input.seed)
        .replace(/[^A-Za-z0-9._-]/g, '-')
        .slice(0, 60)}`,
    title: `${texts.title}, ${turns} turns`,
    domain,
    licence: 'CC0-1.0',
    origin: { ...GENERATOR, seed: toSeed(input.seed) },
    zone: 'Europe/Dublin',
    owner: world.owner.name,
    turns: said,
    documents: world.documents.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
    checkpoints,
    lifecycle: makeLifecycle(world, checkpoints),
    access: 'none',
    probes: chooseProbes(world, ledger, checkpoints),
    ledger: ledger.map(toLedgerEntry),
  };
}

const toSeed = (seed: string | number): number | null => (/^\d{1,15}$/.test(String(seed)) ? Number(seed) : null);

/** Time passes before every checkpoint; then what makes something of it runs once. */
function makeLifecycle({ start }: World, checkpoints: readonly Checkpoint[]): readonly LifecycleStep[] {
  const fading: LifecycleStep['workers'] = ['decay', 'edge-decay'];
  const making: LifecycleStep['workers'] = [
    'extract',
    'procedures',
    'summaries',
    'clustering',
    'reflection',
    'consolidation',
  ];
  return checkpoints.flatMap(({ id, at }, n) => {
    const before = Date.parse(checkpoints[n - 1]?.at ?? new Date(start).toISOString());
    const days = Math.max(1, Math.round((Date.parse(at) - before) / DAY_MS));
    return [
      { checkpoint: id, workers: fading, days },
      { checkpoint: id, workers: making, days: 0 },
    ];
  });
}

const MOST_PROBES = 60;

/** The questions that can be asked, at most so many, each category keeping its share. */
function chooseProbes(world: World, entries: readonly Entry[], checkpoints: readonly Checkpoint[]): readonly Probe[] {
  const asked = new Set<string>();
  const possible = world.probes.flatMap((one: ProbeDraft) => {
    if (asked.has(one.question)) return [];
    const probe = toProbe(one, entries, checkpoints);
    if (probe !== null) asked.add(one.question);
    return probe === null ? [] : [probe];
  });
  const seen = new Map<string, number>();
  const ranked = world.rng.shuffle(possible).map((probe) => {
    const nth = (seen.get(probe.category) ?? 0) + 1;
    seen.set(probe.category, nth);
    return { probe, nth };
  });
  const chosen = new Set(
    [...ranked]
      .sort((a, b) => a.nth - b.nth)
      .slice(0, MOST_PROBES)
      .map(({ probe }) => probe),
  );
  return possible
    .filter((probe) => chosen.has(probe))
    .map((probe, n) => ({ id: `p-${String(n + 1).padStart(3, '0')}`, ...probe }));
}

const toLedgerEntry = ({
  id,
  change,
  subject,
  relation,
  value,
  validFrom,
  validTo,
  source,
  replaces,
}: Entry): LedgerEntry => ({
  ...{ id, change, subject, relation, source, replaces },
  value: value?.text ?? '',
  validFrom: validFrom === null ? null : new Date(validFrom).toISOString(),
  validTo: validTo === null ? null : new Date(validTo).toISOString(),
});
