import { isKnownZone } from '../../lib/zone.ts';
import { type Fault, faultAt, faultsOfIssues, MAX_FAULTS } from './faults.pure.ts';
import {
  arrivalOf,
  type LedgerEntry,
  type Probe,
  type Reference,
  type ReferenceAnswer,
  Trajectory,
} from './trajectory.ts';

export type { Fault } from './faults.pure.ts';

const DOCUMENT = 'document:';

type Path = readonly (string | number)[];
type Known = {
  /** Position of each checkpoint. */
  readonly order: ReadonlyMap<string, number>;
  /** Milliseconds of each checkpoint, by position. */
  readonly times: readonly number[];
  /** When each turn and `document:ID` arrives. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** Ids of the ledger. */
  readonly entries: ReadonlySet<string>;
};

function learn(t: Trajectory): Known {
  const arrivals = new Map<string, number>();
  for (const turn of t.turns) arrivals.set(turn.id, arrivalOf(turn));
  for (const document of t.documents) arrivals.set(`${DOCUMENT}${document.id}`, arrivalOf(document));
  // The first of a name counts; the second is a fault of its own.
  const order = new Map<string, number>();
  for (const [n, { id }] of t.checkpoints.entries()) if (!order.has(id)) order.set(id, n);
  const times = t.checkpoints.map(({ at }) => Date.parse(at));
  return { order, times, arrivals, entries: new Set(t.ledger.map(({ id }) => id)) };
}

/** Ids that are there twice. Those that name files may not differ by case alone: some disks know no difference. */
function repeated(list: string, items: readonly { readonly id: string }[], namesFiles = false): readonly Fault[] {
  const first = new Map<string, number>();
  return items.flatMap(({ id }, n) => {
    const key = namesFiles ? id.toLowerCase() : id;
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, n);
      return [];
    }
    return [faultAt([list, n, 'id'], `is the id of $.${list}[${before}] again`)];
  });
}

function checkHistory(t: Trajectory, { times }: Known): readonly Fault[] {
  const last = times.at(-1) ?? Number.NEGATIVE_INFINITY;
  const late = (list: string, n: number, field: string): Fault =>
    faultAt([list, n, field], 'is after the last checkpoint, so it would be in no memory that is asked');
  const turns = t.turns.flatMap((turn, n): readonly Fault[] => [
    ...(turn.id.startsWith(DOCUMENT) ? [faultAt(['turns', n, 'id'], `may not begin with ${DOCUMENT}`)] : []),
    ...(arrivalOf(turn) < Date.parse(turn.at)
      ? [faultAt(['turns', n, 'arrivesAt'], 'is before the turn was said')]
      : []),
    ...(arrivalOf(turn) > last ? [late('turns', n, turn.arrivesAt === undefined ? 'at' : 'arrivesAt')] : []),
  ]);
  const documents = t.documents.flatMap((one, n) => (arrivalOf(one) > last ? [late('documents', n, 'at')] : []));
  const hasOwner = t.turns.some(({ speaker }) => speaker === t.owner);
  return [
    ...(isKnownZone(t.zone) ? [] : [faultAt(['zone'], 'is no IANA time zone')]),
    ...(hasOwner ? [] : [faultAt(['owner'], 'never speaks: it has to be the speaker of a turn')]),
    ...turns,
    ...documents,
  ];
}

function checkCheckpoints(t: Trajectory, { order, times }: Known): readonly Fault[] {
  const ascending = times.flatMap((at, n) =>
    n > 0 && at <= (times[n - 1] ?? 0)
      ? [faultAt(['checkpoints', n, 'at'], 'is not after the checkpoint before it')]
      : [],
  );
  const steps = t.lifecycle.flatMap(({ checkpoint, workers }, n) => [
    ...(order.has(checkpoint) ? [] : [faultAt(['lifecycle', n, 'checkpoint'], 'names no checkpoint')]),
    ...workers.flatMap((worker, w) =>
      workers.indexOf(worker) < w ? [faultAt(['lifecycle', n, 'workers', w], 'is named before in the same step')] : [],
    ),
  ]);
  return [...ascending, ...steps];
}

/** Case, spaces and forms of letters make no other value. */
const normalise = (value: string): string => value.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Ways to write what is right now. */
function currentValues(answer: ReferenceAnswer): readonly string[] {
  switch (answer.kind) {
    case 'text':
      return answer.values;
    case 'number':
      return [String(answer.value), ...(answer.unit === undefined ? [] : [`${answer.value} ${answer.unit}`])];
    case 'date':
      return [answer.value];
    case 'set':
    case 'order':
      return answer.items.flat();
    case 'conflict':
      return answer.values.flat();
    case 'open':
      return [answer.text];
    case 'duration':
      return [`${answer.days} days`];
    case 'unknown':
      return [];
  }
}

