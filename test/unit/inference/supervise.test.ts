import { describe, expect, it } from 'vitest';
import type { ToHost } from '../../../main/inference/contract.ts';
import type { HostLauncher } from '../../../main/inference/launch.ts';
import { createSupervisor, type InferenceState } from '../../../main/inference/supervise.ts';
import { fixedClock } from '../../../main/lib/clock.ts';
import { silentLog } from '../../../main/lib/log.ts';

type Life = (
  message: ToHost,
  host: {
    readonly reply: (value: unknown) => void;
    readonly die: () => void;
    readonly tell: (message: unknown) => void;
  },
) => void;

/** A launcher whose n-th process behaves as the n-th life says; null dies before it is ready. */
function makeLauncher(lives: readonly (Life | null)[]) {
  const requests: { readonly life: number; readonly message: ToHost }[] = [];
  let count = 0;
  const launch: HostLauncher = (onExit) => {
    const life = count;
    count += 1;
    const behaviour = lives[life] ?? null;
    let listener: (message: unknown) => void = () => undefined;
    let isGone = false;
    const die = () => {
      if (!isGone) queueMicrotask(() => onExit({ code: null, signal: 'SIGKILL' }));
      isGone = true;
    };
    queueMicrotask(() => (behaviour === null ? die() : listener({ type: 'ready', pid: life })));
    return {
      pid: life,
      send: (raw) => {
        const message = raw as ToHost;
        requests.push({ life, message });
        const tell = (out: unknown) => queueMicrotask(() => !isGone && listener(out));
        behaviour?.(message, { reply: (value) => tell({ type: 'result', id: message.id, value }), die, tell });
      },
      onMessage: (next) => {
        listener = next;
      },
      kill: die,
    };
  };
  return { launch, requests, getCount: () => count };
}

const description = { pid: 1, rssBytes: 1, chat: null, embedder: null };
const answering: Life = (message, { reply }) => {
  if (message.type === 'request') reply(message.request.method === 'countTokens' ? { counts: [1] } : description);
};
const dying: Life = (message, { die }) => {
  if (message.type === 'request') die();
};
const silent: Life = () => undefined;

function makeSupervisor(
  lives: readonly (Life | null)[],
  limits: { readonly countMs?: number; readonly startMs?: number } = {},
) {
  const launcher = makeLauncher(lives);
  const states: InferenceState[] = [];
  const clock = fixedClock(new Date(0));
  const supervisor = createSupervisor({
    launch: launcher.launch,
    embedder: null,
    log: silentLog,
    clock,
    onState: (state) => states.push(state),
    limits: { backoffMs: [0, 0, 0], ...limits },
  });
  const count = () =>
    supervisor.call('countTokens', { method: 'countTokens', params: { texts: ['a'] } }, { isIdempotent: true });
  const once = () =>
    supervisor.call('countTokens', { method: 'countTokens', params: { texts: ['a'] } }, { isIdempotent: false });
  return { ...launcher, supervisor, states, clock, count, once, kinds: () => states.map((state) => state.kind) };
}

