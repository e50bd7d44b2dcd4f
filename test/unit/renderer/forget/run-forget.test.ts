import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type ForgetProgress, type ForgetReceipt, type TurnId } from '../../../../main/contract/index.ts';
import type { Route } from '../../../../renderer/route.pure.ts';

type Sent = { readonly key: string; readonly input: unknown };
type Stream = {
  readonly onChunk: (chunk: ForgetProgress) => void;
  readonly resolve: (receipt: ForgetReceipt) => void;
  readonly reject: (error: unknown) => void;
};

/** The engine as this page sees it: what was sent, and what it answers. */
const engine = vi.hoisted(() => ({
  sent: [] as Sent[],
  answers: {} as Record<string, (input: unknown) => unknown>,
  stream: null as Stream | null,
  said: [] as string[],
  begun: null as string | null,
  refreshed: 0,
  connection: 'open' as 'open' | 'lost',
  route: { name: 'search', query: 'Joos' } as Route,
}));

vi.mock('../../../../renderer/api.ts', () => ({
  useConnection: { getState: () => ({ state: engine.connection }) },
  api: {
    call: async (key: string, input: unknown) => {
      engine.sent.push({ key, input });
      return engine.answers[key]?.(input);
    },
    stream: (key: string, input: unknown, options: { onChunk: Stream['onChunk']; signal: AbortSignal }) => {
      engine.sent.push({ key, input });
      return new Promise((resolve, reject) => {
        engine.stream = { onChunk: options.onChunk, resolve, reject };
        options.signal.addEventListener('abort', () =>
          reject(new AppError('request.aborted', 'Stopped.', { retry: 'never' })),
        );
      });
    },
  },
}));
vi.mock('../../../../renderer/features/forget/begun.ts', () => ({
  keepBegun: (forgetId: string) => {
    engine.begun = forgetId;
  },
  readBegun: () => engine.begun,
  dropBegun: () => {
    engine.begun = null;
  },
}));
vi.mock('../../../../renderer/router.ts', () => ({
  useRouter: { getState: () => ({ route: engine.route }) },
  go: (route: Route) => {
    engine.route = route;
  },
}));
vi.mock('../../../../renderer/ui/live.ts', () => ({ announce: (text: string) => engine.said.push(text) }));
vi.mock('../../../../renderer/features/forget/refresh-after.ts', () => ({
  refreshAfterForget: async () => {
    engine.refreshed += 1;
  },
}));

const { keepTurn, leaveForget, openForget, useForget } = await import(
  '../../../../renderer/features/forget/forget-store.ts'
);
const { followForget, heardOfForget, startForget, stopForget } = await import(
  '../../../../renderer/features/forget/run-forget.ts'
);

const id = 't1' as TurnId;
const goes = [{ kind: 'turn', id, text: 'the words', at: null, speaker: 'user', why: 'chosen' }];
const receipt = { id: 'one', counts: { turns: 1 }, scan: { found: 0 } } as ForgetReceipt;
const at = (step: ForgetProgress['step'], done: number, total: number | null = 10): ForgetProgress => ({
  ...{ forgetId: 'one', step, done, total },
});
const settle = () => vi.waitFor(() => expect(useForget.getState().running).toBeNull());

async function open(): Promise<void> {
  openForget({ selection: { kind: 'turns', turnIds: [id] }, name: null });
  await vi.waitFor(() => expect(useForget.getState().preview).toMatchObject({ kind: 'ready', isLooking: false }));
}

beforeEach(() => {
  Object.assign(engine, { sent: [], stream: null, said: [], begun: null, refreshed: 0, connection: 'open' });
  engine.route = { name: 'search', query: 'Joos' };
  engine.answers = {
    'forget.preview': () => ({ fingerprint: 'plan', goes, stays: [], repeats: [], backups: [], counts: { turns: 1 } }),
    'forget.current': () => null,
    'forget.receipts': () => ({ receipts: [], total: 0 }),
  };
  useForget.setState(useForget.getInitialState(), true);
});

