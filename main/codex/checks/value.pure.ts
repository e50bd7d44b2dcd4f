import type { ObjectRef, SubjectRef } from '../candidate.pure.ts';
import type { KnownRelation, ObjectKind } from '../vocabulary.pure.ts';
import { isDateOfWords } from './dates.pure.ts';
import { foldWords } from './verbatim.pure.ts';

const LITERALS: readonly ObjectKind[] = ['text', 'date', 'number', 'amount'];
const NUMBER_WORD =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|dozen|grand)\b/;

const hasNumber = (text: string): boolean => /\d/.test(text) || NUMBER_WORD.test(foldWords(text));

/** Whether the object is of a kind that the relation takes, and reads as that kind. */
export function fitsRelation(object: ObjectRef, { object: kinds }: KnownRelation): 'fits' | 'wrong-kind' | 'bad-date' {
  if (object.kind !== 'literal') return hasEntityKind(object, kinds) ? 'fits' : 'wrong-kind';
  const literals = kinds.filter((kind) => LITERALS.includes(kind));
  if (literals.includes('text')) return 'fits';
  if (literals.includes('date')) return isDateOfWords(object.value, object.text) ? 'fits' : 'bad-date';
  if (literals.includes('number')) return isNumberOfWords(object.value, object.text) ? 'fits' : 'wrong-kind';
  return literals.includes('amount') && hasNumber(object.text) ? 'fits' : 'wrong-kind';
}

function hasEntityKind(object: SubjectRef, kinds: readonly ObjectKind[]): boolean {
  // A name where only words are wanted is kept as words.
  if (object.kind === 'name') return kinds.includes(object.type) || kinds.every((kind) => kind === 'text');
  if (object.kind === 'speaker') return kinds.includes('person');
  return kinds.includes('person') || kinds.includes('pet');
}

/** Whether somebody of whom a relation speaks can be its subject. */
export function fitsSubject(subject: SubjectRef, { subject: types }: KnownRelation): boolean {
  if (subject.kind === 'name') return types.includes(subject.type);
  if (subject.kind === 'speaker') return types.includes('person');
  return types.includes('person') || types.includes('pet');
}

/** A number that the words say: where they have digits, its own. Without a value, words that are one. */
function isNumberOfWords(value: string | null, text: string): boolean {
  if (value === null) return /^\d+$/.test(text.trim());
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || !hasNumber(text)) return false;
  const said = text.match(/\d[\d,.' ]*/g)?.map((digits) => digits.replace(/[,' ]/g, '').replace(/\.$/, ''));
  return said === undefined || said.some((digits) => Number(digits) === number);
}

/** Whether a number stands in the words by itself: the 5 of 5'9", 5.9 or 5:30 does not. */
export function isWholeNumber(text: string, words: string): boolean {
  const number = text.trim();
  if (!/^\d+$/.test(number)) return true;
  return new RegExp(`(?<!\\d|\\d[.,:/'’-])${number}(?!\\d|[.,:/'’-]\\d|['"”’′″] ?(?:tall|long|wide))`).test(words);
}

const JOINS_LETTERS =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d](?=\p{L})/gu;

/** Markup, addresses, and characters that are not seen: control, direction, zero width, private use. */
export function isMarkedUp(value: string): boolean {
  // Persian and Indic words are spelt with joiners.
  const plain = value.replace(JOINS_LETTERS, '');
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u.test(plain)) return true;
  return /[<>`{}|\\[\]]|\*\*|__|~~|!\[|:\/\/|\b(?:javascript|data|vbscript):|&#?\w{2,8};/i.test(plain);
}

/** Characters by which a quote could show other words than it holds: overrides of direction, tags, zero width. */
export function hidesWords(quote: string): boolean {
  const plain = quote.replace(JOINS_LETTERS, '').replace(/(?<=\p{Extended_Pictographic}\ufe0f?\p{M}?)\u200d/gu, '');
  return /[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]|[\u200c\u200d]/u.test(plain);
}
