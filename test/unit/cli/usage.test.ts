import { describe, expect, it } from 'vitest';
import { AppError } from '../../../main/contract/errors.ts';
import { makeDataFolder, makeFolder, runWith } from './helpers.ts';

describe('cli: usage', () => {
  it.each([
    [['recall'], 'usage: palimpsest recall'],
    [['recall', 'a', 'b'], 'usage: palimpsest recall'],
    [['recall', ' '], 'query is empty'],
    [['recall', 'q', '--k', '0'], '--k takes a whole number from 1 to 1000'],
    [['recall', 'q', '--k', 'ten'], '--k takes'],
    [['recall', 'q', '--k=-5'], '--k takes'],
    [['recall', 'q', '--budget', '1.5'], '--budget takes'],
    [['recall', 'q', '--leg', 'lexical,magic'], '--leg takes lexical, episodic, graph'],
    [['recall', 'q', '--as-of', 'yesterday'], '--as-of takes a time'],
    [['recall', 'q', '--as-of', '2024-02-30'], '--as-of takes a time'],
    [['recall', 'q', '--known-at', 'x'], '--known-at takes a time'],
    [['recall', 'q', '--space', ''], '--space needs a value'],
    [['recall', 'q', '--batch', 'f'], 'not both'],
    [['recall', 'q', '--colour'], "unknown option '--colour'"],
    [['recall', 'q', '--k'], '--k needs a value.'],
    [['chat', 'text', '--budget', '--json'], '--budget needs a value.'],
    [['recall', 'q', '--json=yes'], 'does not take an argument'],
    [['import'], 'file is missing'],
    [['import', 'f', '--format', 'word'], '--format takes auto, jsonl, chatgpt, claude'],
    [['chat'], '"text" is missing'],
    [['chat', 'text', '--as-of', 'soon'], '--as-of takes a time'],
    [['chat', 'text', '--budget', '3'], '--budget takes'],
    [['trace'], 'id is missing'],
    [['models'], 'what to do is missing'],
    [['models', 'toString'], 'what to do is missing'],
    [['models', 'fetch'], 'id is missing'],
    [['models', 'list', 'x'], 'a word too many'],
    [['doctor', 'x'], 'a word too many'],
    [['serve', '--port', '70000'], '--port takes'],
    [['serve', 'x'], 'a word too many'],
    [['dance'], 'there is no command "dance"'],
    [['--data', '/x', 'recall'], 'there is no command'],
  ])('%j is wrong usage: one line on stderr, exit 2, and no folder is opened', async (argv, says) => {
    const ran = await runWith([...argv, ...(argv[0] === 'dance' ? [] : ['--data', makeDataFolder()])]);
    expect(ran).toMatchObject({ code: 2, out: '', opened: [] });
    expect(ran.err.toLowerCase()).toContain(says.toLowerCase());
    expect(ran.err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('shows the commands on stderr when none is given, and on stdout when asked', async () => {
    expect(await runWith([])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('recall') });
    expect(await runWith(['--help'])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('recall') });
    expect(await runWith(['--version'])).toMatchObject({ code: 0, out: '1.2.3\n' });
  });

  it.each(['start', 'serve', 'chat', 'import', 'recall', 'trace', 'models', 'doctor'])(
    'says how to use %s',
    async (name) => {
      const ran = await runWith([name, '--help']);
      expect(ran).toMatchObject({ code: 0, err: '', opened: [] });
      expect(ran.out).toContain(`Usage: palimpsest ${name}`);
      expect(ran.out).toContain('--data DIR');
    },
  );
});

describe('cli: the data folder', () => {
  const statusless = { handlers: { 'models.list': async () => ({}) } };
  const folderOf = async (argv: readonly string[], env: Record<string, string> = {}) =>
    (await runWith(['models', 'list', ...argv], { ...statusless, over: { env } })).opened[0]?.dataFolder;

  it('is --data, then PALIMPSEST_DATA, then the place of the system', async () => {
    expect(await folderOf(['--data', 'mine'], { PALIMPSEST_DATA: '/env' })).toBe('/home/ada/papers/mine');
    expect(await folderOf([], { PALIMPSEST_DATA: '/env' })).toBe('/env');
    expect(await folderOf([], { PALIMPSEST_DATA: '' })).toBe('/home/ada/.local/share/palimpsest');
    expect(await folderOf([], { XDG_DATA_HOME: '/xdg' })).toBe('/xdg/palimpsest');
  });

  it.each([
    ['recall', ['recall', 'q']],
    ['recall --batch', ['recall', '--batch', '-']],
    ['trace', ['trace', 'id']],
    ['doctor', ['doctor']],
  ])('is never made by %s', async (_name, argv) => {
    const folder = makeFolder();
    const ran = await runWith([...argv, '--data', folder]);
    expect(ran).toMatchObject({ code: 1, out: '', opened: [] });
    expect(ran.err).toBe(`There is no Palimpsest data in ${folder}. Check the folder after --data.\n`);
  });

  it('that is in use costs one sentence and exit 1', async () => {
    const says = 'The data folder is in use by another Palimpsest (process 7). Close that one first.';
    const openEngine = () => Promise.reject(new AppError('store.locked', says));
    const ran = await runWith(['recall', 'q', '--data', makeDataFolder()], { over: { openEngine } });
    expect(ran).toMatchObject({ code: 1, out: '', err: `${says}\n` });
  });

  it('is closed also when the command fails, and an unexpected failure is not quoted', async () => {
    const handlers = { 'memory.recall': () => Promise.reject(new Error('secret words')) };
    const ran = await runWith(['recall', 'q', '--data', makeDataFolder()], { handlers });
    expect(ran).toMatchObject({ code: 1, out: '', closed: 1 });
    expect(ran.err).not.toContain('secret');
  });

  it('that cannot be opened for an unexpected reason is reported without its message', async () => {
    const openEngine = () => Promise.reject(new TypeError('secret words'));
    const ran = await runWith(['recall', 'q', '--data', makeDataFolder()], { over: { openEngine } });
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/TypeError/);
    expect(ran.err).not.toContain('secret');
  });
});
