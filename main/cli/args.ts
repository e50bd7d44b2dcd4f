import { parseArgs } from 'node:util';
import { AppError } from '../contract/errors.ts';
import type { OptionSpec } from './context.ts';

/** Words and flags of one command, read with their meaning; what is not meant is `usage.invalid`. */
export type Args = {
  readonly words: readonly string[];
  readonly has: (flag: string) => boolean;
  readonly text: (flag: string) => string | undefined;
  /** Every value of a flag that may be said several times. */
  readonly all: (flag: string) => readonly string[];
  readonly integer: (flag: string, range: { readonly min: number; readonly max: number }) => number | undefined;
  /** A comma-separated list, each of which must be one of `allowed`. */
  readonly choices: <T extends string>(flag: string, allowed: readonly T[]) => readonly T[] | undefined;
};

export function usageError(text: string): AppError {
  return new AppError('usage.invalid', text, { retry: 'never' });
}

/** Parses strictly: an unknown flag, a missing value or a value too many is wrong usage. */
export function readArgs(argv: readonly string[], options: Readonly<Record<string, OptionSpec>>): Args {
  const { values, positionals } = parse(argv, options);
  const texts = (flag: string): readonly string[] => {
    const value = values[flag];
    return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
  };
  const text = (flag: string): string | undefined => {
    const value = texts(flag).at(-1);
    if (value?.trim() === '') throw usageError(`--${flag} needs a value.`);
    return value;
  };
  return {
    words: positionals,
    has: (flag) => values[flag] === true,
    text,
    all: texts,
    integer: (flag, { min, max }) => {
      const value = text(flag);
      if (value === undefined) return undefined;
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) throw usageError(`--${flag} takes a whole number from ${min} to ${max}.`);
      return number;
    },
    choices: <T extends string>(flag: string, allowed: readonly T[]) => {
      const names = texts(flag).flatMap((each) => each.split(',').map((part) => part.trim()));
      if (names.length === 0) return undefined;
      return names.map((name) => {
        const known = allowed.find((each) => each === name);
        if (known === undefined) throw usageError(`--${flag} takes ${allowed.join(', ')}.`);
        return known;
      });
    },
  };
}

function parse(argv: readonly string[], options: Readonly<Record<string, OptionSpec>>) {
  try {
    return parseArgs({ args: [...argv], options: { ...options }, strict: true, allowPositionals: true });
  } catch (error) {
    throw usageError(explain(error instanceof Error ? error.message : ''));
  }
}

/** Node's sentences go on with advice about quoting; their beginning says what is wrong. */
function explain(message: string): string {
  const valueless = /^Option '(?:-\w, )?(--[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(message)?.[1];
  if (valueless !== undefined) return `${valueless} needs a value.`;
  return `${message
    .replace(/\.?\s(?:To specify|Did you forget).*$/s, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')}.`;
}

/** Exactly these words, or wrong usage that names the first one missing. */
export function requireWords(words: readonly string[], names: readonly string[]): readonly string[] {
  const missing = names[words.length];
  if (missing !== undefined) throw usageError(`${missing} is missing.`);
  if (words.length > names.length) throw usageError('There is a word too many; put text with spaces in quotes.');
  return words;
}
