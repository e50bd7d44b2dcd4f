import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../main/contract/errors.ts';
import { openProcessSystem, type ProcessOptions } from '../../../../main/evaluation/systems/process-system.ts';
import type { SystemStart } from '../../../../main/evaluation/systems/system.ts';
import { ARM, turn } from './made.ts';

const reference = resolve(import.meta.dirname, '../../../../main/evaluation/systems/peers/reference.mjs');
const never = new AbortController().signal;
const at = '2024-05-02T09:00:00.000Z';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-system-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (arm: Partial<SystemStart['arm']> = {}): SystemStart => ({
  arm: { ...ARM, system: 'other', ...arm },
  ...{ answerer: 'contract', owner: 'Ann', zone: 'UTC', folder, seed: 1 },
  clock: { now: () => new Date(at), set: () => undefined },
});

const openReference = (arm: Partial<SystemStart['arm']> = {}, more: Partial<ProcessOptions> = {}) =>
  openProcessSystem(start(arm), { command: process.execPath, args: [reference], ...more });

/** A program with the given body; `reply(id, value)` and `hello` are there. */
async function openProgram(body: string, timeouts: ProcessOptions['timeouts'] = {}) {
  const path = join(folder, 'program.mjs');
  await writeFile(
    path,
    `import { createInterface } from 'node:readline';
    const none = { evidence: false, times: false, statuses: false, answers: false, abstention: false, citations: false,
      clock: false, turns: false, documents: false, records: false, pending: false, promptTokens: false };
    const hello = { protocol: 'lsrep-system', version: 1, name: 'made', systemVersion: '0', mode: 'a test',
      observable: none, supports: { documents: false, upkeep: [] } };
    const reply = (id, ok) => console.log(JSON.stringify({ id, ok }));
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, now, call, params } = JSON.parse(line);
      ${body}
    }`,
  );
  return openProcessSystem(start(), { command: process.execPath, args: [path], timeouts });
}
const question = { arm: { ...ARM, system: 'other' }, question: 'Where is the key?', conversation: null };
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => (error instanceof AppError ? error.code : error),
  );