function checkEvidence(reference: Reference, path: Path, { arrivals, order, times }: Known): readonly Fault[] {
  const position = order.get(reference.from);
  const until = position === undefined ? undefined : times[position];
  if (reference.evidence.length === 0 && reference.answer.kind !== 'unknown')
    return [faultAt([...path, 'evidence'], 'is empty, which only an unknown answer may be')];
  return reference.evidence.flatMap((id, n): readonly Fault[] => {
    const at = [...path, 'evidence', n];
    const arrival = arrivals.get(id);
    if (arrival === undefined) return [faultAt(at, 'names no turn and no document')];
    if (reference.evidence.indexOf(id) < n) return [faultAt(at, 'is named before in the same reference')];
    if (until !== undefined && arrival > until)
      return [
        faultAt(at, `is a future reference: it arrives after checkpoint ${reference.from}, from which it is to hold`),
      ];
    return [];
  });
}

function checkReference(reference: Reference, path: Path, known: Known): readonly Fault[] {
  const current = new Set(currentValues(reference.answer).map(normalise));
  const superseded = reference.superseded.flatMap((variants, n) =>
    variants.flatMap((value, v) =>
      current.has(normalise(value))
        ? [faultAt([...path, 'superseded', n, v], 'is a value that the answer has as right')]
        : [],
    ),
  );
  return [...checkEvidence(reference, path, known), ...superseded];
}

/** References begin at the origin and go forward. */
function checkOrder(probe: Probe, path: Path, { order }: Known): readonly Fault[] {
  const origin = order.get(probe.origin);
  const faults: Fault[] = [];
  if (origin === undefined) faults.push(faultAt([...path, 'origin'], 'names no checkpoint'));
  let before: number | undefined;
  for (const [n, { from }] of probe.references.entries()) {
    const at = [...path, 'references', n, 'from'];
    const now = order.get(from);
    if (now === undefined) faults.push(faultAt(at, 'names no checkpoint'));
    else if (origin !== undefined && now < origin) faults.push(faultAt(at, "is before the probe's origin"));
    else if (n === 0 && origin !== undefined && now !== origin)
      faults.push(faultAt(at, `has to be the probe's origin ${probe.origin}: the first reference holds from there`));
    else if (before !== undefined && now <= before) faults.push(faultAt(at, 'is not after the reference before it'));
    before = now ?? before;
  }
  return faults;
}

function checkAnchor(probe: Probe, path: Path, { order, times }: Known): readonly Fault[] {
  const at = [...path, 'anchor'];
  if (probe.truth === 'current')
    return probe.anchor === null ? [] : [faultAt(at, 'has to be null for a current probe')];
  if (probe.anchor === null) return [faultAt(at, 'has to be a time for a historical probe')];
  const origin = times[order.get(probe.origin) ?? -1];
  return origin !== undefined && Date.parse(probe.anchor) > origin ? [faultAt(at, "is after the probe's origin")] : [];
}

function checkProbe(probe: Probe, n: number, known: Known): readonly Fault[] {
  const path: Path = ['probes', n];
  return [
    ...checkOrder(probe, path, known),
    ...checkAnchor(probe, path, known),
    ...probe.references.flatMap((one, r) => checkReference(one, [...path, 'references', r], known)),
  ];
}

function checkEntry(entry: LedgerEntry, n: number, known: Known): readonly Fault[] {
  const path: Path = ['ledger', n];
  const { validFrom: from, validTo: to } = entry;
  return [
    ...(known.arrivals.has(entry.source) ? [] : [faultAt([...path, 'source'], 'names no turn and no document')]),
    ...(from !== null && to !== null && Date.parse(to) < Date.parse(from)
      ? [faultAt([...path, 'validTo'], 'is before validFrom')]
      : []),
    ...entry.replaces.flatMap((id, r) =>
      known.entries.has(id) && id !== entry.id
        ? []
        : [faultAt([...path, 'replaces', r], 'names no other entry of the ledger')],
    ),
  ];
}

/** What a trajectory says that cannot be: the first faults, in the order of its parts. */
export function validateTrajectory(t: Trajectory): readonly Fault[] {
  const known = learn(t);
  return [
    ...repeated('turns', t.turns),
    ...repeated('documents', t.documents),
    ...repeated('checkpoints', t.checkpoints, true),
    ...repeated('probes', t.probes, true),
    ...repeated('ledger', t.ledger),
    ...checkHistory(t, known),
    ...checkCheckpoints(t, known),
    ...t.probes.flatMap((probe, n) => checkProbe(probe, n, known)),
    ...t.ledger.flatMap((entry, n) => checkEntry(entry, n, known)),
  ].slice(0, MAX_FAULTS);
}

/** A trajectory that can be run, or what is wrong with it: its shape first, and only then what it says. */
export function parseTrajectory(
  raw: unknown,
):
  | { readonly trajectory: Trajectory; readonly faults: readonly [] }
  | { readonly trajectory: null; readonly faults: readonly Fault[] } {
  const parsed = Trajectory.safeParse(raw);
  if (!parsed.success)
    return { trajectory: null, faults: faultsOfIssues(parsed.error.issues, raw).slice(0, MAX_FAULTS) };
  const faults = validateTrajectory(parsed.data);
  return faults.length > 0 ? { trajectory: null, faults } : { trajectory: parsed.data, faults: [] };
}
