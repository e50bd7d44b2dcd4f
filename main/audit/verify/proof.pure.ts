import { isSame, textOf } from './bytes.pure.ts';
import type { Sha256 } from './chain.pure.ts';
import {
  fingerprintOf,
  HEAD_PURPOSE,
  isSignedFor,
  MANIFEST_PURPOSE,
  readHeadFile,
  readSignatureFile,
  type Signed,
} from './keys.pure.ts';
import type { Manifest } from './manifest.pure.ts';
import type { Problems } from './report.pure.ts';
import { checkStored, type Opened, type Platform, unpack } from './unpack.pure.ts';
import { readViewer } from './viewer-slot.pure.ts';
import { buildZip, type ZipEntry } from './zip.pure.ts';

export type Checking = Opened & { readonly manifest: Manifest };

/** Who signed the manifest, or null. */
export async function checkSignature(checking: Checking): Promise<Signed | null> {
  const { platform, manifest, entries, problems } = checking;
  const file = 'signature.json';
  const entry = entries.get(file);
  if (!manifest.isSigned) {
    if (entry !== undefined)
      problems.add({
        check: 'signature.foreign',
        file,
        message: 'There is a signature, although the manifest says that nothing is signed.',
      });
    return null;
  }
  if (entry === undefined) {
    problems.add({
      check: 'signature.missing',
      file,
      message: 'The signature is missing, although the manifest says that it is signed.',
    });
    return null;
  }
  checkStored(problems, entry);
  const bytes = await unpack(checking, entry);
  const signed = bytes === null ? null : readSignatureFile(textOf(bytes) ?? '');
  const manifestEntry = entries.get('manifest.json');
  const manifestBytes = manifestEntry === undefined ? null : await unpack(checking, manifestEntry);
  if (signed === null || manifestBytes === null) {
    problems.add({ check: 'signature.unreadable', file, message: 'The signature was changed: it cannot be read.' });
    return null;
  }
  if (signed.publicKey !== manifest.publicKey)
    problems.add({
      check: 'signature.other-key',
      file,
      message: 'The signature is by another key than the manifest names.',
    });
  if (isSignedFor(MANIFEST_PURPOSE, { manifest: platform.sha256(manifestBytes) }, signed)) return signed;
  problems.add({
    check: 'signature.wrong',
    file,
    message: 'The signature does not fit: the manifest was changed after it was signed, or swapped.',
  });
  return null;
}

/** The end of the chain, as the vault signed it. */
export function checkHead({ manifest, problems }: Pick<Checking, 'manifest' | 'problems'>, text: string): void {
  const file = 'head.json';
  const head = readHeadFile(text);
  if (head === null) {
    problems.add({
      check: 'head.unreadable',
      file,
      message: 'The head of the journal was changed: it cannot be read.',
    });
    return;
  }
  if (head.seq !== manifest.head.seq || head.hash !== manifest.head.hash)
    problems.add({
      check: 'head.other-history',
      file,
      seq: head.seq,
      message: `The head names another record ${head.seq} than the manifest: it is of another history.`,
    });
  if ((head.signed !== null) !== manifest.isSigned)
    problems.add({
      check: 'head.signature',
      file,
      message: 'The head is signed and the manifest is not, or the other way round.',
    });
  if (head.signed === null) return;
  const { seq, hash, at, signed } = head;
  if (!isSignedFor(HEAD_PURPOSE, { seq, hash, at }, signed))
    problems.add({
      check: 'head.forged',
      file,
      seq,
      message: 'The signature of the head does not fit: the history was made anew without the key.',
    });
  if (signed.publicKey !== manifest.publicKey)
    problems.add({
      check: 'head.other-key',
      file,
      seq,
      message: 'The head is signed by another key than the manifest names.',
    });
}

type KeyCheck = {
  readonly problems: Problems;
  readonly expectedKey: string | null;
  readonly signature: Signed | null;
  readonly sha256: Sha256;
};

/** Whether the key is the one that was expected. */
export function checkKey({ problems, expectedKey, signature, sha256 }: KeyCheck): void {
  if (expectedKey === null) return;
  const fingerprint = signature === null ? null : fingerprintOf(signature.publicKey, sha256);
  if (fingerprint === expectedKey) return;
  const message =
    signature === null
      ? 'This bundle is not soundly signed, and a key was expected.'
      : 'This bundle is signed by another key than the expected one.';
  problems.add({ check: 'key.unexpected', file: 'signature.json', message });
}

type ViewerCheck = {
  readonly platform: Platform;
  readonly manifest: Manifest;
  readonly zip: readonly ZipEntry[];
  readonly problems: Problems;
};

/** The page in the bundle is the known page around this very bundle: what it shows is what is checked here. */
export async function checkViewer({ platform, manifest, zip, problems }: ViewerCheck): Promise<void> {
  const file = 'viewer.html';
  const entry = zip.find(({ name }) => name === file);
  if (entry === undefined) {
    problems.add({ check: 'file.missing', file, message: 'The file viewer.html is missing.' });
    return;
  }
  const bytes = await unpack({ platform, problems, entries: new Map() }, entry);
  if (bytes === null) return;
  const page = readViewer(bytes);
  if (page === null || platform.sha256(page.template) !== manifest.viewer.templateSha256) {
    problems.add({
      check: 'viewer.changed',
      file,
      message: 'The page viewer.html is not the one that the manifest names.',
    });
    return;
  }
  const inside = manifest.viewer.isEmbedded ? buildZip(zip.filter(({ name }) => name !== file)) : new Uint8Array();
  if (page.bundle === null || !isSame(page.bundle, inside))
    problems.add({
      check: 'viewer.other-bundle',
      file,
      message: 'The page viewer.html shows another bundle than this one.',
    });
  checkStored(problems, entry);
}
