import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFilesWith, findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 30_000;
const SECRET = 'My landlord Joos Vandersteen keeps the cellar key under the blue flowerpot.';
const NEEDLE = 'blue flowerpot';
const OTHER = 'I moved to Ghent in May 2023.';

const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write', { exact: true }).fill(text);
  await page.getByLabel('Write', { exact: true }).press('Enter');
  await page.getByRole('article', { name: 'You said' }).getByText(text).waitFor();
}

/** Opens the preview from under a turn. */
async function askToForget(page: Page, text: string): Promise<void> {
  const turn = page.getByRole('article').filter({ hasText: text }).first();
  await turn.hover();
  await turn
    .getByRole('button', { name: /^Forget .*…$/ })
    .first()
    .click();
}

describe.skipIf(isBrowserMissing())('forgetting, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
    await say(page, OTHER);
    await page.getByText('Learnt from this:').waitFor();
    await say(page, SECRET);
    await page.getByRole('button', { name: 'Copy' }).last().waitFor();
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('shows all that goes and all that stays, and names nothing of it in the address', async () => {
    expect(await findFilesWith(opened.dataFolder, NEEDLE)).not.toEqual([]);
    await askToForget(page, NEEDLE);
    await heading(page, 'Forget this turn');
    await heading(page, 'Goes');
    await heading(page, 'Stays, and why');
    await heading(page, 'Out of reach');
    await page.getByRole('checkbox', { name: new RegExp(NEEDLE) }).waitFor();
    expect(page.url()).toMatch(/#\/forget$/);
    expect(await findViolations(page)).toEqual([]);
  });

  it('keeps everything when asked to, where one came from', async () => {
    await button(page, 'Keep everything').click();
    await page.getByText(SECRET).first().waitFor();
    expect(page.url()).toContain('#/chat/');
  });

  it('stops within the seconds of grace, and nothing was changed', async () => {
    await askToForget(page, NEEDLE);
    await button(page, /^Forget (this turn|these \d+ turns)/).click();
    await heading(page, /^Begins in \d+ seconds$/);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Stopped. Nothing was changed.').first().waitFor();
    expect(await findFilesWith(opened.dataFolder, NEEDLE)).not.toEqual([]);
  });

  it('forgets, goes on while something else is looked at, and shows a receipt without a word of it', async () => {
    await button(page, /^Forget (this turn|these \d+ turns)/).click();
    await heading(page, /^Begins in/);
    await visit(page, '#/memory');
    await page
      .getByText(/^Forgetting/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Show', exact: true }).click();
    await page.getByRole('heading', { name: 'Gone.', exact: true }).waitFor();
    const receipt = page.getByRole('article', { name: 'Receipt' });
    expect(await receipt.textContent()).not.toContain('flowerpot');
    expect(await receipt.getByText('0 times').count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);
    expect(await findFilesWith(opened.dataFolder, NEEDLE)).toEqual([]);
    expect(await page.content()).not.toContain('flowerpot');
  });

  it('saves the receipt', async () => {
    const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as JSON').click()]);
    expect(saved.suggestedFilename()).toMatch(/^palimpsest-receipt-\d+\.json$/);
    const receipt: unknown = JSON.parse(await readFile(await saved.path(), 'utf8'));
    expect(receipt).toMatchObject({ kind: 'turns', scan: { found: 0 } });
  });

  it('leads back to a chat without the turn, which keeps the rest', async () => {
    await button(page, 'Back').click();
    await page.getByText(OTHER).first().waitFor();
    expect(await page.getByText('flowerpot').count()).toBe(0);
  });

  it('keeps a list of receipts', async () => {
    await visit(page, '#/forgotten');
    await page.getByRole('list', { name: 'Receipts' }).getByRole('button').first().click();
    await page.getByRole('article', { name: 'Receipt' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('looks for words from the palette, and says where nothing holds them', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(NEEDLE);
    await page.getByRole('option', { name: /^do Forget everything that says/ }).click();
    await page.getByText('Nothing here holds this. There is nothing to forget.').waitFor();
    await button(page, 'Choose something else').click();
    await heading(page, 'What should be forgotten?');
    expect(await findViolations(page)).toEqual([]);
  });

  it('looks at a time, and refuses days that stand the wrong way round', async () => {
    await page.getByLabel('From', { exact: true }).fill('June 2024');
    await page.getByLabel('To, this day included').fill('May 2024');
    await page.getByText('The first day comes after the last one.').waitFor();
    await page.getByLabel('From', { exact: true }).fill('yesterday');
    await page.getByLabel('To, this day included').fill('today');
    await button(page, 'Look first').last().click();
    await heading(page, /^Forget what was said from/);
    await page.getByRole('checkbox', { name: /Ghent/ }).waitFor();
  });

  it('asks for the word before everything goes', async () => {
    await visit(page, '#/settings');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('forget everything');
    await page.getByRole('option', { name: 'do Forget everything…' }).click();
    await heading(page, 'Forget everything');
    const confirm = button(page, /^Forget everything: /);
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Write “forget” to confirm').fill('Forget');
    expect(await confirm.isEnabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await button(page, 'Keep everything').click();
    await heading(page, 'Settings');
    expect(opened.complaints).toEqual([]);
  });
});
