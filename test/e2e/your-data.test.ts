import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, isBrowserMissing, type Opened, openPage } from './open-page.ts';

const FINISHED = 45_000;
const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);
const said = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached', timeout: FINISHED });

/** Chooses what is wished, saves it, and reads what the window was given. */
async function saveAs(page: Page, format: RegExp): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole('radio', { name: format }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a file' }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

describe.skipIf(isBrowserMissing())('your data, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await openPage();
    page = opened.page;
    page.setDefaultTimeout(FINISHED);
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('lets saving and using be decided before the first word', async () => {
    const save = page.getByRole('switch', { name: 'Save what I say' });
    await save.click();
    await page.getByRole('switch', { name: 'Save what I say', checked: false }).waitFor();
    await save.click();
    await page.getByRole('switch', { name: 'Save what I say', checked: true }).waitFor();
    await page.getByText('To keep it elsewhere').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Skip' }).click();
  });

  it('says what is stored, where, how large and who can read it', async () => {
    await visit(page, '#/import');
    await page.locator('input[type=file]').setInputFiles(join(opened.folder, 'turns.jsonl'));
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await said(page, 'Import finished: 3 read');
    await page.getByRole('link', { name: 'Your data' }).click();
    const table = page.getByRole('table', { name: 'What is stored' });
    await table.getByRole('row', { name: /^All together.*\d/ }).waitFor();
    const settings = await table.getByRole('row', { name: /^Settings and drafts/ }).textContent();
    const { size } = await stat(join(opened.dataFolder, 'settings.json'));
    expect(settings).toContain(`${size} bytes`);
    await page.getByText(opened.dataFolder, { exact: true }).waitFor();
    await page
      .getByText(/can read/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Show every connection' }).click();
    await page.getByText('None. Nothing has left this computer.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await findViolations(page)).toEqual([]);
  });

  it('hands out what was said, to read and to bring back', async () => {
    const markdown = await saveAs(page, /^Pages to read/);
    const jsonl = await saveAs(page, /^Everything, for Palimpsest/);
    const chatgpt = await saveAs(page, /^As ChatGPT/);
    expect({
      names: [markdown.name, jsonl.name, chatgpt.name].map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY')),
      isReadable: markdown.text.includes('My sister Clara moved to Lisbon in April.'),
      turns: jsonl.text.split('\n').filter((line) => line.includes('"text"')).length,
      conversations: JSON.parse(chatgpt.text).length > 0,
    }).toEqual({
      names: ['palimpsest-DAY.md', 'palimpsest-DAY.jsonl', 'conversations-DAY.json'],
      isReadable: true,
      turns: 3,
      conversations: true,
    });
    await page.getByText(/was given to be saved/).waitFor();
  });

  it('hands out one conversation or a time, and refuses days that are the wrong way round', async () => {
    await page.getByRole('combobox', { name: 'What', exact: true }).selectOption('conversation');
    await page.getByRole('combobox', { name: 'Which conversation' }).waitFor();
    await page.getByLabel('Said from').fill('1999-01-01');
    await page.getByLabel('to', { exact: true }).fill('1999-12-31');
    const none = await saveAs(page, /^Everything, for Palimpsest/);
    expect(none.text).not.toContain('Clara');
    await page.getByLabel('to', { exact: true }).fill('1998-12-31');
    await page.getByText('The last day is before the first.').waitFor();
    expect(await page.getByRole('button', { name: 'Save a file' }).isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
  });

  it('asked nothing of anybody else and complained about nothing', () => {
    expect({ strangers: opened.strangers, complaints: opened.complaints }).toEqual({ strangers: [], complaints: [] });
  });
});
