import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../../..');
const data = resolve(process.env.PALIMPSEST_SHARED ?? resolve(root, '../shared'), 'data');
const isThere = existsSync(data);
if (!isThere)
  console.warn('SKIPPED: no evaluation sets to scan the rules against; set PALIMPSEST_SHARED to their folder.');

/** Rules and prompts that decide how a question is understood; none of them may know what a history is about. */
const SCANNED = [
  'main/retrieval/query-text.pure.ts',
  'main/chat/classify/rules.pure.ts',
  'main/chat/assemble.pure.ts',
  'main/chat/quote.pure.ts',
];
/** Words for what one asks to be done, which people everywhere use, and a word of our own code. */
const FORMS = new Set(
  'summarize summary comprehensive detailed favorite recommend suggest describe implement remind classification'.split(
    ' ',
  ),
);
const ORDINARY_WORDS = 3_000;
/** In fewer questions than this a word is chance. */
const MIN_QUESTIONS = 3;

const read = (path: string): string => readFileSync(path, 'utf8');
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);

/** The embedder's vocabulary lists whole words by how often books and encyclopaedias use them. */
function listOrdinaryWords(): ReadonlySet<string> {
  const file = z.object({ model: z.object({ vocab: z.record(z.string(), z.int()) }) });
  const { vocab } = file.parse(JSON.parse(read(resolve(root, 'models/bundled/all-MiniLM-L6-v2/tokenizer.json')))).model;
  const byUse = Object.entries(vocab).sort((a, b) => a[1] - b[1]);
  return new Set(byUse.flatMap(([word]) => (/^[a-z]{3,}$/.test(word) ? [word] : [])).slice(0, ORDINARY_WORDS));
}

/** Every `question` in a set, however deep it lies. */
function questionsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(questionsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'question' && typeof inner === 'string' ? [inner] : questionsIn(inner),
  );
}

function listQuestions(): readonly string[] {
  const locomo = readdirSync(resolve(data, 'locomo')).map((name) => JSON.parse(read(resolve(data, 'locomo', name))).qa);
  const beam = readdirSync(resolve(data, 'beam-100k')).map((name) =>
    JSON.parse(read(resolve(data, 'beam-100k', name, 'probing_questions.json'))),
  );
  const [file = ''] = readdirSync(resolve(data, 'longmemeval')).filter((name) => name.endsWith('.jsonl.gz'));
  const lines = gunzipSync(readFileSync(resolve(data, 'longmemeval', file)))
    .toString('utf8')
    .trim()
    .split('\n');
  return [
    ...questionsIn([locomo, beam]),
    ...lines.map((line) => z.object({ question: z.string() }).parse(JSON.parse(line)).question),
  ];
}

describe.skipIf(!isThere)('the rules and prompts', () => {
  it('hold no word that is common in the questions of an evaluation set and not in ordinary English', () => {
    const ordinary = listOrdinaryWords();
    const isOrdinary = (word: string) =>
      [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')].some((w) => ordinary.has(w));
    const questions = listQuestions();
    const counts = new Map<string, number>();
    for (const question of questions)
      for (const word of wordsOf(question)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const isTelling = (word: string) =>
      (counts.get(word) ?? 0) >= MIN_QUESTIONS && !isOrdinary(word) && !FORMS.has(word);

    // The measure itself measures: it knows words that only these sets are full of.
    expect({ questions: questions.length > 800, knows: ['caroline', 'lgbtq'].every(isTelling) }).toEqual({
      questions: true,
      knows: true,
    });
    const found = SCANNED.flatMap((path) => {
      const code = read(resolve(root, path)).replaceAll(/^import .*$|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      return [...wordsOf(code)].filter(isTelling).map((word) => `${path}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});
