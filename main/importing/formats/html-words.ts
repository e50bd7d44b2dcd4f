import { Parser } from 'htmlparser2';

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head', 'iframe', 'object', 'title']);
const BLOCKS = new Set([
  ...['p', 'div', 'section', 'article', 'blockquote', 'pre', 'ul', 'ol', 'table', 'tr', 'hr', 'header', 'footer'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figure', 'dl', 'dt', 'dd'],
]);

/** Collects the words of HTML as its tags arrive, with a line for each block. Nothing in it is ever run or fetched. */
export class HtmlWords {
  #text = '';
  #silent = 0;
  #pre = 0;

  open(name: string): void {
    if (SILENT.has(name)) this.#silent += 1;
    else if (name === 'br') this.#text += '\n';
    else if (name === 'li') this.#break('\n', '- ');
    else if (name === 'td' || name === 'th') this.#text += this.#text === '' || this.#text.endsWith('\n') ? '' : ' | ';
    else if (BLOCKS.has(name)) this.#break(name === 'tr' ? '\n' : '\n\n', '');
    if (name === 'pre') this.#pre += 1;
  }

  close(name: string): void {
    if (SILENT.has(name)) this.#silent = Math.max(0, this.#silent - 1);
    else if (BLOCKS.has(name) && name !== 'tr') this.#break('\n\n', '');
    if (name === 'pre') this.#pre = Math.max(0, this.#pre - 1);
  }

  write(text: string): void {
    if (this.#silent > 0) return;
    if (this.#pre > 0) this.#text += text;
    else {
      const words = text.replace(/[ \t\r\n]+/g, ' ');
      this.#text += this.#text === '' || this.#text.endsWith('\n') ? words.trimStart() : words;
    }
  }

  take(): string {
    // Line by line: a pattern for trailing space takes forever on a million spaces in front of a word.
    const lines = this.#text.split('\n').map((line) => line.trimEnd());
    const text = lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    this.#text = '';
    return text;
  }

  #break(wanted: '\n' | '\n\n', mark: string): void {
    if (this.#text !== '' && !this.#text.endsWith(wanted)) this.#text += this.#text.endsWith('\n') ? '\n' : wanted;
    this.#text += mark;
  }
}

/** The words of a piece of HTML. */
export function wordsOfHtml(html: string): string {
  const words = new HtmlWords();
  const parser = new Parser({
    onopentag: (name) => words.open(name),
    ontext: (text) => words.write(text),
    onclosetag: (name) => words.close(name),
  });
  parser.end(html);
  return words.take();
}
