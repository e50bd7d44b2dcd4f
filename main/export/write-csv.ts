import type { Revision, Space } from '../contract/index.ts';
import { csvLine } from './csv.pure.ts';
import { listExportedFacts, listExportedSpaces } from './facts.ts';
import type { ExportRun } from './history.ts';

const COLUMNS = [
  ...['id', 'space', 'subject', 'relation', 'object', 'value', 'status', 'valid_from', 'valid_to', 'precision'],
  ...['known_from', 'known_to', 'confidence', 'asserted_by', 'last_mentioned_at', 'is_sensitive', 'turns', 'quotes'],
];

/** A table of facts with both clocks, one a row. */
export async function* writeCsv(run: ExportRun): AsyncGenerator<string, void, undefined> {
  yield csvLine(COLUMNS);
  for (const space of await listExportedSpaces(run)) {
    for (const fact of await listExportedFacts(run, space.id)) {
      yield rowOf(fact, space);
      run.note({ facts: 1 });
    }
  }
}

function rowOf(fact: Revision, space: Space): string {
  const { object } = fact;
  return csvLine([
    ...[fact.id, space.name, fact.subject.name, fact.relation],
    object.kind === 'entity' ? object.name : object.text,
    object.kind === 'entity' ? object.id : object.value,
    ...[fact.status, fact.validFrom, fact.validTo, fact.precision, fact.knownFrom, fact.knownTo],
    ...[fact.confidence, fact.assertedBy, fact.lastMentionedAt, fact.isSensitive],
    fact.evidence.flatMap(({ turnId }) => turnId ?? []).join('\n'),
    fact.evidence.map(({ quote }) => quote).join('\n'),
  ]);
}
