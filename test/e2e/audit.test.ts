import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpack } from '../builders/forge.ts';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 120_000;
const HOSTILE = '</script><img src=x onerror="document.title=1"><b id="pwned">';
const LINES = Array.from({ length: 300 }, (_, n) =>
  JSON.stringify({
    ...{
      conversation: `c${n % 9}`,
      id: `t${n}`,
      speaker: 'Ada',
      role: 'user',
      at: new Date(Date.UTC(2024, 0, 1) + n * 3_600_000).toISOString(),
    },
    text:
      n === 7 ? `I like ${HOSTILE} jam` : n % 3 === 0 ? `I like quince number ${n}` : `An ordinary day, number ${n}`,
  }),
).join('\n');

describe.skipIf(isBrowserMissing())('audit bundles, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;
  let saved = '';
  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('says what a bundle will hold, and hands it over as a file', async () => {
    await page.evaluate(() => window.location.assign('#/import'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'days.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(LINES) });
    await page
      .getByRole('button', { name: /^Import/ })
      .first()
      .click();
    await page.getByText('300 imported', { exact: true }).waitFor({ timeout: PATIENCE_MS });
    await page.evaluate(() => window.location.assign('#/audit'));
    await page.getByText(/^The bundle will hold the words of/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('All words').check();
    await page.getByText(/covered up or outside of the part/).waitFor();
    await page.getByLabel('All words').uncheck();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Write the bundle' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^palimpsest-audit-\d{4}-\d{2}-\d{2}\.zip$/);
    saved = join(opened.folder, 'bundle.zip');
    await file.saveAs(saved);
    await page.getByText(/^Written: palimpsest-audit/).waitFor();
  });

  it('checks a bundle, and names what is wrong with a changed one', async () => {
    const choose = page.locator('input[type=file]');
    await choose.setInputFiles(saved);
    await page.getByText('✓ Unbroken and unchanged').waitFor({ timeout: PATIENCE_MS });
    const bytes = await readFile(saved);
    bytes[3_000] = (bytes[3_000] ?? 0) ^ 1;
    await choose.setInputFiles({ name: 'changed.zip', mimeType: 'application/zip', buffer: bytes });
    await page.getByText('✗ Not sound').waitFor({ timeout: PATIENCE_MS });
    expect(await findViolations(page)).toEqual([]);
    expect(opened.complaints).toEqual([]);
    expect(opened.strangers).toEqual([]);
  });

  it('opens by itself without a network, safe from what was said, and says that it is sound', async () => {
    const viewer = join(opened.folder, 'viewer.html');
    await writeFile(viewer, unpack(new Uint8Array(await readFile(saved))).get('viewer.html') ?? '');
    const context = await opened.browser.newContext({ offline: true, colorScheme: 'dark' });
    const alone = await context.newPage();
    const complaints: string[] = [];
    alone.on('pageerror', (error) => complaints.push(error.message));
    alone.on('console', (message) => complaints.push(message.text()));
    await alone.goto(pathToFileURL(viewer).href);
    await alone.getByText('✓ Unbroken and unchanged').waitFor({ timeout: PATIENCE_MS });
    await alone.getByRole('tab', { name: 'What was said' }).press('Enter');
    await alone.getByText('300 turns').waitFor();
    await alone.getByLabel('Find').fill('onerror');
    await alone.getByText(HOSTILE).first().waitFor();
    expect(await alone.locator('#pwned').count()).toBe(0);
    expect(await alone.title()).toBe('A record of memory');
    expect(await findViolations(alone)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
