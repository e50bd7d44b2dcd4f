import { Parser } from 'htmlparser2';
import mammoth from 'mammoth';
import { DOCX_LIMITS } from '../limits.pure.ts';
import { type PageText, readHtml } from './html-text.ts';
import { packStored } from './pack-stored.pure.ts';
import { readZipParts, type ZipPart } from './read-zip.ts';
import { UnreadableFile } from './unreadable.ts';

/** Words, styles and notes; never pictures, fonts, macros or what is embedded. */
const WANTED =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/core\.xml|word\/[\w-]+\.xml|word\/_rels\/[\w-]+\.xml\.rels)$/;
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];

/** The words of a Word document with its headings and tables. */
export async function readDocx(path: string): Promise<PageText> {
  const parts = await readZipParts(path, (name) => WANTED.test(name));
  for (const { name, bytes } of parts) assertShallow(name, bytes);
  const html = await toHtml(parts);
  const { text, marks } = readHtml(html);
  return { text, marks, title: readTitle(parts) };
}

async function toHtml(parts: readonly ZipPart[]): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: packStored(parts) },
      // A picture is never read: it has no words.
      {
        styleMap: STYLES,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    return value;
  } catch (error) {
    throw new UnreadableFile('damaged', error);
  }
}

/** The library walks the tree by calling itself: what is nested past any document would end it. */
function assertShallow(name: string, bytes: Buffer): void {
  if (!name.endsWith('.xml')) return;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: () => {
        depth += 1;
        if (depth > DOCX_LIMITS.depth) throw new UnreadableFile('too-deep');
      },
      onclosetag: () => {
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.write(bytes.toString('utf8'));
  parser.end();
}

function readTitle(parts: readonly ZipPart[]): string | null {
  const core = parts.find(({ name }) => name === 'docProps/core.xml')?.bytes.toString('utf8') ?? '';
  const title = /<dc:title>([^<]{1,500})<\/dc:title>/.exec(core)?.[1] ?? '';
  return readHtml(title).text.trim() || null;
}
