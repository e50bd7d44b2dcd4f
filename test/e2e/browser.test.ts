import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFilesWith, findViolations, isBrowserMissing, type Opened, openPage } from './open-page.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures/exports');
const FINISHED = 45_000;

/** The page says when it has finished; nothing here waits for a number of milliseconds. */
const said = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached', timeout: FINISHED });

const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write', { exact: true }).fill(text);
  await page.getByLabel('Write', { exact: true }).press('Enter');
}

async function importFiles(page: Page, files: readonly string[]): Promise<void> {
  await visit(page, '#/import');
  await page.locator('input[type=file]').setInputFiles([...files]);
  await page.getByText('nothing written yet').waitFor();
}

const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' });

describe.skipIf(isBrowserMissing())('the page in a browser, over the real engine', () => {
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await openPage();
    page = opened.page;
    page.setDefaultTimeout(FINISHED);
  });
  afterEach(async ({ task }) => {
    const folder = process.env.PALIMPSEST_SHOTS;
    if (folder && task.result?.state === 'fail') await page.screenshot({ path: join(folder, `${task.id}.png`) });
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('takes the token out of the address bar and shows where everything will live', async () => {
    await page.getByRole('heading', { name: /It remembers what you said/ }).waitFor();
    expect(page.url()).not.toContain('token');
    await page.getByText(opened.dataFolder).waitFor();
    await page.getByText('Nothing has left this computer.').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('walks through the three welcome screens, names the hosts a download would ask, and can be skipped', async () => {
    await page.getByRole('button', { name: 'Next: choose a model' }).click();
    await page
      .getByText(/A download asks|Comes from a folder/)
      .first()
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('heading', { name: 'A clean page.' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'A clean page.' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('previews an export, imports it and accounts for every turn', async () => {
    await importFiles(page, [join(fixtures, 'chatgpt_conversations.json')]);
    const preview = (await page.getByText(/read = .* new/).textContent()) ?? '';
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await said(page, 'Import finished');
    const report = (await page.getByText(/read = .* imported/).textContent()) ?? '';
    const [read = 0, imported = 0, skipped = 0] = (report.match(/\d+/g) ?? []).map(Number);
    expect(read).toBe(imported + skipped);
    expect(preview.match(/\d+/g)).toEqual(report.match(/\d+/g));
    expect(await findViolations(page)).toEqual([]);
  });

  it('says so when a file is imported twice or is no export at all', async () => {
    await importFiles(page, [join(fixtures, 'chatgpt_conversations.json')]);
    await page.getByRole('button', { name: 'Nothing new to import' }).waitFor();
    await page.getByRole('button', { name: 'Leave it' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('not a zip') });
    await page.getByText('Nothing was imported from it.').waitFor();
  });

  it('answers without a model with quotes that are marked as such, each with its note', async () => {
    await importFiles(page, [join(opened.folder, 'turns.jsonl')]);
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await said(page, 'Import finished: 3 read');
    await visit(page, '#/');
    await ask(page, 'Where did my sister Clara move?');
    await said(page, /Answer finished, \d+ memor/);
    await page.getByText('Evidence only', { exact: true }).waitFor();
    expect(await page.getByText('My sister Clara moved to Lisbon in April.').count()).toBeGreaterThan(0);
    expect(await findViolations(page)).toEqual([]);
  });

  it('opens a citation in the margin and then in its own conversation, at the turn', async () => {
    const clara = page
      .getByRole('complementary', { name: 'Memories used in the answers' })
      .getByText('Clara moved')
      .first();
    await clara.click();
    await page.getByRole('button', { name: 'Open the turn' }).click();
    await page.waitForURL(/turn=t1/);
    const turn = page.locator('[data-turn=t1]');
    await turn.waitFor();
    expect(await turn.textContent()).toContain('My sister Clara moved to Lisbon in April.');
    await page.goBack();
  });

  it('shows how the answer was made, leg by leg', async () => {
    await page.getByRole('link', { name: 'Trace' }).first().click();
    await page.getByRole('rowheader', { name: 'lexical' }).waitFor();
    await page.getByRole('rowheader', { name: 'episodic vector' }).waitFor();
    await page.getByText('in prompt', { exact: false }).first().waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('recalls, today and as of a day before anything was said', async () => {
    await visit(page, '#/search');
    await page.getByLabel('What to recall').fill('dentist');
    await page.getByRole('button', { name: 'Recall' }).click();
    await page.getByText('The dentist appointment is on 12 June.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('as of the end of').fill('2020-01-01');
    await page.getByText('Nothing said later is used.', { exact: false }).waitFor();
    await page.getByText('The dentist appointment is on 12 June.').waitFor({ state: 'detached' });
  });

  it('finds chats and turns from the keyboard alone', async () => {
    await visit(page, '#/');
    await page.getByLabel('Write', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).waitFor();
    await page.keyboard.type('dentist app');
    const wanted = page.getByRole('option').filter({ hasText: /^Ada.*The dentist appointment/ });
    await wanted.waitFor();
    expect(await findViolations(page)).toEqual([]);
    while ((await wanted.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('[data-turn=t3]').waitFor();
    await page.keyboard.press('Control+/');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Keys' }).waitFor({ state: 'detached' });
  });

  it('renames, removes and brings back a chat, and removing says that it is not forgetting', async () => {
    const link = chats(page).getByRole('link', { name: 'Where did my sister Clara move?' });
    await link.focus();
    await page.keyboard.press('F2');
    await page.getByLabel('New title').fill('Clara in Lisbon');
    await page.keyboard.press('Enter');
    const renamed = chats(page).getByRole('link', { name: 'Clara in Lisbon' });
    await renamed.focus();
    await page.keyboard.press('Delete');
    await page.getByText('Removing is not forgetting.', { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Remove \d+ turns/ }).click();
    await renamed.waitFor({ state: 'detached' });
    await page.getByRole('complementary', { name: 'Palimpsest' }).getByRole('button', { name: 'Undo' }).click();
    await renamed.waitFor();
  });

  it('keeps versions of an edited question and of an answer', async () => {
    await chats(page).getByRole('link', { name: 'Clara in Lisbon' }).click();
    await page.getByLabel('Write', { exact: true }).press('ArrowUp');
    await page.getByLabel('Edit your turn').fill('Which city does Clara live in now?');
    await page.keyboard.press('Enter');
    await said(page, 'Answer finished');
    await page.getByText('2 / 2').waitFor();
    await page.getByRole('button', { name: 'Earlier version' }).first().click();
    await page.getByRole('article').filter({ hasText: 'Where did my sister Clara move?' }).first().waitFor();
    await page.getByRole('button', { name: 'Again' }).last().click();
    await page.getByText('2 / 2').waitFor();
  });

  it('writes no byte of a temporary chat, nor a draft of one', async () => {
    const canary = 'xylophone-marzipan-7319';
    await page.keyboard.press('Control+Shift+N');
    await page.getByRole('heading', { name: /A page that is not kept/ }).waitFor();
    await ask(page, `Remember ${canary} please`);
    await said(page, 'Answer finished');
    await page.getByText('Temporary: nothing of this is written').waitFor();
    await page.getByLabel('Write', { exact: true }).fill(`${canary} once more`);
    expect(await findViolations(page)).toEqual([]);
    expect(await chats(page).getByText(canary).count()).toBe(0);
    await visit(page, '#/');
    await page.getByRole('heading', { name: 'A clean page.' }).waitFor();
    expect(await findFilesWith(opened.dataFolder, canary)).toEqual([]);
  });

  it('keeps a draft over a reload', async () => {
    await page.getByLabel('Write', { exact: true }).fill('half a thought about the tram');
    await expect.poll(() => findFilesWith(opened.dataFolder, 'half a thought')).toHaveLength(1);
    await page.reload();
    await expect
      .poll(() => page.getByLabel('Write', { exact: true }).inputValue())
      .toBe('half a thought about the tram');
  });

  it('changes its theme and the size of its text at once and for good', async () => {
    await visit(page, '#/settings');
    await page.getByLabel('Theme').selectOption('dark');
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByLabel('Size of text').selectOption('125');
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20px');
    await page.reload();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByLabel('Size of text').selectOption('100');
  });

  it('has no violation of accessibility in any view in the dark, wide or narrow', async () => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      for (const hash of [
        '#/',
        '#/search?q=Lisbon',
        '#/import',
        '#/models',
        '#/settings',
        '#/health',
        '#/chat/c1?turn=t1',
      ]) {
        await visit(page, hash);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        expect({ hash, violations: await findViolations(page) }).toEqual({ hash, violations: [] });
      }
    }
    await page.getByRole('button', { name: 'Open the menu' }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('says that everything is in order', async () => {
    await visit(page, '#/health');
    await page.getByRole('heading', { name: 'In order.' }).waitFor();
  });

  it('has asked for nothing outside this computer and complained of nothing', () => {
    expect(opened.strangers).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it('says so when the engine goes away', async () => {
    await opened.stopEngine();
    await page.getByText('The engine is away.', { exact: false }).first().waitFor();
  });
});
