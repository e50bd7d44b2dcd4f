import { join } from 'node:path';
import { z } from 'zod';
import { BackupSchedule } from '../contract/backup.ts';
import type { FileCodec } from '../lib/file-codec.ts';
import { type JsonFile, openJsonFile } from '../stores/json-file.ts';
import { DEFAULT_KEEP } from './rotate.pure.ts';

const count = z.int().min(0).max(1_000);

/** What the user chose about backups, and what is known of the folders they lie in. */
export const BackupSettings = z.object({
  /** Null: `backups` in the data folder. */
  folder: z.string().nullable(),
  schedule: BackupSchedule,
  isWithTraces: z.boolean(),
  keep: z.object({ last: count, daily: count, weekly: count, monthly: count }),
  /** Folders that hold backups of this vault, wherever a backup was made before. */
  places: z.array(z.string()).readonly(),
  /** Data keys by store, base64: backups are made unattended, and this folder holds what they protect anyway. */
  keys: z.record(z.string(), z.base64()),
  /** By store and backup: when all of it was last read, and what was wrong with it then. */
  checks: z.record(z.string(), z.object({ at: z.string(), problem: z.string().nullable() })),
});
export type BackupSettings = z.infer<typeof BackupSettings>;

const DEFAULTS: BackupSettings = {
  folder: null,
  schedule: 'off',
  isWithTraces: true,
  keep: DEFAULT_KEEP,
  places: [],
  keys: {},
  checks: {},
};

/** Never in a backup itself: it holds the keys. */
export const SETTINGS_FILE = 'backup-settings.json';

export const openBackupSettings = ({
  dataFolder,
  files,
}: {
  readonly dataFolder: string;
  readonly files: FileCodec;
}): Promise<JsonFile<BackupSettings>> =>
  openJsonFile({ path: join(dataFolder, SETTINGS_FILE), files, schema: BackupSettings, defaults: DEFAULTS });
