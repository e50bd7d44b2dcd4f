import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { DOCX_LIMITS } from '../limits.pure.ts';
import { UnreadableFile } from './unreadable.ts';

export type ZipPart = { readonly name: string; readonly bytes: Buffer };

/**
 * Unpacks the parts of a DOCX that words may be in. What the list declares is added up first, and what really comes out is
 * counted while it does: neither a false size nor an honest bomb is ever unpacked.
 */
export async function readZipParts(path: string, isWanted: (name: string) => boolean): Promise<readonly ZipPart[]> {
  const zip = await openZip(path);
  try {
    const wanted = await listEntries(zip, isWanted);
    const parts: ZipPart[] = [];
    let left: number = DOCX_LIMITS.unpackedBytes;
    for (const entry of wanted) {
      const bytes = await unpack(zip, entry, left);
      left -= bytes.length;
      parts.push({ name: entry.fileName, bytes });
    }
    return parts;
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged', error);
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw new UnreadableFile('damaged', error);
  }
}

async function listEntries(zip: ZipFile, isWanted: (name: string) => boolean): Promise<readonly Entry[]> {
  if (zip.entryCount > DOCX_LIMITS.entries) throw new UnreadableFile('bomb');
  const wanted: Entry[] = [];
  const names = new Set<string>();
  let declaredBytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (!isWanted(entry.fileName)) continue;
    if (entry.isEncrypted()) throw new UnreadableFile('encrypted');
    if (names.has(entry.fileName)) throw new UnreadableFile('damaged');
    names.add(entry.fileName);
    declaredBytes += entry.uncompressedSize;
    const isTooDense =
      entry.uncompressedSize > 1_000_000 && entry.uncompressedSize > entry.compressedSize * DOCX_LIMITS.ratio;
    if (declaredBytes > DOCX_LIMITS.unpackedBytes || isTooDense) throw new UnreadableFile('bomb');
    wanted.push(entry);
  }
  return wanted;
}

async function unpack(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes = Buffer.from(chunk);
    sizeBytes += bytes.length;
    if (sizeBytes > maxBytes || sizeBytes > entry.uncompressedSize) throw new UnreadableFile('bomb');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
