import { describe, expect, it } from 'vitest';
import { AppError } from '../../../main/contract/errors.ts';
import type { AnyHandlers } from '../rpc/helpers.ts';
import { linesOf, makeDataFolder, runWith } from './helpers.ts';

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
    isRemovable: true,
    isSelected: true,
    languages: ['en'],
    notes: '',
    hosts: [],
    roles: [],
    isLoaded: false,
  };
  const handlers: AnyHandlers = {
    'models.list': async () => ({
      models: [model],
      folder: '/models',
      computer: { cores: 2, memoryBytes: 8e9, gpu: null },
      memory: { usedBytes: 0, togetherBytes: 4e9, aloneBytes: 6e9 },
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
