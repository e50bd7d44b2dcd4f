import { Parser } from 'htmlparser2';
import { MAX_HTML_DEPTH, MAX_TEXT_CHARS } from '../limits.pure.ts';
import type { ParsedText, TextMark } from '../parsed-text.pure.ts';
import { UnreadableFile } from './unreadable.ts';

/** What a page holds beside what it says. */
const LEFT_OUT = new Set([
  ...['script', 'style', 'noscript', 'template', 'nav', 'svg', 'canvas', 'iframe', 'object', 'embed', 'audio', 'video'],
  ...['button', 'select', 'datalist', 'textarea', 'dialog'],
]);
const BLOCKS = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'caption', 'center', 'dd', 'details', 'div', 'dl', 'dt'],
  ...['fieldset', 'figcaption', 'figure', 'footer', 'form', 'header', 'hr', 'main', 'ol', 'p', 'pre', 'section'],
  ...['summary', 'table', 'title', 'ul'],
]);
const LINES = new Set(['li', 'tr', 'br', 'option']);
const CELLS = new Set(['td', 'th']);
const HEADING = /^h([1-6])$/;
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const MAX_HEADING_CHARS = 200;

export type PageText = ParsedText & { readonly title: string | null };

/** The words of a page, read as a stream: headings marked, rows of tables on lines of their own, nothing that is hidden. */
export function readHtml(html: string, options: { readonly isXml?: boolean } = {}): PageText {
  const writer = new Writer();
  const parser = new Parser(writer, {
    decodeEntities: true,
    lowerCaseTags: true,
    ...(options.isXml ? { xmlMode: true } : {}),
  });
  parser.write(html);
  parser.end();
  return writer.build();
}

class Writer {
  #text = '';
  #pieces: string[] = [];
  #length = 0;
  #last = '';
  /** Line breaks that are due before the next word. */
  #breaks = 0;
  #isSpaceDue = false;
  #depth = 0;
  #hidden = 0;
  #preformatted = 0;
  #title: string | null = null;
  #isInTitle = false;
  /** Cells so far of each row that is open, the innermost last. */
  readonly #rows: number[] = [];
  /** Nothing of the cell is written yet: what opens in it begins no new line. */
  #isCellNew = false;
  #heading: { readonly level: number; at: number } | null = null;
  readonly #marks: TextMark[] = [];

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth > MAX_HTML_DEPTH) throw new UnreadableFile('too-deep');
    if (this.#hidden > 0 || isHidden(name, attributes)) {
      this.#hidden += 1;
      return;
    }
    if (name === 'title') this.#isInTitle = true;
    if (name === 'pre') this.#preformatted += 1;
    if (BLOCKS.has(name)) this.#break(2);
    if (LINES.has(name)) this.#break(1);
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined) {
      this.#break(2);
      this.#heading = { level: Number(level), at: -1 };
    }
    if (name === 'li') this.#write('- ');
    if (name === 'tr') this.#rows.push(0);
    if (CELLS.has(name)) this.#openCell();
    if (name === 'img' && attributes.alt) this.#write(` ${attributes.alt} `);
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (this.#hidden > 0) {
      this.#hidden -= 1;
      return;
    }
    if (name === 'title') this.#isInTitle = false;
    if (name === 'pre') this.#preformatted -= 1;
    if (HEADING.test(name)) this.#endHeading();
    if (BLOCKS.has(name) || HEADING.test(name)) this.#break(2);
    if (LINES.has(name)) this.#break(1);
    if (name === 'tr') this.#rows.pop();
    if (CELLS.has(name)) {
      this.#breaks = 0;
      this.#isCellNew = false;
    }
  }

  ontext(data: string): void {
    if (this.#hidden > 0) return;
    if (this.#isInTitle) this.#title = `${this.#title ?? ''}${data}`;
    else this.#write(data);
  }

  build(): PageText {
    this.#endHeading();
    this.#text += this.#pieces.join('');
    const title = this.#title?.replace(/\s+/g, ' ').trim().slice(0, MAX_HEADING_CHARS) ?? '';
    return { text: this.#text, marks: this.#marks, title: title === '' ? null : title };
  }

  #openCell(): void {
    const cells = this.#rows.at(-1) ?? 0;
    if (this.#rows.length > 0) this.#rows[this.#rows.length - 1] = cells + 1;
    if (cells > 0) {
      this.#isSpaceDue = false;
      this.#breaks = 0;
      this.#put(' | ');
    }
    this.#isCellNew = true;
  }

  #break(lines: number): void {
    if (this.#isCellNew) return;
    this.#breaks = Math.max(this.#breaks, lines);
    this.#isSpaceDue = false;
  }

  #write(data: string): void {
    if (this.#preformatted > 0) {
      if (data !== '') this.#put(data.replaceAll('\0', ''));
      return;
    }
    const words = data.replace(/[\s\0]+/g, ' ');
    if (words.startsWith(' ')) this.#isSpaceDue = true;
    const core = words.trim();
    if (core === '') return;
    this.#put(core);
    this.#isSpaceDue = words.endsWith(' ');
  }

  #put(words: string): void {
    const gap = this.#length === 0 ? '' : this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#isSpaceDue ? ' ' : '';
    // After a bullet nothing breaks the line again.
    const joint = this.#last === '-' ? ' ' : gap;
    if (this.#heading?.at === -1) this.#heading.at = this.#length + joint.length;
    this.#pieces.push(joint, words);
    this.#length += joint.length + words.length;
    this.#last = words;
    this.#breaks = 0;
    this.#isSpaceDue = false;
    this.#isCellNew = false;
    if (this.#length > MAX_TEXT_CHARS) throw new UnreadableFile('too-large');
  }

  #endHeading(): void {
    const heading = this.#heading;
    this.#heading = null;
    if (heading === null || heading.at < 0) return;
    this.#text += this.#pieces.join('');
    this.#pieces = [];
    const title = this.#text.slice(heading.at).replace(/\s+/g, ' ').slice(0, MAX_HEADING_CHARS);
    this.#marks.push({ kind: 'heading', at: heading.at, to: this.#length, level: heading.level, title });
  }
}

const isHidden = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  LEFT_OUT.has(name) || 'hidden' in attributes || HIDDEN.test(attributes.style ?? '');
