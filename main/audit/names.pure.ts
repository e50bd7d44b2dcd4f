/** Pseudonyms for names, the longest name first, so that "Ada Lovelace" is not left as "Person 1 Lovelace". */
export type NameCover = {
  readonly holds: (text: string) => boolean;
  readonly cover: (text: string) => string;
  /** How many names it knows. */
  readonly size: number;
};

/** `inside`: anywhere; `start`: where a word begins, so that endings are covered too; `whole`: as a word. */
type Fit = 'inside' | 'start' | 'whole';
type Name = { readonly folded: string; readonly pseudonym: string; readonly fit: Fit };

/** Shorter ASCII names are looked for as whole words: "Al" is in "also". */
const MIN_INSIDE = 4;
const MIN_START = 5;
const KEY = 2;

const folds = new Map<string, string>();

/** One unit of text for another: lower case, without accents, so that places in both texts agree. */
function foldUnit(unit: string): string {
  const known = folds.get(unit);
  if (known !== undefined) return known;
  const lower = unit.toLowerCase();
  const base = (lower.length === 1 ? lower : unit).normalize('NFD').charAt(0);
  const folded = base === '' ? unit : base;
  folds.set(unit, folded);
  return folded;
}

/** The text as names are compared in it, unit by unit. */
export function foldName(text: string): string {
  let folded = '';
  for (let n = 0; n < text.length; n += 1) folded += foldUnit(text.charAt(n));
  return folded;
}

const isLetter = (unit: string): boolean => /[\p{L}\p{N}\p{M}]/u.test(unit);

/** Reads which names there are, by pseudonym; of a person's name of several words each longer word counts too. */
export function createNameCover(
  names: readonly { readonly name: string; readonly pseudonym: string; readonly isPerson: boolean }[],
): NameCover {
  const byKey = new Map<string, Name[]>();
  const seen = new Set<string>();
  const add = (name: string, pseudonym: string, isPart: boolean): void => {
    const folded = foldName(name.normalize('NFC').trim());
    if (folded.length < KEY || seen.has(folded)) return;
    seen.add(folded);
    const isShort = folded.length < (isPart ? MIN_START : MIN_INSIDE) && /^[\x20-\x7e]+$/.test(folded);
    const fit: Fit = isShort ? 'whole' : isPart ? 'start' : 'inside';
    const key = folded.slice(0, KEY);
    byKey.set(key, [...(byKey.get(key) ?? []), { folded, pseudonym, fit }]);
  };
  for (const { name, pseudonym } of names) add(name, pseudonym, false);
  for (const { name, pseudonym, isPerson } of names)
    if (isPerson)
      for (const part of name.split(/[\s.,;]+/))
        if (part.length >= 3 && part.length < name.length) add(part, pseudonym, true);
  for (const list of byKey.values()) list.sort((a, b) => b.folded.length - a.folded.length);

  const find = (folded: string, at: number): Name | null => {
    for (const name of byKey.get(folded.slice(at, at + KEY)) ?? []) {
      if (!folded.startsWith(name.folded, at)) continue;
      const isBegun = !isLetter(folded.charAt(at - 1));
      const isEnded = !isLetter(folded.charAt(at + name.folded.length));
      if (name.fit === 'inside' || (isBegun && (name.fit === 'start' || isEnded))) return name;
    }
    return null;
  };

  const cover = (text: string): string => {
    const plain = text.normalize('NFC');
    const folded = foldName(plain);
    let out = '';
    let isChanged = false;
    for (let at = 0; at < plain.length; ) {
      const name = find(folded, at);
      out += name === null ? plain.charAt(at) : name.pseudonym;
      isChanged ||= name !== null;
      at += name === null ? 1 : name.folded.length;
    }
    return isChanged ? out : text;
  };
  const holds = (text: string): boolean => {
    const folded = foldName(text.normalize('NFC'));
    for (let at = 0; at < folded.length; at += 1) if (find(folded, at) !== null) return true;
    return false;
  };
  return { holds, cover, size: seen.size };
}

/** Every text in a JSON value, the names of its fields left as they are. */
export function someText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (Array.isArray(value)) return value.some((item) => someText(item, test));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => test(key) || someText(item, test));
}

/** The value with every text changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
