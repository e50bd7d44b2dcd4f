import { Parser } from 'htmlparser2';

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head', 'iframe', 'object', 'title']);
const BLOCKS = new Set([
  ...['p', 'div', 'section', 'article', 'blockquote', 'pre', 'ul', 'ol', 'table', 'tr', 'hr', 'header', 'footer'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figure', 'dl', 'dt', 'dd'],
]);

/** Collects the words of HTML as its tags arrive, with a line for each block. Nothing in it is ever run or fetched. */
export class HtmlWords {
  /** In pieces, with the end of the last: asking a text that grows how it ends copies it each time. */
  #pieces: string[] = [];
  #end = '';
  #silent = 0;
  #pre = 0;

  open(name: string): void {
    if (SILENT.has(name)) this.#silent += 1;
    else if (name === 'br') this.#add('\n');
    else if (name === 'li') this.#break('\n', '- ');
    else if (name === 'td' || name === 'th') this.#add(this.#isAtStart() ? '' : ' | ');
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
    if (this.#pre > 0) {
      this.#add(text);
      return;
    }
    const words = text.replace(/[ \t\r\n]+/g, ' ');
    this.#add(this.#isAtStart() ? words.trimStart() : words);
  }

  take(): string {
    // Line by line: a pattern for trailing space takes forever on a million spaces in front of a word.
    const lines = this.#pieces
      .join('')
      .split('\n')
      .map((line) => line.trimEnd());
    this.#pieces = [];
    this.#end = '';
    return lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  #isAtStart(): boolean {
    return this.#end === '' || this.#end.endsWith('\n');
  }

  #add(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#end = (this.#end + text.slice(-2)).slice(-2);
  }

  #break(wanted: '\n' | '\n\n', mark: string): void {
    if (this.#end !== '' && !this.#end.endsWith(wanted)) this.#add(this.#end.endsWith('\n') ? '\n' : wanted);
    this.#add(mark);
  }
}

type Handlers = {
  readonly open: (name: string, classes: string) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
};

const PIECE_CHARS = 65_536;
const MAX_OPEN = 2_000;

/**
 * Feeds HTML to a parser. Each tag that it opens costs the parser as much time as there are open ones: where thousands
 * are never closed, they are closed between two pieces, and the words behind them are read all the same.
 */
export function createHtmlFeed({ open, text, close }: Handlers) {
  let openTags = 0;
  const create = (): Parser =>
    new Parser({
      onopentag: (name, attributes) => {
        openTags += 1;
        open(name, attributes.class ?? '');
      },
      ontext: text,
      onclosetag: (name) => {
        openTags = Math.max(0, openTags - 1);
        close(name);
      },
    });
  let parser = create();
  return {
    write: (html: string): void => {
      for (let from = 0; from < html.length; from += PIECE_CHARS) {
        parser.write(html.slice(from, from + PIECE_CHARS));
        if (openTags <= MAX_OPEN) continue;
        parser.end();
        openTags = 0;
        parser = create();
      }
    },
    end: (): void => parser.end(),
  };
}

/** The words of a piece of HTML. */
export function wordsOfHtml(html: string): string {
  const words = new HtmlWords();
  const feed = createHtmlFeed({
    open: (name) => words.open(name),
    text: (text) => words.write(text),
    close: (name) => words.close(name),
  });
  feed.write(html);
  feed.end();
  return words.take();
}
