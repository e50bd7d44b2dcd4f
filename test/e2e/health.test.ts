import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 60_000;

describe.skipIf(isBrowserMissing())('the Health page, over the real engine', () => {
  let opened: Opened;
  let page: Page;
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
    await page.getByLabel('Write', { exact: true }).fill('I moved to Ghent in May 2023.');
    await page.getByLabel('Write', { exact: true }).press('Enter');
    await page.getByText('Learnt from this:').waitFor();
  }, 120_000);
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('says what is wrong, puts it right at a click, and says that all is in order', async () => {
    const settings = join(opened.dataFolder, 'settings.json');
    const left = join(opened.dataFolder, 'journal', '00000001.jsonl.tmp');
    await page.getByRole('link', { name: /^Health/ }).click();
    await heading('Work in the background');
    await writeFile(left, 'half');
    await utimes(left, 1, 1);
    await writeFile(settings, '{"theme": ');
    await page.getByRole('button', { name: 'Check everything now' }).click();

    await heading('Not in order: 2 things need you.');
    await page.getByText('settings.json was changed from outside').waitFor();
    await page.getByRole('link', { name: 'Health 2' }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Write it again' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Put right. The settings were written as they are in use.').waitFor();
    expect(JSON.parse(await readFile(settings, 'utf8'))).toMatchObject({ isWelcomed: true });
    await heading('In order, with one thing for you.');

    await page.getByText('What happened').click();
    await page.getByText(/^since .* Last seen/).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).last().click();
    await heading('In order.');
    await page.getByText('Dismissed: 1').click();
    await page.getByRole('button', { name: 'Show again' }).click();
    await page.getByRole('button', { name: 'Remove them' }).click();
    await page.getByText('Put right. 1 file removed.').waitFor();
    await heading('In order.');
    await page.getByText(/records, unbroken, signed, and equal to what each index holds/).waitFor();
  });

  it('runs work now, shows what came of it, and switches it off and on by keyboard', async () => {
    await page.getByRole('button', { name: 'Run now: Ageing of turns', exact: true }).click();
    await row('Ageing of turns')
      .getByText(/^Aged \d/)
      .waitFor();
    const own = page.getByRole('switch', { name: 'By itself: Ageing of turns' });
    await own.focus();
    await page.keyboard.press('Space');
    await row('Ageing of turns').getByText('off', { exact: true }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: 'By itself: Ageing of turns', checked: true }).waitFor();
    await page.getByRole('button', { name: 'Pause all' }).click();
    await page.getByText('paused by you').first().waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('waits while an answer is being written').waitFor();
  });

  it('says what lies on the disk and what each leg gave, in light, dark and on a narrow screen', async () => {
    await page.evaluate(() => window.location.assign('#/'));
    await page.getByLabel('Write', { exact: true }).fill('Where did I move in 2023?');
    await page.getByLabel('Write', { exact: true }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Answer finished' }).waitFor({ state: 'attached' });
    await page.evaluate(() => window.location.assign('#/health'));
    await page.getByText('the truth; everything else rests on it').waitFor();
    await heading('What each leg gave, 30 days');
    await page.getByRole('img', { name: /^The lexical leg: gave something in \d of \d questions\.$/ }).waitFor();
    for (const theme of ['dark', 'light']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      expect(await findViolations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Run now: Watch', exact: true }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await findViolations(page)).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});
