import { readFileSync } from 'node:fs';
import { walk } from '../../../scripts/lib/code-rules.mjs';
import { parse } from '../../../scripts/lib/parse.mjs';

/** Texts of one evaluation set, each counted once for a word that it holds. */
export type Texts = { readonly questions: readonly string[]; readonly evidence: readonly string[] };

/** In fewer texts than this a word is chance. */
const MIN_QUESTIONS = 3;
const MIN_EVIDENCE = 8;
/** So much more common in a set than elsewhere that a rule with the word would be a rule for the set. */
const TIMES_RARER = 8;

export const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);

function countTexts(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Words of a set's questions that are frequent in its questions or its evidence and rare in the background. What is said
 * in `background` stands for English as people write it to each other and to assistants.
 */
export function listTellingWords(
  set: Texts,
  background: readonly string[],
  isOrdinary: (word: string) => boolean,
): ReadonlySet<string> {
  const inQuestions = countTexts(set.questions);
  const inEvidence = countTexts(set.evidence);
  const elsewhere = countTexts(background);
  const isTelling = (word: string): boolean => {
    const questions = inQuestions.get(word) ?? 0;
    const evidence = inEvidence.get(word) ?? 0;
    if (questions < MIN_QUESTIONS && evidence < MIN_EVIDENCE) return false;
    const share = Math.max(questions / set.questions.length, evidence / Math.max(1, set.evidence.length));
    // A text more than was seen: a word that the background happens to lack is not infinitely rare.
    return share > (TIMES_RARER * ((elsewhere.get(word) ?? 0) + 1)) / (background.length + 1);
  };
  return new Set([...inQuestions.keys()].filter((word) => !isOrdinary(word) && isTelling(word)));
}

/** What a file lets the program know as text: its strings, templates and patterns, without names and comments. */
export function listLiterals(file: string, text?: string): readonly string[] {
  if (file.endsWith('.json')) return listStrings(JSON.parse(text ?? readFileSync(file, 'utf8')));
  const { program } = text === undefined ? parse(file) : parse(file, text);
  const imported = new Set<unknown>();
  return [...walk(program)].flatMap((node) => {
    if (/^(?:Import|Export)/.test(node.type)) imported.add(node.source);
    if (node.type === 'TemplateElement') return [(node.value as { cooked: string }).cooked]; // as ESTree has it
    if (node.type !== 'Literal' || imported.has(node)) return [];
    if (typeof node.value === 'string') return [node.value];
    return node.regex === undefined ? [] : [(node.regex as { pattern: string }).pattern]; // as ESTree has it
  });
}

/** Weights as base64 are no words; names of labels and features are. */
function listStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 1_000 && !value.includes(' ') ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(listStrings);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...listStrings(inner)]);
}
