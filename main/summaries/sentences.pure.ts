import { segmentsOf } from '../chat/quote.pure.ts';
import { listSecrets } from '../codex/secrets.pure.ts';

const FENCE = /```[\s\S]*?(?:```|$)/g;
const MARKS = /^(?:\s*(?:[-*•·>]|#{1,6}|\d{1,3}[.)])\s+)+/;
const EMPHASIS = /(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1/g;
const TABLE = /^\s*\||\|\s*$/;
/** A heading or a label says nothing by itself. */
const LABEL = /[:：]\s*$/;
const MIN_CHARS = 12;
/** Scripts without spaces say as much in a third of the characters. */
const MIN_UNSPACED = 5;
const MAX_CHARS = 360;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;

/** A line without what only lays it out. */
const plain = (line: string): string => line.replace(MARKS, '').replace(EMPHASIS, '$2').replace(/\s+/g, ' ').trim();

/** The sentences of a text that can be quoted one by one: code, tables, labels, secrets and what never ends are left out. */
export function sentencesOf(text: string): readonly string[] {
  return segmentsOf(text.replace(FENCE, '\n')).flatMap((segment) => {
    if (TABLE.test(segment) || listSecrets(segment).length > 0) return [];
    const sentence = plain(segment);
    const least = UNSPACED.test(sentence) ? MIN_UNSPACED : MIN_CHARS;
    return sentence.length < least || sentence.length > MAX_CHARS || LABEL.test(sentence) ? [] : [sentence];
  });
}
