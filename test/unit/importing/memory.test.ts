import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChatgpt, makeMessage, makeNode } from './chat-builders.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const CHATS = 100;
const TEXT = 'A megabyte of talk. '.repeat(50_000);
const HUGE = 'A conversation over the limit. '.repeat(2_300_000);

/** Counts what `readExport` gives for a file, and prints the most memory it took. */
const COUNTER = `
import { readExport } from './read-export.js';
const counts = { conversations: 0, turns: 0, skipped: {} };
for await (const item of readExport({ path: process.argv[2], format: 'auto' })) {
  if (item.kind === 'conversation') { counts.conversations += 1; counts.turns += item.turns.length; }
  if (item.kind === 'turn') counts.turns += 1;
  if (item.kind === 'skipped') counts.skipped[item.reason] = (counts.skipped[item.reason] ?? 0) + item.count;
}
console.log(JSON.stringify(counts));
`;

/** Seconds on an idle machine; other tests may share it. */
const TIMEOUT_MS = 120_000;

describe('importing files larger than memory', { timeout: TIMEOUT_MS }, () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-memory-'));
    // A plain Node process with a small heap needs plain JavaScript.
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: 'main/importing/read-export.ts', outDir: folder, emptyOutDir: false, minify: false },
    });
    await writeFile(join(folder, 'count.mjs'), COUNTER);
  }, TIMEOUT_MS);
  afterAll(() => rm(folder, { recursive: true }));

  async function countWithSmallHeap(parts: Iterable<string>): Promise<unknown> {
    const path = join(folder, 'export');
    const file = await open(path, 'w');
    for (const part of parts) await file.write(part);
    await file.close();
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=128',
      join(folder, 'count.mjs'),
      path,
    ]);
    return JSON.parse(stdout);
  }

  it('reads a ChatGPT export of 170 MB in a heap of 128 MB and counts the one chat that is too large', async () => {
    function* parts(): Generator<string> {
      yield '[';
      for (let i = 0; i < CHATS; i += 1) {
        if (i === 50) yield `${JSON.stringify(makeChatgpt([makeNode('u', null, makeMessage(HUGE))]))},`;
        yield JSON.stringify(makeChatgpt([makeNode('u', null, makeMessage(TEXT))], { conversation_id: `c${i}` }));
        yield i === CHATS - 1 ? ']' : ',';
      }
    }

    expect(await countWithSmallHeap(parts())).toEqual({
      conversations: CHATS,
      turns: CHATS,
      skipped: { 'too-large': 1 },
    });
  });

  it('reads a jsonl file of 170 MB in the same heap and counts the line that is too long', async () => {
    function* parts(): Generator<string> {
      for (let i = 0; i < CHATS; i += 1) {
        if (i === 50) yield `${JSON.stringify({ conversation: 'c', speaker: 'Ana', text: HUGE })}\n`;
        yield `${JSON.stringify({ conversation: 'c', speaker: 'Ana', text: TEXT })}\n`;
      }
    }

    expect(await countWithSmallHeap(parts())).toEqual({
      conversations: 0,
      turns: CHATS,
      skipped: { 'line-too-long': 1 },
    });
  });
});
