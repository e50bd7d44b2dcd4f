import { listQuotations, maskQuoted } from '../codex/checks/quoted.pure.ts';
import { splitSentences } from '../codex/rules/sentences.pure.ts';

export type OwnSentence = {
  readonly text: string;
  readonly isQuestion: boolean;
  /** Lines of a list that it leads to: "From now on:" and what follows. */
  readonly items: readonly string[];
  /** All of it, list and all, as it stands in the turn. */
  readonly quote: string;
};

/** Longer than this, a turn is read at its beginning and its end only: what lies between was hardly typed. */
const TYPED_CHARS = 1_200;
const LONGEST_SENTENCE = 400;

/** Says that what comes next is somebody's text. */
const SHOWS =
  /\b(?:this|these|the following|following|below|here(?:'s| is| are)|attached|pasted?|excerpt|quote[sd]?|transcript|article|e-?mail|letter|message|text|draft|paragraph|passage|post|review|prompt|notes?|document|readme|log|code|says|said|wrote|writes|reads|told|asked|replied)\b[^.!?\n]{0,80}:\s*$/i;
/** Work on a text that stands in the same turn. */
const WORKS_ON =
  /^\W*(?:(?:please|can you|could you|would you|now|ok|okay|hey|hi)[ ,]+)*(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|correct|fix|edit|shorten|review|analy[sz]e|improve|check|explain|format|classify|continue|grade|critique|polish|reply to|respond to|what do you think)\b[^.!?\n]{0,80}\b(?:this|these|the following|following|below|my|it)\b/i;
/** A letter, a transcript or a header: not typed to an assistant. */
const FOREIGN =
  /^(?:\s*[#*[<]*(?:system|assistant|user|human|ai|bot|chatgpt|claude|developer|instructions?|from|to|subject|date|sent|cc|re|fwd?)[\]>*]*\s*:|dear [\p{L}. ]{1,40},|(?:best|kind|warm) regards\b|sincerely\b|yours (?:truly|faithfully)\b|-{3,}|={3,}|\|.*\|\s*$)/imu;
const ITEM = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+(.+)$/;

/**
 * The sentences that a person wrote themselves to whom they talk with: not what is quoted, pasted, or shown to be worked on.
 * Rather one too few: what is left out can be said again.
 */
export function listOwnSentences(text: string): readonly OwnSentence[] {
  if (FOREIGN.test(text)) return [];
  const masked = maskQuoted(text);
  const typed = cutPasted(masked);
  const quotations = listQuotations(masked, 1);
  let readTo = 0;
  return splitSentences(typed).flatMap(({ from, to, isQuestion }) => {
    const raw = typed.slice(from, to);
    const start = from + (raw.length - raw.trimStart().length);
    const own = raw.trim();
    if (start < readTo || own === '' || own.length > LONGEST_SENTENCE || ITEM.test(own)) return [];
    if (quotations.some((span) => span.from <= start && span.to > start)) return [];
    // What was masked in it is somebody's words.
    if (text.slice(start, start + own.length) !== own) return [];
    const list = own.endsWith(':') ? listItems(typed.slice(to)) : { items: [], length: 0 };
    const end = list.items.length === 0 ? start + own.length : to + list.length;
    readTo = end;
    return [{ text: own, isQuestion, items: list.items, quote: text.slice(start, end) }];
  });
}

/** The text up to where something begins that was not typed; offsets stay. */
function cutPasted(text: string): string {
  const lines = text.split('\n');
  let at = 0;
  for (const [index, line] of lines.entries()) {
    at += line.length + 1;
    const hasMore = lines.slice(index + 1).some((next) => next.trim() !== '');
    const isList = ITEM.test(lines.slice(index + 1).find((next) => next.trim() !== '') ?? '');
    if (hasMore && ((SHOWS.test(line) && !isList) || WORKS_ON.test(line))) return text.slice(0, at);
  }
  const inline = /[^.!?\n]{0,120}:\s/.exec(text);
  if (inline && WORKS_ON.test(inline[0]) && inline.index === 0) return text.slice(0, inline[0].length);
  if (text.length <= TYPED_CHARS) return text;
  const first = text.split(/\n[ \t]*\n/)[0] ?? '';
  return first.length <= TYPED_CHARS ? first : '';
}

type List = { readonly items: readonly string[]; readonly length: number };

function listItems(rest: string): List {
  const items: string[] = [];
  let at = 0;
  let length = 0;
  for (const line of rest.split('\n')) {
    const item = ITEM.exec(line)?.[1];
    if (item === undefined && (line.trim() !== '' || items.length > 0)) break;
    at += line.length + 1;
    if (item === undefined) continue;
    items.push(item.trim());
    length = at - 1;
  }
  return { items, length };
}
