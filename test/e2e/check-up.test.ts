import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations, isBrowserMissing, type Opened, openPastWelcome } from './open-page.ts';

const PATIENCE_MS = 120_000;
const line = (id: string, day: string, text: string, conversation = 'diary') =>
  JSON.stringify({ id, conversation, speaker: 'Ada', role: 'user', at: `${day}T10:00:00Z`, text });
const HISTORY = [
  line('porto', '2023-02-01', 'I live in Porto.'),
  line('cat', '2023-02-02', 'We have a cat called Miso.'),
  line('tomatoes', '2023-02-03', 'We planted tomatoes and basil behind the house.'),
  line('dentist', '2023-02-04', 'The dentist wants to see me on the twelfth of June.'),
  line('q1', '2023-03-01', 'Where do I live?', 'questions'),
  line('q2', '2023-03-02', 'What did we plant behind the house?', 'questions'),
  line('q3', '2023-03-03', 'Where is my bicycle locked?', 'questions'),
  line('ghent', '2024-05-10', 'I moved to Ghent on 2 May 2024.'),
  line('bicycle', '2024-05-11', 'My bicycle is locked in the blue shed.'),
  line('q4', '2024-06-01', 'What is our cat called?', 'questions'),
].join('\n');

describe.skipIf(isBrowserMissing())('the memory check-up, in a browser over the real engine', () => {
  let opened: Opened;
  let page: Page;
  let shots: string;
  beforeAll(async () => {
    shots = process.env.PALIMPSEST_SHOTS ?? (await mkdtemp(join(tmpdir(), 'palimpsest-shots-')));
    opened = await openPastWelcome(PATIENCE_MS);
    page = opened.page;
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
    if (process.env.PALIMPSEST_SHOTS === undefined) await rm(shots, { recursive: true, force: true });
  });

  const shoot = async (name: string): Promise<void> => {
    await page.screenshot({ path: join(shots, `${name}.png`) });
  };
  const open = () => page.evaluate(() => window.location.assign('#/check-up'));

  it('says what to do where nothing was asked yet', async () => {
    await page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name: 'Health' }).click();
    await page.getByRole('link', { name: 'Memory check-up' }).click();
    await page.getByText('Nothing was asked yet.').waitFor();
    await shoot('empty');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Import a history' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'diary.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(HISTORY) });
    await page
      .getByRole('button', { name: /^Import/ })
      .first()
      .click();
    await page.getByText('10 imported', { exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Memory', exact: true }).click();
    await page.getByText('Ghent').first().waitFor();
  });

  it('finds what is no longer so, what would be found otherwise, and shows both side by side', async () => {
    await open();
    await page.getByText('4 questions of yours in imported chats, 1 Mar 2023 to 1 Jun 2024').waitFor();
    await page.getByText('Nothing is changed yet.', { exact: false }).waitFor();
    await page.getByLabel('lexical').uncheck();
    await page.getByLabel('memories, at most').fill('2');
    await page.getByText('Changed: without lexical; at most 2 memories').waitFor();
    await shoot('form');
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Start the check-up' }).press('Enter');
    await page.getByRole('button', { name: 'Run it again' }).waitFor();
    await page.getByText('One answer rests on something that is no longer so.', { exact: false }).first().waitFor();
    await shoot('result');
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'No longer so (1)' }).click();
    const list = page.getByRole('list', { name: 'Questions' });
    expect(await list.getByRole('listitem').count()).toBe(1);
    await list.getByRole('button', { name: 'Where do I live?' }).press('Enter');
    const since = page.getByRole('region', { name: 'Since then' });
    await since.getByText('Lives in Porto', { exact: false }).or(since.getByText('lives in Porto')).first().waitFor();
    await since.getByText('now Ghent', { exact: false }).waitFor();
    await page.getByRole('region', { name: 'As memory is set now' }).getByText('only here').first().waitFor();
    await shoot('question');
    expect(await findViolations(page)).toEqual([]);
  });

  it('reads well in the dark and on a narrow screen', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot('dark');
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    await shoot('narrow');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('region', { name: 'Since then' }).scrollIntoViewIfNeeded();
    await shoot('narrow-question');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('saves what was found only when that is asked for, and leads to the fact and to both traces', async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^palimpsest-check-up-\d{4}-\d\d-\d\d\.json$/);
    const saved = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(saved).toMatchObject({
      format: 'palimpsest-check-up',
      state: 'done',
      change: { noLegs: ['lexical'], k: 2 },
    });
    expect(saved.questions).toHaveLength(4);

    await page.getByRole('link', { name: /^Look at it, or correct it/ }).click();
    await page
      .getByRole('heading', { name: /lives in/i })
      .first()
      .waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'No longer so (1)' }).waitFor();
    await page.getByRole('list', { name: 'Questions' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Compare as traces' }).click();
    await page.waitForURL(/#\/trace\/.+\/with\/.+/);
    await page.getByText('without lexical', { exact: false }).first().waitFor();
    await page.goBack();
    await page.getByRole('list', { name: 'Questions' }).getByRole('button').first().click();
    await page.getByRole('link', { name: 'Go to the question' }).click();
    await page.getByText('Where is my bicycle locked?').first().waitFor();
    expect(opened.complaints).toEqual([]);
    expect(opened.strangers).toEqual([]);
  });

  it('asks what was asked here first, and imported questions where that is chosen', async () => {
    await page.evaluate(() => window.location.assign('#/'));
    await page.getByLabel('Write', { exact: true }).fill('Where is my bicycle locked?');
    await page.getByLabel('Write', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Trace' }).first().waitFor();
    await open();
    const here = page.getByRole('radio', { name: /^1 question asked here, on / });
    const imported = page.getByRole('radio', { name: /^4 questions of yours in imported chats/ });
    await here.waitFor();
    expect(await here.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Change nothing' }).click();
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.getByText('1 question asked again. No answer rests on something', { exact: false }).first().waitFor();
    await page.getByRole('list', { name: 'Questions' }).getByRole('button').first().click();
    await shoot('as-it-is');
    expect(await findViolations(page)).toEqual([]);
    await imported.check();
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.getByText('4 questions asked again. One answer rests on something', { exact: false }).first().waitFor();
  });

  it('shows how far it is, and keeps what there is when it is stopped', async () => {
    const many = Array.from({ length: 400 }, (_, n) =>
      line(`m${n}`, '2024-07-01', `Is the list of box ${n} here?`, 'boxes'),
    );
    await page.evaluate(() => window.location.assign('#/import'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'boxes.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(many.join('\n')) });
    await page
      .getByRole('button', { name: /^Import/ })
      .first()
      .click();
    await page.getByText('400 imported', { exact: true }).waitFor();
    await open();
    await page.getByLabel('How many, at most').fill('400');
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.getByText(/^\d+ of 400 questions, .* left$/).waitFor();
    expect(await page.getByRole('progressbar', { name: 'Questions asked again' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/^Stopped after \d+ of 400 questions\./).waitFor();
    await shoot('stopped');
    expect(await findViolations(page)).toEqual([]);
    expect(await page.getByRole('list', { name: 'Questions' }).getByRole('listitem').count()).toBeGreaterThan(0);
    expect(opened.complaints).toEqual([]);
  });
});
