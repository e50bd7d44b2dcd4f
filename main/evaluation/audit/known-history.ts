import { createHash } from 'node:crypto';
import { arrivalOf, type ReferenceAnswer, type Trajectory } from '../format/trajectory.ts';
import { expectedOf } from '../score/score-observation.ts';

export const DAY_MS = 86_400_000;

type Source = { readonly at: number; readonly arrival: number; readonly hash: string; readonly isLong: boolean };

/** A trajectory as the audit asks it. */
export type KnownHistory = {
  readonly trajectory: Trajectory;
  /** Turns by id, documents by `document:ID`. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly checkpoints: ReadonlyMap<string, { readonly index: number; readonly at: number }>;
  /** Questions and references: what no memory may hold, by the hash of the text. */
  readonly secrets: ReadonlySet<string>;
  readonly probes: ReadonlySet<string>;
  /** `checkpoint NUL probe` of everything that has to be observed. */
  readonly expected: ReadonlySet<string>;
  readonly arrivedBy: (at: number) => { readonly turns: number; readonly documents: number };
  /** Whether a probe rests on a document. */
  readonly asksDocuments: boolean;
};

export const hashOf = (text: string): string => createHash('sha256').update(text.normalize('NFC')).digest('hex');
export const placeKey = (checkpoint: string, probe: string): string => `${checkpoint}\u0000${probe}`;

/** Longer turns may be supplied as the part that a question is about. */
const LONG_CHARS = 800;

function textsOf(answer: ReferenceAnswer): readonly string[] {
  if (answer.kind === 'open') return [answer.text];
  if ('values' in answer) return answer.values.flat();
  return 'items' in answer ? answer.items.flat() : [];
}

/** What the audit needs to know of a trajectory, made once. */
export function knowHistory(trajectory: Trajectory): KnownHistory {
  const sources = new Map<string, Source>([
    ...trajectory.turns.map((turn): [string, Source] => [
      turn.id,
      {
        ...{ at: Date.parse(turn.at), arrival: arrivalOf(turn) },
        ...{ hash: hashOf(turn.text), isLong: turn.text.length > LONG_CHARS },
      },
    ]),
    ...trajectory.documents.map(({ id, at, text }): [string, Source] => [
      `document:${id}`,
      { at: Date.parse(at), arrival: Date.parse(at), hash: hashOf(text), isLong: true },
    ]),
  ]);
  const said = new Set([...sources.values()].map(({ hash }) => hash));
  const secrets = trajectory.probes.flatMap(({ question, references }) => [
    question,
    ...references.flatMap(({ answer }) => textsOf(answer)),
  ]);
  const turnTimes = trajectory.turns.map(arrivalOf);
  const documentTimes = trajectory.documents.map(arrivalOf);
  const arrived = new Map<number, { readonly turns: number; readonly documents: number }>();
  return {
    trajectory,
    sources,
    checkpoints: new Map(trajectory.checkpoints.map(({ id, at }, index) => [id, { index, at: Date.parse(at) }])),
    probes: new Set(trajectory.probes.map(({ id }) => id)),
    secrets: new Set(secrets.map(hashOf).filter((hash) => !said.has(hash))),
    expected: new Set(expectedOf(trajectory).map(({ checkpoint, probe }) => placeKey(checkpoint, probe))),
    arrivedBy: (at) => {
      const known = arrived.get(at);
      if (known !== undefined) return known;
      const counts = {
        turns: turnTimes.filter((time) => time <= at).length,
        documents: documentTimes.filter((time) => time <= at).length,
      };
      arrived.set(at, counts);
      return counts;
    },
    asksDocuments: trajectory.probes.some(({ references }) =>
      references.some(({ evidence }) => evidence.some((id) => id.startsWith('document:'))),
    ),
  };
}
