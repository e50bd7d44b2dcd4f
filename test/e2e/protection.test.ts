import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFilesWith, findViolations, isBrowserMissing, type Opened, openPage } from './open-page.ts';

/** Encrypting ends with a new database and a passphrase that takes long on purpose. */
const PATIENCE_MS = 90_000;
const FIRST = 'ladder onion quartz velvet sparrow';
const SECOND = 'copper window thistle harbour nine';
const SAID = 'My sister Clara moved to Lisbon in April.';

const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);

async function typeNew(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel('New passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('The same once more', { exact: true }).fill(passphrase);
}

async function unlockWith(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

const locked = (page: Page) => page.getByRole('heading', { name: 'Locked', exact: true }).waitFor();

describe.skipIf(isBrowserMissing())('protection, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;
  let recoveryKey = '';

  beforeAll(async () => {
    opened = await openPage();
    page = opened.page;
    page.setDefaultTimeout(PATIENCE_MS);
    await page.getByRole('button', { name: 'Skip' }).click();
    await visit(page, '#/import');
    await page.locator('input[type=file]').setInputFiles(join(opened.folder, 'turns.jsonl'));
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await page.getByRole('status').filter({ hasText: 'Import finished: 3 read' }).waitFor({ state: 'attached' });
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('says what lies in the open, and takes no short passphrase and none that is mistyped', async () => {
    expect(await findFilesWith(opened.dataFolder, 'Clara')).not.toEqual([]);
    await visit(page, '#/your-data');
    await page.getByRole('link', { name: 'Protection' }).click();
    await page.getByText('Not encrypted', { exact: false }).first().waitFor();
    const set = page.getByRole('button', { name: 'Encrypt the folder' });
    await typeNew(page, 'short');
    await page.getByText('Too short: at least 8 characters.').waitFor();
    expect(await set.isDisabled()).toBe(true);
    await page.getByLabel('New passphrase', { exact: true }).fill(FIRST);
    await page.getByText('These two are not the same.', { exact: false }).waitFor();
    expect(await set.isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
  });

  it('encrypts the folder and shows the recovery key once', async () => {
    await typeNew(page, FIRST);
    await page.getByRole('button', { name: 'Encrypt the folder' }).click();
    await page.getByRole('heading', { name: 'Your recovery key' }).waitFor();
    recoveryKey = (await page.locator('[data-recovery-key]').textContent()) ?? '';
    expect(recoveryKey).toMatch(/^(?:[0-9A-Z]{6}-){8}[0-9A-Z]{6}$/);
    expect(await page.getByRole('button', { name: 'Go on' }).isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('I have it', { exact: false }).check();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'What opens it' }).waitFor();
    expect(await page.getByText(recoveryKey).count()).toBe(0);
    expect(await findFilesWith(opened.dataFolder, 'Clara')).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
  });

  it('locks at a click: nothing of the user is on the page or in its address any more', async () => {
    await visit(page, '#/search?q=Clara');
    await page.getByText(SAID).first().waitFor();
    await visit(page, '#/protection');
    await page.getByRole('button', { name: 'Lock now' }).click();
    await locked(page);
    expect({
      html: (await page.content()).includes('Clara'),
      url: page.url().includes('Clara'),
    }).toEqual({ html: false, url: false });
    await page.reload();
    await locked(page);
    expect(await findViolations(page)).toEqual([]);
  });

  it('does not open with a wrong passphrase, and opens with the right one', async () => {
    await unlockWith(page, 'not the passphrase');
    await page
      .getByText(/wrong|not the passphrase|does not open/i)
      .first()
      .waitFor();
    await unlockWith(page, FIRST);
    await page.getByRole('heading', { name: 'A clean page.' }).waitFor();
    await visit(page, '#/search?q=Clara');
    await page.getByText(SAID).first().waitFor();
  });

  it('changes the passphrase, and keeps when it locks by itself', async () => {
    await visit(page, '#/protection');
    await page.getByLabel('Lock by itself').selectOption('15');
    await page.getByRole('button', { name: 'Passphrase: Change' }).click();
    await page.getByLabel('Present passphrase', { exact: true }).fill(FIRST);
    await typeNew(page, SECOND);
    await page.getByRole('button', { name: 'Change the passphrase' }).click();
    await page.getByRole('status').filter({ hasText: 'The passphrase was changed.' }).waitFor({ state: 'attached' });
    expect(await page.getByLabel('Lock by itself').inputValue()).toBe('15');
    await page.getByRole('button', { name: 'Lock now' }).click();
    await locked(page);
    await unlockWith(page, SECOND);
    await page.getByRole('heading', { name: 'A clean page.' }).waitFor();
  });

  it('opens with the recovery key when the passphrase is lost', async () => {
    await visit(page, '#/protection');
    await page.getByRole('button', { name: 'Lock now' }).click();
    await locked(page);
    await page.getByRole('button', { name: 'Use the recovery key' }).click();
    await page.getByLabel('Recovery key', { exact: true }).fill(recoveryKey);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('heading', { name: 'A clean page.' }).waitFor();
  });

  it('makes new keys, and another recovery key with them', async () => {
    await visit(page, '#/protection');
    await page.getByRole('button', { name: 'Keys: Make new keys' }).click();
    await page.getByText('The recovery key is made anew as well', { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Present passphrase', { exact: true }).fill(SECOND);
    await page.getByRole('button', { name: 'Make new keys', exact: true }).click();
    await page.getByRole('heading', { name: 'Your recovery key' }).waitFor();
    expect(await page.locator('[data-recovery-key]').textContent()).not.toBe(recoveryKey);
    await page.getByLabel('I have it', { exact: false }).check();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'What opens it' }).waitFor();
    expect(await findFilesWith(opened.dataFolder, 'Clara')).toEqual([]);
  });

  it('takes the protection away again, and nothing was lost', async () => {
    await visit(page, '#/protection');
    await page.getByRole('button', { name: 'Take the protection away: Take away' }).click();
    await page.getByLabel('Present passphrase', { exact: true }).fill(SECOND);
    await page.getByRole('button', { name: 'Decrypt the folder' }).click();
    await page.getByRole('heading', { name: 'Set a passphrase' }).waitFor();
    await visit(page, '#/search?q=Clara');
    await page.getByText(SAID).first().waitFor();
    expect({ strangers: opened.strangers, complaints: opened.complaints }).toEqual({ strangers: [], complaints: [] });
  });
});
