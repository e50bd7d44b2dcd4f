import { describe, expect, it } from 'vitest';
import { AppError } from '../../../main/contract/errors.ts';
import type { ChatReply, ImportReport } from '../../../main/contract/index.ts';
import type { AnyHandlers } from '../rpc/helpers.ts';
import { linesOf, runWith, spaces } from './helpers.ts';

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

  it('counts passages where all files are documents', async () => {
    const file = { name: 'a.md', format: 'document' as const, read: 3, imported: 3 };
    const of = { imported: 3, read: 3, skipped: {}, notes: {}, conversations: 0, earliest: null, latest: null };
    const one = await importWith(['a.md'], { ...of, files: [file] });
    expect(one.out).toBe('Imported 3 passages of 3 in 1.2 s.\n');
    const two = await importWith(['a.md', 'b'], { ...of, files: [file, { ...file, name: 'b', format: 'jsonl' }] });
    expect(two.out).toContain('a.md (document): 3 passages');
    expect(two.out).toContain('b (jsonl): 3 turns');
  });

  it('says how much is kept to be read only', async () => {
    const { err, code } = await importWith(['a.jsonl'], { notes: { 'not-saved': 3 } });
    expect(err).toBe('Saving is off there: 3 turns are kept to be read only, and no part of memory.\n');
    expect(code).toBe(0);
  });

  it('is done when everything was skipped, and failed when it was stopped', async () => {
    expect((await importWith(['a'], { imported: 0 })).code).toBe(0);
    expect((await importWith(['a'], { isCancelled: true })).code).toBe(1);
  });

  it('names the file that failed where there are several', async () => {
    const failure = new AppError('import.unreadable', 'The file is empty.', { details: { file: 1 } });
    const handlers: AnyHandlers = { 'imports.run': () => Promise.reject(failure) };
    expect((await runWith(['import', 'a.zip', 'b.zip'], { handlers })).err).toBe('b.zip: The file is empty.\n');
    expect((await runWith(['import', 'a.zip'], { handlers })).err).toBe('The file is empty.\n');
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
      {
        n: 1,
        turnIds: ['t1', 't2'],
        quote: 'Clara moved to Lisbon.',
        speaker: 'Ada',
        role: 'user',
        at: null,
        conversationId: 'c1',
      },
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
  const chatWith = async (
    argv: readonly string[],
    over: Partial<ChatReply> = {},
    deltas = ['In Lis', 'bon [1].'],
    handlers: AnyHandlers = {},
  ) => {
    const inputs: unknown[] = [];
    const ran = await runWith(['chat', ...argv], {
      handlers: {
        'chat.ask': async (input, { push }) => {
          inputs.push(input);
          await push({ kind: 'stage', stage: 'recalling', memories: 2 });
          for (const text of deltas) await push({ kind: 'delta', text });
          return { ...reply, ...over };
        },
        ...handlers,
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
        isKnown: true,
        trace: 'trace-1',
        isSaved: true,
        conversation: 'c9',
        status: 'complete',
        notice: null,
      },
    ]);
    expect(ran.inputs).toEqual([{ text: 'Where is Clara?', conversationId: 'c9', spaceId: 's', isMemoryUsed: false }]);
  });

  it('finds a space by its name, and says where nothing is saved', async () => {
    const space = { ...spaces[0], id: 'x1', name: 'Workshop' };
    const ran = await chatWith(['q', '--space', ' workshop'], { isSaved: false, citations: [] }, ['A'], {
      'spaces.list': async () => ({ spaces: [space] }),
    });
    expect(ran.inputs).toMatchObject([{ spaceId: 'x1' }]);
    expect(ran.err).toMatch(/^Saving is off here: .*no part of memory\.\n$/s);
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
