import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import vocabulary from '../../../main/codex/vocabulary.json' with { type: 'json' };
import { STOP_WORDS } from '../../../main/lib/stop-words.pure.ts';
import { readBeamSet } from '../../../scripts/eval/beam.mjs';
import { readLocomoSet } from '../../../scripts/eval/locomo.mjs';
import { readLongMemEvalSet } from '../../../scripts/eval/longmemeval.mjs';
import type { History } from '../../../scripts/eval/sets.mjs';
import { listLiterals, listTellingWords, type Texts, wordsOf } from './content-words.ts';

const root = resolve(import.meta.dirname, '../../..');
const data = resolve(process.env.PALIMPSEST_SHARED ?? resolve(root, '../shared'), 'data');
const isThere = existsSync(data);
if (!isThere)
  console.warn('SKIPPED: no evaluation sets to scan the rules against; set PALIMPSEST_SHARED to their folder.');

/** Everything that understands a question, ranks, or is said to a model. */
const FOLDERS = ['main/retrieval', 'main/chat', 'main/summaries'];
const FILES = ['main/lib/stop-words.pure.ts', 'main/lifecycle/lossless.pure.ts'];
const ORDINARY_WORDS = 3_000;
/**
 * Words for what one asks to be done, how fully and of when: people everywhere ask so, whatever a history is about. Then
 * words of our own code. Whoever adds one here says that it is no topic.
 */
const ACTS = new Set(
  `define describe detailed comprehensive implement outline prepare recommend remind suggest summarize summary tips yesterday
   app classification confidence fetch`.split(/\s+/),
);

/** Names of relations: what can be believed of anybody, fixed with the Codex and not with what is asked of a history. */
const RELATION_WORDS = new Set(
  vocabulary.relations.flatMap(({ name }) => name.split(' ').flatMap((word) => [word, word.replace(/s$/, '')])),
);

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The embedder's vocabulary lists whole words by how often books and encyclopaedias use them. */
function listOrdinaryWords(): ReadonlySet<string> {
  const file = z.object({ model: z.object({ vocab: z.record(z.string(), z.int()) }) });
  const { vocab } = file.parse(readJson(join(root, 'models/bundled/all-MiniLM-L6-v2/tokenizer.json'))).model;
  const byUse = Object.entries(vocab).sort((a, b) => a[1] - b[1]);
  return new Set(byUse.flatMap(([word]) => (/^[a-z]{3,}$/.test(word) ? [word] : [])).slice(0, ORDINARY_WORDS));
}

function toTexts(histories: readonly History[]): Texts {
  const questions = histories.flatMap((history) => history.questions);
  const gold = new Set(questions.flatMap((question) => question.gold));
  const lines = histories.flatMap((history) => history.lines);
  return {
    questions: questions.map(({ query }) => query),
    evidence: lines.filter(({ id }) => gold.has(id)).map(({ text }) => text),
  };
}

/** What a set is full of, against the other sets and 23,700 things said to an assistant. */
function listWordsOfSets(): ReadonlyMap<string, ReadonlySet<string>> {
  const sets = new Map([
    ['locomo', toTexts(readLocomoSet(join(data, 'locomo')))],
    ['longmemeval', toTexts(readLongMemEvalSet(join(data, 'longmemeval')))],
    ['beam-100k', toTexts(readBeamSet(join(data, 'beam-100k')))],
  ]);
  const clinc = z
    .record(z.string(), z.array(z.tuple([z.string(), z.string()])))
    .parse(readJson(join(data, 'intent/clinc150.json')));
  const commands = Object.values(clinc).flatMap((items) => items.map(([text]) => text));
  const ordinary = listOrdinaryWords();
  const isOrdinary = (word: string): boolean =>
    [word, word.replace(/s$/, ''), word.replace(/ies$/, 'y')].some(
      (form) => ordinary.has(form) || STOP_WORDS.has(form),
    );
  return new Map(
    [...sets].map(([name, texts]) => {
      const others = [...sets].filter(([other]) => other !== name).flatMap(([, t]) => [...t.questions, ...t.evidence]);
      return [name, listTellingWords(texts, [...others, ...commands], isOrdinary)];
    }),
  );
}

function listScanned(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listScanned(path) : /\.(?:ts|json)$/.test(entry.name) ? [path] : [];
  });
}

/** Words of sets in one file, each with the set. */
function findTelling(words: ReadonlyMap<string, ReadonlySet<string>>, literals: readonly string[]): readonly string[] {
  const used = new Set(literals.flatMap((literal) => [...wordsOf(literal)]));
  return [...words].flatMap(([set, telling]) =>
    [...used]
      .filter((word) => telling.has(word) && !ACTS.has(word) && !RELATION_WORDS.has(word))
      .map((word) => `“${word}” is a word of ${set}`),
  );
}

describe.skipIf(!isThere)('rules, word lists, prompts and weights', () => {
  const words = isThere ? listWordsOfSets() : new Map<string, ReadonlySet<string>>();

  it('hold no content word that is specific to an evaluation set', () => {
    const found = [...FOLDERS.flatMap(listScanned), ...FILES].flatMap((path) =>
      findTelling(words, listLiterals(path.endsWith('.json') ? join(root, path) : path)).map(
        (each) => `${path}: ${each}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it('would be caught with a word of any set in a pattern', () => {
    for (const [set, telling] of words) {
      const planted = [...telling].find((word) => !ACTS.has(word) && !RELATION_WORDS.has(word));
      // LongMemEval's few questions are of all kinds: it has no word of its own besides acts.
      if (planted === undefined) continue;
      expect(findTelling(words, listLiterals('x.ts', `const RULE = /\\b(${planted})\\b/i;`))).toContain(
        `“${planted}” is a word of ${set}`,
      );
    }
    expect([...words].filter(([, telling]) => telling.size > 50).map(([set]) => set)).toEqual(['locomo', 'beam-100k']);
  });
});

describe('scripts/content-words', () => {
  it('takes words that a set is full of and that are rare elsewhere', () => {
    const questions = ['the zebra ate', 'a zebra ran', 'one zebra sat', 'the cat ran', 'the cat sat', 'a cat ate'];
    const background = Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? 'the cat' : 'the dog'));
    const set = { questions, evidence: ['a zebra', 'a cat'] };
    expect([...listTellingWords(set, background, (word) => word === 'the')]).toEqual(['zebra']);
    expect([...listTellingWords({ ...set, questions: questions.slice(1) }, background, () => false)]).toEqual([]);
  });

  it('reads strings, templates, patterns and keys of JSON, but neither imports nor names nor comments', () => {
    const source = `import { a } from './imported.ts'; // comment
      const named = ['plain', \`before \${a} after\`, /\\bpattern\\b/i];`;
    expect(listLiterals('x.ts', source)).toEqual(['plain', 'before ', ' after', '\\bpattern\\b']);
    const weights = { label: 'inner', list: ['item', 3], weights: 'A'.repeat(2_000) };
    expect(listLiterals('x.json', JSON.stringify(weights))).toEqual(['label', 'inner', 'list', 'item', 'weights']);
  });
});
