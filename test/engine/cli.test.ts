import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createClient } from '../../main/contract/client.ts';
import type { Client } from '../../main/contract/index.ts';
import { buildCli, makePlace, runCliProcess, startCli } from './cli-process.ts';

let place: Awaited<ReturnType<typeof makePlace>>;
const first = (id: string) => expect.objectContaining({ rank: 1, turns: [id] });
const run = (...argv: string[]) => runCliProcess([...argv, '--data', place.data]);

beforeAll(async () => {
  place = await makePlace();
  buildCli();
});
afterAll(() => rm(place.folder, { recursive: true }));

describe('the command line in its own process', () => {
  it('imports an export, acknowledging each fsync, and adds nothing the second time', async () => {
    const first = await run('import', place.exportFile, '--json');
    expect(JSON.parse(first.out)).toMatchObject({ read: 3, imported: 3, skipped: {}, pendingVectors: 0 });
    expect(
      first.err
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ acked: 3 }]);
    const second = await run('import', place.exportFile, '--json');
    expect({ code: second.code, ...JSON.parse(second.out) }).toMatchObject({
      code: 0,
      imported: 0,
      skipped: { duplicate: 3 },
    });
  });

  it('imports nothing when one of several files cannot be read', async () => {
    const other = join(place.folder, 'other.jsonl');
    await writeFile(other, '{"conversation":"c9","speaker":"Ada","text":"Never imported.","id":"n1"}\n');
    const ran = await run('import', other, join(place.folder, 'missing.jsonl'), '--json');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err.trim().split('\n')).toHaveLength(1);
    const found = JSON.parse((await run('recall', 'Never imported', '--json')).out);
    expect(JSON.stringify(found)).not.toContain('n1');
  });

  it('stops an import on Ctrl+C, keeps what it acknowledged, and adds only the rest the next time', async () => {
    const data = join(place.folder, 'stopped');
    const large = join(place.folder, 'large.jsonl');
    const total = 6_000;
    const turn = (n: number) => ({ conversation: `c${n % 50}`, id: `n${n}`, speaker: 'Ada', text: `Note ${n}.` });
    await writeFile(large, Array.from({ length: total }, (_, n) => `${JSON.stringify(turn(n))}\n`).join(''));
    const argv = ['import', large, '--no-wait', '--json', '--data', data];
    await using stopped = startCli(argv);
    await new Promise((resolve) => stopped.child.stderr.once('data', resolve));
    stopped.child.kill('SIGINT');
    const { code, out } = await stopped.ended;
    const report = JSON.parse(out);
    expect({ code, isCancelled: report.isCancelled }).toEqual({ code: 1, isCancelled: true });
    expect(report.imported).toBeLessThan(total);
    const rest = JSON.parse((await runCliProcess(argv)).out);
    expect(rest).toMatchObject({ imported: total - report.imported, skipped: { duplicate: report.imported } });
  });

  it('ends at once on a second Ctrl+C, and the next process takes the folder over', async () => {
    await using batch = startCli(['recall', '--batch', '-', '--data', place.data]);
    batch.child.stdin.write('{"id":"a","query":"Lisbon"}\n');
    await batch.nextLine();
    batch.child.kill('SIGINT');
    batch.child.kill('SIGTERM');
    const { code } = await batch.ended;
    expect([1, 130, 143]).toContain(code);
    expect((await run('recall', 'Lisbon')).code).toBe(0);
  });

  it('recalls what was imported, with the ids of the export', async () => {
    const ran = await run('recall', 'Where does Clara live?', '--json', '--k', '1');
    expect(JSON.parse(ran.out)).toMatchObject({ id: null, results: [{ rank: 1, kind: 'turn', turns: ['t1'] }] });
    expect(ran).toMatchObject({ code: 0, err: '' });
  });

  it('answers a batch line by line while it stays open, then ends with it', async () => {
    await using batch = startCli(['recall', '--batch', '-', '--k', '1', '--data', place.data]);
    batch.child.stdin.write('{"id":"a","query":"Where does Clara live?"}\n');
    expect(JSON.parse(await batch.nextLine())).toMatchObject({ id: 'a', results: [first('t1')] });
    // The day of the dentist's turn had not come yet, so it must not be found.
    batch.child.stdin.write('\n{"id":"b","query":"dentist","asOf":"2024-05-31"}\nnot json\n');
    const line = JSON.parse(await batch.nextLine());
    expect(JSON.stringify(line)).not.toContain('t3');
    expect(JSON.parse(await batch.nextLine())).toMatchObject({ id: null, error: { code: 'usage.invalid' } });
    batch.child.stdin.end('{"id":"c","query":"dentist"}');
    expect(JSON.parse(await batch.nextLine())).toMatchObject({ id: 'c', results: [first('t3')] });
    expect((await batch.ended).code).toBe(0);
  });

  it('refuses a folder that another process has open, in one sentence', async () => {
    await using batch = startCli(['recall', '--batch', '-', '--data', place.data]);
    batch.child.stdin.write('{"id":"a","query":"Lisbon"}\n');
    await batch.nextLine();
    const ran = await run('recall', 'Lisbon', '--json');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/^The data folder is in use by another Palimpsest \(process \d+\)\. [^\n]+\n$/);
  });

  it('releases the folder on Ctrl+C', async () => {
    await using batch = startCli(['recall', '--batch', '-', '--data', place.data]);
    batch.child.stdin.write('{"id":"a","query":"Lisbon"}\n');
    await batch.nextLine();
    batch.child.kill('SIGINT');
    expect((await batch.ended).code).toBe(1);
    expect(existsSync(join(place.data, 'lock'))).toBe(false);
  });

  it('ends quietly when nobody reads its output any more', async () => {
    await using batch = startCli(['recall', '--batch', '-', '--data', place.data]);
    batch.child.stdin.write('{"id":"a","query":"Lisbon"}\n');
    await batch.nextLine();
    batch.child.stdout.destroy();
    batch.child.stdin.write('{"id":"b","query":"Lisbon"}\n');
    const { err } = await batch.ended;
    expect({ err, isLocked: existsSync(join(place.data, 'lock')) }).toEqual({ err: '', isLocked: false });
  });

  it('chats without a model in quotes, and shows the trace of it', async () => {
    const reply = JSON.parse((await run('chat', 'Where does my sister Clara live?', '--json')).out);
    expect(reply).toMatchObject({ mode: 'evidence', status: 'complete' });
    expect(reply.citations[0]).toMatchObject({
      n: 1,
      turns: ['t1'],
      quote: 'My sister Clara moved to Lisbon in April',
    });
    const trace = await run('trace', reply.trace, '--json');
    expect(JSON.parse(trace.out)).toMatchObject({ id: reply.trace, questionTurnId: reply.turn });
    const shown = await run('trace', reply.trace);
    expect(shown.out).toMatch(/Legs\n\s+leg\s+eligible\s+executed\s+produced\s+selected\s+in prompt/);
    expect(await run('trace', 'no-such-trace')).toMatchObject({ code: 1, out: '' });
  });

  it('names relations that exist where one is asked for that does not', async () => {
    const ran = await run('facts', 'me', '--relation', 'live in', '--json');
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining('"lives in"') });
    expect((await run('facts', 'me', '--relation', 'Lives_In', '--json')).code).toBe(0);
  });

  it('finds a healthy folder healthy', async () => {
    const ran = await run('doctor', '--json');
    expect(JSON.parse(ran.out)).toMatchObject({ ok: true, problems: [] });
    expect(ran.code).toBe(0);
  });

  it('knows its models', async () => {
    const { models } = JSON.parse((await run('models', 'list', '--json')).out);
    expect(models).toContainEqual(expect.objectContaining({ task: 'embedding', isBundled: true, state: 'ready' }));
  });
});

