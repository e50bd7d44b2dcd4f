import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../main/contract/errors.ts';
import type { RecallResult } from '../../../main/contract/index.ts';
import { type AnyHandlers, settled } from '../rpc/helpers.ts';
import { linesOf, makeDataFolder, makeFolder, runWith } from './helpers.ts';

const found = (over: object = {}): RecallResult =>
  ({
    results: [
      {
        rank: 1,
        kind: 'turn',
        text: 'Clara moved to Lisbon.',
        excerpt: null,
        source: null,
        turns: ['t1'],
        context: ['t2'],
        score: 0.5,
        legs: { lexical: { rank: 1, score: 3 } },
        speaker: 'Ada',
        role: 'user',
        conversationId: 'c1',
        conversationTitle: 'Family',
        at: '2024-05-01T10:00:00.000Z',
        isTimeInferred: false,
        session: null,
        status: 'active',
        validFrom: null,
        validTo: null,
        tokens: 6,
      },
    ],
    abstain: false,
    support: 0.8,
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
        'memory.settle': async () => ({ pending: 0 }),
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

  it('says which spaces there are where none is called so, and asks nothing', async () => {
    const { inputs, err, code } = await recallWith(['q', '--space', 'wrok']);
    expect({ inputs, code }).toEqual({ inputs: [], code: 1 });
    expect(err).toContain('No space is called so. There are: home, work, s.');
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

  it('hands only the settings on that were asked for', async () => {
    const flags =
      '--ranker ice --packing by-score --no-rerank --no-decay --edge-decay ice --no-diversity --session-diversity --no-excerpts --rewrites';
    const all = await recallWith(['q', ...flags.split(' ')]);
    const one = await recallWith(['q', '--packing', 'per token']);
    expect([...all.inputs, ...one.inputs]).toEqual([
      {
        query: 'q',
        k: 10,
        settings: {
          ranker: 'ice',
          packing: 'by score',
          rerank: false,
          decay: false,
          edgeDecay: 'ice',
          diversity: false,
          sessionDiversity: true,
          excerpts: false,
          rewrites: true,
        },
      },
      { query: 'q', k: 10, settings: { packing: 'per token' } },
    ]);
  });

  it.each([
    ['--ranker', 'best', '--ranker takes learned, ice.'],
    ['--packing', 'tight', '--packing takes per-token, by-score.'],
  ])('refuses %s %s and names what there is', async (flag, value, says) => {
    expect(await recallWith(['q', flag, value])).toMatchObject({
      code: 2,
      inputs: [],
      err: expect.stringContaining(says),
    });
  });

  it('says what is a part of something longer, and where a document has it', async () => {
    const [first] = found().results;
    const results = [
      {
        ...first,
        kind: 'document',
        turns: [],
        excerpt: { from: 20, to: 42, wholeTokens: 900 },
        source: { id: 'd1', name: 'letters.pdf', page: 3, from: 0, to: 4_000 },
      },
    ];
    const { out } = await recallWith(['q'], { 'memory.recall': async () => found({ results }) });
    expect(out).toContain('1. letters.pdf, page 3 · 2024-05-01 11:00\n');
    expect(out).toContain('   part of 900 tokens, characters 20 to 42\n');
  });

  it('reads a date in the zone of the folder, to the end of that day', async () => {
    const { inputs } = await recallWith(['q', '--as-of', '2024-07-01', '--known-at', '2024-07-01 12:00']);
    expect(inputs).toMatchObject([{ asOf: '2024-07-01T22:59:59.999Z', knownAt: '2024-07-01T11:00:00.000Z' }]);
  });

  it('shows people a list that fits the terminal', async () => {
    const { out } = await recallWith(['q']);
    expect(out).toBe(
      [
        '1. Ada · 2024-05-01 11:00 · Family',
        '   Clara moved to Lisbon.',
        '   score 0.500 · lexical 1 · t1',
        '',
        '1 fragment, support 0.80. 6 tokens, 12 ms, trace trace-1',
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

describe('cli recall --batch', () => {
  const echo: AnyHandlers = {
    'memory.settle': async () => ({ pending: 0 }),
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
      'memory.settle': async () => ({ pending: 0 }),
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

  it('lets a line have its own legs, sizes and settings beside the flags of the run', async () => {
    const inputs: unknown[] = [];
    const recall: AnyHandlers = {
      'memory.settle': async () => ({ pending: 0 }),
      'memory.recall': async (input) => {
        inputs.push(input);
        return found();
      },
    };
    const own = { k: 30, budget: 2048, legs: ['episodic'], noLegs: ['graph'], settings: { packing: 'by-score' } };
    const lines = [{ query: 'q', ...own }, { query: 'q' }].map((line) => JSON.stringify(line)).join('\n');
    await batch(lines, ['--k', '5', '--no-rerank'], recall);
    expect(inputs).toEqual([
      {
        query: 'q',
        k: 30,
        budgetTokens: 2048,
        legs: ['episodic'],
        noLegs: ['graph'],
        settings: { rerank: false, packing: 'by score' },
      },
      { query: 'q', k: 5, settings: { rerank: false } },
    ]);
  });

  it('names a field that cannot be read, and none of its value', async () => {
    const line = '{"id":1,"query":"q","settings":{"ranker":"secret"},"legs":["secret"]}';
    const ran = await batch(line);
    expect(linesOf(ran.out)).toEqual([
      {
        id: 1,
        error: { code: 'usage.invalid', message: 'This line is not a query: legs, settings cannot be read.' },
      },
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
