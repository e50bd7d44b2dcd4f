import { z } from 'zod';
import { type Fault, faultAt } from '../format/faults.pure.ts';
import {
  type Checkpoint,
  type Probe,
  type ProbeCategory,
  type ReferenceAnswer,
  TRAJECTORY_VERSION,
  type Trajectory,
  type TrajectoryTurn,
} from '../format/trajectory.ts';
import { originOf } from './checkpoints.pure.ts';

/** Why a question of a set is not asked: it is counted, so that no denominator moves unseen. */
export type LeftOut = {
  readonly question: number;
  readonly reason: 'no-answer' | 'no-evidence' | 'too-long' | 'changes-later';
};

/** A history of a set as a trajectory; null where none of its questions can be asked. */
export type Converted = { readonly trajectory: Trajectory | null; readonly leftOut: readonly LeftOut[] };

/** A question as its set has it; an answer of null is none. */
export type SetQuestion = {
  readonly question: string;
  readonly category: ProbeCategory;
  readonly sourceCategory: string;
  readonly answer: ReferenceAnswer | null;
  /** Ids of turns; only those that are there count. */
  readonly evidence: readonly string[];
};

/** A place of a set's file that cannot be read. */
export class SetFault extends Error {
  readonly fault: Fault;

  constructor(path: readonly (string | number)[], reason: string) {
    super(reason);
    this.fault = faultAt(path, reason);
  }
}

/** Texts of questions are people's, but answers may be numbers. */
export const TextOrNumber = z.union([z.string(), z.number()]);

const MAX_QUESTION = 4_000;

/** Everything about a set that its histories have in common. */
export type SetFacts = {
  readonly name: string;
  readonly version: string;
  readonly domain: string;
  readonly licence: string;
};

type History = {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
  readonly turns: readonly TrajectoryTurn[];
  readonly checkpoints: readonly Checkpoint[];
  readonly questions: readonly SetQuestion[];
};

/** A question that nothing answers is asked from the end, unless what misleads says from when. */
function toProbe(
  item: SetQuestion,
  n: number,
  {
    checkpoints,
    turns,
  }: { readonly checkpoints: readonly Checkpoint[]; readonly turns: ReadonlyMap<string, TrajectoryTurn> },
): Probe | LeftOut['reason'] {
  if (item.answer === null) return 'no-answer';
  if (item.question.length > MAX_QUESTION) return 'too-long';
  const known = [...new Set(item.evidence)].filter((id) => turns.has(id));
  const isUnknown = item.answer.kind === 'unknown';
  if (known.length === 0 && !isUnknown) return 'no-evidence';
  const origin = known.length === 0 ? (checkpoints.at(-1)?.id ?? null) : originOf(checkpoints, turns, known);
  if (origin === null) return 'no-evidence';
  return {
    ...{ id: `q${n + 1}`, question: item.question, origin, truth: 'current', anchor: null },
    ...{ category: item.category, sourceCategory: item.sourceCategory },
    references: [{ from: origin, answer: item.answer, evidence: isUnknown ? [] : known, superseded: [] }],
  };
}

/** A trajectory of a set's history, and the questions that it cannot ask. */
export function toConverted(set: SetFacts, history: History): Converted {
  const turns = new Map(history.turns.map((turn) => [turn.id, turn]));
  const asked = history.questions.map((item, n) => toProbe(item, n, { checkpoints: history.checkpoints, turns }));
  const probes = asked.filter((one): one is Probe => typeof one !== 'string');
  const leftOut = asked.flatMap((one, n) => (typeof one === 'string' ? [{ question: n, reason: one }] : []));
  if (probes.length === 0) return { trajectory: null, leftOut };
  const speaks = history.turns.some(({ speaker }) => speaker === history.owner);
  const trajectory: Trajectory = {
    ...{ format: 'lsrep-trajectory', version: TRAJECTORY_VERSION, id: history.id, title: history.title },
    ...{ domain: set.domain, licence: set.licence, origin: { name: set.name, version: set.version, seed: null } },
    // Times of these sets name no zone, and may not move with the computer that reads them.
    ...{ zone: 'UTC', owner: speaks ? history.owner : (history.turns[0]?.speaker ?? history.owner) },
    ...{ turns: history.turns, documents: [], checkpoints: history.checkpoints, lifecycle: [], access: 'none' },
    ...{ probes, ledger: [] },
  };
  return { trajectory, leftOut };
}

/** Turns with a text, each with an id of its own; a set that has one twice means the first. */
export function uniqueTurns(turns: readonly TrajectoryTurn[]): readonly TrajectoryTurn[] {
  const seen = new Map<string, number>();
  return turns.flatMap((turn) => {
    if (turn.text.trim() === '') return [];
    const times = (seen.get(turn.id) ?? 0) + 1;
    seen.set(turn.id, times);
    return [times === 1 ? turn : { ...turn, id: `${turn.id}.again-${times}` }];
  });
}

/** An id that can name files, from whatever a set calls a history. */
export const toPlainId = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 80);
