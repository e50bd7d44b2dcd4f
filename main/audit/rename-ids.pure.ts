import { mapTexts } from './names.pure.ts';

const KEPT: ReadonlySet<string> = new Set(['me', 'assistant']);
const ID_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'spaceId', 'turnId', 'conversationId', 'covers', 'supersedes', 'supersededBy', 'conflicts'],
]);

/** Ids in the order in which they come up; an id may be made of what is covered (a file's own, a hash of words), so it gets a number. */
export function numberIds(value: unknown, isClosed: (id: string) => boolean): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  const visit = (item: unknown, key: string): void => {
    if (typeof item === 'string') {
      if (ID_KEYS.has(key) && !KEPT.has(item) && !numbers.has(item) && isClosed(item))
        numbers.set(item, `#${numbers.size + 1}`);
    } else if (Array.isArray(item)) for (const each of item) visit(each, key);
    else if (typeof item === 'object' && item !== null)
      for (const [name, each] of Object.entries(item)) visit(each, name);
  };
  visit(value, '');
  return numbers;
}

/** The value with these ids in their new form. */
export const renameIds = (value: unknown, numbers: ReadonlyMap<string, string>): unknown =>
  numbers.size === 0 ? value : mapTexts(value, (text) => numbers.get(text) ?? text);
