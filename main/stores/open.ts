import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { z } from 'zod';
import { LEDGER_VERSION } from '../codex/settle.pure.ts';
import { buildVocabulary } from '../codex/vocabulary.pure.ts';
import { AppError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { assertFreeSpace } from '../lib/disk.ts';
import type { Log } from '../lib/log.ts';
import { CleanFiles } from './clean-files.ts';
import { LEXICAL_VERSION } from './project/lexical-text.pure.ts';
import { type Db, wrapDb } from './run.ts';
import foundation from './schema/0010-foundation.sql?raw';
import passages from './schema/0020-passages.sql?raw';
import codex from './schema/0030-codex.sql?raw';
import jobs from './schema/0040-jobs.sql?raw';
import life from './schema/0041-life.sql?raw';
import procedures from './schema/0042-procedures.sql?raw';
import documents from './schema/0043-documents.sql?raw';
import summaries from './schema/0044-summaries.sql?raw';
import clusters from './schema/0045-clusters.sql?raw';
import health from './schema/0046-health.sql?raw';
import consent from './schema/0047-consent.sql?raw';
import corrections from './schema/0048-corrections.sql?raw';
import doubles from './schema/0049-doubles.sql?raw';
import forgotten from './schema/0050-forgotten.sql?raw';
import { copySealed } from './sealed-folder/copy.ts';
import { mountSealedFolder } from './sealed-folder/mount.ts';
import { sealOf } from './sealed-folder/sectors.ts';

/** Schema files in order; each runs in one transaction. */
const SCHEMA: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0010-foundation', sql: foundation },
  { name: '0020-passages', sql: passages },
  { name: '0030-codex', sql: codex },
  { name: '0040-jobs', sql: jobs },
  { name: '0045-clusters', sql: clusters },
  { name: '0041-life', sql: life },
  { name: '0042-procedures', sql: procedures },
  { name: '0043-documents', sql: documents },
  { name: '0044-summaries', sql: summaries },
  { name: '0046-health', sql: health },
  { name: '0047-consent', sql: consent },
  { name: '0048-corrections', sql: corrections },
  { name: '0049-doubles', sql: doubles },
  { name: '0050-forgotten', sql: forgotten },
];

/** Part of the key below: another PGlite may write another format. */
const PGLITE = '0.5.14/pgvector 0.0.15';

/** Tables are disposable: a folder with another key is rebuilt from the journal, never migrated in place. */
export const SCHEMA_KEY = createHash('sha256')
  .update(PGLITE)
  .update(JSON.stringify(SCHEMA))
  .update(`lexical ${LEXICAL_VERSION}, ledger ${LEDGER_VERSION}, vocabulary ${buildVocabulary().version}`)
  .digest('hex')
  .slice(0, 16);

const KEY_FILE = 'palimpsest.json';
/** What the tables were made with. `seal` tells the key that encrypts the folder; a plain one has none. */
const Key = z.object({ schemaKey: z.string(), seal: z.string().nullable().default(null) });
type Key = z.infer<typeof Key>;

/** The key that encrypts a database folder, or null for a plain folder. */
type FolderKey = Uint8Array | null;
const sealFor = (key: FolderKey): string | null => (key === null ? null : sealOf(key));

// A used log segment that is kept for the next records would keep what was forgotten; a new one is made of zeros.
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'];

const startPglite = (folder: string, key: FolderKey) =>
  PGlite.create({
    fs: key === null ? new CleanFiles(folder) : mountSealedFolder(folder, key),
    extensions: { vector },
    startParams: START_PARAMS,
  });

/** Creates a database with the schema in `folder` by running initdb: slow, done once when the app is built. */
export async function createDatabase(folder: string, key: FolderKey = null): Promise<void> {
  const pg = await startPglite(folder, key);
  for (const { sql } of SCHEMA) await pg.transaction((tx) => tx.exec(sql));
  // The template carries no old WAL: less to copy at the first start.
  await pg.exec('vacuum analyze');
  await pg.exec('checkpoint');
  await pg.close();
  await writeKey(folder, key);
}

