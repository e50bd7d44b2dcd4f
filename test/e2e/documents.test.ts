import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '../builders/documents.ts';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 60_000;
const PAGES = 400;
const LEASE = makePdf({
  title: 'Lease',
  pages: Array.from({ length: PAGES }, (_, n) =>
    n === 249 ? ['The deposit is three rents and stands on a savings book.'] : [`Clause ${n + 1} is about the cellar.`],
  ),
});

/** Lets files fall onto the page, as from a file manager. */
async function dropFiles(
  page: Page,
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
): Promise<void> {
  const data = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  const transfer = await page.evaluateHandle((list) => {
    const made = new DataTransfer();
    for (const { name, base64 } of list)
      made.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    return made;
  }, data);
  const target = page.getByRole('region', { name: 'Documents', exact: true });
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await page.getByText('Let go to add these documents').waitFor();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

describe.skipIf(isBrowserMissing())('documents, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('adds what is dropped, each with its progress, and says what cannot be read and why', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Memory', exact: true }).click();
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByText('No documents yet.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dropFiles(page, [
      { name: 'lease.pdf', bytes: LEASE },
      { name: 'locked.pdf', bytes: makePdf({ pages: [['a']], isEncrypted: true }) },
    ]);
    await page.getByRole('progressbar', { name: /lease\.pdf: page \d+ of 400/ }).waitFor();
    const adding = page.getByRole('region', { name: 'Just now' });
    await adding.getByText(/Added: 400 passages\./).waitFor();
    await adding
      .getByText('This PDF is locked with a password. Save a copy without the password and add that.')
      .waitFor();
    await page.getByRole('row', { name: /lease\.pdf Lease PDF 400 pages/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('answers from it, and leads from the citation to the page', async () => {
    await page.getByRole('link', { name: 'New chat' }).first().click();
    await page.getByLabel('Write', { exact: true }).fill('How high is the deposit, and where does it stand?');
    await page.getByLabel('Write', { exact: true }).press('Enter');
    const note = page.getByRole('article', { name: /lease\.pdf/ }).first();
    await note.getByText('p. 250').waitFor();
    await note.getByRole('button').first().click();
    await note.getByRole('button', { name: 'Open the document' }).click();
    await page.getByRole('heading', { name: 'lease.pdf' }).waitFor();
    const cited = page.getByRole('article', { name: 'Passage 250 of 400' });
    await cited.getByText('The deposit is three rents and stands on a savings book.').waitFor();
    await cited.getByText('p. 250').waitFor();
    await expect.poll(() => cited.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show what stands before' }).click();
    await page.getByRole('article', { name: 'Passage 200 of 400' }).waitFor();
  });

  it('takes it away and brings it back', async () => {
    await page.getByRole('link', { name: 'All documents' }).click();
    await page.getByRole('button', { name: 'Take away: lease.pdf' }).click();
    const said = page.getByRole('region', { name: 'Documents', exact: true });
    await said.getByText('Taken away: lease.pdf. Nothing of it is found any more.').waitFor();
    await page.getByText('No documents yet.').waitFor();
    await said.getByRole('button', { name: 'Undo' }).click();
    await said.getByText('Back again: lease.pdf.').waitFor();
    await page.getByRole('row', { name: /lease\.pdf/ }).waitFor();
    expect([opened.complaints, opened.strangers]).toEqual([[], []]);
  });
});
