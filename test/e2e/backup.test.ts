import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 60_000;
const PASSPHRASE = 'copper lantern drifts north';

/** Pictures for whoever looks at them; none are kept otherwise. */
const shots = process.env.PALIMPSEST_SHOTS;
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `backup-${name}.png`) });
};
const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);
const say = async (page: Page, text: string) => {
  const write = page.getByLabel('Write', { exact: true });
  await write.fill(text);
  await write.press('Enter');
  await page.getByRole('button', { name: 'Again' }).last().waitFor();
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe.skipIf(isBrowserMissing())('backups, in a browser', () => {
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    if (shots !== undefined) await mkdir(shots, { recursive: true });
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('says that there is none, and makes the first by the keyboard alone', async () => {
    await say(page, 'The harbour has nine lamps and the tide bell rings twice.');
    await visit(page, '#/backups');
    await page.getByRole('heading', { name: 'No backup yet' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await shoot(page, 'empty');
    await button(page, 'Back up now').focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(/^Backed up and read back\./)
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Backed up', exact: true }).waitFor();
    await page.getByText(/not encrypted · read back/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await shoot(page, 'first');
  });

  it('refuses a folder inside the data, takes another one, and sets a passphrase that it judges', async () => {
    await button(page, 'Change the folder…').click();
    await page.getByLabel('Folder', { exact: true }).fill(join(opened.dataFolder, 'traces'));
    await button(page, 'Use this folder').click();
    await page.getByText('That is inside the data folder').waitFor();
    await page.getByLabel('Folder', { exact: true }).fill(join(opened.folder, 'stick'));
    await page.keyboard.press('Enter');
    await page.getByText(join(opened.folder, 'stick'), { exact: true }).waitFor();

    await button(page, 'Set a passphrase…').click();
    await page.getByLabel('New passphrase').fill('password1');
    await page.getByText('Weak: a computer guesses it in days.').waitFor();
    await page.getByLabel('New passphrase').fill(PASSPHRASE);
    await page.getByLabel('The same again').fill('copper');
    await page.getByText('The two are not the same.').waitFor();
    expect(await button(page, 'Use it').isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await shoot(page, 'passphrase');
    await page.getByLabel('The same again').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await page.getByText('The passphrase is set.').first().waitFor();
    await button(page, 'Back up now').click();
    await page.getByText(/· encrypted · read back/).waitFor();
    await page.getByLabel('When').selectOption('weekly');
    await shoot(page, 'encrypted');
  });

  it('checks a backup and restores it whole into a new folder', async () => {
    await button(page, /^Check the backup/)
      .first()
      .click();
    await page.getByText('Every byte of it is as it was saved.').first().waitFor();
    await button(page, /^Restore from the backup/)
      .first()
      .click();
    await page.getByText('What you have forgotten after this backup was made is back in the new folder.').waitFor();
    await page.getByLabel('In this folder').fill(opened.folder);
    await page.getByLabel('Name of the new folder').fill('brought back');
    expect(await findViolations(page)).toEqual([]);
    await shoot(page, 'restore');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await page
      .getByText(/^Restored\./)
      .first()
      .waitFor();
    expect(existsSync(join(opened.folder, 'brought back', 'vault.json'))).toBe(true);
  });

  it('brings one conversation back that is chosen from the backup, in the dark as well', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await button(page, /^Restore from the backup/)
      .first()
      .click();
    await page.getByLabel('Some conversations, into this history').click();
    await page.getByRole('checkbox').first().check();
    expect(await findViolations(page)).toEqual([]);
    await shoot(page, 'conversations-dark');
    await button(page, 'Bring back 1 conversation').click();
    await page
      .getByText(/^Brought back 0 turns\. 2 were there already/)
      .first()
      .waitFor();
    await shoot(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('removes a backup after asking, and fits a narrow window', async () => {
    await page.setViewportSize({ width: 480, height: 900 });
    await shoot(page, 'narrow');
    expect(await findViolations(page)).toEqual([]);
    await button(page, /^Remove the backup/)
      .first()
      .click();
    await button(page, 'Remove it').click();
    await page.getByText('The backup was removed.').first().waitFor();
    await button(page, /^Remove the backup/)
      .nth(1)
      .waitFor({ state: 'detached' });
    expect(await button(page, /^Remove the backup/).count()).toBe(1);
    expect(opened.complaints).toEqual([]);
    expect(opened.strangers).toEqual([]);
  });
});
