import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeReportPage, type ReportPage } from '../../main/evaluation/report-page/write-report-page.ts';
import { buildReport } from '../../scripts/lib/build-report.mjs';
import { HOSTILE, type MadeRun, makeRun } from '../unit/evaluation/report-page/made-run.ts';
import { findViolations, isBrowserMissing, launchBrowser } from './open-page.ts';

const PATIENCE_MS = 60_000;
const CHARTS = ['checkpoints', 'baselines', 'categories', 'ages', 'truth', 'frontier', 'ablations'];

type OpenedFile = AsyncDisposable & { readonly page: Page; readonly complaints: string[]; readonly asked: string[] };

describe.skipIf(isBrowserMissing())('the report of an evaluation, as a file in a browser without a network', () => {
  let folder = '';
  let template = '';
  let browser: Browser;
  let run: MadeRun;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evaluation-report-'));
    await buildReport(folder);
    template = await readFile(join(folder, 'evaluation-report.html'), 'utf8');
    run = makeRun({ trajectories: 3, turns: 120, probes: 18, checkpoints: 4 });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function write(name: string, given: Partial<ReportPage>): Promise<string> {
    const pieces: string[] = [];
    for await (const piece of composeReportPage({ template, ...run, ...given })) pieces.push(piece);
    const path = join(folder, name);
    await writeFile(path, pieces.join(''));
    return path;
  }

  async function open(path: string, options: BrowserContextOptions = {}): Promise<OpenedFile> {
    const context = await browser.newContext({ offline: true, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('request', (request) => asked.push(request.url()));
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(pathToFileURL(path).href);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    return { page, complaints, asked, [Symbol.asyncDispose]: () => context.close() };
  }

  it('shows every chart with its words and its table, and asks for nothing but itself', async () => {
    const path = await write('report.html', {});
    await using opened = await open(path);
    const { page } = opened;
    for (const id of CHARTS) {
      const section = page.locator(`section#${id}`);
      const label = await section.locator('svg[role=img]').getAttribute('aria-label');
      expect(label?.length, id).toBeGreaterThan(40);
      await section.locator('summary').first().focus();
      await page.keyboard.press('Enter');
      expect(await section.locator('details[open] tbody tr').count(), id).toBeGreaterThan(0);
    }
    expect(await page.locator('section#legs .heat').count()).toBeGreaterThan(6);
    expect(await page.locator('section#denominators tbody tr').count()).toBe(run.report.arms.length);
    await page.getByText(run.report.header.hashes.code).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(opened.complaints).toEqual([]);
    expect(opened.asked).toEqual([pathToFileURL(path).href]);
  });

  it('draws all charts by the chosen measure and arms', async () => {
    await using opened = await open(await write('report.html', {}));
    const { page } = opened;
    const chart = page.locator('section#checkpoints svg[role=img]');
    expect(await chart.getAttribute('aria-label')).toMatch(/^Right answers\. full: \d/);
    await page.getByLabel('Measure').selectOption({ label: 'Outdated answers' });
    expect(await chart.getAttribute('aria-label')).toMatch(/^Outdated answers\./);
    await page.getByRole('checkbox', { name: 'no-graph' }).check();
    expect(await chart.getAttribute('aria-label')).toContain('no-graph:');
    await page.getByRole('checkbox', { name: 'vector-30' }).uncheck();
    expect(await chart.getAttribute('aria-label')).not.toContain('vector-30:');
    expect(opened.complaints).toEqual([]);
  });

  it('opens any observation by the keyboard, with what was found and what became of it, and runs none of it', async () => {
    await using opened = await open(await write('report.html', {}), { colorScheme: 'dark' });
    const { page } = opened;
    await page.getByLabel('Arm', { exact: true }).selectOption('full');
    await page.getByLabel('Words').fill('onerror');
    const row = page.locator('.row').first();
    await row.focus();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('region', { name: 'The chosen observation' });
    await detail.getByRole('heading', { name: HOSTILE }).waitFor();
    for (const heading of ['Answer', 'What is right', 'What was handed over, in order', 'What each way of finding did'])
      await detail.getByRole('heading', { name: heading, exact: true }).waitFor();
    expect(await detail.locator('.context > li').count()).toBeGreaterThan(9);
    expect(await detail.locator('.evidence li').count()).toBeGreaterThan(0);
    await detail.getByText(/^traces\/full\/made-\d\/c\d\/p5\.json\.gz$/).waitFor();
    await detail.getByText(/^The first 20 candidates/).click();
    await detail.getByText('less than the line').first().waitFor();
    await detail.locator('button.cell').first().click();
    expect(await page.locator('#pwned').count()).toBe(0);
    expect(await page.title()).toBe('How well a memory did along its life');
    expect(await findViolations(page)).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it('shows the words of what was supplied where it was written with them', async () => {
    const path = await write('texts.html', { readTexts: async (trace) => [`Words out of ${trace} ${HOSTILE}`] });
    await using opened = await open(path);
    await opened.page.locator('.row').first().click();
    await opened.page.getByText(/^Words out of full\/made-0\//).waitFor();
    expect(await opened.page.locator('#pwned').count()).toBe(0);
  });

  it('says above everything that figures are not valid, and leads to the observations of a finding', async () => {
    const finding = { code: 'clock', count: 2, severity: 'invalid' as const, message: 'The clock was a month ahead.' };
    const where = { arm: 'vector-30', trajectory: 'made-1', checkpoint: 'c2', probe: null };
    const report = { ...run.report, isValid: false, invalid: [finding.message], findings: [{ ...finding, ...where }] };
    await using opened = await open(await write('invalid.html', { report }));
    const { page } = opened;
    await page.getByRole('heading', { name: '✗ These figures are not valid' }).waitFor();
    await page.getByRole('button', { name: 'Show the observations' }).click();
    expect(await page.getByLabel('Arm', { exact: true }).inputValue()).toBe('vector-30');
    await page.getByText(/^\d+ observations of [\d,]+$/).waitFor();
    await page.locator('.row', { hasText: 'vector-30 · made-1 · c2' }).first().waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('says whether what was promised before the run was reached', async () => {
    const line = {
      what: 'Evidence in the first ten',
      value: 0.81,
      comparison: '>=' as const,
      threshold: 0.85,
      holds: false,
    };
    const gate = { name: 'made', registeredAt: 'before', arm: 'full', holds: false, lines: [line] };
    await using opened = await open(await write('gate.html', { report: { ...run.report, gate } }));
    await opened.page.getByText('✗ The gate does not hold').waitFor();
    await opened.page.getByRole('cell', { name: 'at least 0.85' }).waitFor();
    expect(await findViolations(opened.page)).toEqual([]);
  });

  it('fits a narrow screen', async () => {
    await using opened = await open(await write('report.html', {}), { viewport: { width: 360, height: 740 } });
    await opened.page.locator('.row').first().click();
    await opened.page.getByRole('heading', { name: 'What is right' }).waitFor();
    const overflow = await opened.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('says that a damaged file is damaged', async () => {
    const path = join(folder, 'damaged.html');
    await writeFile(
      path,
      (await readFile(await write('report.html', {}), 'utf8')).replace('data-part="report">', '$&AAAA'),
    );
    await using opened = await open(path);
    await opened.page.getByText('This file cannot be shown: it is damaged').waitFor();
  });

  it('opens 20,000 observations at once', async () => {
    const rows = run.parts.reduce((sum, part) => sum + part.rows.length, 0);
    const times = Math.ceil(20_000 / rows);
    const parts = Array.from({ length: times }, () => run.parts).flat();
    await using opened = await open(await write('large.html', { parts }));
    const { page } = opened;
    await page.getByText(`${(rows * times).toLocaleString('en-GB')} observations`, { exact: true }).waitFor();
    const marks = await page.evaluate(() => performance.getEntriesByName('listed').map(({ startTime }) => startTime));
    console.log(`${rows * times} observations: listed after ${Math.round(marks[0] ?? 0)} ms`);
    expect(await page.locator('.row').count()).toBeLessThan(100);
    await page.locator('.scroller').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const last = page.locator(`[data-key="${rows * times - 1}"]`);
    await last.click();
    await page
      .getByRole('region', { name: 'The chosen observation' })
      .getByRole('heading', { name: 'What is right' })
      .waitFor();
    expect(opened.complaints).toEqual([]);
  });
});
