import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { openEnvelope } from '../lib/crypto/envelope.ts';
import type { FilePack } from './format.pure.ts';
import { readChunk } from './place.ts';
import { type Opened, splitPack } from './read-back.ts';

/**
 * Whether what is written into a backup now can be read by who restores it: `same`, its vault is protected as this one is;
 * `open`, it is not protected, so that nothing may be sealed in it; `other`, it is, by a key that is not here.
 */
export type Protection = 'same' | 'open' | 'other';

const VaultFile = z.looseObject({
  publicKey: z.string(),
  privateKey: z.base64(),
  keyWrapping: z.looseObject({ kind: z.string() }),
});

export async function compareProtection(ctx: Ctx, { place, manifest, coder }: Opened): Promise<Protection> {
  const pack = manifest.contents.packs.find(({ files }) => files.some(({ path }) => path === 'vault.json'));
  if (pack === undefined) return 'other';
  const files = splitPack(pack, await readChunk(place, pack, coder));
  const text = files.find(({ path }) => path === 'vault.json')?.content.toString('utf8') ?? '';
  const { publicKey, privateKey, keyWrapping } = VaultFile.parse(JSON.parse(text));
  const { keyring } = ctx.vault;
  if (keyWrapping.kind === 'none') return keyring === null ? 'same' : 'open';
  if (keyring === null) return 'other';
  // Generations are counted anew when a folder is protected anew: what tells keys apart is whether they open.
  const sealed = Buffer.from(privateKey, 'base64');
  const opened = openEnvelope(sealed, { keyring, purpose: 'private-key', place: publicKey });
  opened?.fill(0);
  return opened === null ? 'other' : 'same';
}

/** Files that hold words of the user's: as they are now, since forgetting took the words out of them. */
const AS_NOW = new Set(['drafts.json', 'settings.json']);
const GONE_WITH_THE_VAULT = /^(?:traces|heads)\//;

type Rewriting = { readonly put: (plain: Buffer) => Promise<string>; readonly protection: Protection };

/** The files of a backup without those that forgetting removed, each in the pack that it was in. */
export async function rewritePacks(
  ctx: Ctx,
  { place, manifest, coder }: Opened,
  { put, protection }: Rewriting,
): Promise<readonly FilePack[]> {
  const packs: FilePack[] = [];
  for (const pack of manifest.contents.packs) {
    const files: { readonly path: string; readonly content: Buffer }[] = [];
    for (const { path, content } of splitPack(pack, await readChunk(place, pack, coder))) {
      const here = join(ctx.dataFolder, path);
      if (GONE_WITH_THE_VAULT.test(path) && !existsSync(here)) continue;
      // Sealed otherwise than the backup, the present file would be closed to it: then there is none.
      if (AS_NOW.has(path) && protection !== 'same') continue;
      files.push({ path, content: AS_NOW.has(path) && existsSync(here) ? await readFile(here) : content });
    }
    if (files.length === 0) continue;
    const plain = Buffer.concat(files.map(({ content }) => content));
    const list = files.map(({ path, content }) => ({ path, bytes: content.length }));
    packs.push({ id: await put(plain), bytes: plain.length, files: list });
  }
  return packs;
}
