import { readFile } from 'node:fs/promises';
import { decodeText } from '../decode-text.pure.ts';
import { type PageText, readHtml } from './html-text.ts';
import { UnreadableFile } from './unreadable.ts';

const DECLARATION = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i;

/** The words of a page in a file, in the encoding that it declares. */
export async function readHtmlFile(path: string): Promise<PageText & { readonly isGuessedEncoding: boolean }> {
  const bytes = await readFile(path);
  const declared = DECLARATION.exec(bytes.subarray(0, 4_096).toString('latin1'))?.[1] ?? null;
  const decoded = decodeText(bytes, declared);
  if (decoded === null) throw new UnreadableFile('damaged');
  return { ...readHtml(decoded.text), isGuessedEncoding: decoded.isGuessed };
}
