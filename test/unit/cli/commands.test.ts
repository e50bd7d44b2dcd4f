import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../main/contract/errors.ts';
import type { ChatReply, ImportReport, RecallResult } from '../../../main/contract/index.ts';
import type { AnyHandlers } from '../rpc/helpers.ts';
import { settled } from '../rpc/helpers.ts';
import { makeDataFolder, makeFolder, runWith } from './helpers.ts';

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const found = (over: object = {}): RecallResult =>
  ({
    results: [
      {
        rank: 1,
        kind: 'turn',
        text: 'Clara moved to Lisbon.',
        turns: ['t1'],
        context: ['t2'],
        score: 0.5,
        legs: { lexical: { rank: 1, score: 3 } },
        speaker: 'Ada',
        role: 'user',
        conversationId: 'c1',
        conversationTitle: 'Family',
        at: '2024-05-01T10:00:00.000Z',
        session: null,
        status: 'active',
        validFrom: null,
        validTo: null,
        tokens: 6,
      },
    ],
    abstain: false,
    tokens: 6,
    ms: 12,
    traceId: 'trace-1',
    ...over,
  }) as unknown as RecallResult;

describe('cli recall', () => {
  const recallWith = async (argv: readonly string[], handlers: AnyHandlers = {}) => {
    const inputs: unknown[] = [];
    const ran = await runWith(['recall', ...argv, '--data', makeDataFolder()], {
      handlers: {
        'memory.recall': async (input) => {
          inputs.push(input);
          return found();
        },
        'app.status': async () => status,
        ...handlers,
      },
    });
    return { ...ran, inputs };
  };

  it('prints the fields of the specification, with the trace under its own name', async () => {
    const ran = await recallWith(['where is Clara', '--json']);
    const { traceId, ...rest } = found();
    expect(linesOf(ran.out)).toEqual([{ id: null, ...rest, trace: traceId }]);
    expect(ran).toMatchObject({ code: 0, err: '', inputs: [{ query: 'where is Clara', k: 10 }] });
  });

  it('hands every flag on', async () => {
    const flags =
      '--k 3 --budget 700 --as-of 2024-05-01T10:00:00Z --known-at 2024-06-01T00:00:00+01:00 --leg lexical,episodic --no-leg neighbourhood --space work --no-access';
    const { inputs } = await recallWith(['q', ...flags.split(' ')]);
    expect(inputs).toEqual([
      {
        query: 'q',
        k: 3,
        budgetTokens: 700,
        asOf: '2024-05-01T10:00:00.000Z',
        knownAt: '2024-06-01T00:00:00.000+01:00',
        legs: ['lexical', 'episodic'],
        noLegs: ['neighbourhood'],
        spaceId: 'work',
      },
    ]);
  });

  it('reads a date in the zone of the folder, to the end of that day', async () => {
    const { inputs } = await recallWith(['q', '--as-of', '2024-07-01', '--known-at', '2024-07-01 12:00']);
    expect(inputs).toMatchObject([{ asOf: '2024-07-01T22:59:59.999Z', knownAt: '2024-07-01T11:00:00.000Z' }]);
  });

  it('shows people a list that fits the terminal', async () => {
    const { out } = await recallWith(['q']);
    expect(out).toBe(
      [
        '1. Ada · 2024-05-01 10:00 · Family',
        '   Clara moved to Lisbon.',
        '   score 0.500 · lexical 1 · t1',
        '',
        '1 fragment. 6 tokens, 12 ms, trace trace-1',
        '',
      ].join('\n'),
    );
  });

  it('does not let recalled text steer the terminal', async () => {
    const text = 'red \u001b[31m and \u009b2J title \u001b]0;x\u0007';
    const result = found();
    const results = result.results.map((each) => ({ ...each, text }));
    const { out } = await recallWith(['q'], { 'memory.recall': async () => ({ ...result, results }) });
    expect(out).toContain('red [31m and 2J title ]0;x');
  });
});

const status = {
  version: '1',
  mode: 'command line',
  dataFolder: '/d',
  freeBytes: null,
  zone: 'Europe/Lisbon',
  chatModel: null,
  embedder: { name: 'e', device: 'cpu' },
  host: { state: 'ready', restarts: 0, notice: null },
  index: { turns: 0, pending: 0, isIndexing: false },
  protection: '',
  history: { records: 0, state: 'unchecked', checkedAt: null },
  connections: [],
  isDownloading: false,
};

