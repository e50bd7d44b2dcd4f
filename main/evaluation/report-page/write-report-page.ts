import { deflateRawSync } from 'node:zlib';
import { assert } from '../../lib/assert.ts';
import type { Trajectory } from '../format/trajectory.ts';
import type { ObservationPart, ObservationRow } from '../report/observation-row.ts';
import type { Report } from '../report/report.ts';
import { openIndex } from './index-rows.pure.ts';
import { type FragmentTexts, PART, type Passage, ROWS_IN_PART, type TrajectoryNote } from './page-format.pure.ts';

export type ReportPage = {
  /** The built page without data: `evaluation-report.html`. */
  readonly template: string;
  readonly report: Report;
  readonly trajectories: Iterable<Trajectory> | AsyncIterable<Trajectory>;
  /** One part at a time, so that a long run never lies in memory whole. */
  readonly parts: Iterable<ObservationPart> | AsyncIterable<ObservationPart>;
  /** Texts of what was supplied, from the trace file of a row; absent: the page has the words of turns alone. */
  readonly readTexts?: (trace: string) => Promise<FragmentTexts>;
};

const PLACE = '@@DATA@@';
/** Of a document or a very long turn the page holds so many characters. */
const PASSAGE_CHARS = 20_000;

/** Nothing that was said can end an element or begin one: a part is letters and digits alone. */
const partOf = (name: string, value: unknown): string =>
  `<script type="text/plain" data-part="${name}">${deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64')}</script>\n`;

/** The report of a run as one page that opens without a network, piece by piece. */
export async function* composeReportPage(page: ReportPage): AsyncGenerator<string, void, undefined> {
  const [before, after] = cutTemplate(page.template);
  yield before;
  yield partOf(PART.report, page.report);
  const notes: TrajectoryNote[] = [];
  for await (const trajectory of page.trajectories) {
    yield partOf(PART.passages(notes.length), passagesOf(trajectory));
    const { id, title, domain, checkpoints } = trajectory;
    notes.push({ id, title, domain, checkpoints });
  }
  yield partOf(PART.trajectories, notes);
  yield* composeRows(page);
  yield after;
}

/** Rows in parts of the same length, however they came, and last the list that finds them. */
async function* composeRows({ parts, readTexts }: ReportPage): AsyncGenerator<string, void, undefined> {
  const index = openIndex();
  let waiting: ObservationRow[] = [];
  let written = 0;
  const flush = async (): Promise<string> => {
    const rows = waiting;
    waiting = [];
    written += 1;
    const own = partOf(PART.rows(written - 1), rows);
    if (readTexts === undefined) return own;
    const texts: FragmentTexts[] = [];
    for (const { trace } of rows) texts.push(trace === null ? null : await readTexts(trace));
    return own + partOf(PART.texts(written - 1), texts);
  };
  for await (const { arm, trajectory, rows } of parts)
    for (const row of rows) {
      index.add({ arm, trajectory, row });
      waiting.push(row);
      if (waiting.length === ROWS_IN_PART) yield await flush();
    }
  if (waiting.length > 0) yield await flush();
  yield partOf(PART.index, index.close());
}

function cutTemplate(template: string): readonly [string, string] {
  const at = template.indexOf(PLACE);
  assert(at >= 0, 'the page for reports has no place for data');
  return [template.slice(0, at), template.slice(at + PLACE.length)];
}

function passagesOf({ turns, documents }: Trajectory): readonly Passage[] {
  return [
    ...turns.map(({ id, speaker, at, text }): Passage => [id, speaker, at, text.slice(0, PASSAGE_CHARS)]),
    ...documents.map(({ id, name, at, text }): Passage => [`document:${id}`, name, at, text.slice(0, PASSAGE_CHARS)]),
  ];
}
