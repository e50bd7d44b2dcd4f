/** A run of characters on a page, as the reader gives it: from its left end on the baseline, y growing upwards. */
export type Run = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly endsLine: boolean;
};

type Line = {
  text: string;
  readonly y: number;
  height: number;
  /** Holds a gap that no words are set with: a row of a table. */
  isRow: boolean;
};

/** In heights of the letters. Lines of a paragraph are 1 to 1.5 apart. */
const PARAGRAPH_GAP = 1.8;
const COLUMN_GAP = 1.5;
const SAME_SIZE = 0.15;
const LIST_ITEM = /^(?:[•◦▪‣·–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i;
const ENDS_WORD_BROKEN = /\p{L}[-\u00ad\u2010]$/u;

/** The words of a page as they are read: lines joined to paragraphs, broken words whole again, rows of tables apart. */
export function layPage(runs: readonly Run[]): string {
  const lines = toLines(runs);
  let text = '';
  let last: Line | null = null;
  for (const line of lines) {
    if (last === null) text = line.text;
    else if (isNewParagraph(last, line)) text += `\n\n${line.text}`;
    else if (last.isRow || line.isRow || LIST_ITEM.test(line.text)) text += `\n${line.text}`;
    else if (ENDS_WORD_BROKEN.test(text) && /^\p{Ll}/u.test(line.text)) text = text.slice(0, -1) + line.text;
    else text += ` ${line.text}`;
    last = line;
  }
  return text;
}

function isNewParagraph(above: Line, below: Line): boolean {
  const height = Math.max(above.height, below.height);
  if (height === 0) return false;
  const step = above.y - below.y;
  const isOtherSize = Math.abs(above.height - below.height) > height * SAME_SIZE;
  // Upwards: the next column, or a box somewhere else.
  return step > height * PARAGRAPH_GAP || step < -height * 0.5 || (isOtherSize && step > height * 0.5);
}

function toLines(runs: readonly Run[]): readonly Line[] {
  const lines: Line[] = [];
  let open: Line | null = null;
  let right = 0;
  const close = (): void => {
    const text = open?.text.replace(/\s+/g, ' ').trim() ?? '';
    if (open !== null && text !== '') lines.push({ ...open, text });
    open = null;
  };
  for (const run of runs) {
    if (open !== null && run.text.trim() !== '' && Math.abs(run.y - open.y) > Math.max(run.height, open.height) * 0.8)
      close();
    if (run.text !== '') {
      if (open === null) open = { text: '', y: run.y, height: 0, isRow: false };
      const line: Line = open;
      const gap = run.x - right;
      const isGap = line.text.trim() !== '' && run.height > 0 && gap > run.height * 0.25;
      if (isGap && gap > run.height * COLUMN_GAP && run.text.trim() !== '') line.isRow = true;
      line.text += `${isGap ? ' ' : ''}${run.text}`;
      line.height = Math.max(line.height, run.text.trim() === '' ? 0 : run.height);
      right = run.text.trim() === '' && run.width > run.height * COLUMN_GAP ? right : run.x + run.width;
    }
    if (run.endsLine) close();
  }
  close();
  return lines;
}