describe('another program as a system under test', () => {
  it('reads a history, answers by it, and tells what is in it', async () => {
    const system = await openReference();
    await system.ingest([turn('t1', 'The key is under the mat'), turn('t2', 'Rain all day')], never);
    await system.addDocuments([{ id: 'd1', name: 'list.md', at, text: 'Bread and butter' }], never);
    await system.settle(never);
    const told = await system.ask(question, never);
    expect(told.supplied[0]).toMatchObject({ turns: ['t1'], kind: 'turn', tokens: null });
    expect([told.answer, told.isAbstaining, told.cited]).toEqual(['The key is under the mat', false, ['t1']]);
    expect([told.execution.askedAt, told.execution.legs, told.contextTokens, told.promptTokens]).toEqual([
      at,
      null,
      null,
      null,
    ]);
    expect(await system.inspect()).toEqual({ now: at, turns: 2, documents: 1, records: 3, pending: 0 });
    expect(await system.records()).toBe(3);
    await system.close();
  });

  it('keeps what comes back within the fragments and the tokens of the arm', async () => {
    const words = (text: string) => text.split(' ').length;
    const history = [turn('t1', 'key one'), turn('t2', 'key two and much more than fits'), turn('t3', 'key three')];
    const system = await openReference({ budgetTokens: 5 }, { countTokens: words });
    await system.ingest(history, never);
    const told = await system.ask({ ...question, arm: { ...ARM, budgetTokens: 5 } }, never);
    expect(told.supplied.map(({ turns, tokens }) => [turns[0], tokens])).toEqual([
      ['t1', 2],
      ['t3', 2],
    ]);
    expect(told.contextTokens).toBe(4);
    const few = await system.ask({ ...question, arm: { ...ARM, k: 1 } }, never);
    expect(few.supplied).toHaveLength(1);
    await system.close();
  });

  it('reports what a system does not declare as null, whatever its replies say', async () => {
    const system = await openProgram(`
      if (call === 'hello') reply(id, hello);
      else if (call === 'inspect') reply(id, { now, turns: 0, records: 0, pending: 0 });
      else if (call === 'ask') reply(id, { fragments: [{ text: 'x', turns: ['t1'] }], answer: 'x', promptTokens: 0 });
      else reply(id, {});`);
    expect(await system.inspect()).toEqual({ now: null, turns: null, documents: null, records: null, pending: null });
    const told = await system.ask(question, never);
    expect([told.answer, told.isAbstaining, told.promptTokens, told.supplied[0]?.turns]).toEqual([
      null,
      null,
      null,
      [],
    ]);
    await system.close();
  });

  it('turns a hang into a failed question and ends the program with what it started', async () => {
    const system = await openProgram(
      `if (call === 'hello') reply(id, { ...hello, name: String(process.pid) }); else if (call === 'close') reply(id, {});`,
      { ingest: 50 },
    );
    const pid = Number(system.hello.name);
    await system.ingest([turn('t1', 'x')], never);
    expect(await codeOf(system.ask(question, never))).toBe('system.timeout');
    expect(await system.inspect()).toMatchObject({ turns: null });
    await system.close();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('turns a crash into failed questions that keep its last words out of their message', async () => {
    const system = await openProgram(`
      if (call === 'hello') reply(id, hello); else { console.error('a secret'); process.exit(3); }`);
    const error = await system.ask(question, never).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'system.ended', details: { code: 3 } });
    expect(String(error)).not.toContain('secret');
    expect(system.stderrTail()).toContain('a secret');
    expect(await codeOf(system.ask(question, never))).toBe('system.ended');
    await system.close();
  });

  it('goes on after a question that the program could not answer', async () => {
    const system = await openProgram(`
      if (call === 'hello') reply(id, hello);
      else if (params.question === 'Bad?') console.log(JSON.stringify({ id, error: { message: 'cannot\\u0007' } }));
      else reply(id, call === 'ask' ? { fragments: [] } : {});`);
    await expect(system.ask({ ...question, question: 'Bad?' }, never)).rejects.toMatchObject({
      code: 'system.failed',
      message: 'cannot ',
    });
    expect((await system.ask(question, never)).supplied).toEqual([]);
    await system.close();
  });

  it.each([
    ['words', `console.log('loading a model')`],
    ['a reply to nothing', `reply(id + 1, {})`],
    ['a reply with a wrong field', `reply(id, { fragments: [{ text: 7 }] })`],
  ])('refuses %s in place of a reply', async (_, said) => {
    const system = await openProgram(`if (call === 'hello') reply(id, hello); else { ${said}; }`, { close: 50 });
    expect(await codeOf(system.ask(question, never))).toBe('system.unusable');
    await system.close();
  });

  it.each([
    ['another protocol', `reply(id, { ...hello, version: 2 })`, /version/],
    [
      'a program that ends with its reason',
      `console.error('made: install it first'); process.exit(1)`,
      /install it first/,
    ],
  ])('does not start with %s', async (_, body, words) => {
    await expect(openProgram(body)).rejects.toMatchObject({ code: 'system.unusable', message: words });
  });

  it('says that a program is not there', async () => {
    const opened = openProcessSystem(start(), { command: join(folder, 'nothing') });
    await expect(opened).rejects.toMatchObject({ code: 'system.unusable', message: /installed/ });
  });

  it('stops waiting when the run is stopped', async () => {
    const system = await openProgram(`if (call === 'hello') reply(id, hello);`, { close: 50 });
    const stop = new AbortController();
    const asked = system.ask(question, stop.signal);
    stop.abort();
    expect(await codeOf(asked)).toBe('request.aborted');
    await system.close();
  });

  it('gives the program no variable that may hold a key', async () => {
    process.env.PALIMPSEST_TEST_KEY = 'k';
    const system = await openProgram(`
      if (call === 'hello') reply(id, { ...hello, mode: String(process.env.PALIMPSEST_TEST_KEY) }); else reply(id, {});`);
    delete process.env.PALIMPSEST_TEST_KEY;
    expect(system.hello.mode).toBe('undefined');
    await system.close();
  });

  it('does not wait for what outlives the program in a group of its own', async () => {
    const system = await openProgram(`
      if (call === 'hello') {
        const { spawn } = await import('node:child_process');
        const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit', detached: true });
        reply(id, { ...hello, name: String(child.pid) });
      } else reply(id, {});`);
    try {
      await system.close();
    } finally {
      process.kill(Number(system.hello.name), 'SIGKILL');
    }
  });

  it('takes no answer of a system that answers for an empty one, which stays in the denominator', async () => {
    const ask = async (answers: boolean) => {
      const system = await openProgram(`
        if (call === 'hello') reply(id, { ...hello, observable: { ...none, answers: ${answers} } });
        else reply(id, call === 'ask' ? { fragments: [], answer: null } : {});`);
      const told = await system.ask(question, never);
      await system.close();
      return told.answer;
    };
    expect([await ask(true), await ask(false)]).toEqual(['', null]);
  });

  it('ends what the program started as well', async () => {
    const system = await openProgram(`
      if (call === 'hello') {
        const { spawn } = await import('node:child_process');
        const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' });
        reply(id, { ...hello, name: String(child.pid) });
      } else reply(id, {});`);
    const pid = Number(system.hello.name);
    await system.close();
    // A process that was ended and not yet collected has no command.
    const running = process.platform === 'linux' ? readState(pid) : 'Z';
    expect(running).toMatch(/^(?:Z|X|)$/);
  });
});

function readState(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .slice(0, 1);
  } catch {
    return ''; // gone
  }
}
