import type { Ctx } from '../ctx.ts';
import type { JsonFile } from '../stores/json-file.ts';
import { passphraseNeeded } from './errors.ts';
import { newDataKey, unwrapKey, wrapKey } from './keys.ts';
import { type Place, writeHeader } from './place.ts';
import type { BackupSettings } from './state.ts';
import { alone } from './write.ts';

type Settings = JsonFile<BackupSettings>;
type Tools = Pick<Ctx, 'clock' | 'ids'>;

/** Opens the folder with this passphrase for a new backup; the first one given begins the encryption. */
export async function activate(
  tools: Tools,
  place: Place,
  { settings, passphrase }: { readonly settings: Settings; readonly passphrase: string },
): Promise<Place> {
  const { encryption } = place.header;
  if (encryption === null) return setPassphraseOf(tools, place, { settings, passphrase, current: undefined });
  const key = await unwrapKey(encryption, passphrase);
  await noteKey(settings, place, key);
  if (encryption.isActive) return place;
  return replace(tools, place, { ...encryption, isActive: true });
}

/** A new passphrase, or none for later backups. The data key stays, so that no chunk has to be written again. */
export async function setPassphraseOf(
  tools: Tools,
  place: Place,
  {
    settings,
    passphrase,
    current,
  }: { readonly settings: Settings; readonly passphrase: string | null; readonly current: string | undefined },
): Promise<Place> {
  const { encryption } = place.header;
  if (passphrase === null)
    return encryption === null ? place : replace(tools, place, { ...encryption, isActive: false });
  const key = await getDataKey(tools, place, { settings, current });
  const changed = await replace(tools, place, await wrapKey(key, passphrase, tools.ids));
  await noteKey(settings, place, key);
  return changed;
}

async function getDataKey(
  { ids }: Tools,
  { header }: Place,
  { settings, current }: { readonly settings: Settings; readonly current: string | undefined },
): Promise<Uint8Array> {
  if (header.encryption === null) return newDataKey(ids);
  if (current !== undefined) return unwrapKey(header.encryption, current);
  const known = settings.get().keys[header.storeId];
  if (known === undefined) throw passphraseNeeded();
  return Buffer.from(known, 'base64');
}

async function replace(tools: Tools, place: Place, encryption: Place['header']['encryption']): Promise<Place> {
  return alone(place, tools, async () => ({
    folder: place.folder,
    header: await writeHeader(place.folder, { ...place.header, encryption }),
  }));
}

async function noteKey(settings: Settings, { header }: Place, key: Uint8Array): Promise<void> {
  const keys = { ...settings.get().keys, [header.storeId]: Buffer.from(key).toString('base64') };
  await settings.set({ ...settings.get(), keys });
}
