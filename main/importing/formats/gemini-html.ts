import type { ParsedElement } from './conversation-parts.ts';
import { textOf } from './conversation-parts.ts';
import { isGeminiProduct } from './gemini.ts';
import { ActivityGrouper } from './gemini-activity.ts';
import { createHtmlFeed, HtmlWords } from './html-words.ts';
import type { PartReader } from './part-reader.ts';
import { parseShownTime } from './shown-time.pure.ts';

type Cell = 'header' | 'body' | 'other';
/** A record that is being read: its cells come one after the other. */
type Open = { readonly depth: number; header: string; bodies: string[]; cell: Cell | null; cellDepth: number };

/** Past this an open record is no record: a page without its closing tags would be kept whole in memory. */
const MAX_RECORD_CHARS = 8_000_000;

/** Reads `MyActivity.html`: a cell for each record, holding a header, prompt with time and answer, and small print. */
export function geminiHtmlReader(): PartReader<string> {
  const page = new ActivityPage();
  const feed = createHtmlFeed({
    open: (name, classes) => page.open(name, classes),
    text: (text) => page.write(text),
    close: (name) => page.close(name),
  });
  return {
    read: (text) => {
      feed.write(text);
      return page.take();
    },
    end: () => {
      feed.end();
      return [...page.take(), ...page.end()];
    },
  };
}

class ActivityPage {
  readonly #grouper = new ActivityGrouper();
  #words = new HtmlWords();
  #done: ParsedElement[] = [];
  #depth = 0;
  #record: Open | null = null;
  #chars = 0;

  open(name: string, classes: string): void {
    this.#depth += 1;
    const names = new Set(classes.split(/\s+/));
    if (names.has('outer-cell')) {
      this.#finish();
      this.#record = { depth: this.#depth, header: '', bodies: [], cell: null, cellDepth: 0 };
      this.#chars = 0;
      return;
    }
    const record = this.#record;
    if (record === null) return;
    if (record.cell !== null) this.#words.open(name);
    else if (names.has('header-cell')) this.#openCell(record, 'header');
    else if (names.has('content-cell')) this.#openCell(record, names.has('mdl-typography--caption') ? 'other' : 'body');
  }

  #openCell(record: Open, cell: Cell): void {
    record.cell = cell;
    record.cellDepth = this.#depth;
    this.#words = new HtmlWords();
  }

  write(text: string): void {
    if (this.#record === null || this.#record.cell === null || this.#record.cell === 'other') return;
    this.#chars += text.length;
    if (this.#chars <= MAX_RECORD_CHARS) this.#words.write(text);
  }

  close(name: string): void {
    const record = this.#record;
    if (record !== null && record.cell !== null) {
      if (this.#depth > record.cellDepth) this.#words.close(name);
      else this.#closeCell(record);
    }
    if (record !== null && this.#depth <= record.depth) this.#finish();
    this.#depth = Math.max(0, this.#depth - 1);
  }

  #closeCell(record: Open): void {
    const text = this.#words.take();
    if (record.cell === 'header') record.header = text;
    if (record.cell === 'body' && textOf(text) !== null) record.bodies.push(text);
    record.cell = null;
  }

  #finish(): void {
    const record = this.#record;
    if (record === null) return;
    if (record.cell !== null) this.#closeCell(record);
    this.#record = null;
    if (!isGeminiProduct(record.header)) this.#grouper.skip('not-conversation');
    else if (record.bodies.length === 0) this.#grouper.skip('wrong-type');
    else this.#done.push(...this.#grouper.add(readBody(record.bodies.join('\n\n'))));
  }

  take(): readonly ParsedElement[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  end(): readonly ParsedElement[] {
    this.#finish();
    return [...this.take(), ...this.#grouper.end()];
  }
}

/** The line with the time stands between prompt and answer; lines about attached files stand before it. */
function readBody(body: string) {
  const lines = body.split('\n');
  const at = lines.findIndex((line) => line.length < 80 && !isUndated(line));
  const time = at < 0 ? null : parseShownTime(lines[at] ?? '');
  const before = at < 0 ? lines : lines.slice(0, at);
  const attached = before.findIndex((line) => /^(?:Attached \d+ files?\.?|- .*\.[a-z0-9]{1,5})$/i.test(line.trim()));
  const title = (attached > 0 ? before.slice(0, attached) : before).join('\n').trim();
  const answer =
    at < 0
      ? null
      : textOf(
          lines
            .slice(at + 1)
            .join('\n')
            .trim(),
        );
  return { title, answer, time: time ?? { at: null, localTime: null, isBad: true } };
}

function isUndated(line: string): boolean {
  const { at, localTime } = parseShownTime(line);
  return at === null && localTime === null;
}
