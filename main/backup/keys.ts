import { canonicalJson } from '../journal/record.pure.ts';
import { KEY_BYTES, open, SALT_BYTES, seal } from '../lib/crypto/aead.ts';
import { deriveKey, newPassphraseParams, PassphraseParams } from '../lib/crypto/passphrase-key.ts';
import type { Ids } from '../lib/ids.ts';
import { damaged, wrongPassphrase } from './errors.ts';
import { type Encryption, HEADER_FILE, wrapContext } from './format.pure.ts';

/** Wraps a data key with a passphrase; the data key itself never changes, so that no chunk has to. */
export async function wrapKey(dataKey: Uint8Array, passphrase: string, ids: Ids): Promise<Encryption> {
  const params = newPassphraseParams(ids.bytes);
  const key = await deriveKey(passphrase, params);
  const context = wrapContext(canonicalJson(params));
  const wrapped = seal({ key, plain: dataKey, context, salt: ids.bytes(SALT_BYTES) });
  return { isActive: true, passphrase: params, wrappedKey: wrapped.toString('base64') };
}

export const newDataKey = (ids: Ids): Uint8Array => ids.bytes(KEY_BYTES);

/** The data key, or `backup.wrong-passphrase`. */
export async function unwrapKey(encryption: Encryption, passphrase: string): Promise<Uint8Array> {
  const params = PassphraseParams.safeParse(encryption.passphrase);
  if (!params.success) throw damaged(HEADER_FILE, 'its header does not say how the passphrase is used');
  const key = await deriveKey(passphrase, params.data);
  const context = wrapContext(canonicalJson(params.data));
  const dataKey = open({ key, sealed: Buffer.from(encryption.wrappedKey, 'base64'), context });
  if (dataKey === null || dataKey.length !== KEY_BYTES) throw wrongPassphrase();
  return dataKey;
}
