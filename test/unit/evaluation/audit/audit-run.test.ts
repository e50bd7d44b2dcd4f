import { describe, expect, it } from 'vitest';
import type { LegName } from '../../../../main/contract/recall.ts';
import { auditRun } from '../../../../main/evaluation/audit/audit-run.ts';
import { hashOf } from '../../../../main/evaluation/audit/known-history.ts';
import type { Rule } from '../../../../main/evaluation/audit/rules.pure.ts';
import type { LegAudit, Observed, StateReport, UnitLine } from '../../../../main/evaluation/format/observation.ts';
import { HISTORY } from '../score/made-history.ts';
import { makeRun, type Run } from './made-run.ts';

const HONEST = makeRun();
const rulesOf = (run: Run): ReadonlySet<Rule> => new Set(auditRun(run).map(({ rule }) => rule));

type Change<T> = (line: T) => UnitLine | readonly UnitLine[];
const isOf = (line: UnitLine, arm: string): boolean => line.arm === arm && line.trajectory === 'h1';
const toLines = (changed: UnitLine | readonly UnitLine[]): readonly UnitLine[] =>
  Array.isArray(changed) ? changed : [changed as UnitLine];

/** The run with every observation of one arm and history changed. */
const observed = (change: Change<Observed>, arm = 'full'): Run => ({
  ...HONEST,
  lines: HONEST.lines.flatMap((line) =>
    line.t === 'observation' && line.status === 'observed' && isOf(line, arm) ? toLines(change(line)) : [line],
  ),
});
/** The same with its last observation alone. */
const last = (change: Change<Observed>, arm = 'full'): Run =>
  observed((line) => (line.checkpoint === 'k2' && line.probe === 'warranty' ? change(line) : line), arm);
const state = (change: Change<StateReport>, arm = 'full'): Run => ({
  ...HONEST,
  lines: HONEST.lines.flatMap((line) => (line.t === 'state' && isOf(line, arm) ? toLines(change(line)) : [line])),
});
const leg =
  (name: LegName, change: Partial<LegAudit>) =>
  (line: Observed): Observed => ({
    ...line,
    execution: {
      ...line.execution,
      legs: (line.execution.legs ?? []).map((one) => (one.leg === name ? { ...one, ...change } : one)),
    },
  });
const execution =
  (change: Partial<Observed['execution']>) =>
  (line: Observed): Observed => ({
    ...line,
    execution: { ...line.execution, ...change },
  });
const supply =
  (change: Partial<Observed['supplied'][number]>) =>
  (line: Observed): Observed => ({
    ...line,
    supplied: line.supplied.map((one, index) => (index === 0 ? { ...one, ...change } : one)),
  });
const MONTH_OFF = '2024-02-28T10:00:00.000Z';
const NOTHING = { produced: 0, selected: 0, inPrompt: 0, outcome: 'nothing relevant' } as const;

