import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCsv, writeCsv } from '../../main/evaluation/judge/sheet.pure.ts';
import { buildCli, runCliProcess } from './cli-process.ts';
import { makeTrajectory, writeTrajectory } from './made-trajectory.ts';
import { type Folder, makeFolder } from './open-folder.ts';

/** A server on this machine that replies as a model would: by what it is asked for, always the same. */
function startModel(asked: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      asked.push(text);
      const content = text.includes('Answer to grade')
        ? '{"grade":4,"stale":false,"details":"none"}'
        : text.includes('Answer A')
          ? '{"better":"tie"}'
          : 'I do not know.';
      response.end(JSON.stringify({ choices: [{ message: { content } }], usage: { prompt_tokens: 1 } }));
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

describe('one model for all arms, on the command line', () => {
  const asked: string[] = [];
  let server: Server;
  let folder: Folder;
  let out: string;
  let model: readonly string[];
  const cli = async (...args: readonly string[]) => {
    const { code, out: stdout, err: stderr } = await runCliProcess(['lsrep', ...args]);
    return { code, stdout, stderr };
  };
  beforeAll(async () => {
    buildCli();
    folder = await makeFolder();
    server = await startModel(asked);
    out = join(folder.path, 'run');
    model = ['--model', 'made', '--endpoint', `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`];
    const file = await writeTrajectory(join(folder.path, 'moved.json'), makeTrajectory());
    const ran = await cli('run', file, '--out', out, '--arms', 'bm25', '--system', 'reference');
    expect([ran.code, ran.stderr.includes('error')]).toEqual([0, false]);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await folder[Symbol.asyncDispose]();
  });

  it('keeps what another system said of itself with the run, and refuses to go on with another version', async () => {
    const path = join(out, 'systems/reference.json');
    const declared = await readFile(path, 'utf8');
    expect(declared).toContain('"mode": "shared words weighed by rarity; no embedder, no language model"');
    await writeFile(path, declared.replace('"systemVersion": "1"', '"systemVersion": "0"'));
    await rm(join(out, 'units/reference'), { recursive: true });
    const file = join(folder.path, 'moved.json');
    const again = await cli('run', file, '--out', out, '--arms', 'bm25', '--system', 'reference');
    expect([again.code === 0, again.stderr]).toEqual([
      false,
      expect.stringMatching(/not what it was when this run began/),
    ]);
    await writeFile(path, declared);
    expect((await cli('run', file, '--out', out, '--arms', 'bm25', '--system', 'reference')).code).toBe(0);
  });

  it('answers, judges and is measured against a person, and asks nothing twice', async () => {
    const answered = await cli('answer', out, ...model, '--budget', '200', '--json');
    expect([answered.code, answered.stderr]).toEqual([0, '']);
    const { arms } = JSON.parse(answered.stdout) as { arms: { arm: string; questions: number; answered: number }[] };
    expect(arms.map(({ arm }) => arm)).toEqual(['bm25', 'reference', 'reference-30']);
    for (const { questions, answered: given } of arms) expect(given).toBe(questions);
    const before = asked.length;
    expect((await cli('answer', out, ...model, '--budget', '200', '--json')).stdout).toBe(answered.stdout);
    expect(asked.length).toBe(before);
    const judged = await cli('judge', out, ...model, '--answers', 'matched', '--pairs', '--limit', '3', '--json');
    expect(JSON.parse(judged.stdout)).toMatchObject({ consistency: { consistent: 9, of: 9 }, warning: null });
    const sheet = join(folder.path, 'sheet.csv');
    expect((await cli('sheet', out, sheet, '--limit', '5')).code).toBe(0);
    const [header = [], ...rows] = readCsv(await readFile(sheet, 'utf8')) ?? [];
    await writeFile(sheet, writeCsv([header, ...rows.map((row) => [...row.slice(0, -1), '4'])]));
    expect(JSON.parse((await cli('calibrate', out, sheet, '--json')).stdout)).toMatchObject({ items: 5, accuracy: 1 });
  });

  it('refuses an endpoint on another machine and a model that is not there', async () => {
    const away = await cli('answer', out, '--model', 'x', '--endpoint', 'https://models.example.org/v1');
    expect([away.code === 0, away.stderr]).toEqual([false, expect.stringMatching(/not on this machine/)]);
    const missing = await cli('answer', out, '--model', join(folder.path, 'none.gguf'));
    expect([missing.code === 0, missing.stderr]).toEqual([false, expect.stringMatching(/no model at that path/)]);
  });
});
