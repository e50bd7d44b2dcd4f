import type { Ctx } from '../ctx.ts';
import { Amended } from '../journal/events/erasure.ts';
import type { BodyOf } from '../journal/events/index.ts';
import type { ScannedLine } from '../journal/scan-lines.ts';
import { ByteMatcher } from './byte-matcher.pure.ts';
import type { Gone } from './gone.pure.ts';
import { toJsonBytes } from './needles.pure.ts';
import { judgeEvent } from './provenance.pure.ts';
import { readLine } from './read-line.ts';
import { collectSaid, RESAYING } from './said-at.ts';

export type Judged = {
  /** Ascending. */
  readonly erase: readonly number[];
  readonly amend: readonly BodyOf<'amended'>[];
};

export type Judging = {
  readonly gone: Gone;
  /** Records that the tables say are concerned; of turns and claims, which are the most, no others are read. */
  readonly wanted: ReadonlySet<number>;
  /** Turns of conversations of which nothing is left. */
  readonly erased: ReadonlySet<number>;
  /** Texts that go: whatever repeats one is looked at. */
  readonly texts: readonly string[];
  /** Texts of which is asked who else says them, with the records that do. */
  readonly pieces: readonly string[];
  readonly saidAt: Map<string, number[]>;
};

const MANY: ReadonlySet<string> = new Set(['turn.said', 'codex.claimed']);
/** What is left when everything goes. */
const LAST: ReadonlySet<string> = new Set(['vault.created', 'space.created', 'erased', 'forgotten']);

type Entry = { readonly lines: number[]; left: ReturnType<typeof judgeEvent>; kind: string };

/** Looks through the journal once and says of each record that is concerned what is left of it. */
export async function judgeRecords(ctx: Pick<Ctx, 'journal'>, judging: Judging, signal?: AbortSignal): Promise<Judged> {
  const { gone, pieces, saidAt } = judging;
  const matcher = new ByteMatcher(pieces.map(toJsonBytes));
  const isConcerned = createFilter(judging);
  const entries = new Map<number, Entry>();
  const erase = new Set<number>();
  await ctx.journal.scan((line) => {
    if (line.kind !== null && RESAYING.has(line.kind)) collectSaid(line, { matcher, pieces, saidAt });
    if (judging.erased.has(line.seq) || (gone.isEverything && !isLast(line))) {
      erase.add(line.seq);
      // The place that was left of an earlier record goes with what says so.
      if (line.kind === 'amended') erase.add(readLine(line)?.seq ?? line.seq);
      return;
    }
    if (isConcerned(line)) note(line, { gone, entries });
  }, signal);
  const amend: BodyOf<'amended'>[] = [];
  for (const [seq, { lines, left, kind }] of entries) {
    if (left === 'keep') continue;
    // What was left of it before goes with it.
    for (const line of lines) erase.add(line);
    // Its own body was erased before, if what was left of it stood in its place: the tables must hear of it again.
    if (left === 'erase') erase.add(seq);
    if (left !== 'erase' && !judging.erased.has(seq))
      amend.push(Amended.shape.body.parse({ seq, kind, body: JSON.parse(JSON.stringify(left)) }));
  }
  return { erase: [...erase].sort((a, b) => a - b), amend: amend.sort((a, b) => a.seq - b.seq) };
}

/** An amendment stands for the record that it is about. */
function isLast(line: ScannedLine): boolean {
  const kind = line.kind === 'amended' ? readLine(line)?.event?.kind : line.kind;
  return LAST.has(kind ?? '');
}

/** The last word on a record is judged; all earlier ones go with it. */
function note(
  line: ScannedLine,
  { gone, entries }: { readonly gone: Gone; readonly entries: Map<number, Entry> },
): void {
  const read = readLine(line);
  if (read === null) return;
  const { seq, event } = read;
  // What a newer Palimpsest wrote can be judged by nobody here.
  const left = event === null ? 'keep' : judgeEvent(event, gone);
  const entry = entries.get(seq);
  if (entry === undefined) {
    if (left !== 'keep' || read.isAmendment) entries.set(seq, { lines: [line.seq], left, kind: event?.kind ?? '' });
    return;
  }
  entry.lines.push(line.seq);
  entry.left = left;
  entry.kind = event?.kind ?? '';
}

function createFilter({ gone, wanted, texts }: Judging): (line: ScannedLine) => boolean {
  const patterns = [...listIds(gone)].map((id) => Buffer.from(JSON.stringify(id)));
  const matcher = new ByteMatcher([...patterns, ...texts.map(toJsonBytes)]);
  return (line) => {
    if (wanted.has(line.seq)) return true;
    const { kind } = line;
    if (kind === null || kind === 'amended') return true;
    if (MANY.has(kind)) return false;
    if (gone.hasWords) return true;
    if (kind === 'clusters.changed' && gone.words.size > 0) return true;
    if (kind === 'heads.adopted' && gone.areHeadsGone) return true;
    return matcher.some(line.bytes);
  };
}

/** Ids by which a record can name what goes. */
export function* listIds(gone: Gone): Generator<string> {
  const sets = [
    gone.turns,
    gone.conversations,
    gone.documents,
    gone.chunks,
    gone.documentHashes,
    gone.folders,
    gone.claims,
  ];
  for (const set of [...sets, gone.slots, gone.procedures, gone.summaries, gone.reflections, gone.clusters]) yield* set;
  for (const set of [gone.imports, gone.traces, gone.spaces, gone.titled]) yield* set;
  yield* gone.cuts.keys();
  for (const key of gone.entities) yield key.slice(key.indexOf('\n') + 1);
}
