import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, isBrowserMissing, type Opened, openPage } from './open-page.ts';

const PATIENCE_MS = 20_000;

const TURNS = [
  'My sister Clara moved to Lisbon in April.',
  'Her new flat looks out over the harbour.',
  'The dentist wants to see me on the twelfth of June.',
  `I visited Clara last week. ${'We walked along the river and ate sardines in the sun. '.repeat(40)}She is well.`,
  'We planted tomatoes and basil behind the house.',
].map((text, index) => ({
  ...{ id: `s${index}`, conversation: 'sister', speaker: 'Ada', role: 'user', text },
  at: `2024-05-0${index + 1}T10:00:00Z`,
}));
const QUERY = 'Where does my sister Clara live?';

const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);

describe.skipIf(isBrowserMissing())('traces in a browser, over the real engine', () => {
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await openPage();
    page = opened.page;
    page.setDefaultTimeout(PATIENCE_MS);
    const path = join(opened.folder, 'sister.jsonl');
    await writeFile(path, TURNS.map((turn) => `${JSON.stringify(turn)}\n`).join(''));
    await page.getByRole('button', { name: 'Skip' }).click();
    await visit(page, '#/import');
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await page.getByRole('status').filter({ hasText: 'Import finished' }).waitFor({ state: 'attached' });
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('recalls with legs and settings of one’s own, and says in words whether it is known here', async () => {
    await visit(page, '#/search');
    await page.getByLabel('What to recall').fill(QUERY);
    await page.getByRole('button', { name: 'Recall' }).click();
    await page.getByText('Likely answered here').waitFor();
    await page.getByText('Options').click();
    await page.getByLabel('token budget').fill('400');
    await page.getByRole('button', { name: 'Show the whole turn' }).first().waitFor();
    await page.getByLabel('neighbourhood').uncheck();
    await page.getByText('Options (2 changed)').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('neighbourhood').check();
    await page.getByLabel('token budget').fill('');
  });

  it('shows when each leg ran, how the question was read, and what made each score', async () => {
    await page.getByRole('link', { name: 'How these were found' }).click();
    for (const name of ['embedding', 'lexical', 'episodic vector', 'graph', 'neighbourhood', 'reranking', 'packing'])
      await page.getByRole('rowheader', { name, exact: true }).waitFor();
    await page.getByText('likely answered here').waitFor();
    const first = page.getByRole('button', { name: /My sister Clara moved/ });
    await first.focus();
    await page.keyboard.press('Enter');
    expect(await first.getAttribute('aria-expanded')).toBe('true');
    await page.getByText('token by token', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show the whole turn' }).click();
    await page.getByText('the whole turn', { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('sorts and filters candidates from the keyboard', async () => {
    const head = page.getByRole('columnheader', { name: 'tokens' }).first();
    await head.getByRole('button').press('Enter');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.getByLabel('Show which candidates').selectOption('selected');
    expect(await page.locator('[data-fragment]').count()).toBeGreaterThan(0);
  });

  it('runs the question again without a leg, and lays the two traces side by side', async () => {
    await page.getByRole('button', { name: 'Run again with a change…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('episodic vector').uncheck();
    await dialog.getByLabel('ranking', { exact: true }).selectOption('by ranks (ICE)');
    await dialog.getByLabel('memories, at most').fill('2');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Run again' }).click();

    await page.getByRole('heading', { name: 'Two traces, side by side' }).waitFor();
    await page.waitForURL(/#\/trace\/[^/]+\/with\/[^/]+$/);
    await page.getByText('without episodic vector').waitFor();
    await page.getByText('fell out').first().waitFor();
    const leg = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'episodic vector' }) });
    expect(await leg.getByRole('cell').nth(1).textContent()).toBe('switched off');
    const ranking = page.getByRole('row').filter({ hasText: 'by ranks (ICE)' });
    expect(await ranking.getByRole('cell').first().textContent()).toBe('learned');
    expect(await findViolations(page)).toEqual([]);
  });

  it('compares with any other trace, the same question first', async () => {
    await page.getByRole('region', { name: 'second' }).getByRole('button', { name: 'Choose another' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'The same question' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Words of a question').fill('nobody asked this');
    await dialog.getByText('No question holds these words.').waitFor();
    await dialog.getByLabel('Words of a question').fill('sister');
    await dialog
      .getByRole('button', { name: /Where does my sister/ })
      .last()
      .click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Swap' }).waitFor();
  });

  it('says so when a trace is not there, alone or beside another', async () => {
    await visit(page, '#/trace/nothing');
    await page.getByText('There is no trace with this id.').waitFor();
    await visit(page, '#/trace/nothing/with/either');
    await page.getByText('There is no trace with this id.').waitFor();
  });

  it('stays readable in the dark and in a narrow window', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    await visit(page, `#/search?q=${encodeURIComponent(QUERY)}`);
    await page.getByRole('link', { name: 'How these were found' }).click();
    await page.getByRole('rowheader', { name: 'lexical' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => {
      const screen = document.querySelector('main section');
      return screen === null ? -1 : screen.scrollWidth - screen.clientWidth;
    });
    expect(overflow).toBe(0);
    expect(opened.complaints).toEqual([]);
    expect(opened.strangers).toEqual([]);
  });
});
