import type { ScannedLine } from '../journal/scan-lines.ts';
import type { ByteMatcher } from './byte-matcher.pure.ts';
import { readLine } from './read-line.ts';

/** What can hold words that somebody said. */
export const SAYING: ReadonlySet<string> = new Set([
  'turn.said',
  'amended',
  'document.added',
  'slot.set',
  'conversation.started',
  'conversation.renamed',
  'space.created',
  'space.changed',
  'codex.entity-changed',
]);

/** As well as what was made of them, in a way in which others are made that stay. */
export const RESAYING: ReadonlySet<string> = new Set([...SAYING, 'summary.written', 'procedure.set']);

/** Notes for each piece the records that say it; an amendment speaks for the record that it is about. */
export function collectSaid(
  line: ScannedLine,
  {
    matcher,
    pieces,
    saidAt,
  }: { readonly matcher: ByteMatcher; readonly pieces: readonly string[]; readonly saidAt: Map<string, number[]> },
): void {
  let seq: number | null = null;
  matcher.search(line.bytes, (index) => {
    seq ??= line.kind === 'amended' ? (readLine(line)?.seq ?? line.seq) : line.seq;
    const piece = pieces[index] ?? '';
    const seqs = saidAt.get(piece);
    if (seqs === undefined) saidAt.set(piece, [seq]);
    else if (seqs.at(-1) !== seq) seqs.push(seq);
    return false;
  });
}
