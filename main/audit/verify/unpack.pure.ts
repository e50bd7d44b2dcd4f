import { textOf } from './bytes.pure.ts';
import type { Sha256 } from './chain.pure.ts';
import { type Manifest, readManifest } from './manifest.pure.ts';
import { type Problems, UNTRUSTED } from './report.pure.ts';
import { crc32, type ZipEntry, type ZipFault } from './zip.pure.ts';

/** What Node and browsers do each in their way. */
export type Platform = {
  readonly sha256: Sha256;
  /** Inflates raw deflate; throws where it is none, or where it gives more than `maxBytes`. */
  readonly inflate: (packed: Uint8Array, maxBytes: number) => Promise<Uint8Array>;
  /** Awaited now and then, so that a page stays alive. */
  readonly breathe: (share: number) => Promise<void>;
};

export type Opened = {
  readonly platform: Platform;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly problems: Problems;
};

const KNOWN_FILE =
  /^(?:README\.txt|verify\.mjs|config\.json|head\.json|state\.json|journal\/\d{8}\.jsonl|traces\/\d{5}\.jsonl)$/;
const OUTSIDE_MANIFEST = ['manifest.json', 'signature.json', 'viewer.html'];

const NEEDED = ['README.txt', 'verify.mjs', 'config.json', 'head.json', 'state.json', 'journal/00000001.jsonl'];

export const ZIP_SAYS: Readonly<Record<ZipFault['check'], string>> = {
  'zip.unreadable': 'This file is no zip, or the zip was cut short or changed.',
  'zip.form': 'The zip was changed or packed again by another program: its headers are not those of a bundle.',
  'zip.duplicate': 'The zip holds two entries of one name.',
  'zip.unsafe-name': 'The zip holds an entry whose name no bundle has.',
  'zip.hidden-data': 'The zip holds bytes that belong to no entry.',
  'zip.bomb': 'The zip would unpack to far more than it should.',
};

/** What to do about a zip that is not as it was handed over. */
export const zipFix = (check: ZipFault['check']): string =>
  check === 'zip.form' ? 'Use the file as it was handed over, without unpacking and packing it again.' : UNTRUSTED;

/** The bytes of an entry as its headers say, or null with the fault reported. */
export async function unpack({ platform, problems }: Opened, entry: ZipEntry): Promise<Uint8Array | null> {
  const report = (how: string): null => {
    problems.add({ check: 'file.changed', file: entry.name, message: `The file ${entry.name} was changed: ${how}.` });
    return null;
  };
  let bytes: Uint8Array;
  try {
    if (entry.method !== 0 && entry.method !== 8) return report('it is packed in another way');
    bytes = entry.method === 0 ? entry.packed : await platform.inflate(entry.packed, entry.size);
  } catch {
    // Whatever the platform says, the data are no deflate of this size.
    return report('it cannot be unpacked');
  }
  if (bytes.length !== entry.size) return report('it has another size than the zip says');
  return crc32(bytes) === entry.crc ? bytes : report('its check sum does not fit');
}

/** The manifest, or null with what is wrong with it reported. */
export async function openManifest(opened: Opened): Promise<Manifest | null> {
  const { entries, problems } = opened;
  const file = 'manifest.json';
  const entry = entries.get(file);
  if (entry === undefined) {
    problems.add({
      check: 'manifest.missing',
      file,
      message: 'This is no audit bundle of Palimpsest: there is no manifest.json.',
    });
    return null;
  }
  checkStored(problems, entry);
  const bytes = await unpack(opened, entry);
  const text = bytes === null ? null : textOf(bytes);
  const read = text === null ? null : readManifest(text);
  if (read?.kind === 'ok') return read.manifest;
  if (read?.kind === 'newer') {
    const fix = 'Check it with a newer Palimpsest, or with the script inside the bundle.';
    problems.add({ check: 'manifest.newer', file, message: 'This bundle was written by a newer Palimpsest.', fix });
  } else
    problems.add({
      check: 'manifest.unreadable',
      file,
      message: 'The manifest was changed: it is not in its one allowed form.',
    });
  return null;
}

/** Deflate has bits without meaning, and nothing holds the hash of these files as they are packed. */
export function checkStored(problems: Problems, { name, method }: ZipEntry): void {
  if (method !== 0)
    problems.add({
      check: 'file.repacked',
      file: name,
      message: `The file ${name} was packed again.`,
      fix: zipFix('zip.form'),
    });
}

type Listing = {
  readonly manifest: Manifest;
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly problems: Problems;
  readonly isEmbedded: boolean;
};

/** Every entry is in the manifest, and everything in the manifest is there; nothing else. */
export function checkListed({ manifest, entries, problems, isEmbedded }: Listing): void {
  const listed = new Set<string>();
  for (const { path } of manifest.files) {
    if (listed.has(path) || !KNOWN_FILE.test(path))
      problems.add({
        check: 'manifest.foreign-file',
        file: path.slice(0, 120),
        message: 'The manifest lists a file that no bundle has, or one twice.',
      });
    listed.add(path);
    if (!entries.has(path))
      problems.add({ check: 'file.missing', file: path, message: `The file ${path} is missing.` });
  }
  for (const path of NEEDED)
    if (!listed.has(path))
      problems.add({ check: 'manifest.incomplete', file: path, message: `The manifest does not list ${path}.` });
  const own = OUTSIDE_MANIFEST.filter((name) => !(isEmbedded && name === 'viewer.html'));
  for (const name of entries.keys())
    if (!listed.has(name) && !own.includes(name))
      problems.add({
        check: 'file.foreign',
        file: name.slice(0, 120),
        message: 'The zip holds an entry that the manifest does not list.',
      });
}