describe('browser mode in its own process', () => {
  async function openPage(url: string): Promise<Client & AsyncDisposable> {
    const { host, hash, origin } = new URL(url);
    const protocol = hash.replace('#token=', 'palimpsest.');
    const socket = new WebSocket(`ws://${host}/rpc`, [protocol], { headers: { Origin: origin } });
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    const client = createClient({
      send: (message) => socket.send(JSON.stringify(message)),
      onMessage: (listener) => void socket.on('message', (data) => listener(JSON.parse(String(data)))),
      onClose: (listener) => void socket.on('close', () => listener()),
      close: () => socket.close(),
    });
    return {
      ...client,
      [Symbol.asyncDispose]: () => {
        client.close();
        return closed;
      },
    };
  }

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'serves the page and the contract until %s, then closes the folder',
    async (signal) => {
      await using server = startCli(['serve', '--no-open', '--data', place.data]);
      const url = await server.nextLine();
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
      const page = await fetch(url);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      for (const _ of ['first', 'after a reload']) {
        await using client = await openPage(url);
        expect(await client.call('app.status', {})).toMatchObject({ mode: 'browser', dataFolder: place.data });
        const { results } = await client.call('memory.recall', { query: 'Where does Clara live?', k: 1 });
        expect(results[0]?.turns).toEqual(['t1']);
      }
      server.child.kill(signal);
      expect((await server.ended).code).toBe(0);
      expect(existsSync(join(place.data, 'lock'))).toBe(false);
    },
  );
});

describe('doctor on a damaged folder', () => {
  it('names the changed record, although the folder cannot be opened, and changes nothing', async () => {
    const file = join(place.data, 'journal/00000001.jsonl');
    const bytes = await readFile(file);
    const at = bytes.indexOf('Lisbon');
    const damaged = Buffer.from(bytes);
    damaged.write('Madrid', at);
    await writeFile(file, damaged);
    const ran = await run('doctor', '--json');
    const report = JSON.parse(ran.out);
    expect({ code: ran.code, ok: report.ok }).toEqual({ code: 1, ok: false });
    expect(report.problems).toContainEqual(
      expect.objectContaining({ check: 'journal.wrong-commit', seq: expect.any(Number), message: expect.any(String) }),
    );
    expect((await readFile(file)).equals(damaged)).toBe(true);
  });
});
