import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvents } from '../../main/backup/history.ts';
import { openBackupAt } from '../../main/backup/open-backup.ts';
import { restoreBackupAt } from '../../main/backup/restore-at.ts';
import { verifyJournal } from '../../main/journal/verify.ts';
import { systemClock } from '../../main/lib/clock.ts';
import { systemIds } from '../../main/lib/ids.ts';
import { makeFolder, repository } from './open-folder.ts';

/** Made by the first version that made backups, of five made-up turns. It is never made again: old backups open for ever. */
const fixture = (name: string): string => join(repository, 'test/fixtures/backup/format-1', name);
const signal = new AbortController().signal;
const watch = { signal, breathe: async () => undefined, onStep: () => undefined };

describe('backups of format 1', () => {
  it.each([
    ['open', undefined],
    ['sealed', 'green door and brass knocker'],
  ] as const)('opens and restores the %s one', async (name, passphrase) => {
    const opened = await openBackupAt(fixture(name), undefined, { ids: systemIds, passphrase });
    const said: string[] = [];
    for await (const event of readEvents(opened, null, watch))
      if (event.kind === 'turn.said') said.push(event.body.text);
    expect(said).toEqual([
      'The lighthouse keeper paints the door green every spring.',
      'Which colour was it before?',
      'It was white before, with a brass knocker.',
      'The ferry leaves at ten past seven.',
      '日本語の灯台 and café ☕ are fine too.',
    ]);
    await using folder = await makeFolder();
    const to = join(folder.path, 'restored');
    const input = { path: fixture(name), at: undefined, passphrase, to };
    const done = await restoreBackupAt(
      input,
      { clock: systemClock, ids: systemIds },
      { signal, onChunk: () => undefined },
    );
    expect(done.records).toBe(10);
    expect((await verifyJournal(to)).problems).toEqual([]);
  });
});
