import type { OperationType } from '../../contract/recall.ts';
import { STOP_WORDS } from '../../lib/stop-words.pure.ts';
import { toLexical } from '../../stores/project/lexical-text.pure.ts';
import { findNames } from './names.pure.ts';
import { operationOf } from './operation.pure.ts';
import { findPeriod, type Period } from './period.pure.ts';

/** What a question says before anything is searched. */
export type Reading = {
  /** Content words as the lexical index sees them, each once, in their order. */
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly isAboutAssistant: boolean;
  readonly isAboutSelf: boolean;
  readonly period: Period | null;
  readonly operation: OperationType;
};

/**
 * Words that ask for something to be done and say nothing about what was said. They are the same for every source: a
 * test scans this list against the evaluation sets.
 */
const INSTRUCTION = new Set(
  `please can could would tell me give list show provide explain describe summarize summarise summary overview recap remind
   based conversation conversations chat chats discussion previous previously mentioned earlier according answer question
   detail details detailed comprehensive remember recall know`.split(/\s+/),
);

/** As the index cuts a text, and with the vowel signs of scripts that write them as marks. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu;

/** What is asked stands at the start or the end of a text; what was pasted between them is not read. */
const ENDS = { words: 1_500, time: 1_000 };
const MAX_WORDS = 400;

function ends(text: string, chars: number): string {
  return text.length <= 2 * chars ? text : `${text.slice(0, chars)}\n${text.slice(-chars)}`;
}

/** Content words: without stop words and instruction words, unless that would leave nothing. */
function contentWords(text: string): readonly string[] {
  const all = [...new Set(toLexical(text).match(WORD) ?? [])];
  const isStop = (word: string) => STOP_WORDS.has(word.replace('’', "'"));
  const content = all.filter((word) => !isStop(word) && !INSTRUCTION.has(word));
  const some = all.filter((word) => !isStop(word));
  return [content, some, all].find((words) => words.length > 0)?.slice(0, MAX_WORDS) ?? [];
}

/** Requests speak to the assistant and of the person without being about either. */
const REQUEST =
  /\b(can|could|would|will|do) you (please |also |just )*(?=(tell|give|show|help|remind|list|find|explain|summari[sz]e|remember|recall|know|describe|look|make|write|check|name|walk|recap)\b)|\b(tell|give|show|help|remind|let|walk|catch|bring|fill|send|write|make|find) (me|us)\b|\bthank you\b/gi;

/** Reads a question before anything is searched, by rules that know languages' closed words and no subject. */
export function readQuestion(
  text: string,
  input: { readonly now: Date; readonly zone: string; readonly speakers: readonly string[] },
): Reading {
  const said = ends(text, ENDS.words);
  const asked = ends(text, ENDS.time);
  const { operation } = operationOf(text);
  const about = asked.replace(REQUEST, ' ');
  return {
    words: contentWords(said),
    names: findNames(asked, input.speakers),
    isAboutAssistant: /\b(you|your|yours|yourself)\b/i.test(about),
    isAboutSelf: /\b(i|me|my|mine|myself)\b/i.test(about),
    period: findPeriod(asked, { now: input.now, zone: input.zone, operation }),
    operation,
  };
}