describe('cli recall --batch', () => {
  const echo: AnyHandlers = {
    'app.status': async () => status,
    'memory.recall': async ({ query }) => {
      if (query === 'fail') throw new AppError('inference.crashed', 'The model process ended.');
      return found({ traceId: `trace of ${query}` });
    },
  };
  const batch = (stdin: string | PassThrough, more: readonly string[] = [], handlers = echo) =>
    runWith(['recall', '--batch', '-', ...more, '--data', makeDataFolder()], { handlers, stdin });

  it('answers one line a query in order, and a line that fails costs only itself', async () => {
    const lines = [
      '{"id":"a","query":"one"}',
      '',
      '{"id":2,"query":"fail"}',
      'no json',
      '{"query":"no id","note":"ignored"}',
      '{"id":"b"}',
      '[1]',
      '{"id":"c","query":"x","asOf":"soon"}',
      '   ',
      '{"id":"d","query":"last"}',
    ];
    const ran = await batch(lines.join('\n'));
    const seen = linesOf(ran.out).map((line) => {
      const { id, trace, error } = line as { id: unknown; trace?: string; error?: { code: string; message: string } };
      return [id, trace ?? error?.code];
    });
    expect(seen).toEqual([
      ['a', 'trace of one'],
      [2, 'inference.crashed'],
      [null, 'usage.invalid'],
      [null, 'trace of no id'],
      ['b', 'usage.invalid'],
      [null, 'usage.invalid'],
      ['c', 'usage.invalid'],
      ['d', 'trace of last'],
    ]);
    expect(ran).toMatchObject({ code: 0, opened: [expect.anything()], err: expect.stringContaining('5 of 8') });
  });

  it('lets a line have its own time and space beside the flags of the run', async () => {
    const inputs: unknown[] = [];
    const recall: AnyHandlers = {
      'app.status': echo['app.status'] as NonNullable<AnyHandlers['app.status']>,
      'memory.recall': async (input) => {
        inputs.push(input);
        return found();
      },
    };
    const line = '{"id":1,"query":"q","asOf":"2024-07-01T12:00","space":"work"}\n{"id":2,"query":"q"}';
    await batch(line, ['--k', '5', '--as-of', '2025-01-01T00:00:00Z', '--space', 'home'], recall);
    expect(inputs).toMatchObject([
      { k: 5, asOf: '2024-07-01T11:00:00.000Z', spaceId: 'work' },
      { k: 5, asOf: '2025-01-01T00:00:00.000Z', spaceId: 'home' },
    ]);
  });

  it('answers a line before the next one is there', async () => {
    const stdin = new PassThrough();
    const answered = vi.fn();
    let out = '';
    const running = runWith(['recall', '--batch', '-', '--data', makeDataFolder()], {
      handlers: echo,
      stdin,
      over: {
        stdout: {
          write: (text) => {
            out += text;
            answered();
          },
        },
      },
    });
    stdin.write('{"id":1,"query":"one"}\n');
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(1));
    stdin.end('{"id":2,"query":"two"}');
    expect((await running).code).toBe(0);
    expect(linesOf(out)).toHaveLength(2);
  });

  it('stops while it waits for a line, and closes the folder', async () => {
    const stop = new AbortController();
    const stdin = new PassThrough();
    const running = runWith(['recall', '--batch', '-', '--data', makeDataFolder()], { handlers: echo, stdin, stop });
    await settled();
    stop.abort();
    expect(await running).toMatchObject({ code: 1, out: '', closed: 1 });
  });

  it('refuses a file that cannot be read before it opens the folder', async () => {
    const missing = join(makeFolder(), 'queries.jsonl');
    expect(await runWith(['recall', '--batch', missing, '--data', makeDataFolder()])).toMatchObject({
      code: 1,
      opened: [],
      err: 'The batch cannot be read. Check its path.\n',
    });
  });

  it('says that a folder is no batch', async () => {
    const ran = await runWith(['recall', '--batch', makeFolder(), '--data', makeDataFolder()], { handlers: echo });
    expect(ran).toMatchObject({ code: 1, out: '', err: 'The batch cannot be read. Check its path.\n', closed: 1 });
  });
});

