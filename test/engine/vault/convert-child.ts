import { findVaultFile, writeVaultFile } from '../../../main/journal/vault.ts';
import { systemClock as clock } from '../../../main/lib/clock.ts';
import { systemIds as ids } from '../../../main/lib/ids.ts';
import { silentLog as log } from '../../../main/lib/log.ts';
import * as change from '../../../main/vault/change.ts';
import { convertFolder } from '../../../main/vault/convert.ts';
import { beginRotation } from '../../../main/vault/rotation.ts';
import type { Credential } from '../../../main/vault/slots.ts';
import { unlock } from '../../../main/vault/unlock.ts';

/** Protects an open folder, lays a protected one open, or gives it another lock or other keys; says when it begins to write. */
const [, , folder = '', what = '', secret = ''] = process.argv;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const onProgress = async (): Promise<void> => undefined;
const by: Credential = { kind: 'recovery', recoveryKey: secret };
const passphrase = 'a passphrase for kills';

const file = await findVaultFile(folder);
if (what === 'protect' && file?.format === 1) {
  const made = await change.protect(file, { passphrase, ids });
  // Whoever looks afterwards opens the folder without a passphrase's work.
  const withKey = await change.renewRecoveryKey(made.file, { by: { kind: 'passphrase', passphrase }, ids });
  say(withKey.recoveryKey);
  say('begins');
  await writeVaultFile(folder, withKey.file);
  await convertFolder({ folder, file: withKey.file, keyring: made.keyring, clock, ids, log, onProgress });
} else if (what === 'remove' && file?.format === 2) {
  const keyring = await unlock(file, by);
  say('begins');
  const opening = change.beginOpening(file, keyring, ids);
  await writeVaultFile(folder, opening);
  await convertFolder({ folder, file: opening, keyring, clock, ids, log, onProgress });
} else if (what === 'change' && file?.format === 2) {
  const changed = await change.changePassphrase(file, { by, ids, passphrase });
  say('begins');
  await writeVaultFile(folder, changed);
} else if (what === 'rotate' && file?.format === 2) {
  const known: Credential = { kind: 'passphrase', passphrase };
  const made = await beginRotation(file, { by: known, ids, keychain: null });
  const withKey = await change.renewRecoveryKey(made.file, { by: known, ids });
  say(withKey.recoveryKey);
  say('begins');
  await writeVaultFile(folder, withKey.file);
  await convertFolder({ folder, file: withKey.file, keyring: made.keyring, clock, ids, log, onProgress });
}
say('done');
