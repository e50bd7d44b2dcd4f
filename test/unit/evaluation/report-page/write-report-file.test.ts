import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync, inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FragmentTexts } from '../../../../main/evaluation/report-page/page-format.pure.ts';
import { writeReportFile } from '../../../../main/evaluation/report-page/write-report-file.ts';
import { ARMS, makeRun } from './made-run.ts';

const RUN = makeRun({ trajectories: 1, turns: 30, probes: 8, checkpoints: 2, arms: ARMS.slice(0, 2) });
const signal = new AbortController().signal;

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

describe('writeReportFile', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'report-page-'));
    await put(join(folder, 'report.json'), JSON.stringify(RUN.report));
    for (const one of RUN.trajectories) await put(join(folder, 'trajectories', `${one.id}.json`), JSON.stringify(one));
    for (const [n, part] of RUN.parts.entries())
      await put(join(folder, 'observations', RUN.report.parts[n]?.name ?? ''), JSON.stringify(part));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('writes the page of a run from its folder', async () => {
    const path = await writeReportFile({ folder, template: '[@@DATA@@]', hasTexts: false, signal });
    const page = await readFile(path, 'utf8');
    expect(path).toBe(join(folder, 'report.html'));
    expect(page).toMatch(/^\[<script type="text\/plain" data-part="report">/);
    expect(page).toContain('data-part="index"');
    expect(page).not.toContain('data-part="texts-0"');
  });

  it('takes texts out of the traces, and goes on where one is gone', async () => {
    const traced = RUN.parts[0]?.rows.find(({ trace }) => trace !== null)?.trace ?? '';
    const trace = { answer: { recent: [{ id: 't1', tokens: 3 }], fragments: [{ text: 'The kettle went up.' }] } };
    await put(join(folder, 'traces', traced), gzipSync(JSON.stringify(trace)));
    const path = await writeReportFile({ folder, template: '@@DATA@@', hasTexts: true, signal });
    const packed = (await readFile(path, 'utf8')).match(/data-part="texts-0">([^<]+)</)?.[1] ?? '';
    const texts: FragmentTexts[] = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));
    expect(texts.filter((one) => one !== null)).toEqual([['', 'The kettle went up.']]);
  });

  it('leaves no half page where a file of the run is damaged', async () => {
    await writeFile(join(folder, 'observations', RUN.report.parts[0]?.name ?? ''), '{"format":"other"}');
    await expect(writeReportFile({ folder, template: '@@DATA@@', hasTexts: false, signal })).rejects.toMatchObject({
      code: 'evaluation.invalid',
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('report.html'))).toEqual([]);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    stop.abort();
    const asked = writeReportFile({ folder, template: '@@DATA@@', hasTexts: false, signal: stop.signal });
    await expect(asked).rejects.toThrow();
    expect((await readdir(folder)).filter((name) => name.startsWith('report.html'))).toEqual([]);
  });
});
