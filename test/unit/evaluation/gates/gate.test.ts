import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkGate } from '../../../../main/evaluation/gates/check-gate.ts';
import type { Gate } from '../../../../main/evaluation/gates/gate.ts';
import {
  checkRegistration,
  type ReadGate,
  readGate,
  registerGate,
  takeOneGate,
} from '../../../../main/evaluation/gates/read-gate.ts';
import { buildReport } from '../../../../main/evaluation/report/build-report.ts';
import { makeRun } from '../report/made-run.ts';

const run = makeRun();
const { header } = run.input;

const gateOf = (change: Partial<Gate> = {}): Gate => ({
  ...{ format: 'lsrep-gate', version: 1, name: 'cats', registeredAt: 'before the run', why: 'A test of gates.' },
  trajectories: header.trajectories.map(({ id, hash }) => ({ id, hash })),
  ...{ arm: 'full', k: 200, minimumQuestions: 32, allowedFailures: 0 },
  checks: [
    { kind: 'figure', metric: 'turnRecall10', comparison: '>=', threshold: 0.5 },
    { kind: 'figure', metric: 'accuracy', slice: { by: 'truth', key: 'current' }, comparison: '>=', threshold: 0.5 },
    { kind: 'figure', metric: 'stale', comparison: '<=', threshold: 1 },
    { kind: 'contrast', against: 'vector', metric: 'accuracy', of: 'low', comparison: '>=', threshold: 0 },
    { kind: 'contrast', against: 'continuing', metric: 'accuracy', of: 'delta', comparison: '>=', threshold: -1 },
  ],
  ...change,
});

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const read = (gate: Gate): ReadGate => readGate(bytesOf(gate));
const withGate = ({ gate, hash }: ReadGate) => ({
  ...run.input,
  header: { ...header, gate: { name: gate.name, hash } },
  gate: { gate, hash },
});

describe('a gate', () => {
  it('holds where every line does, and shows each with its value', () => {
    const report = buildReport(withGate(read(gateOf())));
    expect(report.gate?.holds).toBe(true);
    expect(report.gate?.lines.map(({ what }) => what)).toEqual([
      'figures are valid',
      'questions with evidence',
      'failed or missing observations',
      'turnRecall10 of full',
      'accuracy (truth: current) of full',
      'stale of full',
      'lower end of the difference of full and vector in accuracy',
      'difference of full and continuing in accuracy',
    ]);
    const current = report.slices.find(({ by, key, arm }) => by === 'truth' && key === 'current' && arm === 'full');
    expect(report.gate?.lines[4]?.value).toBe(current?.figures.accuracy?.value);
  });

  it('fails by one line, and by what could not be observed', () => {
    const report = buildReport(run.input);
    const strict = gateOf({ minimumQuestions: 33 });
    expect(checkGate(strict, report).lines.filter(({ holds }) => !holds)).toEqual([
      { what: 'questions with evidence', value: 32, comparison: '>=', threshold: 33, holds: false },
    ]);
    const none = gateOf({ checks: [{ kind: 'figure', metric: 'conflict', comparison: '>=', threshold: 0 }] });
    expect(checkGate(none, report)).toMatchObject({ holds: false, lines: [{}, {}, {}, { value: null, holds: false }] });
    expect(checkGate(gateOf(), { ...report, isValid: false }).holds).toBe(false);
  });

  it('takes every missing observation at its worst', () => {
    const spoilt = makeRun((one) => (one.arm === 'full' && one.checkpoint === 'c1' ? null : one));
    const report = buildReport(spoilt.input);
    const stale = gateOf({
      allowedFailures: 1_000,
      checks: [{ kind: 'figure', metric: 'abstention', comparison: '<=', threshold: 1 }],
    });
    const figure = report.arms[0]?.figures.abstention;
    expect(checkGate(stale, report).lines[3]?.value).toBe(figure?.most);
    expect(figure?.most).toBeGreaterThan(figure?.value ?? 1);
    expect(checkGate(gateOf(), report).lines[2]).toMatchObject({ holds: false, value: 28 });
  });

  it('compares the two arms that it names, though no baseline says so', () => {
    const checks: Gate['checks'] = [
      {
        ...{ kind: 'contrast', arm: 'topics', against: 'no-graph', metric: 'turnRecall', of: 'low' },
        comparison: '>=',
        threshold: -1,
      },
      {
        ...{ kind: 'contrast', arm: 'topics', against: 'no-graph', metric: 'turnRecall', of: 'delta' },
        ...{ slice: { by: 'category', key: 'stable' }, comparison: '>=', threshold: -1 },
      },
    ];
    const report = buildReport(withGate(read(gateOf({ checks }))));
    expect(report.gate?.lines.slice(3).map(({ value }) => typeof value)).toEqual(['number', 'number']);
  });

  it('is the one that was declared before the run', () => {
    const declared = read(gateOf());
    const eased = read(gateOf({ minimumQuestions: 1 }));
    expect(eased.hash).not.toBe(declared.hash);
    expect(() => buildReport({ ...withGate(declared), gate: eased })).toThrow(
      /^\$\.gate of the run: it declares the gate cats/,
    );
    expect(() => buildReport({ ...run.input, gate: declared })).toThrow(/declares no gate, and cats/);
    expect(() => buildReport({ ...withGate(declared), gate: null })).toThrow(/and none was given/);
  });
});

