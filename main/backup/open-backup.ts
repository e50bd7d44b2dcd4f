import type { Ids } from '../lib/ids.ts';
import { type Coder, plainCoder, sealedCoder } from './coder.ts';
import { damaged, newerFormat, notFound, passphraseNeeded } from './errors.ts';
import { getPlaceAt } from './find-place.ts';
import { BACKUP_FORMAT, type Summary } from './format.pure.ts';
import { unwrapKey } from './keys.ts';
import { getManifest, type Listed, listBackups, type Place } from './place.ts';
import type { Opened } from './read-back.ts';

export type Unlock = {
  readonly ids: Ids;
  /** A key that is known already, base64. */
  readonly knownKey?: string | undefined;
  readonly passphrase?: string | undefined;
};

/** Opens one backup of a folder; the passphrase goes before a key that is known. */
export async function openBackup(place: Place, id: string, unlock: Unlock): Promise<Opened> {
  const listed = (await listBackups(place)).find((each) => each.id === id);
  if (listed === undefined) throw notFound();
  const coder = await openCoder(place, getSummary(listed).isEncrypted, unlock);
  return { place, coder, manifest: await getManifest(place, id, coder) };
}

function getSummary(listed: Listed): Summary {
  if (listed.kind === 'ok') return listed.summary;
  if (listed.kind === 'newer') throw newerFormat(BACKUP_FORMAT + 1);
  throw damaged(`${listed.id}.backup`, 'its list of contents was changed or cut short');
}

/** How the chunks of a backup are read, or new ones of that kind are written. */
export async function openCoder(place: Place, isEncrypted: boolean, unlock: Unlock): Promise<Coder> {
  const { encryption } = place.header;
  if (!isEncrypted) return plainCoder;
  if (encryption === null) throw damaged('backup.json', 'its header has lost the key');
  if (unlock.passphrase !== undefined) return sealedCoder(await unwrapKey(encryption, unlock.passphrase), unlock.ids);
  if (unlock.knownKey === undefined) throw passphraseNeeded();
  return sealedCoder(Buffer.from(unlock.knownKey, 'base64'), unlock.ids);
}

/**
 * Opens the backup that a path names, for a command that has no vault: the newest in the folder, or the one whose id (or
 * the beginning of it) is `at`.
 */
export async function openBackupAt(
  path: string,
  at: string | undefined,
  unlock: Omit<Unlock, 'knownKey'>,
): Promise<Opened> {
  const { place, id } = await findBackupIn(path, at);
  return openBackup(place, id, unlock);
}

/** The folder and the id that a path and `at` name. */
export async function findBackupIn(
  path: string,
  at: string | undefined,
): Promise<{ readonly place: Place; readonly id: string }> {
  const { place, id } = await getPlaceAt(path);
  const listed = await listBackups(place);
  const wanted = at ?? id;
  const fits = wanted === null ? listed.slice(-1) : listed.filter((each) => each.id.startsWith(wanted));
  const found = fits[0];
  if (found === undefined || fits.length > 1) {
    throw notFound(fits.length > 1 ? 'Several backups begin like that. Give the whole id.' : undefined);
  }
  return { place, id: found.id };
}