const MUTANTS: readonly (readonly [string, Rule, Run])[] = [
  ['a leg that silently finds nothing', 'leg-silent', observed(leg('lexical', NOTHING))],
  [
    'a leg that searches an empty copy',
    'leg-silent',
    observed(leg('episodic', { ...NOTHING, eligible: 0, executed: 0, outcome: 'empty store' })),
  ],
  ['documents that are never found', 'leg-silent', observed(leg('document', NOTHING))],
  [
    'a graph that never finds anything',
    'leg-quiet',
    {
      ...HONEST,
      lines: HONEST.lines.map((line) =>
        line.t === 'observation' && line.status === 'observed' && line.arm === 'full'
          ? leg('graph', NOTHING)(line)
          : line,
      ),
    },
  ],
  ['a leg that failed once', 'leg-failed', last(leg('graph', { ...NOTHING, outcome: 'failed' }))],
  [
    'a leg that is on and was not run',
    'leg-flag',
    observed(leg('graph', { ...NOTHING, eligible: 0, executed: 0, outcome: 'disabled' })),
  ],
  [
    'a leg that is off and was run',
    'leg-flag',
    observed(
      leg('graph', { eligible: 6, executed: 6, produced: 2, selected: 1, inPrompt: 1, outcome: 'contributed' }),
      'no-graph',
    ),
  ],
  [
    'a leg that is off and found candidates',
    'leg-flag',
    observed(
      (line) =>
        execution({ candidates: [{ id: 't1', rank: 1, fate: 'selected', why: null, legs: { graph: 1 }, tokens: 1 }] })(
          line,
        ),
      'no-graph',
    ),
  ],
  [
    'a leg that is not reported',
    'leg-flag',
    observed((line) => execution({ legs: (line.execution.legs ?? []).slice(1) })(line)),
  ],
  ['stages that grow', 'leg-stages', last(leg('lexical', { produced: 1, selected: 2 }))],
  ['an outcome that the counts deny', 'leg-stages', last(leg('lexical', { selected: 0, inPrompt: 0 }))],
  ['a turn of the future in the context', 'future-leak', last((line) => supply({ turns: ['t6'] })(line))],
  [
    'a turn that had not arrived, however old it is',
    'future-leak',
    observed((line) =>
      line.checkpoint === 'k1' ? supply({ turns: ['t5'], at: '2024-01-21T10:00:00.000Z' })(line) : line,
    ),
  ],
  ['a turn of the future among neighbours', 'future-leak', last(supply({ context: ['t6'] }))],
  [
    'a turn of the future among candidates',
    'future-leak',
    last(execution({ candidates: [{ id: 't6', rank: 1, fate: 'below the line', why: null, legs: {}, tokens: 1 }] })),
  ],
  ['a turn of the future that is cited', 'future-leak', last((line) => ({ ...line, cited: ['t6'] }))],
  [
    'a fragment with a time to come',
    'future-leak',
    last((line) => ({
      ...line,
      supplied: line.supplied.map((one) =>
        one.kind === 'document' ? { ...one, at: '2024-06-01T00:00:00.000Z' } : one,
      ),
    })),
  ],
  ['a reference that was said as a turn', 'unknown-source', last(supply({ turns: ['reference-1'] }))],
  [
    'the question in the memory',
    'reference-supplied',
    last(supply({ hash: hashOf(HISTORY.probes[0]?.question ?? '') })),
  ],
  ['the reference in the memory', 'reference-supplied', last(supply({ hash: hashOf('Berlin') }))],
  ['a turn with other words', 'altered-text', last(supply({ hash: hashOf('I live in Rome.') }))],
  ['a turn with another time', 'altered-time', last(supply({ at: '2023-01-01T00:00:00.000Z' }))],
  ['a turn of another history', 'other-trajectory', last(supply({ turns: ['other-t1'] }))],
  ['more turns than had arrived', 'extra-content', state((line) => ({ ...line, turns: (line.turns ?? 0) + 1 }))],
  ['turns that were not indexed', 'stale-index', state((line) => ({ ...line, pending: 2 }))],
  ['turns that are not there', 'stale-index', state((line) => ({ ...line, turns: 1 }))],
  ['an index that lacks a turn', 'stale-index', last(leg('episodic', { eligible: 4, executed: 4 }))],
  ['a system whose clock is a month off', 'clock-off', state((line) => ({ ...line, now: MONTH_OFF }))],
  ['a question that is asked a month off', 'clock-off', last(execution({ askedAt: MONTH_OFF }))],
  ['a memory that goes back', 'generation-back', last(execution({ generation: 1 }))],
  [
    'more fragments than allowed',
    'k-exceeded',
    last((line) => ({
      ...line,
      supplied: Array.from({ length: 11 }, () => line.supplied[0] as (typeof line.supplied)[number]),
    })),
  ],
  [
    'more tokens than allowed',
    'budget-exceeded',
    last((line) => ({ ...supply({ tokens: 900 })(line), contextTokens: 948 })),
  ],
  ['tokens that nobody counted', 'tokens-uncounted', last((line) => ({ ...line, contextTokens: null }))],
  ['tokens that do not add up', 'token-sum', last((line) => ({ ...line, contextTokens: 1 }))],
  [
    'settings that were ignored',
    'settings-ignored',
    observed(execution({ settings: { ranker: 'learned', decay: false, excerpts: true } }), 'access'),
  ],
  [
    'settings that nobody declared',
    'config-drift',
    observed(execution({ settings: { ranker: 'ice', decay: true, excerpts: true } }), 'no-graph'),
  ],
  ['another embedding space half way', 'config-drift', last(execution({ embeddingSpace: 'f' }))],
  [
    'asking that changes the memory',
    'access-undeclared',
    last((line) => ({ ...line, transition: { recordsBefore: 10, recordsAfter: 11 } })),
  ],
  [
    'a memory that still works when it is asked',
    'state-late',
    observed((line) => ({ ...line, transition: { recordsBefore: 12, recordsAfter: 12 } })),
  ],
  [
    'a memory that changes between questions',
    'state-changed',
    last((line) => ({ ...line, transition: { recordsBefore: 12, recordsAfter: 12 } })),
  ],
  [
    'a use that is declared and does not happen',
    'access-missing',
    {
      ...HONEST,
      lines: HONEST.lines.map((line) =>
        line.t === 'observation' && line.status === 'observed' && line.arm === 'access'
          ? { ...line, transition: { recordsBefore: 1, recordsAfter: 1 } }
          : line,
      ),
    },
  ],
  ['upkeep that did not run', 'worker-missing', state((line) => ({ ...line, workers: [] }))],
  [
    'upkeep that failed',
    'worker-failed',
    state((line) => ({ ...line, workers: line.workers.map((one) => ({ ...one, failed: 1 })) })),
  ],
  [
    'upkeep that nobody declared',
    'worker-undeclared',
    state((line) => ({ ...line, workers: [...line.workers, { worker: 'reflection', runs: 1, failed: 0 }] })),
  ],
  ['an observation that is left out', 'observation-missing', last(() => [])],
  ['an observation that is there twice', 'observation-twice', last((line) => [line, line])],
  ['a probe before its origin', 'before-origin', last((line) => [line, { ...line, checkpoint: 'k1' }])],
  ['a probe that nobody declared', 'unknown-place', last((line) => [line, { ...line, probe: 'new' }])],
  ['an arm that nobody declared', 'unknown-place', last((line) => [line, { ...line, arm: 'better' }])],
  [
    'a question that failed',
    'observation-failed',
    last(({ t, arm, trajectory, checkpoint, probe }) => ({
      t,
      arm,
      trajectory,
      checkpoint,
      probe,
      status: 'failed',
      code: 'x',
      message: 'y',
    })),
  ],
  [
    'an answer where none is declared',
    'answer-undeclared',
    { ...HONEST, header: { ...HONEST.header, answerer: 'none' } },
  ],
  ['no answer where one is declared', 'answer-missing', last((line) => ({ ...line, answer: null, mode: null }))],
  [
    'a plain index that cites the ledger',
    'cited-unsupplied',
    {
      ...last((line) => ({ ...line, cited: ['t4'], supplied: line.supplied.slice(0, 1), contextTokens: 12 })),
      header: { ...HONEST.header, arms: HONEST.header.arms.map((arm) => ({ ...arm, isMemoryFull: false })) },
    },
  ],
  ['a state that was not reported', 'state-missing', state(() => [])],
  ['a unit that does not end', 'unit-end', { ...HONEST, lines: HONEST.lines.slice(0, -1) }],
  [
    'a unit that counts otherwise',
    'unit-end',
    { ...HONEST, lines: HONEST.lines.map((line) => (line.t === 'end' ? { ...line, observations: 1 } : line)) },
  ],
  [
    'a run that declares fewer observations',
    'denominator-drift',
    {
      ...HONEST,
      header: {
        ...HONEST.header,
        trajectories: HONEST.header.trajectories.map((one) => ({ ...one, observations: one.observations - 1 })),
      },
    },
  ],
  ['a runner that counts other turns', 'denominator-drift', state((line) => ({ ...line, expectedTurns: 1 }))],
];

