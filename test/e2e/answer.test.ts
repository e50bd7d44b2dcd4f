import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasChatModel, sharedModels, smolPath } from '../builders/models.ts';
import { findViolations, isBrowserMissing, type Opened, openPage } from './open-page.ts';

const SLOW = 200_000;

/** Journeys that need a model: slow on a small machine, so there are few. */
describe.skipIf(isBrowserMissing() || !hasChatModel)('answers of a real model, in a browser', () => {
  let opened: Opened;

  beforeAll(async () => {
    opened = await openPage({ env: { PALIMPSEST_MODELS: sharedModels } });
    opened.page.setDefaultTimeout(SLOW);
    await opened.page.getByRole('button', { name: 'Skip' }).click();
  });
  afterEach(async ({ task }) => {
    const folder = process.env.PALIMPSEST_SHOTS;
    if (folder && task.result?.state === 'fail') await opened.page.screenshot({ path: join(folder, `${task.id}.png`) });
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  it('uses the model it finds, and takes another file from this computer piece by piece', async () => {
    const { page } = opened;
    await page.evaluate(() => window.location.assign('#/models'));
    await page.getByRole('button', { name: /^Verify SmolLM2 135M/ }).waitFor();
    await page.getByRole('contentinfo').getByText('answers on the processor').waitFor();
    await page.locator('input[type=file]').setInputFiles(smolPath);
    await page.getByText('added by you').first().waitFor();
    await page.getByRole('button', { name: /^Use SmolLM2-135M-Instruct/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('streams an answer from memory whose citation opens the turn, by keyboard alone', async () => {
    const { page } = opened;
    await page.evaluate(() => window.location.assign('#/import'));
    await page.locator('input[type=file]').setInputFiles(join(opened.folder, 'turns.jsonl'));
    await page.getByRole('button', { name: /^Import 3/ }).click();
    await page.getByText('finished', { exact: true }).waitFor();
    await page.evaluate(() => window.location.assign('#/'));
    await page.getByLabel('Write', { exact: true }).waitFor();
    await page.keyboard.type('Where did my sister Clara move?');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Answer finished' }).waitFor({ state: 'attached' });
    await page.getByText(/tokens\/s/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    if ((await page.locator('[data-mark]').count()) === 0) return; // a model this small may leave its source out
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/turn=t\d/);
    await page.goBack();
  });

  it('stops on Esc, keeps the words so far and says so', async () => {
    const { page } = opened;
    await page.getByLabel('Write', { exact: true }).fill('Tell me a very long story about a lighthouse.');
    await page.getByLabel('Write', { exact: true }).press('Enter');
    await page
      .locator('article[aria-busy=true] p')
      .filter({ hasText: /^(?!.*…$).{20,}/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Stopped here. The words so far are kept.').waitFor();
    await page.reload();
    await page.getByText('Stopped here. The words so far are kept.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(opened.strangers).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});
