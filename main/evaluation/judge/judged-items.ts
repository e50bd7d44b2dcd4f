import type { Observation } from '../format/observation.ts';
import { type Reference, referenceAt, type Trajectory } from '../format/trajectory.ts';
import { readMatched, withMatched } from '../matched/answer-matched.ts';
import type { RunReader } from '../matched/read-run.ts';
import { describeReference } from './describe-reference.pure.ts';
import type { GradedText } from './grade-prompt.pure.ts';

/** One question at one checkpoint with the answers of all arms that gave one. */
export type JudgedItem = {
  readonly trajectory: string;
  readonly checkpoint: string;
  readonly probe: string;
  readonly text: Omit<GradedText, 'answer'>;
  /** Answer by arm. */
  readonly answers: ReadonlyMap<string, string>;
};

export type ItemsInput = {
  readonly run: RunReader;
  readonly runFolder: string;
  readonly arms: readonly string[];
  readonly answers: 'own' | 'matched';
};

/** Everything of a run that can be judged, in the order of the run. An arm without an answer is not judged: it has none. */
export async function readItems({ run, runFolder, arms, answers }: ItemsInput): Promise<readonly JudgedItem[]> {
  const items: JudgedItem[] = [];
  for (const { id } of run.header.trajectories) {
    const trajectory = await run.readTrajectory(id);
    const byPlace = new Map<string, Map<string, string>>();
    for (const arm of arms) {
      const own = await run.readObservations(arm, id);
      const told = answers === 'own' ? own : withMatched(own, await readMatched(runFolder, arm, id));
      collect(told, byPlace);
    }
    for (const [place, given] of byPlace) {
      const item = describe(trajectory, place, given);
      if (item !== null) items.push(item);
    }
  }
  return items;
}

function collect(told: readonly Observation[], byPlace: Map<string, Map<string, string>>): void {
  for (const one of told) {
    if (one.status === 'failed' || one.answer === null) continue;
    const place = `${one.checkpoint}\u0000${one.probe}`;
    const given = byPlace.get(place) ?? new Map<string, string>();
    given.set(one.arm, one.answer);
    byPlace.set(place, given);
  }
}

function describe(trajectory: Trajectory, place: string, answers: ReadonlyMap<string, string>): JudgedItem | null {
  const [checkpoint = '', id = ''] = place.split('\u0000');
  const order = trajectory.checkpoints.map((one) => one.id);
  const probe = trajectory.probes.find((one) => one.id === id);
  const reference = probe === undefined ? null : referenceAt(probe, checkpoint, order);
  const askedAt = trajectory.checkpoints.find((one) => one.id === checkpoint)?.at;
  if (probe === undefined || reference === null || askedAt === undefined) return null;
  const text = {
    ...{ question: probe.question, askedAt, reference: describeReference(reference.answer) },
    superseded: reference.superseded.map((variants) => variants.join(' or ')),
    evidence: listEvidence(trajectory, reference),
  };
  return { trajectory: trajectory.id, checkpoint, probe: id, text, answers };
}

function listEvidence({ turns, documents }: Trajectory, { evidence }: Reference): readonly string[] {
  return evidence.flatMap((id) => {
    const turn = turns.find((one) => one.id === id);
    if (turn !== undefined) return [`${turn.at.slice(0, 10)} ${turn.speaker}: ${turn.text}`];
    const document = documents.find((one) => `document:${one.id}` === id);
    return document === undefined ? [] : [`${document.at.slice(0, 10)} ${document.name}: ${document.text}`];
  });
}
