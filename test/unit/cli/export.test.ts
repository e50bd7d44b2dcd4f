import { describe, expect, it } from 'vitest';
import type { ExportReport } from '../../../main/contract/index.ts';
import { linesOf, runWith } from './helpers.ts';

const report: ExportReport = {
  ...{
    format: 'jsonl',
    path: '/home/ada/papers/out.jsonl',
    conversations: 1,
    turns: 2,
    facts: 0,
    bytes: 1_200,
    ms: 900,
  },
};

const exportWith = async (...argv: readonly string[]) => {
  const inputs: unknown[] = [];
  const ran = await runWith(['export', ...argv], {
    handlers: {
      'exports.run': async (input, { push }) => {
        inputs.push(input);
        if (argv.includes('-')) await push({ kind: 'text', text: '{"id":"t"}\n' });
        else await push({ kind: 'written', done: 1, total: 2 });
        return { ...report, path: argv.includes('-') ? null : report.path };
      },
    },
  });
  return { ...ran, input: inputs[0] };
};

describe('cli export', () => {
  it('asks for what the flags say; a bare day is whole at both ends', async () => {
    const ran = await exportWith(
      '--out',
      'out.jsonl',
      '--json',
      '--from',
      '2024-05-01',
      '--to',
      '2024-05-01',
      '--force',
    );
    expect(linesOf(ran.out)).toEqual([report]);
    expect(ran.input).toEqual({
      ...{ format: 'jsonl', path: '/home/ada/papers/out.jsonl', isOverwriting: true },
      ...{ from: '2024-04-30T23:00:00.000Z', to: '2024-05-01T22:59:59.999Z' },
    });
  });

  it('puts the export alone on the standard output, and says beside it what was written', async () => {
    const ran = await exportWith('--out', '-');
    expect(ran.out).toBe('{"id":"t"}\n');
    expect(ran.err).toContain('Wrote 2 turns of 1 conversation (1.2 kB)');
    expect(ran.input).toMatchObject({ path: null, isOverwriting: false });
  });

  it('is wrong usage without --out, with a word too many, an unknown format or no time', async () => {
    for (const argv of [[], ['--out', 'a', 'b'], ['--out', 'a', '--format', 'pdf'], ['--out', 'a', '--from', 'once']]) {
      const ran = await exportWith(...argv);
      expect(ran.code).toBe(2);
      expect(ran.input).toBeUndefined();
    }
  });
});