describe('a gate is refused', () => {
  const refused = (value: unknown, why: RegExp): void => expect(() => readGate(bytesOf(value))).toThrow(why);
  const [first, ...others] = gateOf().trajectories;

  it('with the place and the reason', () => {
    refused(
      { ...gateOf(), checks: [{ kind: 'figure', metric: 'beauty', comparison: '>=', threshold: 1 }] },
      /\$\.checks\[0\]\.metric has to be one of: accuracy/,
    );
    refused({ ...gateOf(), checks: [] }, /\$\.checks has to have at least 1 entries/);
    refused({ ...gateOf(), minimumQuestions: undefined }, /\$\.minimumQuestions is missing/);
    refused(
      { ...gateOf(), trajectories: [{ id: 'a', hash: 'short' }] },
      /\$\.trajectories\[0\]\.hash has to be 64 hexadecimal/,
    );
    refused({ ...gateOf(), more: 1 }, /\$\.more is a field that the format does not have/);
    refused([], /\$ has to be an object/);
    expect(() => readGate(new TextEncoder().encode('{'))).toThrow(/\$ is no JSON file/);
    expect(() => readGate(Uint8Array.of(0xff))).toThrow(/\$ is no JSON file/);
  });

  it('where a run has two', () => {
    const [one, two] = [read(gateOf()), read(gateOf({ name: 'dogs' }))];
    expect(takeOneGate([])).toBeNull();
    expect(takeOneGate([one])).toBe(one);
    expect(() => takeOneGate([one, two])).toThrow(/^\$\.gate: a run has one gate, and 2 were given \(cats, dogs\)/);
  });

  it('where the run is another one than it was written down for', () => {
    const check = (change: Partial<Gate>, why: RegExp): void =>
      expect(() => checkRegistration(read(gateOf(change)), header)).toThrow(why);
    expect(() => checkRegistration(read(gateOf()), header)).not.toThrow();
    const changed = { id: first?.id ?? '', hash: 'f'.repeat(64) };
    check({ trajectories: [changed, ...others] }, /\$\.trajectories\[0\]\.hash was registered for other data: life-1/);
    check({ trajectories: others }, /\$\.trajectories lacks life-1/);
    check(
      { trajectories: [...gateOf().trajectories, { id: 'life-9', hash: 'e'.repeat(64) }] },
      /\$\.trajectories\[4\]\.id is life-9/,
    );
    check({ arm: 'other' }, /\$\.arm is other/);
    check({ k: 201 }, /\$\.k is 201, and full may have 200 fragments/);
    const [contrast] = gateOf().checks.filter((one) => one.kind === 'contrast');
    if (contrast === undefined) throw new Error('the gate compares');
    check({ checks: [{ ...contrast, against: 'nobody' }] }, /\$\.checks\[0\]\.against is nobody/);
  });
});

describe('the gates of this repository', () => {
  const fileOf = (name: string): Uint8Array =>
    readFileSync(new URL(`../../../../docs/lsrep/gates/${name}.json`, import.meta.url));
  const { trajectories } = gateOf();

  it.each(['beam', 'public'])('can be registered for a run: %s', (name) => {
    const text = registerGate(fileOf(name), { trajectories, registeredAt: 'now' });
    const { gate } = readGate(new TextEncoder().encode(text));
    expect([gate.name, gate.trajectories, gate.registeredAt]).toEqual([name, trajectories, 'now']);
    expect(registerGate(new TextEncoder().encode(text), { trajectories, registeredAt: 'now' })).toBe(text);
  });

  it('are of no use before that', () => {
    const draft = { ...gateOf(), trajectories: [] };
    expect(() => readGate(bytesOf(draft))).toThrow(/\$\.trajectories names no data yet/);
    expect(() => registerGate(fileOf('beam'), { trajectories: [], registeredAt: 'now' })).toThrow(
      /\$\.trajectories names no data yet/,
    );
  });

  it('have the thresholds of ECHO', () => {
    const gate = JSON.parse(new TextDecoder().decode(fileOf('beam'))) as Gate;
    expect([gate.k, gate.minimumQuestions, gate.allowedFailures]).toEqual([10, 80, 0]);
    expect(gate.checks.map((check) => [check.metric, check.comparison, check.threshold])).toEqual([
      ['hit10', '>=', 0.85],
      ['turnRecall10', '>=', 0.5],
      ['sessionRecall10', '>=', 0.6],
    ]);
  });
});
