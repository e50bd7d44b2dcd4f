import type { StoredKind } from '../contract/your-data.ts';

/** Names in the data folder that hold something of a kind. */
const NAMES: Readonly<Record<string, StoredKind>> = {
  journal: 'journal',
  'vault.json': 'journal',
  'head.json': 'journal',
  'erasing.json': 'journal',
  db: 'database',
  cache: 'vectors',
  traces: 'traces',
  'drafts.json': 'typed',
  'settings.json': 'typed',
  'backup-settings.json': 'typed',
  heads: 'typed',
  backups: 'backups',
  logs: 'logs',
  'connections.json': 'logs',
  models: 'models',
  uploads: 'passing',
  // Only while a forget is under way.
  'forget.json': 'passing',
  lock: 'logs',
};

/** What a file or folder directly in the data folder is to its owner. */
export function kindOf(name: string): StoredKind {
  const known = NAMES[name];
  if (known !== undefined) return known;
  // A database that is being made, and files that are being written in the place of others.
  if (/^db\.|\.(?:new|tmp)$|^lock\./.test(name)) return 'passing';
  return 'other';
}