describe('inference/supervise', () => {
  it('starts nothing until something is asked', async () => {
    const { supervisor, getCount } = makeSupervisor([answering]);
    expect([supervisor.state(), getCount()]).toEqual([{ kind: 'idle' }, 0]);
    await supervisor.close();
  });

  it('asks again after a crash where asking twice changes nothing', async () => {
    const { supervisor, count, kinds } = makeSupervisor([dying, answering]);
    expect(await count()).toEqual({ counts: [1] });
    expect(kinds()).toEqual(['starting', 'ready', 'restarting', 'starting', 'ready']);
    await supervisor.close();
  });

  it('tells the caller of a crash where it may not ask again', async () => {
    const { supervisor, once, count } = makeSupervisor([dying, answering]);
    await expect(once()).rejects.toMatchObject({ code: 'inference.crashed', retry: 'later' });
    expect(await count()).toEqual({ counts: [1] });
    await supervisor.close();
  });

  it('asks a second time only once', async () => {
    const { supervisor, count } = makeSupervisor([dying, dying, answering]);
    await expect(count()).rejects.toMatchObject({ code: 'inference.crashed' });
    await supervisor.close();
  });

  it('restarts three times, then without the graphics card and with a notice, then gives up and says so', async () => {
    const { supervisor, count, states } = makeSupervisor([dying, dying, dying, dying, answering]);
    await expect(count()).rejects.toMatchObject({ code: 'inference.crashed' });
    await expect(count()).rejects.toMatchObject({ code: 'inference.crashed' });
    expect(await count()).toEqual({ counts: [1] });
    expect(supervisor.state()).toEqual({
      kind: 'ready',
      pid: 4,
      isCpuOnly: true,
      notice: 'The graphics card failed several times, so models now run on the processor.',
    });
    expect(states.filter((state) => state.kind === 'restarting').map((state) => state.attempt)).toEqual([1, 2, 3, 4]);
    await supervisor.close();
  });

  it('fails visibly when nothing helps, and starts afresh when the user says so', async () => {
    const { supervisor, count, getCount } = makeSupervisor([null, null, null, null, null, answering]);
    await expect(count()).rejects.toMatchObject({ code: 'inference.crashed' });
    await expect(count()).rejects.toMatchObject({ code: 'inference.crashed' });
    await expect(count()).rejects.toThrow();
    expect(supervisor.state().kind).toBe('failed');
    await expect(count()).rejects.toMatchObject({ code: 'inference.unavailable' });
    expect(getCount()).toBe(5);
    await supervisor.restart();
    expect(await count()).toEqual({ counts: [1] });
    await supervisor.close();
  });

  it('forgives crashes of a host that lived long', async () => {
    const makeFickle = (): Life => {
      let asked = 0;
      return (message, host) => {
        asked += 1;
        if (asked === 1) answering(message, host);
        else host.die();
      };
    };
    const { supervisor, count, once, clock, states } = makeSupervisor(Array.from({ length: 7 }, makeFickle));
    for (let i = 0; i < 6; i += 1) {
      await count();
      clock.advance(61_000);
      await expect(once()).rejects.toMatchObject({ code: 'inference.crashed' });
    }
    expect(states.some((state) => state.kind === 'ready' && state.isCpuOnly)).toBe(false);
    await supervisor.close();
  });

  it('kills a host that gives no sign of life', async () => {
    const { supervisor, once, count } = makeSupervisor([silent, answering], { countMs: 20 });
    await expect(once()).rejects.toMatchObject({ code: 'inference.timeout' });
    expect(await count()).toEqual({ counts: [1] });
    await supervisor.close();
  });

  it('takes progress as a sign of life', async () => {
    const slow: Life = (message, { tell, reply }) => {
      if (message.type !== 'request') return;
      const ticks = [10, 20, 30, 40].map((ms) =>
        setTimeout(() => tell({ type: 'progress', id: message.id, done: ms, total: 50 }), ms),
      );
      setTimeout(() => {
        for (const tick of ticks) clearTimeout(tick);
        reply({ counts: [1] });
      }, 50);
    };
    const { supervisor, once } = makeSupervisor([slow], { countMs: 35 });
    expect(await once()).toEqual({ counts: [1] });
    await supervisor.close();
  });

  it('loads the chat model again after a crash, on the processor when the card was given up', async () => {
    const chat = { modelPath: '/m.gguf', contextTokens: 512, gpu: 'auto', threads: 0 } as const;
    const loading: Life = (message, { reply, tell }) => {
      if (message.type !== 'request') return;
      if (message.request.method === 'loadChat') {
        reply({
          modelName: 'm',
          modelPath: '/m.gguf',
          device: 'cpu',
          gpuName: null,
          gpuLayers: 0,
          cpuReason: null,
          contextTokens: 512,
          trainedContextTokens: null,
          threads: 1,
          modelBytes: 1,
          contextBytes: 1,
          loadMs: 1,
        });
      } else tell({ type: 'ready', pid: 0 });
    };
    const crashing: Life = (message, host) =>
      message.type === 'request' && message.request.method !== 'loadChat' ? host.die() : loading(message, host);
    const { supervisor, once, requests } = makeSupervisor([crashing, crashing, crashing, crashing, answering]);
    await supervisor.loadChat(chat);
    for (let i = 0; i < 4; i += 1) await expect(once()).rejects.toMatchObject({ code: 'inference.crashed' });
    await once();
    const loads = requests.flatMap(({ life, message }) =>
      message.type === 'request' && message.request.method === 'loadChat' ? [[life, message.request.params.gpu]] : [],
    );
    expect(loads).toEqual([
      [0, 'auto'],
      [1, 'auto'],
      [2, 'auto'],
      [3, 'auto'],
      [4, false],
    ]);
    await supervisor.close();
  });

  it('ends a host that says what the contract does not know', async () => {
    const babbling: Life = (message, { tell }) => tell({ type: 'gossip', id: message.id });
    const { supervisor, count } = makeSupervisor([babbling, answering]);
    expect(await count()).toEqual({ counts: [1] });
    await supervisor.close();
  });

  it("gives a caller its own callback's failure and lives on", async () => {
    const progressing: Life = (message, { tell, reply }) => {
      tell({ type: 'progress', id: message.id, done: 1, total: 2 });
      reply({ counts: [1] });
    };
    const { supervisor, count, requests } = makeSupervisor([progressing]);
    const failing = supervisor.call(
      'countTokens',
      { method: 'countTokens', params: { texts: ['a'] } },
      {
        isIdempotent: true,
        onProgress: () => {
          throw new Error('mine');
        },
      },
    );
    await expect(failing).rejects.toThrow('mine');
    expect(requests.at(-1)?.message.type).toBe('cancel');
    expect(await count()).toEqual({ counts: [1] });
    await supervisor.close();
  });

  it('refuses everything once it is closed', async () => {
    const { supervisor, count } = makeSupervisor([answering]);
    await count();
    await supervisor.close();
    await expect(count()).rejects.toMatchObject({ code: 'inference.unavailable', retry: 'never' });
  });
});
