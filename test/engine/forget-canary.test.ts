import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Client, ForgetChoice, ForgetReceipt, ForgetSelection } from '../../main/contract/index.ts';
import { createHashInference } from './hash-inference.ts';
import { scanIndependently } from './independent-scan.ts';
import { type Canary, makeHistory } from './made-canaries.ts';
import { examine, makeFolder, openFolder } from './open-folder.ts';
import { importLines, importPath } from './real-folder.ts';

/** As the issue asks: `PALIMPSEST_CANARY_TURNS=10000 PALIMPSEST_CANARY_FORGETS=500`. */
const TURNS = Number(process.env.PALIMPSEST_CANARY_TURNS ?? 128);
const FORGETS = Number(process.env.PALIMPSEST_CANARY_FORGETS ?? 10);
const LIMIT_MS = 3_600_000 + FORGETS * 30_000;
/** An independent scan reads every byte slowly: after so many forgets one. */
const SCAN_EVERY = Math.max(1, Math.floor(FORGETS / 3));

const forget = async (client: Client, selection: ForgetSelection, over: Partial<ForgetChoice> = {}) => {
  const choice: ForgetChoice = { selection, isWithRepeats: true, except: [], ...over };
  const { fingerprint, ...preview } = await client.call('forget.preview', choice);
  const steps: string[] = [];
  const receipt: ForgetReceipt = await client.stream(
    'forget.run',
    { ...choice, fingerprint, graceSeconds: 0 },
    { onChunk: ({ step }) => steps.push(step) },
  );
  return { receipt, preview, steps: [...new Set(steps)] };
};

async function answersTo(client: Client, kept: readonly Canary[]): Promise<readonly (readonly string[])[]> {
  const answers: (readonly string[])[] = [];
  for (const { word } of kept) {
    const { results } = await client.call('memory.recall', { query: word, k: 1 });
    answers.push(results.map(({ turns }) => turns.join(' ')));
  }
  return answers;
}

describe('forgetting, held against a scan of its own', () => {
  it(
    `leaves no byte of ${FORGETS} selections among ${TURNS} turns, and everything else as it was`,
    async () => {
      await using folder = await makeFolder();
      const data = join(folder.path, 'data');
      const history = makeHistory({ turns: TURNS, forgets: FORGETS, seed: 20_261_130 });
      await using opened = await openFolder(data, { inference: createHashInference() });
      const { client } = opened;
      await importLines(client, folder, history.lines);
      for (const { name, text } of history.documents) {
        const path = join(folder.path, name);
        await writeFile(path, text);
        await importPath(client, path);
      }
      await client.call('codex.settle', {});
      await client.stream('workers.simulate', { workers: 'all', days: 2 }, { onChunk: () => undefined });
      for (const { word } of history.asked)
        await client.stream('chat.ask', { text: `What did I say about ${word}?` }, { onChunk: () => undefined });

      const before = await answersTo(client, history.kept);
      expect(before.filter(([turn]) => turn === undefined)).toEqual([]);
      const gone: string[] = [];
      for (const [n, { select, words }] of history.forgets.entries()) {
        const selection = await select(client);
        if (selection === null) continue;
        const { receipt, steps } = await forget(client, selection);
        expect(receipt.scan.found, `${n}: ${selection.kind}`).toBe(0);
        expect(steps).toContain('scanning');
        gone.push(...words);
        if (n % SCAN_EVERY === 0) expect(scanIndependently([data], gone), `${n}: ${selection.kind}`).toEqual([]);
      }
      expect(scanIndependently([data], gone)).toEqual([]);
      expect(await answersTo(client, history.kept)).toEqual(before);

      // Imported again, and read again, it stays gone.
      const again = await importLines(client, folder, history.lines);
      expect(again.imported).toBe(0);
      expect(again.skipped.forgotten).toBeGreaterThan(0);
      await client.call('codex.settle', {});
      await client.stream('workers.simulate', { workers: 'all', days: 2 }, { onChunk: () => undefined });
      expect(scanIndependently([data], gone)).toEqual([]);

      const report = await examine(client, { shouldRebuild: true });
      expect(report.problems).toEqual([]);
      expect(report.ok).toBe(true);
    },
    LIMIT_MS,
  );
});
