import { toLexical } from '../stores/project/lexical-text.pure.ts';

/**
 * Words that ask for something to be done and say nothing about what was said. They are the same for every source: a
 * test scans this list against the evaluation sets.
 */
const INSTRUCTION = new Set(
  `please can could would tell me give list show provide explain describe summarize summarise summary remind
   based conversation conversations chat chats discussion previous previously mentioned earlier according answer
   question detail detailed comprehensive`.split(/\s+/),
);

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** The question as the BM25 index is asked: normalised as the index is, without instruction words unless all are. */
export function toLexicalQuery(query: string): string {
  const words = toLexical(query).match(WORD) ?? [];
  const content = words.filter((word) => !INSTRUCTION.has(word));
  return (content.length > 0 ? content : words).join(' ');
}

/** Who the question asks about: the assistant when it says "you", which lifts the weight of its words. */
export function asksAboutAssistant(query: string): boolean {
  return /\b(you|your|yours)\b/i.test(query.replace(/\b(can|could|would|will|do) you\b/gi, ''));
}
