import type { Output } from './context.ts';
import { wrap } from './text.pure.ts';

const DEFAULT_COLUMNS = 80;
/** Longer lines are hard to read, however wide the window is. */
const MAX_COLUMNS = 100;

export function columnsOf(output: Output): number {
  return Math.min(output.columns ?? DEFAULT_COLUMNS, MAX_COLUMNS);
}

/** One JSON value on one line. */
export function printJson(output: Output, value: unknown): void {
  output.write(`${JSON.stringify(value)}\n`);
}

export function printLine(output: Output, text = ''): void {
  output.write(`${text}\n`);
}

/** A paragraph wrapped to the terminal, every line behind `indent`. */
export function printWrapped(output: Output, text: string, indent = ''): void {
  for (const line of wrap(text, columnsOf(output) - indent.length)) printLine(output, `${indent}${line}`.trimEnd());
}

/** Styles for people; nothing but the text where nobody looks, or where `NO_COLOR` asks for it. */
export function stylesFor(output: Output, env: Readonly<Record<string, string | undefined>>) {
  const isStyled = output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const style = (code: number) => (text: string) => (isStyled ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { bold: style(1), dim: style(2) };
}

export type Progress = { readonly show: (text: string) => void; readonly end: () => void };

/** One line that changes in place on a terminal; elsewhere nothing, so that logs hold no half lines. */
export function createProgress(output: Output): Progress {
  let isShown = false;
  const isLive = output.isTTY === true;
  const clear = () => {
    if (isShown) output.write('\r\u001b[K');
  };
  return {
    show: (text) => {
      if (!isLive) return;
      clear();
      output.write(wrap(text, columnsOf(output) - 1)[0] ?? '');
      isShown = true;
    },
    end: () => {
      clear();
      isShown = false;
    },
  };
}
