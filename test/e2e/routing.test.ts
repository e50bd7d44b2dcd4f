import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChatModel, sharedModels, smolPath } from '../builders/models.ts';
import { findViolations, isBrowserMissing, type Opened, openPage } from './open-page.ts';

const PATIENCE_MS = 60_000;
const visit = (page: Page, hash: string) => page.evaluate((to) => window.location.assign(to), hash);

describe.skipIf(isBrowserMissing() || !hasChatModel)(
  'models and corrections in a browser, over the real engine',
  () => {
    let opened: Opened;
    let page: Page;

    beforeAll(async () => {
      opened = await openPage({ env: { PALIMPSEST_MODELS: sharedModels } });
      page = opened.page;
      page.setDefaultTimeout(PATIENCE_MS);
      const model = join(opened.folder, 'Second.gguf');
      await copyFile(smolPath, model);
      const turns = join(opened.folder, 'sister.jsonl');
      const turn = {
        id: 'a',
        conversation: 'c',
        speaker: 'You',
        role: 'user',
        text: 'My sister Clara moved to Lisbon in April.',
      };
      await writeFile(turns, `${JSON.stringify({ ...turn, at: '2026-05-01T10:00:00Z' })}\n`);
      await page.getByRole('button', { name: 'Skip' }).click();
      await visit(page, '#/import');
      await page.locator('input[type=file]').setInputFiles(turns);
      await page.getByRole('button', { name: /^Import \d/ }).click();
      await page.getByRole('status').filter({ hasText: 'Import finished' }).waitFor({ state: 'attached' });
      await visit(page, '#/models');
      await page.locator('input[type=file]').setInputFiles(model);
      await page.getByRole('heading', { name: 'Second', exact: true }).waitFor();
    });
    afterAll(() => opened?.[Symbol.asyncDispose]());

    it('sets a model for one kind of question', async () => {
      const box = page.getByRole('checkbox', { name: 'Second answers programming' });
      await box.check();
      await page.getByRole('heading', { name: 'Memory for models' }).waitFor();
      await page.getByText('Built in', { exact: true }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.reload();
      await expect.poll(() => box.isChecked()).toBe(true);
    });

    it('answers a conversation with the model that is chosen where one writes', async () => {
      await visit(page, '#/new');
      await page.getByRole('textbox').first().fill('Where did my sister Clara move?');
      await page.keyboard.press('Enter');
      const change = page.getByRole('button', { name: /change the model of this conversation/ });
      await change.click();
      await page.getByRole('menuitem', { name: 'Second' }).click();
      await page.getByRole('button', { name: /Answered by Second/ }).waitFor();
      await change.click();
      await page.getByRole('menuitem', { name: 'Second (as now)' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('menuitem', { name: 'Let Palimpsest choose' }).click();
      await page.getByRole('button', { name: /Answered by SmolLM2/ }).waitFor();
    });

    it('takes a correction of how a question was read, and takes it back', async () => {
      await page.getByRole('link', { name: 'Trace' }).first().click();
      await page.getByText('Was it read wrongly?').click();
      const topic = page.getByLabel('topic', { exact: true });
      await topic.selectOption('family');
      await page.getByText('you said so').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await page.reload();
      await page.getByText('Was it read wrongly?').click();
      await expect.poll(() => topic.inputValue()).toBe('family');
      await page.getByRole('button', { name: 'Undo what you said about topic' }).click();
      await expect.poll(() => topic.inputValue()).toBe('');
      expect(opened.complaints).toEqual([]);
    });
  },
);