describe('the audit', () => {
  it('accuses no honest run', () => {
    expect(auditRun(HONEST)).toEqual([]);
  });

  it.each(MUTANTS)('catches %s', (_name, rule, run) => {
    expect(rulesOf(run)).toContain(rule);
  });

  it('warns of an arm that changes nothing', () => {
    const same = HONEST.lines.flatMap((line) => (line.arm === 'full' ? [{ ...line, arm: 'no-graph' }] : []));
    const run = { ...HONEST, lines: [...HONEST.lines.filter(({ arm }) => arm !== 'no-graph'), ...same] };
    expect(auditRun(run)).toContainEqual(
      expect.objectContaining({ rule: 'no-effect', severity: 'warning', arm: 'no-graph' }),
    );
  });

  it('does not accuse a system of what it does not tell', () => {
    const hidden = {
      legs: null,
      candidates: null,
      askedAt: null,
      settings: null,
      configHash: null,
      embeddingSpace: null,
      generation: null,
    };
    const run: Run = {
      ...HONEST,
      header: { ...HONEST.header, arms: HONEST.header.arms.map((arm) => ({ ...arm, system: 'peer' })) },
      lines: HONEST.lines.map((line) => {
        if (line.t === 'state')
          return { ...line, now: null, turns: null, documents: null, records: null, pending: null };
        if (line.t !== 'observation' || line.status !== 'observed') return line;
        const supplied = line.supplied.map((one) => ({
          ...one,
          turns: [],
          at: null,
          tokens: null,
          hash: hashOf('kept otherwise'),
        }));
        return {
          ...execution(hidden)(line),
          supplied,
          contextTokens: null,
          cited: [],
          answer: null,
          mode: null,
          transition: null,
        };
      }),
    };
    expect(auditRun(run).filter(({ severity, rule }) => severity === 'invalid' && rule !== 'access-missing')).toEqual(
      [],
    );
  });

  it('tells a fault of every question once, with how often it is there', () => {
    const findings = auditRun(observed(execution({ askedAt: MONTH_OFF })));
    expect(findings.filter(({ rule }) => rule === 'clock-off')).toEqual([
      expect.objectContaining({ arm: 'full', trajectory: 'h1', checkpoint: 'k1', count: 6 }),
    ]);
  });

  it('gives the same findings whatever the order of the units is', () => {
    const broken = observed(execution({ askedAt: MONTH_OFF }));
    const units = new Map<string, UnitLine[]>();
    for (const line of broken.lines) {
      const key = `${line.arm} ${line.trajectory}`;
      units.set(key, [...(units.get(key) ?? []), line]);
    }
    const turned = { ...broken, lines: [...units.values()].toReversed().flat() };
    expect(auditRun(turned)).toEqual(auditRun(broken));
  });
});
