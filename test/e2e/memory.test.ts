import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 30_000;
const SAID = 'I moved to Ghent in May 2023. My sister Mira lives in Lisbon. I have asthma.';

const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);
const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

describe.skipIf(isBrowserMissing())('what is believed, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('says under a turn what it taught, and leads to it', async () => {
    await page.getByLabel('Write', { exact: true }).fill(SAID);
    await page.getByLabel('Write', { exact: true }).press('Enter');
    await page.getByText('Learnt from this:').waitFor();
    await page.getByText('Heard, waits in the inbox:').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('shows facts under two rulers, and on an earlier day what was not known then', async () => {
    await rail(page).getByRole('link', { name: 'Memory', exact: true }).click();
    await heading(page, 'You are looking at today, with everything known today.');
    await page.getByRole('link', { name: 'Ghent', exact: true }).waitFor();
    await page.getByRole('img', { name: /^lives in Ghent since 1 May 2023/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const known = page.getByRole('slider', { name: 'Known at' });
    await known.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await heading(page, /judged only by what was known on/);
    await page.getByRole('link', { name: 'not known yet' }).first().waitFor();
    expect(await known.getAttribute('aria-valuetext')).toMatch(/^known at \d/);
    await page.keyboard.press('t');
    await heading(page, 'You are looking at today, with everything known today.');

    await page.getByRole('slider', { name: 'True at' }).focus();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Home');
    await heading(page, /^What was true on .*, with everything known today\.$/);
    await page.getByRole('link', { name: 'Ghent, not yet on this day' }).waitFor();
    await page.getByRole('button', { name: 'Today', exact: true }).click();
  });

  it('finds names by kind and by letters, and shows what is said of others about somebody', async () => {
    await page.getByRole('button', { name: /^People/ }).click();
    await page.getByLabel('Find a name').fill('mir');
    await page.getByRole('link', { name: /^Mira, person/ }).click();
    await page.getByRole('heading', { name: 'Mira', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Lisbon', exact: true }).waitFor();
    await heading(page, 'Said about others, and it is part of it');
    await page.getByLabel('Find a name').fill('');
    await page.getByRole('button', { name: /^All/ }).click();
  });

  it('corrects a fact in its history, and undoes it', async () => {
    await page.getByRole('link', { name: /^You, person/ }).click();
    await page.getByRole('link', { name: 'Ghent', exact: true }).click();
    await page.getByRole('heading', { name: 'lives in Ghent' }).waitFor();
    await page.getByText('“I moved to Ghent in May 2023', { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Since').fill('31 June 2023');
    await dialog.getByText('June 2023 has 30 days. Which day did you mean?').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Since').fill('May 2023');
    await dialog.getByLabel('Value').fill('Bruges');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Correct it' }).click();
    await page.getByRole('heading', { name: 'lives in Bruges' }).waitFor();
    await page.getByText('corrected', { exact: true }).waitFor();
    await page.getByText('Corrected: lives in Bruges').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'lives in Ghent' }).waitFor();
  });

  it('ends a fact on a day, and takes back what never was', async () => {
    await page.getByRole('button', { name: 'It ended' }).click();
    await page.getByRole('dialog').getByLabel('Ended on').fill('May 2024');
    await page.getByRole('dialog').getByRole('button', { name: 'It ended' }).click();
    await page.getByText('ended', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'It never was so' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'It never was so' }).click();
    await page.getByText('taken back', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('active', { exact: true }).waitFor();
  });

  it('decides what waits from the keyboard, and undoes it', async () => {
    const link = rail(page).getByRole('link', { name: /^Inbox/ });
    await link.click();
    await page.getByRole('heading', { name: 'Keep “health condition: asthma” about you?' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('a');
    await page.getByText('All read.').waitFor();
    await page.getByText('Kept: health condition: asthma').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Keep 1 marked' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByLabel('Since').fill('2019');
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it so' }).click();
    await page.getByText('All read.').waitFor();
    await visit(page, '#/memory');
    await page.getByRole('img', { name: /health condition: asthma since 1 Jan 2019/ }).waitFor();
  });

  it('adds a fact by hand, with a relation of one’s own', async () => {
    await page.getByRole('button', { name: 'Add a fact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a fact' });
    await dialog.getByRole('button', { name: 'Add it' }).click();
    await dialog.getByText('Choose a relation from the list.').waitFor();
    await dialog.getByRole('button', { name: 'Make one of your own…' }).click();
    const own = page.getByRole('dialog', { name: 'A relation of your own' });
    await own.getByLabel('Name').fill('sings in');
    await own.getByRole('button', { name: 'Add the relation' }).click();
    await own.waitFor({ state: 'detached' });
    await dialog.getByLabel('Value').fill('a choir');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'a choir', exact: true }).waitFor();
    await page.getByText('Added: sings in a choir').first().waitFor();
  });

  it('renames somebody, puts two names together, and takes one apart', async () => {
    await page.getByRole('link', { name: /^Mira, person/ }).click();
    await page.getByRole('button', { name: 'Change Mira…' }).click();
    await page.getByRole('menuitem', { name: 'Name, kind and other names…' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Mira Lind');
    await page.getByRole('dialog').getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('heading', { name: 'Mira Lind', exact: true }).waitFor();
    await page.getByText('Changed: Mira Lind').first().waitFor();

    await page.getByRole('link', { name: /^Lisbon, place/ }).click();
    await page.getByRole('button', { name: 'Change Lisbon…' }).click();
    await page.getByRole('menuitem', { name: 'Same as somebody else…' }).click();
    const merge = page.getByRole('dialog');
    await merge.getByLabel('The same as').fill('ghe');
    await merge.getByRole('option', { name: /^Ghent/ }).click();
    expect(await findViolations(page)).toEqual([]);
    await merge.getByRole('button', { name: 'Put them together' }).click();
    await page.getByText('Lisbon is now part of Ghent').first().waitFor();
    await page.getByRole('heading', { name: 'Ghent', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /^Lisbon, place/ }).waitFor();

    await page.getByRole('button', { name: 'Change Ghent…' }).click();
    await page.getByRole('menuitem', { name: 'Two in one: move facts out…' }).click();
    const split = page.getByRole('dialog');
    await split.getByLabel('Name of the other').fill('Ghent (the other)');
    await split.getByRole('checkbox').first().check();
    await split.getByRole('button', { name: 'Move 1 fact' }).click();
    await page.getByRole('heading', { name: 'Ghent (the other)', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /^Ghent, place, 1 fact/ }).waitFor();
  });

  it('leads from a cited memory to the fact it taught, in one click', async () => {
    await visit(page, '#/');
    await page.getByLabel('Write', { exact: true }).fill('Where does Mira live?');
    await page.getByLabel('Write', { exact: true }).press('Enter');
    const note = page.getByRole('article', { name: /^Memory 1, said by/ });
    await note.getByRole('button').first().click();
    await note.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.waitForURL(/#\/fact\//);
    await page.getByRole('button', { name: 'It ended' }).waitFor();
  });

  it('takes back under its turn what that turn taught', async () => {
    await page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('link', { name: /^I moved to Ghent/ })
      .click();
    await page.getByText('Learnt from this:').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Learnt from this:').waitFor({ state: 'detached' });
    await visit(page, '#/memory');
    await page.getByRole('link', { name: 'a choir', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Ghent', exact: true }).count()).toBe(0);
  });

  it('stays readable in the dark and in a narrow window, and says what is not there', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    for (const hash of ['#/memory', '#/inbox']) {
      await visit(page, hash);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      const overflow = await page.evaluate(() => {
        const screen = document.querySelector('main > *');
        return screen === null ? -1 : screen.scrollWidth - screen.clientWidth;
      });
      expect(overflow).toBe(0);
    }
    await visit(page, '#/fact/nothing');
    await page.getByText('This fact is not there any more.').waitFor();
    expect(opened.complaints).toEqual([]);
    expect(opened.strangers).toEqual([]);
  });
});
