import type { Tag, TagType } from '../tag.pure.ts';

type Rule = { readonly type: TagType; readonly pattern: RegExp; readonly score: number };

const EMAIL =
  /(?<![\w.+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}(?![\w-])/gu;
const URL_WITH_SCHEME = /\b(?:https?|ftp):\/\/[^\s<>"'`“”‘’]{2,2000}/giu;
/** Without a scheme: an address of the web as people say it, with an ending that is no word. */
const BARE_URL =
  /(?<![\w@./-])(?:www\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}(?:com|org|net|edu|gov|io|dev|app|ai|co\.uk|ac\.uk|org\.uk|eu|de|fr|es|it|nl|be|ch|at|pl|se|dk|fi|ie|pt|ca|com\.au|co\.nz|co\.jp|jp|kr|com\.br|mx|info|tv)(?:\/[^\s<>"'`“”‘’]{0,2000})?(?![\w@])/giu;
const HANDLE = /(?<![\w@./])@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,48}[\p{L}\p{N}_])?(?![\p{L}\p{N}_@/])/gu;

const RULES: readonly Rule[] = [
  { type: 'email', pattern: EMAIL, score: 1 },
  { type: 'url', pattern: URL_WITH_SCHEME, score: 1 },
  { type: 'url', pattern: BARE_URL, score: 0.95 },
  { type: 'handle', pattern: HANDLE, score: 0.9 },
];

/** Marks that end the sentence and not the address; a closing bracket only where none was opened in it. */
function trimAddress(url: string): string {
  const trimmed = url.replace(/[.,;:!?'"*_]+$/u, '');
  const last = trimmed.at(-1) ?? '';
  const opening = { ')': '(', ']': '[', '}': '{' }[last];
  if (opening === undefined || trimmed.split(opening).length >= trimmed.split(last).length) return trimmed;
  return trimAddress(trimmed.slice(0, -1));
}

/** A leading + or brackets, groups of digits, 7 to 15 digits in all. */
const PHONE =
  /(?<![\p{L}\p{N}.,/+#-])(?:\+\d{1,3}[\s.-]?)?(?:\(\d{1,5}\)[\s.-]?)?\d{1,8}(?:[\s.-]\d{2,8}){0,5}(?![\p{L}\p{N}]|[.,/:-]\d)|(?<![\p{L}\p{N}.,/+-])(?:\+\d{8,15}|0\d{8,11})(?![\p{L}\p{N}]|[.,/:-]\d)/gu;
const PHONE_WORDS =
  /\b(?:call|phone|telephone|tel|mobile|cell|fax|whatsapp|text|ring|reach|number|dial|hotline)\b[^.!?\n]{0,40}$/iu;
const LOOKS_LIKE_DATE = /^(?:\d{4}[-.\s]\d{1,2}[-.\s]\d{1,2}|\d{1,2}[-.\s]\d{1,2}[-.\s](?:\d{2}|\d{4}))$/;

/** Groups of digits are a phone number when written as one, or when the words before say so. */
function findPhones(text: string): readonly Tag[] {
  return [...text.matchAll(PHONE)].flatMap(({ 0: found, index }): Tag[] => {
    const digits = found.replace(/\D/g, '').length;
    if (digits < 7 || digits > 15 || LOOKS_LIKE_DATE.test(found)) return [];
    const isWrittenSo = /^[+(0]/.test(found) || /^\d{3}[\s.-]\d{3}[\s.-]\d{4}$/.test(found);
    const isSaidSo = PHONE_WORDS.test(text.slice(Math.max(0, index - 60), index));
    if (!isWrittenSo && !isSaidSo) return [];
    return [{ from: index, to: index + found.length, type: 'phone', score: isWrittenSo && isSaidSo ? 0.98 : 0.85 }];
  });
}

/** E-mail addresses, web addresses, handles and phone numbers. */
export function findContacts(text: string): readonly Tag[] {
  const found = RULES.flatMap(({ type, pattern, score }) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }): Tag => {
      const length = type === 'url' ? trimAddress(words).length : words.length;
      return { from: index, to: index + length, type, score };
    }),
  );
  return [...found, ...findPhones(text)];
}
