import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ObservationRow } from '../../../../main/evaluation/report/observation-row.ts';
import {
  type FragmentTexts,
  outcomeOf,
  type Passage,
  type RowIndex,
  type TrajectoryNote,
} from '../../../../main/evaluation/report-page/page-format.pure.ts';
import { composeReportPage, type ReportPage } from '../../../../main/evaluation/report-page/write-report-page.ts';
import { ARMS, HOSTILE, makeRun } from './made-run.ts';

const TEMPLATE = '<body>\n@@DATA@@\n<script>code();</script></body>';
const RUN = makeRun({ trajectories: 2, turns: 40, probes: 12, checkpoints: 3, arms: ARMS.slice(0, 3) });
const ROWS = RUN.parts.flatMap(({ arm, trajectory, rows }) => rows.map((row) => ({ arm, trajectory, row })));

async function compose(more: Partial<ReportPage> = {}): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of composeReportPage({ template: TEMPLATE, ...RUN, ...more })) pieces.push(piece);
  return pieces.join('');
}

/** What the page would find under a name. */
function openPart<T>(page: string, name: string): T | null {
  const found = page.match(new RegExp(`<script type="text/plain" data-part="${name}">([A-Za-z0-9+/=]*)</script>`));
  return found?.[1] === undefined ? null : JSON.parse(inflateRawSync(Buffer.from(found[1], 'base64')).toString('utf8'));
}

describe('composeReportPage', () => {
  it('puts every byte of the data where no browser reads it as markup', async () => {
    const page = await compose();
    const left = page.replaceAll(/<script type="text\/plain" data-part="[a-z0-9-]+">[A-Za-z0-9+/=]+<\/script>\n/g, '');
    expect(left).toBe('<body>\n\n<script>code();</script></body>');
    expect(page).not.toContain(HOSTILE);
    expect(JSON.stringify(openPart(page, 'passages-0'))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  });

  it('gives back what went in: the report, the turns and every row in order', async () => {
    const page = await compose();
    expect(openPart(page, 'report')).toEqual(RUN.report);
    expect(openPart<TrajectoryNote[]>(page, 'trajectories')?.map(({ id }) => id)).toEqual(['made-0', 'made-1']);
    const passages = openPart<Passage[]>(page, 'passages-1') ?? [];
    expect(passages).toHaveLength(41);
    expect(passages.at(-1)?.slice(0, 2)).toEqual(['document:d1', 'kettles.md']);
    const parts = Array.from({ length: Math.ceil(ROWS.length / 100) }, (_, n) =>
      openPart<ObservationRow[]>(page, `rows-${n}`),
    );
    expect(parts.slice(0, -1).every((part) => part?.length === 100)).toBe(true);
    expect(parts.flat()).toEqual(ROWS.map(({ row }) => row));
  });

  it('lists every row by its words', async () => {
    const index = openPart<RowIndex>(await compose(), 'index');
    expect(index?.count).toBe(ROWS.length);
    for (const field of ['arm', 'trajectory'] as const)
      expect(index?.places[field].map((place) => index.words[field][place])).toEqual(ROWS.map((one) => one[field]));
    const outcomes = index?.places.outcome.map((place) => index.words.outcome[place]);
    expect(outcomes).toEqual(ROWS.map(({ row }) => outcomeOf(row)));
  });

  it('is the same page, byte for byte, each time', async () => {
    expect(await compose()).toBe(await compose());
  });

  it('holds the texts of what was supplied only where they were asked for', async () => {
    expect(openPart(await compose(), 'texts-0')).toBeNull();
    const readTexts = async (trace: string): Promise<FragmentTexts> => (trace.startsWith('full/') ? [trace] : null);
    const texts = openPart<FragmentTexts[]>(await compose({ readTexts }), 'texts-0') ?? [];
    expect(texts).toEqual(
      ROWS.slice(0, 100).map(({ arm, row }) => (row.trace === null || arm !== 'full' ? null : [row.trace])),
    );
  });

  it('refuses a template without a place for data', async () => {
    await expect(compose({ template: '<body></body>' })).rejects.toThrow('no place for data');
  });
});

describe('outcomeOf', () => {
  const [first] = ROWS;
  if (first === undefined) throw new Error('no row was made');
  const row: ObservationRow = {
    ...first.row,
    status: 'observed',
    category: 'revision',
    isAbstaining: false,
    scores: {},
  };
  const cases: readonly (readonly [string, Partial<ObservationRow>])[] = [
    ['right', { scores: { accuracy: 1, stale: 0 } }],
    ['stale', { scores: { accuracy: 0, stale: 1 } }],
    ['wrong', { scores: { accuracy: 0, stale: 0 } }],
    ['did not know', { scores: { accuracy: 0 }, isAbstaining: true }],
    ['knew that it is unknown', { scores: { accuracy: 1, abstention: 1 }, category: 'abstention', isAbstaining: true }],
    ['wrong', { scores: { accuracy: 0, abstention: 0 }, category: 'abstention' }],
    ['evidence found', { scores: { turnRecall: 1, hit10: 1 } }],
    ['evidence found in part', { scores: { turnRecall: 0.5, hit10: 0 } }],
    ['evidence missed', { scores: { turnRecall: 0, hit10: 0 } }],
    ['nothing to score', { scores: { tokens: 90 } }],
    ['failed', { status: 'failed', scores: { accuracy: 0 } }],
    ['missing', { status: 'missing', scores: { accuracy: 0 } }],
  ];
  it.each(cases)('says %s of %o', (outcome, more) => {
    expect(outcomeOf({ ...row, ...more })).toBe(outcome);
  });
});