describe('cli import', () => {
  const report: ImportReport = {
    read: 5,
    imported: 3,
    skipped: { duplicate: 2 },
    notes: { 'time-inferred': 1 },
    conversations: 2,
    files: [],
    earliest: '2024-05-01T10:00:00.000Z',
    latest: '2024-06-01T10:00:00.000Z',
    isDryRun: false,
    isCancelled: false,
    pendingVectors: 0,
    ms: 1_234,
  };
  const importWith = async (argv: readonly string[], over: Partial<ImportReport> = {}) => {
    const inputs: unknown[] = [];
    const ran = await runWith(['import', ...argv], {
      handlers: {
        'imports.run': async (input, { push }) => {
          inputs.push(input);
          await push({ kind: 'acked', n: 2 });
          await push({ kind: 'indexing', done: 1, total: 3, turnsPerSecond: 10 });
          await push({ kind: 'acked', n: 3 });
          return { ...report, ...over };
        },
      },
    });
    return { ...ran, inputs };
  };

  it('prints the report, and a line on stderr after each fsync', async () => {
    const ran = await importWith([
      'a.jsonl',
      '/b.zip',
      '--json',
      '--dry-run',
      '--no-wait',
      '--format',
      'chatgpt',
      '--space',
      's',
    ]);
    expect(linesOf(ran.out)).toEqual([report]);
    expect(linesOf(ran.err)).toEqual([{ acked: 2 }, { acked: 3 }]);
    expect(ran.inputs).toEqual([
      {
        files: [{ path: '/home/ada/papers/a.jsonl' }, { path: '/b.zip' }],
        format: 'chatgpt',
        isDryRun: true,
        shouldWait: false,
        spaceId: 's',
      },
    ]);
  });

  it('tells people what was imported, what was not, and why', async () => {
    const { out, err, code } = await importWith(['a.jsonl']);
    expect(out).toBe(
      [
        'Imported 3 turns of 5 in 1.2 s.',
        '  conversations  2',
        '  period         2024-05-01 to 2024-06-01',
        '  skipped        2  duplicate',
        '  noted          1  time-inferred',
        '',
      ].join('\n'),
    );
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('is done when everything was skipped, and failed when it was stopped', async () => {
    expect((await importWith(['a'], { imported: 0 })).code).toBe(0);
    expect((await importWith(['a'], { isCancelled: true })).code).toBe(1);
  });

  it('fails on a file that the engine cannot read, with nothing on stdout', async () => {
    const says = 'This file has no format that is known here.';
    const handlers: AnyHandlers = { 'imports.run': () => Promise.reject(new AppError('import.unknown-format', says)) };
    expect(await runWith(['import', 'a', '--json'], { handlers })).toMatchObject({
      code: 1,
      out: '',
      err: `${says}\n`,
    });
  });
});

describe('cli chat', () => {
  const reply = {
    conversationId: 'c9',
    turn: 'u1',
    reply: 'r1',
    answer: 'In Lisbon [1].',
    citations: [
      { n: 1, turnIds: ['t1', 't2'], quote: 'Clara moved to Lisbon.', speaker: 'Ada', at: null, conversationId: 'c1' },
    ],
    mode: 'model',
    status: 'complete',
    notice: null,
    trace: 'trace-1',
    replyTurn: {
      id: 'r1',
      conversationId: 'c9',
      parentId: 'u1',
      role: 'assistant',
      speaker: 'Palimpsest',
      text: 'In Lisbon [1].',
      at: null,
      isTimeInferred: false,
      zone: 'UTC',
      session: null,
      status: 'complete',
      attachments: [],
      siblings: ['r1'],
      answer: null,
    },
  } as unknown as ChatReply;
  const chatWith = async (argv: readonly string[], over: Partial<ChatReply> = {}, deltas = ['In Lis', 'bon [1].']) => {
    const inputs: unknown[] = [];
    const ran = await runWith(['chat', ...argv], {
      handlers: {
        'chat.ask': async (input, { push }) => {
          inputs.push(input);
          await push({ kind: 'stage', stage: 'recalling', memories: 2 });
          for (const text of deltas) await push({ kind: 'delta', text });
          return { ...reply, ...over };
        },
      },
    });
    return { ...ran, inputs };
  };

  it('gives scripts one JSON value with the names of the specification', async () => {
    const ran = await chatWith(['Where is Clara?', '--json', '--conversation', 'c9', '--space', 's', '--no-memory']);
    expect(linesOf(ran.out)).toEqual([
      {
        answer: 'In Lisbon [1].',
        turn: 'u1',
        reply: 'r1',
        citations: [
          { n: 1, turns: ['t1', 't2'], quote: 'Clara moved to Lisbon.', speaker: 'Ada', at: null, conversation: 'c1' },
        ],
        mode: 'model',
        trace: 'trace-1',
        conversation: 'c9',
        status: 'complete',
        notice: null,
      },
    ]);
    expect(ran.inputs).toEqual([{ text: 'Where is Clara?', conversationId: 'c9', spaceId: 's', isMemoryUsed: false }]);
  });

  it('streams the answer to people and then lists what it cites', async () => {
    const { out, err, code } = await chatWith(['Where is Clara?']);
    expect(out).toBe('In Lisbon [1].\n\n[1] Ada: “Clara moved to Lisbon.”\n    t1 t2\n');
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('prints an answer that came without streaming', async () => {
    expect((await chatWith(['q'], { citations: [] }, [])).out).toBe('In Lisbon [1].\n');
  });

  it('fails when the answer was interrupted, keeping what there is and saying why', async () => {
    const ran = await chatWith(['q'], { status: 'interrupted', notice: 'The model process ended.', citations: [] });
    expect(ran).toMatchObject({ code: 1, out: 'In Lisbon [1].\n', err: 'The model process ended.\n' });
  });

  it('stops the answer on the first Ctrl+C and prints the words so far', async () => {
    const stop = new AbortController();
    const ran = await runWith(['chat', 'q'], {
      stop,
      handlers: {
        'chat.ask': async (_input, { signal, push }) => {
          await push({ kind: 'delta', text: 'In Lis' });
          stop.abort();
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
          return { ...reply, answer: 'In Lis', status: 'stopped', citations: [] };
        },
      },
    });
    expect(ran).toMatchObject({ code: 1, out: 'In Lis\n', closed: 1 });
  });
});

describe('cli doctor', () => {
  const healthy = { ok: true, problems: [], notes: ['A note.'], counts: { turns: 3, records: 8 }, digests: {}, ms: 5 };
  const problem = {
    check: 'journal.wrong-hash',
    file: 'journal/00000001.jsonl',
    seq: 4,
    id: 'r4',
    message: 'Record 4 was changed.',
    fix: 'Restore the newest backup.',
  };

  it('hands its flags on and reports', async () => {
    const inputs: unknown[] = [];
    const handlers: AnyHandlers = {
      'doctor.run': async (input, { push }) => {
        inputs.push(input);
        await push({ step: 'journal' });
        return healthy;
      },
    };
    const ran = await runWith(['doctor', '--json', '--rebuild', '--data', makeDataFolder()], { handlers });
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(linesOf(ran.out)).toEqual([healthy]);
    expect(inputs).toEqual([{ shouldRebuild: true, shouldRepair: false }]);
    const shown = await runWith(['doctor', '--data', makeDataFolder()], { handlers });
    expect(shown.out).toBe(
      'Everything is in order.\n  Note: A note.\n  turns    3\n  records  8\n  Checked in 5 ms.\n',
    );
  });

  it('fails on a problem, and says where it is and what to do', async () => {
    const handlers: AnyHandlers = { 'doctor.run': async () => ({ ...healthy, ok: false, problems: [problem] }) };
    const { code, out } = await runWith(['doctor', '--data', makeDataFolder()], { handlers });
    expect(code).toBe(1);
    expect(out.replace(/\s+/g, ' ')).toContain(
      '1 problem: - Record 4 was changed. (journal/00000001.jsonl, record 4) [journal.wrong-hash] What to do: Restore the newest backup.',
    );
  });

  it('looks at a folder that is too damaged to open, without opening it', async () => {
    const openEngine = () => Promise.reject(new AppError('journal.damaged', 'The journal is damaged.'));
    const inspectDataFolder = async () => ({ ...healthy, ok: false, problems: [problem] });
    const argv = ['doctor', '--json', '--data', makeDataFolder()];
    const ran = await runWith(argv, { over: { openEngine, inspectDataFolder } });
    expect(ran).toMatchObject({ code: 1, err: '' });
    expect(linesOf(ran.out)).toEqual([{ ...healthy, ok: false, problems: [problem] }]);
  });

  it('never calls a folder healthy that cannot be opened', async () => {
    const openEngine = () => Promise.reject(new AppError('journal.damaged', 'The journal is damaged.'));
    const argv = ['doctor', '--json', '--data', makeDataFolder()];
    const ran = await runWith(argv, { over: { openEngine, inspectDataFolder: async () => healthy } });
    expect(ran.code).toBe(1);
    expect(linesOf(ran.out)).toMatchObject([{ ok: false, problems: [{ check: 'journal.damaged' }] }]);
  });
});

describe('cli models', () => {
  const model = {
    id: 'small',
    name: 'Small',
    task: 'chat',
    licence: 'MIT',
    sizeBytes: 98_000_000,
    doneBytes: 0,
    contextTokens: 2_048,
    memoryBytes: 1,
    fit: 'fits',
    state: 'ready',
    problem: null,
    isBundled: false,
    isAdded: false,
    isSelected: true,
    languages: ['en'],
    notes: '',
    hosts: [],
  };
  const handlers: AnyHandlers = {
    'models.list': async () => ({
      models: [model],
      folder: '/models',
      computer: { cores: 2, memoryBytes: 8e9, gpu: null },
    }),
    'models.fetch': async () => model,
    'models.verify': async () => ({ ...model, state: 'damaged', problem: 'Its bytes are not the ones published.' }),
    'models.select': async () => model,
    'models.remove': async () => ({}),
    'models.add': async ({ file, name }) => ({ ...model, id: 'path' in file ? file.path : '', name: name ?? '' }),
  };
  const modelsWith = (...argv: string[]) => runWith(['models', ...argv], { handlers });

  it('lists what there is in columns', async () => {
    const { out, code } = await modelsWith('list');
    expect(out.split('\n').slice(0, 2)).toEqual([
      '  model  task  size   state  memory  notes',
      '  small  chat  98 MB  ready  fits    MIT, selected',
    ]);
    expect(code).toBe(0);
  });

  it('gives scripts what the contract gives', async () => {
    expect(linesOf((await modelsWith('fetch', 'small', '--json')).out)).toEqual([model]);
    expect(linesOf((await modelsWith('remove', 'small', '--json')).out)).toEqual([{ removed: 'small' }]);
    expect(linesOf((await modelsWith('add', 'my.gguf', '--name', 'Mine', '--json')).out)).toMatchObject([
      { id: '/home/ada/papers/my.gguf', name: 'Mine' },
    ]);
  });

  it('fails when a model is damaged', async () => {
    const ran = await modelsWith('verify', 'small');
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('Its bytes are not the ones published.');
  });
});

describe('cli serve', () => {
  const serveWith = async (argv: readonly string[], isOpened: boolean) => {
    const stop = new AbortController();
    const events: string[] = [];
    const ran = await runWith(argv, {
      stop,
      over: {
        startServer: async ({ port }) => ({
          url: `http://127.0.0.1:${port || 9}/#token=secret`,
          token: 'secret',
          invite: () => 'http://127.0.0.1:9/open/once',
          close: async () => void events.push('server closed'),
        }),
        openBrowser: async (url) => {
          events.push(`opened ${url}`);
          setImmediate(() => stop.abort());
          return isOpened;
        },
        ...(argv.includes('--no-open') ? { stderr: { write: () => setImmediate(() => stop.abort()) } } : {}),
      },
    });
    return { ...ran, events };
  };

  it('prints the address first, opens the browser by an address that works once, and ends on a signal', async () => {
    const ran = await serveWith(['serve', '--port', '0'], true);
    expect(ran).toMatchObject({
      code: 0,
      out: 'http://127.0.0.1:9/#token=secret\n',
      events: ['opened http://127.0.0.1:9/open/once', 'server closed'],
      closed: 1,
      opened: [{ mode: 'browser', dataFolder: '/home/ada/.local/share/palimpsest' }],
    });
    expect(ran.err).not.toContain('secret');
  });

  it('opens nothing when told so, and gives scripts JSON', async () => {
    const ran = await serveWith(['serve', '--no-open', '--json', '--port', '8123'], true);
    expect(linesOf(ran.out)).toEqual([{ url: 'http://127.0.0.1:8123/#token=secret', token: 'secret' }]);
    expect(ran).toMatchObject({ code: 0, events: ['server closed'] });
  });

  it('says that no browser could be opened and goes on', async () => {
    const ran = await serveWith(['start'], false);
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('No browser could be opened here') });
  });
});
