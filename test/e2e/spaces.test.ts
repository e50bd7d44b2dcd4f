import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 30_000;

const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);
const write = (page: Page) => page.getByLabel('Write', { exact: true });
const say = async (page: Page, text: string) => {
  await write(page).fill(text);
  await write(page).press('Enter');
  await page.getByRole('button', { name: 'Again' }).last().waitFor();
};
const isOn = async (page: Page, name: string | RegExp) =>
  (await page.getByRole('switch', { name }).getAttribute('aria-checked')) === 'true';

describe.skipIf(isBrowserMissing())('spaces, switches and what is always at hand, in a browser', () => {
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('shows no space while there is one, and makes another from the settings by the keyboard alone', async () => {
    expect(await page.getByRole('button', { name: /^Space:/ }).count()).toBe(0);
    await visit(page, '#/settings');
    await page.getByRole('button', { name: 'Edit spaces' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of a new space').focus();
    await page.keyboard.type('Scratch');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of Scratch', { exact: true }).waitFor();
    await page.getByRole('switch', { name: 'Save what is said in Scratch' }).press('Space');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[role=switch]')].some(
        (each) => each.ariaLabel === 'Save what is said in Scratch' && each.ariaChecked === 'false',
      ),
    );
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Home: saves, uses. Scratch: uses only.').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('keeps what is said where nothing is saved in its chat alone, until that chat is switched on', async () => {
    await page.getByRole('button', { name: /^Space: Home/ }).click();
    await page.getByRole('menuitem', { name: 'Scratch' }).click();
    await page.getByRole('button', { name: /^Space: Scratch/ }).waitFor();
    await visit(page, '#/');
    expect(await isOn(page, 'Save what is said in this chat')).toBe(false);
    await say(page, 'I live in Ghent and I like marzipan.');
    await page.getByText('kept to be read, and is no part of memory').waitFor();
    expect(await page.getByText('Learnt from this:').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('switch', { name: 'Save what is said in this chat' }).click();
    await page.getByText('Learnt from this:').waitFor();
    await page.getByText('kept to be read, and is no part of memory').waitFor({ state: 'hidden' });
    await visit(page, '#/memory');
    await page.getByRole('link', { name: 'Ghent', exact: true }).waitFor();
  });

  it('shows each space its own chats and facts, and moves a chat from one to the other', async () => {
    await page.getByRole('button', { name: /^Space: Scratch/ }).click();
    await page.getByRole('menuitem', { name: 'Home' }).click();
    await page.getByText('Nothing is known yet.').first().waitFor();
    await page.getByText('No chats yet.').waitFor();

    await page.getByRole('button', { name: /^Space: Home/ }).click();
    await page.getByRole('menuitem', { name: 'Scratch' }).click();
    await page.getByRole('link', { name: /^I live in Ghent/ }).hover();
    await page
      .getByRole('button', { name: /^Actions for “I live in Ghent/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Move to another space…' }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'To Home' }).click();
    await page.getByText('No chats yet.').waitFor();
    await page.getByRole('button', { name: /^Space: Scratch/ }).click();
    await page.getByRole('menuitem', { name: 'Home' }).click();
    await page.getByRole('link', { name: /^I live in Ghent/ }).waitFor();
    await visit(page, '#/memory');
    await page.getByRole('link', { name: 'Ghent', exact: true }).waitFor();
  });

  it('leaves names and ways back behind when another space is shown, and lets a long name push nothing aside', async () => {
    await visit(page, '#/documents');
    const name = `${'n'.repeat(200)}.md`;
    await page
      .getByLabel('Add documents…')
      .setInputFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from('The mill is green.') });
    await page.getByRole('row', { name: /^n{200}/ }).waitFor();
    await page.getByRole('region', { name: 'Just now' }).waitFor();
    const isWithin = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main *')].every(
          (each) => each.scrollLeft === 0 && each.getBoundingClientRect().right <= window.innerWidth,
        ),
      );
    expect(await isWithin()).toBe(true);
    await page.getByRole('button', { name: /^Take away: n/ }).click();
    await page.getByText('Nothing of it is found any more.').first().waitFor();
    await page.getByRole('button', { name: /^Space: Home/ }).click();
    await page.getByRole('menuitem', { name: 'Scratch' }).click();
    await page.getByRole('button', { name: /^Space: Scratch/ }).waitFor();
    await page.getByText('No documents yet.').waitFor();
    await page.getByText('nnnn').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Space: Scratch/ }).click();
    await page.getByRole('menuitem', { name: 'Home' }).click();
    await page.getByRole('button', { name: /^Space: Home/ }).waitFor();
    await visit(page, '#/memory');
  });

  it('knows what is always at hand, counts it, and brings an earlier wording back', async () => {
    await visit(page, '#/settings');
    await page.getByRole('button', { name: 'Add something to know' }).click();
    await page.getByLabel('Label', { exact: true }).fill('Office');
    await page.getByLabel('What to know').fill('word '.repeat(300));
    await page.getByText(/^\d+ of 160 tokens: shorten it$/).waitFor();
    expect(await page.getByRole('button', { name: 'Keep', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('What to know').fill('My office is room 12.');
    await page.getByText(/^\d+ of 160 tokens$/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('button', { name: 'Edit Office' }).click();
    await page.getByLabel('What to know').fill('My office is room 14.');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByText('My office is room 14.').waitFor();
    await page.getByRole('button', { name: 'Earlier wordings of Office' }).click();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('My office is room 12.').waitFor();
    await page.getByRole('button', { name: 'Remove Office' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('My office is room 12.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await visit(page, '#/');
    await say(page, 'Where is my office?');
    await page.getByText('You set this down: “My office is room 12.”').waitFor();
  });

  it('uses nothing where using is switched off, and the trace says why', async () => {
    await visit(page, '#/settings');
    await page.getByRole('switch', { name: 'Use what is known' }).click();
    await page.getByRole('button', { name: /^Always ask first/ }).click();
    await page.getByRole('switch', { name: 'Family by name' }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Health, Beliefs, Money, Love, Children, Law, Family by name').waitFor();
    await visit(page, '#/');
    await say(page, 'Where do I live?');
    await page.getByText('Using memory is switched off here').waitFor();
    expect(await page.getByRole('switch', { name: /^Use memory in this chat: off for everything/ }).isDisabled()).toBe(
      true,
    );
    await page.getByRole('link', { name: 'Trace', exact: true }).first().click();
    await page.getByText('Using what is known is off in the settings').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect({ complaints: opened.complaints, strangers: opened.strangers }).toEqual({ complaints: [], strangers: [] });
  });
});
