import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../contract/errors.ts';

/** More than ten thick books. All of it is in memory at once, and its vectors take hours. */
export const MAX_TEXT_BYTES = 20 * 1024 * 1024;

const NOT_TEXT = 'This is not a text in UTF-8. Save it as UTF-8 text and import it again.';

/** The text of a file as it stands, without its byte order mark, and the hash of its bytes; throws where there is none. */
export async function readText(path: string): Promise<{ readonly text: string; readonly sha256: string }> {
  const bytes = await readBytes(path);
  const text = decode(bytes);
  if (text.includes('\0')) throw new AppError('import.unreadable', NOT_TEXT);
  if (text.trim() === '')
    throw new AppError('import.unreadable', 'There is no text in this file. Choose one that has some.');
  return { text, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new AppError('import.unreadable', 'This is not a file. Choose the file itself.');
    if (info.size > MAX_TEXT_BYTES)
      throw new AppError('import.too-large', 'This text is larger than 20 MB. Split it into smaller files.');
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const text = 'The file cannot be read. Check that it is there and that you may read it.';
    throw new AppError('import.unreadable', text, { cause });
  }
}

/** UTF-8, or UTF-16 where the file says so at its beginning, as Windows' editors do. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('import.unreadable', NOT_TEXT, { cause });
  }
}