describe('renderer/forget/run-forget', () => {
  it('runs exactly the plan that was shown and keeps no word of it afterwards', async () => {
    await open();
    expect(engine.route).toEqual({ name: 'forget' });
    const run = startForget();
    expect(engine.sent.at(-1)).toEqual({
      key: 'forget.run',
      input: {
        ...{ selection: { kind: 'turns', turnIds: [id] }, isWithRepeats: false, except: [] },
        ...{ fingerprint: 'plan', graceSeconds: 10 },
      },
    });
    for (const progress of [at('waiting', 5), at('erasing', 1, 2), at('erasing', 2, 2), at('scanning', 9, 9)])
      engine.stream?.onChunk(progress);
    engine.stream?.resolve(receipt);
    await run;
    const { chosen, items, running, done } = useForget.getState();
    expect({ chosen, items, running, receipt: done?.receipt }).toEqual({
      chosen: null,
      items: [],
      running: null,
      receipt,
    });
    expect(engine.said).toEqual([
      'Forgetting begins in 10 seconds. Press Escape to stop it.',
      '5 seconds left to stop it',
      'Erasing the words in the journal',
      'Searching every file, byte by byte',
      'Gone. 1 turn forgotten, found 0 times afterwards.',
    ]);
    leaveForget();
    // The words that were searched for are gone; the address does not bring them back.
    expect(engine.route).toEqual({ name: 'search', query: '' });
  });

  it('stops while it waits, says that nothing was changed, and reads nothing again', async () => {
    await open();
    const run = startForget();
    await heardOfForget(at('waiting', 3));
    stopForget();
    await heardOfForget(null);
    await run;
    await settle();
    expect(useForget.getState().notice).toEqual({ text: 'Stopped. Nothing was changed.', isTrouble: false });
    expect([useForget.getState().chosen?.selection.kind, engine.refreshed]).toEqual(['turns', 0]);
  });

  it('does not say that it was stopped where the stop came too late', async () => {
    await open();
    engine.answers['forget.current'] = () => at('erasing', 1, 2);
    const run = startForget();
    stopForget();
    await run;
    await vi.waitFor(() => expect(useForget.getState().running?.seen.progress.step).toBe('erasing'));
    expect(useForget.getState().notice).toBeNull();
    engine.answers['forget.receipts'] = () => ({ receipts: [receipt], total: 1 });
    await heardOfForget(at('scanning', 1, 2));
    await heardOfForget(null);
    expect([useForget.getState().done?.receipt, engine.refreshed]).toEqual([receipt, 1]);
  });

  it('cannot be stopped once erasing has begun', async () => {
    await open();
    const run = startForget();
    engine.stream?.onChunk(at('erasing', 0, 2));
    stopForget();
    expect(useForget.getState().running?.isStopping).toBe(false);
    engine.stream?.resolve(receipt);
    await run;
    expect(useForget.getState().done?.receipt).toEqual(receipt);
  });

  it('shows the new list where something was said meanwhile', async () => {
    await open();
    const run = startForget();
    engine.stream?.reject(new AppError('forget.changed', 'Look again.', { retry: 'after-user-action' }));
    await run;
    expect(useForget.getState().notice?.isTrouble).toBe(true);
    expect(engine.sent.filter(({ key }) => key === 'forget.preview')).toHaveLength(2);
  });

  it('shows what is under way to a page that was opened meanwhile, and its receipt', async () => {
    engine.answers['forget.current'] = () => at('compacting', 0, null);
    await followForget();
    expect(useForget.getState().running).toMatchObject({ isOwn: false, seen: { progress: { step: 'compacting' } } });
    engine.answers['forget.receipts'] = () => ({ receipts: [receipt], total: 1 });
    await heardOfForget(null);
    expect(useForget.getState().done?.receipt).toEqual(receipt);
  });

  it('says what became of the one it began when the page is read anew, once', async () => {
    await open();
    void startForget();
    engine.stream?.onChunk(at('waiting', 2));
    useForget.setState(useForget.getInitialState(), true);
    await followForget();
    expect(useForget.getState().notice).toEqual({ text: 'Stopped. Nothing was changed.', isTrouble: false });
    useForget.setState(useForget.getInitialState(), true);
    await followForget();
    expect(useForget.getState().notice).toBeNull();
  });

  it('asks again after the connection was lost, and opens no other selection meanwhile', async () => {
    await open();
    const run = startForget();
    engine.stream?.onChunk(at('erasing', 1, 2));
    engine.connection = 'lost';
    engine.stream?.reject(new AppError('internal.bug', 'The connection is closed.', { retry: 'later' }));
    await run;
    openForget({ selection: { kind: 'everything' }, name: null });
    expect(useForget.getState().chosen?.selection.kind).toBe('turns');
    engine.answers['forget.receipts'] = () => ({ receipts: [receipt], total: 1 });
    await followForget();
    expect(useForget.getState().done?.receipt).toEqual(receipt);
  });

  it('leads back to the turn under which it was asked for when everything is kept', async () => {
    engine.route = { name: 'chat', id: 'c' as never, turnId: null };
    openForget({ selection: { kind: 'turns', turnIds: [id] }, name: null, place: id });
    leaveForget();
    expect(engine.route).toEqual({ name: 'chat', id: 'c', turnId: id });
  });

  it('looks again without a turn that was taken out, and keeps its line', async () => {
    await open();
    engine.answers['forget.preview'] = () => {
      throw new AppError('forget.nothing', 'Nothing.', { retry: 'never' });
    };
    keepTurn(id, true);
    await vi.waitFor(() => expect(useForget.getState().preview.kind).toBe('nothing'));
    expect(engine.sent.at(-1)?.input).toMatchObject({ except: [id] });
    expect(useForget.getState().items).toHaveLength(1);
  });
});
