import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTopicsJsonl, TOPIC_TURNS } from '../builders/topics.ts';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 120_000;

describe.skipIf(isBrowserMissing())('topics, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('says when the first come, sorts now, and shows, names, hides and asks within one', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Memory', exact: true }).click();
    await page.getByRole('link', { name: 'Topics', exact: true }).click();
    await page.getByText('No topics yet.').waitFor();
    await page.getByText('The first come when there are 40 turns; there are 0 now.').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Import a history' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'weeks.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(makeTopicsJsonl()) });
    await page
      .getByRole('button', { name: /^Import/ })
      .first()
      .click();
    await page.getByText(`${TOPIC_TURNS} imported`, { exact: true }).waitFor();

    await page.evaluate(() => window.location.assign('#/topics'));
    await page.getByRole('button', { name: 'Sort now' }).click();
    const list = page.getByRole('list', { name: 'Topics' });
    const kiln = list.getByRole('heading', { name: /kiln|glaze|clay|bowl|pottery class/i }).first();
    await kiln.waitFor();
    expect(await list.getByRole('listitem').count()).toBeGreaterThanOrEqual(3);
    expect(await findViolations(page)).toEqual([]);

    await kiln.getByRole('link').click();
    await page.getByText('glaze', { exact: false }).first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name of the topic').fill('My pots');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'My pots' }).waitFor();

    await page.getByRole('link', { name: 'All topics' }).click();
    await page.getByRole('button', { name: 'Hide: My pots' }).click();
    await page.getByText('“My pots” is hidden.', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.getByRole('heading', { name: 'My pots' }).waitFor();

    await page.getByRole('button', { name: 'Ask within this topic: My pots' }).click();
    await page.getByText('Topic: My pots').waitFor();
    await page.getByLabel('Write', { exact: true }).fill('What did I say about the ferry and the island?');
    await page.getByLabel('Write', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Trace' }).first().waitFor();
    expect(await page.getByRole('article').filter({ hasText: 'lighthouse' }).count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  });
});