const writeKey = (folder: string, key: FolderKey): Promise<void> =>
  writeFile(join(folder, KEY_FILE), JSON.stringify({ schemaKey: SCHEMA_KEY, seal: sealFor(key) }));

async function readKey(folder: string): Promise<Key | null> {
  try {
    return Key.parse(JSON.parse(await readFile(join(folder, KEY_FILE), 'utf8')));
  } catch {
    // No key, or one that cannot be read: not a database of this version, and it can be made again.
    return null;
  }
}

export type OpenedStore = {
  readonly db: Db;
  /** True when the tables are empty because they were just made. */
  readonly isNew: boolean;
  /** Why an older database was put aside, for the log and `doctor`. */
  readonly replaced: 'missing' | 'other schema' | 'other key' | 'unreadable' | null;
};

type Folders = { readonly dataFolder: string; readonly templateFolder: string };

/** An empty database in `target`, from the template where it is of this version. */
async function fillFolder(target: string, templateFolder: string, key: FolderKey): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await assertFreeSpace(dirname(target));
  if ((await readKey(templateFolder))?.schemaKey !== SCHEMA_KEY) {
    await mkdir(target, { recursive: true });
    await createDatabase(target, key);
  } else if (key === null) await cp(templateFolder, target, { recursive: true });
  else {
    await copySealed(templateFolder, target, key);
    await writeKey(target, key);
  }
}

/** A new `db` from the template: copied beside and renamed, so that an interrupted first start leaves nothing half. */
async function installDatabase({ dataFolder, templateFolder }: Folders, key: FolderKey): Promise<void> {
  const target = join(dataFolder, 'db');
  const fresh = join(dataFolder, 'db.new');
  await fillFolder(fresh, templateFolder, key);
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}

/** Where `doctor --rebuild` makes the second database; a start removes what a killed one left there. */
export const rebuiltFolder = (dataFolder: string): string => join(dataFolder, 'db.rebuilt');

type Deps = { readonly clock: Clock; readonly log: Log };

/** A second, empty database beside the present one, encrypted if that one is. */
export async function openRebuilt(
  folders: Folders,
  deps: Deps,
  key: FolderKey = null,
): Promise<{ readonly db: Db; readonly folder: string }> {
  const folder = rebuiltFolder(folders.dataFolder);
  await fillFolder(folder, folders.templateFolder, key);
  return { db: wrapDb(await startPglite(folder, key), deps), folder };
}

/** Why the database of a folder cannot be used as it is; null where it can be tried. */
async function whyReplace(folder: string, key: FolderKey): Promise<OpenedStore['replaced']> {
  const held = await readKey(folder);
  if (held?.schemaKey !== SCHEMA_KEY) return existsSync(folder) ? 'other schema' : 'missing';
  return held.seal === sealFor(key) ? null : 'other key';
}

/**
 * Opens the projections of a data folder; what is missing, older, unreadable or not encrypted with `key` is made anew
 * and must be replayed. Whoever turns encryption on, off or to another key has only to open the folder with it.
 */
export async function openStore(folders: Folders, deps: Deps, key: FolderKey = null): Promise<OpenedStore> {
  const folder = join(folders.dataFolder, 'db');
  await rm(rebuiltFolder(folders.dataFolder), { recursive: true, force: true });
  const replaced = await whyReplace(folder, key);
  if (replaced !== null) await installDatabase(folders, key);
  try {
    return { db: wrapDb(await startPglite(folder, key), deps), isNew: replaced !== null, replaced };
  } catch (error) {
    if (replaced !== null) throw new AppError('store.damaged', 'The database could not be started.', { cause: error });
    await assertFreeSpace(folders.dataFolder);
    deps.log('store.unreadable', {});
    await installDatabase(folders, key);
    return { db: wrapDb(await startPglite(folder, key), deps), isNew: true, replaced: 'unreadable' };
  }
}
