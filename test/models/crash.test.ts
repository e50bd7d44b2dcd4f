import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { deferred } from '../../main/inference/deferred.ts';
import { buildHost } from '../builders/build-host.ts';
import { hasChatModel, makeInference, smolPath } from '../builders/models.ts';

let hostPath = '';
beforeAll(async () => {
  hostPath = await buildHost();
});

const endless = { prompt: { raw: 'One, two, three, four, five, six, seven,' }, maxTokens: 3000 };

function getPid(inference: ReturnType<typeof makeInference>): number {
  const state = inference.state();
  if (state.kind !== 'ready' || state.pid === null) throw new Error(`no process in state ${state.kind}`);
  return state.pid;
}

/** Resolves when a process has ended; polls, since it is not our child. */
async function hasEnded(pid: number): Promise<boolean> {
  const { promise, resolve } = deferred<boolean>();
  const endMs = performance.now() + 5000;
  const timer = setInterval(() => {
    try {
      process.kill(pid, 0);
      if (performance.now() > endMs) resolve(false);
    } catch {
      resolve(true); // no such process: what we wait for
    }
  }, 20);
  return promise.finally(() => clearInterval(timer));
}

describe('a host that dies', () => {
  it('is replaced in the middle of an embedding, which still answers', async () => {
    await using inference = makeInference(hostPath);
    await inference.embed({ texts: ['warm'], kind: 'query' });
    const pid = getPid(inference);
    const texts = Array.from({ length: 300 }, (_, i) => `sentence number ${i} about boats, harbours and the sea`);
    let isKilled = false;
    const vectors = await inference.embed(
      { texts, kind: 'passage' },
      {
        onProgress: () => {
          if (!isKilled) process.kill(pid, 'SIGKILL');
          isKilled = true;
        },
      },
    );
    expect(vectors.every(({ chunks }) => chunks.length === 1)).toBe(true);
    expect(getPid(inference)).not.toBe(pid);
    expect(inference.states.map((state) => state.kind)).toContain('restarting');
  });

  it.skipIf(!hasChatModel)(
    'interrupts an answer visibly, and the next one works without loading anything',
    async () => {
      await using inference = makeInference(hostPath);
      await inference.loadChat(smolPath, { contextTokens: 1024, gpu: false });
      const pid = getPid(inference);
      let pieces = 0;
      const answer = inference.generate(endless, {
        onDelta: () => {
          pieces += 1;
          if (pieces === 3) process.kill(pid, 'SIGKILL');
        },
      });
      await expect(answer).rejects.toMatchObject({ code: 'inference.crashed', retry: 'later' });
      expect(pieces).toBeGreaterThanOrEqual(3);
      expect((await inference.generate({ ...endless, maxTokens: 3 })).tokens).toBe(3);
      expect(getPid(inference)).not.toBe(pid);
    },
  );

  it.skipIf(!hasChatModel)('is killed and replaced when it hangs', async () => {
    await using inference = makeInference(hostPath, { limits: { tokenMs: 700 } });
    await inference.loadChat(smolPath, { contextTokens: 1024, gpu: false });
    const pid = getPid(inference);
    let isStopped = false;
    const answer = inference.generate(endless, {
      onDelta: () => {
        if (!isStopped) process.kill(pid, 'SIGSTOP');
        isStopped = true;
      },
    });
    await expect(answer).rejects.toMatchObject({ code: 'inference.timeout' });
    expect(await hasEnded(pid)).toBe(true);
    expect(await inference.countTokens(['Hello world'])).toEqual([2]);
  });

  it('is given up after four restarts, with a sentence that says what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-host-'));
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, 'process.exit(1);\n');
    await using inference = makeInference(broken);
    const failures: unknown[] = [];
    while (inference.state().kind !== 'failed') {
      failures.push(await inference.describe().catch((error: unknown) => error));
    }
    expect(failures.length).toBeLessThan(6);
    expect(inference.state()).toMatchObject({ kind: 'failed', notice: expect.stringContaining('models page') });
    await expect(inference.describe()).rejects.toMatchObject({ code: 'inference.unavailable' });
    rmSync(folder, { recursive: true });
  });

  it('goes when the engine closes it', async () => {
    const inference = makeInference(hostPath);
    await inference.embed({ texts: ['a'], kind: 'query' });
    const pid = getPid(inference);
    await inference.close();
    expect(await hasEnded(pid)).toBe(true);
  });

  it('goes when the engine is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-host-'));
    const engine = join(folder, 'engine.mjs');
    writeFileSync(
      engine,
      `import { fork } from 'node:child_process';
       const child = fork(process.argv[2], [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
       child.on('message', (message) => process.send(message));`,
    );
    const parent = fork(engine, [hostPath], { execArgv: [] });
    const [message] = (await once(parent, 'message')) as [{ readonly pid: number }];
    parent.kill('SIGKILL');
    expect(await hasEnded(message.pid)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('does nothing when it is started by hand', async () => {
    const child = spawn(process.execPath, [hostPath], { stdio: 'ignore' });
    expect((await once(child, 'exit'))[0]).toBe(64);
  });
});
