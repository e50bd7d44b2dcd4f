import { z } from 'zod';

/** A place in a text where a page begins, or a heading stands. Offsets are UTF-16 units. */
export const TextMark = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), at: z.int().min(0), page: z.int().min(1) }).readonly(),
  z
    .object({
      kind: z.literal('heading'),
      at: z.int().min(0),
      /** Where the heading's own words end. */
      to: z.int().min(0),
      level: z.int().min(1).max(9),
      title: z.string(),
    })
    .readonly(),
]);
export type TextMark = z.infer<typeof TextMark>;

/** Why a file gives no text. What to tell the user is decided where it is told. */
export const Unreadable = z.enum([
  'encrypted',
  'damaged',
  'cut-off',
  'no-text',
  'scanned',
  'too-large',
  'bomb',
  'too-deep',
  'too-slow',
  'out-of-memory',
  'missing',
]);
export type Unreadable = z.infer<typeof Unreadable>;

/** What the parser's process says; `part` comes in order, each with marks whose offsets count from its own beginning. */
export const FromParser = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ kind: z.literal('part'), text: z.string(), marks: z.array(TextMark).readonly() }),
  z.object({
    kind: z.literal('done'),
    title: z.string().nullable(),
    pages: z.int().nullable(),
    /** Pages without a word, which are pictures as a rule. */
    pagesWithoutText: z.int(),
    isGuessedEncoding: z.boolean(),
  }),
  z.object({ kind: z.literal('failed'), why: Unreadable }),
]);
export type FromParser = z.infer<typeof FromParser>;

export const ToParser = z.object({ path: z.string(), format: z.enum(['pdf', 'docx', 'html']) });
export type ToParser = z.infer<typeof ToParser>;

/** A text and where in it pages and headings are. */
export type ParsedText = {
  readonly text: string;
  readonly marks: readonly TextMark[];
};

/** Parts one after another, with a blank line between them. */
export class TextBuilder {
  readonly #parts: string[] = [];
  readonly #marks: TextMark[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add({ text, marks }: ParsedText): void {
    const gap = this.#length > 0 && text !== '' ? '\n\n' : '';
    const from = this.#length + gap.length;
    for (const mark of marks)
      this.#marks.push(
        mark.kind === 'page' ? { ...mark, at: mark.at + from } : { ...mark, at: mark.at + from, to: mark.to + from },
      );
    this.#parts.push(gap + text);
    this.#length = from + text.length;
  }

  build(): ParsedText {
    return { text: this.#parts.join(''), marks: this.#marks };
  }
}
