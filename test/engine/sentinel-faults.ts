import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FindingCode } from '../../main/contract/health.ts';
import type { HashInference } from './hash-inference.ts';
import { uniqueWord } from './make-turns.ts';
import { ask, flipByte, type Ill, importFile } from './sentinel-ward.ts';

const HOUR_MS = 3_600_000;

/** A fault that is made, seen and put right in an open engine. */
export type Fault = {
  readonly code: FindingCode;
  readonly says: string;
  readonly about?: string;
  readonly isThorough?: boolean;
  readonly break: (ill: Ill) => Promise<unknown>;
  /** What the user does where only the user can. */
  readonly mend?: (ill: Ill) => Promise<unknown>;
  /** Before the repair is clicked: what caused it is over. */
  readonly before?: (ill: Ill) => Promise<unknown> | unknown;
};

export const segment = '00000001.jsonl';

/** A place in the middle of the journal's last record but one. */
async function findLateByte(path: string): Promise<number> {
  const bytes = await readFile(path);
  const ends = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
  return Math.floor(((ends.at(-3) ?? 0) + (ends.at(-2) ?? 0)) / 2);
}

/** Nobody has this number any more. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

const keep = new Map<string, number | string>();

/** Faults that are made, seen and put right in one open engine. */
export const FAULTS: readonly Fault[] = [
  {
    code: 'journal.damaged',
    says: 'was changed after it was written',
    break: async ({ data }) => {
      const path = join(data, 'journal', segment);
      keep.set('byte', await findLateByte(path));
      await flipByte(path, Number(keep.get('byte')));
    },
    mend: ({ data }) => flipByte(join(data, 'journal', segment), Number(keep.get('byte'))),
  },
  {
    code: 'journal.head',
    says: 'signed head of the journal is missing',
    break: ({ data }) => rm(join(data, 'head.json')),
  },
  {
    code: 'journal.head',
    says: 'not signed by this vault',
    break: async ({ data }) => {
      const text = await readFile(join(data, 'head.json'), 'utf8');
      keep.set('head', text);
      await writeFile(join(data, 'head.json'), text.replace(/"seq":\d+/, '"seq":1'));
    },
    mend: ({ data }) => writeFile(join(data, 'head.json'), String(keep.get('head'))),
  },
  {
    code: 'vectors.orphan',
    says: 'belong to nothing that is kept',
    break: ({ sql }) =>
      sql(`insert into fragment_vector select 'nobody', chunk, embedding_space_id, from_char, to_char, embedding
        from fragment_vector where fragment_id in ('a-1', 'a-2') on conflict do nothing;`).then(() =>
        sql(
          `insert into fragment_token select 'noone', embedding_space_id, bits from fragment_token where fragment_id = 'a-3'`,
        ),
      ),
  },
  {
    code: 'vectors.missing',
    says: '3 turns or passages have no vector and are not waiting',
    break: async ({ sql }) => {
      await sql(`delete from fragment_vector where fragment_id in ('a-1', 'a-2')`);
      await sql(`delete from fragment_token where fragment_id in ('a-2', 'a-30')`);
    },
  },
  {
    code: 'vectors.waiting',
    says: 'nothing works on them: making them failed',
    break: async ({ sql, inference, clock, client, data }) => {
      inference.isBroken = true;
      await rm(join(data, 'cache'), { recursive: true });
      await sql(`delete from fragment_vector where fragment_id = 'a-7'`);
      await sql(`insert into fragment_pending select id, seq from turn where id = 'a-7'`);
      await client.stream('memory.settle', {}, { onChunk: () => undefined }).catch(() => undefined); // it fails: that is the fault
      clock.shiftMs = HOUR_MS;
    },
    before: ({ inference, clock }) => {
      inference.isBroken = false;
      clock.shiftMs = 0;
    },
  },
  {
    code: 'vectors.other-space',
    says: 'no longer used',
    break: async ({ sql }) => {
      await sql(`insert into embedding_space (id, name) values (99, 'old model')`);
      await sql(
        `insert into fragment_vector select fragment_id, chunk, 99, from_char, to_char, embedding from fragment_vector`,
      );
    },
  },
  {
    code: 'memory.stale',
    says: 'differs from the tables in 1 place',
    break: async ({ sql }) => {
      await sql(`create table aside as select * from turn where id = 'a-9'`);
      await sql(`update aside set id = 'late', seq = (select max(seq) + 1000 from turn)`);
      await sql(`insert into turn select * from aside`);
      for (const table of ['fragment_vector', 'fragment_token']) {
        await sql(`create table aside_${table} as select * from ${table} where fragment_id = 'a-9'`);
        await sql(`update aside_${table} set fragment_id = 'late'`);
        await sql(`insert into ${table} select * from aside_${table}`);
      }
    },
  },
  {
    code: 'memory.stale',
    says: 'differs from the tables in 1 place',
    isThorough: true,
    break: async ({ sql }) => {
      for (const table of ['fragment_vector', 'fragment_token']) {
        await sql(`delete from ${table} where fragment_id = 'late'`);
        await sql(`drop table aside_${table}`);
      }
      await sql(`delete from turn where id = 'late'`);
      await sql(`drop table aside`);
    },
  },
  {
    code: 'leg.failing',
    about: 'episodic',
    says: 'The episodic vector leg failed in the last 3 questions',
    break: async ({ client, inference }) => {
      inference.isBroken = true;
      for (let n = 0; n < 3; n += 1) await ask(client, `What about ${uniqueWord('a', n)}?`);
    },
    before: ({ inference }) => {
      inference.isBroken = false;
    },
  },
  {
    code: 'leg.silent',
    about: 'document',
    says: 'The document leg has given nothing in the last 50 questions',
    break: async ({ client, folder, sql }) => {
      const path = join(folder, 'peaks.md');
      await writeFile(path, '# Peaks\n\nGlaciers carve cirques beneath granite summits.\n');
      await importFile(client, path, 'auto');
      await ask(client, `Who mentioned ${uniqueWord('a', 1)} yesterday?`);
      await client.call('health.read', {}); // what was noted of the answer is written
      await sql(`update leg_standing set asked_since = 49 where leg = 'document'`);
      await ask(client, `Who mentioned ${uniqueWord('a', 2)} yesterday?`);
    },
  },
  {
    code: 'clock.ahead',
    says: '300 days after the last time that was seen here',
    break: async ({ clock }) => {
      clock.shiftMs = 300 * 24 * HOUR_MS;
    },
    mend: async ({ clock }) => {
      clock.shiftMs = 0;
    },
  },
  {
    code: 'extraction.behind',
    says: 'not been read for facts',
    break: async ({ sql, clock }) => {
      await sql(`delete from extraction`);
      clock.shiftMs = 7 * HOUR_MS;
    },
    before: ({ clock }) => {
      clock.shiftMs = 0;
    },
  },
  {
    code: 'host.trouble',
    says: 'could not be started. It ended four times.',
    break: async ({ inference }) => {
      let state: ReturnType<HashInference['state']> = { kind: 'failed', notice: 'It ended four times.' };
      Object.assign(inference, {
        state: () => state,
        restart: async () => {
          state = { kind: 'idle' };
        },
      });
    },
  },
  {
    code: 'traces.large',
    says: 'which take 250',
    isThorough: true,
    break: async ({ data }) => {
      const path = join(data, 'traces', '00000000-0000-4000-8000-000000000000.json.gz');
      await writeFile(path, '');
      await truncate(path, 2_500_000_000);
      await utimes(path, 1, 1);
    },
  },
  {
    code: 'traces.unreadable',
    says: '1 trace cannot be read',
    break: ({ data }) => writeFile(join(data, 'traces', 'ffffffff-0000-4000-8000-000000000000.json.gz'), 'not a trace'),
  },
  {
    code: 'file.unreadable',
    about: 'settings.json',
    says: 'settings.json was changed from outside',
    break: async ({ data, client }) => {
      await client.call('settings.set', { ownerName: 'Ada' });
      await writeFile(join(data, 'settings.json'), '{"theme": ');
    },
  },
  {
    code: 'folder.leftovers',
    says: '1 file was left by interrupted work',
    break: async ({ data }) => {
      await writeFile(join(data, 'journal', '00000001.jsonl.tmp'), 'half');
      await utimes(join(data, 'journal', '00000001.jsonl.tmp'), 1, 1);
    },
  },
  {
    code: 'lock.leftover',
    says: '1 lock of a process that has ended',
    break: ({ data }) =>
      writeFile(join(data, 'lock.take-1'), JSON.stringify({ pid: deadPid(), randomId: 'x', at: '' })),
  },
  {
    code: 'lock.lost',
    says: "This folder's lock is gone",
    break: ({ data }) => rm(join(data, 'lock')),
  },
  {
    code: 'inbox.long',
    says: '400 things wait in the inbox',
    break: ({ sql }) =>
      sql(`insert into inbox (claim_id, space_id, seq, subject_id, relation)
        select 'x' || n, 'home', n, 'me', 'likes' from generate_series(1, 400) n`),
    mend: ({ sql }) => sql(`delete from inbox where claim_id like 'x%'`),
  },
  {
    code: 'folder.gone',
    about: 'w',
    says: 'A watched folder cannot be read',
    break: ({ sql, folder }) =>
      sql(`insert into watched_folder (id, space_id, path, removes_vanished, watched_seq, watched_at)
        values ('w', 'home', '${join(folder, 'papers')}', false, 1, now())`),
    mend: ({ folder }) => mkdir(join(folder, 'papers')),
  },
  {
    code: 'summaries.stale',
    says: '1 summary has been out of date for days',
    break: async ({ sql, clock }) => {
      await sql(`insert into summary (id, scope, space_id, title, written_by, sentences, dropped, turn_count, written_at, seq, stale_seq)
        values ('s', 'session', 'home', 't', 'extract', '[]', 0, 0, now(), 1, 5)`);
      clock.shiftMs = 4 * 24 * HOUR_MS;
    },
    mend: async ({ sql, clock }) => {
      clock.shiftMs = 0;
      await sql(`delete from summary where id = 's'`);
    },
  },
  {
    code: 'check.failed',
    about: 'inbox',
    says: 'could not look at everything (inbox)',
    break: ({ sql }) => sql(`alter table inbox rename to inbox_elsewhere`),
    mend: ({ sql }) => sql(`alter table inbox_elsewhere rename to inbox`),
  },
];
