import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Observation, SuppliedFragment, UnitLine } from '../../../../main/evaluation/format/observation.ts';
import type { RunHeader } from '../../../../main/evaluation/format/run.ts';
import type { Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import type { Completing, JudgeModel } from '../../../../main/evaluation/judge/judge-model.ts';
import { ARM, turn } from '../systems/made.ts';

const HASH = 'a'.repeat(64);

export const TRAJECTORY: Trajectory = {
  ...{ format: 'lsrep-trajectory', version: 1, id: 'life', title: 'A life', domain: 'home', licence: 'none' },
  ...{ origin: { name: 'made', version: '1', seed: 1 }, zone: 'UTC', owner: 'Ann', access: 'none' },
  turns: [
    turn('t1', 'I live in Ghent', { at: '2024-01-01T09:00:00Z' }),
    turn('t2', 'I moved to Bruges', { at: '2024-03-01T09:00:00Z' }),
  ],
  documents: [],
  checkpoints: [
    { id: 'c1', at: '2024-02-01T00:00:00Z' },
    { id: 'c2', at: '2024-04-01T00:00:00Z' },
  ],
  lifecycle: [],
  probes: [
    {
      ...{ id: 'p1', question: 'Where do I live?', origin: 'c1', truth: 'current', anchor: null, category: 'revision' },
      references: [
        { from: 'c1', answer: { kind: 'text', values: ['Ghent'] }, evidence: ['t1'], superseded: [] },
        { from: 'c2', answer: { kind: 'text', values: ['Bruges'] }, evidence: ['t2'], superseded: [['Ghent']] },
      ],
    },
  ],
  ledger: [],
};

const fragment = (turnId: string, tokens: number): SuppliedFragment => ({
  ...{ kind: 'turn', turns: [turnId], context: [], at: '2024-01-01T09:00:00Z', status: 'active', tokens, hash: HASH },
});

export type MadeArm = {
  readonly name: string;
  readonly answers: readonly [string | null, string | null];
  /** Each piece with its tokens. */
  readonly supplied: readonly (readonly [turn: string, text: string, tokens: number])[];
  readonly recent?: readonly string[];
  readonly ledger?: string;
};

/** Writes a run of one short history as the runner leaves it; an answer of null is a failed observation. */
export async function makeRun(folder: string, arms: readonly MadeArm[]): Promise<void> {
  const header: RunHeader = {
    ...{
      format: 'lsrep-run',
      version: 1,
      seed: 1,
      answerer: 'contract',
      isStateShared: false,
      appVersion: '0',
      gate: null,
    },
    arms: arms.map(({ name }) => ({ ...ARM, name })),
    trajectories: [{ id: 'life', hash: HASH, turns: 2, probes: 1, checkpoints: 2, observations: 2 }],
    hashes: { code: HASH, models: {}, config: HASH },
  };
  await mkdir(join(folder, 'trajectories'), { recursive: true });
  await writeFile(join(folder, 'run.json'), JSON.stringify(header));
  await writeFile(join(folder, 'trajectories', 'life.json'), JSON.stringify(TRAJECTORY));
  for (const arm of arms) await makeUnit(folder, arm);
}

async function makeUnit(folder: string, arm: MadeArm): Promise<void> {
  const { name, supplied, recent = [], ledger } = arm;
  const lines: UnitLine[] = arm.answers.map((answer, index): Observation => {
    const checkpoint = `c${index + 1}`;
    const key = { t: 'observation' as const, arm: name, trajectory: 'life', checkpoint, probe: 'p1' };
    if (answer === null) return { ...key, status: 'failed', code: 'system.ended', message: 'It ended.' };
    return {
      ...{ ...key, status: 'observed', answer, mode: 'evidence', isAbstaining: false, cited: [] },
      supplied: [...recent.map((id) => fragment(id, 5)), ...supplied.map(([id, , tokens]) => fragment(id, tokens))],
      ...{ contextTokens: 1, promptTokens: null, transition: null },
      execution: {
        ...{ legs: null, candidates: null, askedAt: null, settings: null, configHash: null, embeddingSpace: null },
        ...{ generation: null, operation: null, reliance: null, derivation: null },
      },
      trace: `${name}/life/${checkpoint}/p1.json.gz`,
    };
  });
  const units = join(folder, 'units', name);
  await mkdir(units, { recursive: true });
  const end: UnitLine = { t: 'end', arm: name, trajectory: 'life', observations: 2 };
  await writeFile(join(units, 'life.jsonl'), [...lines, end].map((line) => `${JSON.stringify(line)}\n`).join(''));
  const file = {
    answer: {
      recent: recent.map((id) => ({ id, tokens: 5 })),
      fragments: supplied.map(([, text]) => ({ text, speaker: 'Ann' })),
    },
    trace: { derivation: ledger === undefined ? null : { outcome: 'known', surface: ledger } },
  };
  for (const checkpoint of ['c1', 'c2']) {
    const place = join(folder, 'traces', name, 'life', checkpoint);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'p1.json.gz'), gzipSync(JSON.stringify(file)));
  }
}

/** A model whose replies are given: what is tested here is everything around it. */
export function scriptedModel(reply: (asked: string, completing: Completing) => string) {
  const asked: string[] = [];
  const model: JudgeModel = {
    ...{ name: 'scripted', hash: HASH, isRemote: false },
    complete: (completing) => {
      const text = completing.messages.map(({ content }) => content).join('\n');
      asked.push(text);
      return Promise.resolve({ text: reply(text, completing), promptTokens: text.length });
    },
  };
  return { model, asked };
}
