import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRuntimeMissing, launchShell, repository, type Shell } from '../builders/shell.ts';

const models =
  process.env.PALIMPSEST_MODELS ?? join(process.env.PALIMPSEST_SHARED ?? join(repository, '../shared'), 'models');
const isModelMissing = !existsSync(models);
if (isModelMissing)
  console.warn(`SKIPPED: the desktop journey, because there is no folder ${models} with the chat model.`);
const isSkipped = isRuntimeMissing() || isModelMissing;

const FINISHED = 45_000;
const shots = join(repository, '.cache/test');

const turns = [
  {
    id: 'j1',
    at: '2024-05-01T10:00:00Z',
    speaker: 'Ada',
    role: 'user',
    text: 'My sister Clara moved to Lisbon in April.',
  },
  { id: 'j2', at: '2024-05-01T10:01:00Z', speaker: 'Bot', role: 'assistant', text: 'How nice, Lisbon is sunny.' },
  {
    id: 'j3',
    at: '2024-06-01T10:00:00Z',
    speaker: 'Ada',
    role: 'user',
    text: 'The dentist appointment is on 12 June.',
  },
];

const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);
const said = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached', timeout: FINISHED });

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write', { exact: true }).fill(text);
  await page.getByLabel('Write', { exact: true }).press('Enter');
}

describe.skipIf(isSkipped)('the whole path in the desktop window, with a real model', () => {
  let shell: Shell;
  let page: Page;

  beforeAll(async () => {
    await mkdir(shots, { recursive: true });
    shell = await launchShell({ env: { PALIMPSEST_MODELS: models } });
    page = await shell.firstPage();
    page.setDefaultTimeout(FINISHED);
  });
  afterAll(() => shell?.[Symbol.asyncDispose]());

  it('finds the chat model in the folder that the user named', async () => {
    await page.getByRole('button', { name: 'Next: choose a model' }).click();
    await page.getByRole('button', { name: /^Verify .*135M/ }).waitFor();
    await page.screenshot({ path: join(shots, 'desktop-model.png') });
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('heading', { name: 'A clean page.' }).waitFor();
  });

  it('imports a history chosen from the disk', async () => {
    const file = join(shell.folder, 'turns.jsonl');
    await writeFile(file, turns.map((turn) => `${JSON.stringify({ conversation: 'j', ...turn })}\n`).join(''));
    await visit(page, '#/import');
    await page.locator('input[type=file]').setInputFiles([file]);
    await page.getByRole('button', { name: /^Import \d/ }).click();
    await said(page, 'Import finished: 3 read');
  });

  it('streams an answer of the real model, with the memory it was given in the margin', async () => {
    await visit(page, '#/');
    await page.getByLabel('Write', { exact: true }).waitFor();
    await page.evaluate(() => {
      const lengths = new Set<number>();
      Object.assign(window, { lengths });
      new MutationObserver(() => {
        const replies = document.querySelectorAll('article');
        lengths.add(replies[replies.length - 1]?.textContent?.length ?? 0);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await ask(page, 'Where did my sister Clara move?');
    await said(page, /Answer finished, \d+ memor/);
    const lengths = await page.evaluate(() => [...(window as unknown as { lengths: Set<number> }).lengths].length);
    expect(lengths).toBeGreaterThan(3);
    await page
      .getByText(/SmolLM2.*tokens/)
      .first()
      .waitFor();
    expect(await page.getByText('Evidence only', { exact: true }).count()).toBe(0);
    for (const width of [1440, 1024, 520]) {
      await shell.app.evaluate(
        ({ BrowserWindow }, wide) => BrowserWindow.getAllWindows()[0]?.setSize(wide, 900),
        width,
      );
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
      await page.screenshot({ path: join(shots, `desktop-answer-${width}.png`) });
    }
    await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1440, 900));
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(1440);
  });

  it('opens the citation at the exact turn it came from', async () => {
    const note = page.getByRole('complementary', { name: 'Memories used in the answers' }).getByRole('article').first();
    await note.getByRole('button').first().click();
    // Which memory the tiny model used is its own affair; that the note leads to the words it quotes is ours.
    const quote = (await note.getByRole('blockquote').textContent()) ?? '';
    const cited = turns.find(({ text }) => quote.includes(text) || text.includes(quote));
    if (cited === undefined) throw new Error('the note quotes nothing that was said');
    await note.getByRole('button', { name: 'Open the turn' }).click();
    const turn = page.locator(`[data-turn=${cited.id}]`);
    await turn.waitFor();
    expect(await turn.textContent()).toContain(cited.text);
    await page.screenshot({ path: join(shots, 'desktop-citation.png') });
  });

  it('has both again after quitting and starting', async () => {
    await shell.app.close();
    await using again = await launchShell({ folder: shell.folder, env: { PALIMPSEST_MODELS: models } });
    const second = await again.firstPage();
    second.setDefaultTimeout(FINISHED);
    await second.getByRole('link', { name: 'Where did my sister Clara move?' }).click();
    await second.getByRole('article').filter({ hasText: 'Where did my sister Clara move?' }).first().waitFor();
    expect(await second.evaluate(() => window.innerWidth)).toBe(1440);
  });
});

describe.skipIf(isSkipped)('the inference host as a utility process', () => {
  it('embeds and answers over a port of its own', async () => {
    await using shell = await launchShell({ env: { PALIMPSEST_MODELS: models, PALIMPSEST_HOST: 'utility' } });
    await shell.request('models.fetch', { id: 'SmolLM2-135M-Instruct' });
    await shell.request('chat.ask', { text: 'My sister Clara moved to Lisbon in April.' });
    const reply = await shell.request('chat.ask', { text: 'Where did my sister Clara move?' });
    expect(reply).toMatchObject({ mode: 'model', status: 'complete' });
    const names = await shell.app.evaluate(({ app }) => app.getAppMetrics().map(({ name }) => name));
    expect(names).toContain('Palimpsest inference');
  });
});
