import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 30_000;

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const say = async (page: Page, text: string) => {
  await page.getByLabel('Write', { exact: true }).fill(text);
  await page.getByLabel('Write', { exact: true }).press('Enter');
};

describe.skipIf(isBrowserMissing())('how the user likes things done, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('is heard in a turn, waits in the inbox, and is followed with the user’s word', async () => {
    await say(page, 'Whenever I ask for a recipe, give the amounts in grams.');
    await page.getByText('Heard how you like it done, waits in the inbox:').waitFor();
    await say(page, 'From now on, answer in metric units. Never use emojis.');
    await page.getByText('Never use emojis', { exact: true }).waitFor();
    await rail(page).getByRole('link', { name: 'Inbox 3' }).click();
    await page.getByRole('heading', { name: /^Follow “/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const list = page.getByRole('listbox');
    await list.focus();
    await page.keyboard.press('r');
    await page.getByText('Not kept:').first().waitFor();
    await rail(page).getByRole('link', { name: 'Inbox 2' }).waitFor();
    await list.focus();
    await page.keyboard.press('a');
    await page.getByText('Followed from now on:').first().waitFor();
    await rail(page).getByRole('link', { name: 'Inbox 1' }).waitFor();
    await list.focus();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is to be done').fill('Give the amounts in grams\nSay how long it takes');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.getByText('All read.').waitFor();
  });

  it('is listed with its words, edited, switched off, removed, and each undone', async () => {
    await rail(page).getByRole('link', { name: 'Memory', exact: true }).click();
    await page.getByRole('link', { name: 'Habits', exact: true }).click();
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Whenever I ask for a recipe' }) });
    await row.getByText('Say how long it takes').waitFor();
    await row.getByText('Whenever I ask for a recipe, give the amounts in grams.').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await row.getByRole('button', { name: /^Switch off/ }).click();
    await row.getByText('off: you switched it off').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await row.getByRole('button', { name: /^Switch off/ }).waitFor();
    await row.getByRole('button', { name: /^What became of it/ }).click();
    await row
      .getByText('accepted', { exact: false })
      .or(row.getByText('set down in these words', { exact: false }))
      .first()
      .waitFor();
    await row.getByRole('button', { name: /^Remove/ }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await row.waitFor();

    await page.getByRole('button', { name: 'Add a habit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.getByText('Write at least one line.').waitFor();
    await dialog.getByLabel('What is to be done').fill(`short\n${'long '.repeat(200)}`);
    await dialog.getByText('Line 2 is too long: at most 600 characters.', { exact: false }).waitFor();
    await dialog.getByLabel('When', { exact: true }).fill('When I ask for gift ideas');
    await dialog.getByLabel('What is to be done').fill('Nothing made of plastic');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('heading', { name: 'When I ask for gift ideas' }).waitFor();
    await page.getByText('Set down by hand', { exact: false }).waitFor();
  });

  it('answers how something is wanted, by the turn that taught it, and leads there', async () => {
    await page.getByRole('link', { name: 'New chat' }).click();
    await say(page, 'How do I like my recipe amounts?');
    await page.getByText('This is how you want it done:').waitFor();
    await page.getByText('Whenever I ask for a recipe: Give the amounts in grams', { exact: false }).waitFor();
    expect(opened.complaints).toEqual([]);
    expect(opened.strangers).toEqual([]);
  });
});
