// The smallest useful system under test: it finds turns by the words that they share with the question, weighed by how
// rare they are. An example to begin an adapter with (docs/lsrep/systems.md): it needs nothing but Node.
import { createInterface } from 'node:readline';

/** @type {{ id: string, text: string, at: string, kind: string, words: Set<string> }[]} */
const kept = [];
let documents = 0;

/** @param {string} text */
const wordsOf = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** @param {string} word */
const rarity = (word) => {
  const holders = kept.filter(({ words }) => words.has(word)).length;
  return holders === 0 ? 0 : Math.log(1 + kept.length / holders);
};

const calls = {
  hello: () => ({
    ...{ protocol: 'lsrep-system', version: 1, name: 'reference', systemVersion: '1' },
    mode: 'shared words weighed by rarity; no embedder, no language model',
    observable: {
      ...{ evidence: true, times: true, statuses: false, answers: true, abstention: true, citations: true },
      ...{ clock: true, turns: true, documents: true, records: true, pending: true, promptTokens: false },
    },
    supports: { documents: true, upkeep: [] },
  }),
  ingest: ({ turns }) => {
    for (const { id, text, at } of turns) kept.push({ id, text, at, kind: 'turn', words: wordsOf(text) });
    return {};
  },
  documents: ({ documents: added }) => {
    documents += added.length;
    for (const { id, text, at } of added)
      kept.push({ id: `document:${id}`, text, at, kind: 'document', words: wordsOf(text) });
    return {};
  },
  // Everything that was said can be found at once.
  settle: () => ({}),
  maintain: () => ({ workers: [] }),
  ask: ({ question, k }, now) => {
    const asked = [...wordsOf(question)].map((word) => [word, rarity(word)]);
    const found = kept
      .map((one) => ({
        one,
        score: asked.reduce((sum, [word, weight]) => sum + (one.words.has(word) ? weight : 0), 0),
      }))
      .filter(({ score }) => score > 0)
      // Of equals the newest.
      .sort(
        (a, b) => b.score - a.score || Date.parse(b.one.at) - Date.parse(a.one.at) || (a.one.id < b.one.id ? -1 : 1),
      )
      .slice(0, k)
      .map(({ one }) => one);
    const [best] = found;
    return {
      fragments: found.map(({ id, text, at, kind }) => ({ kind, text, turns: [id], at })),
      answer: best?.text ?? 'I do not know.',
      isAbstaining: best === undefined,
      cited: best === undefined ? [] : [best.id],
      askedAt: now,
    };
  },
  // Being asked changes nothing here.
  use: () => ({}),
  inspect: (_, now) => ({ now, turns: kept.length - documents, documents, records: kept.length, pending: 0 }),
  close: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, now, call, params } = JSON.parse(line);
  const answer = calls[call];
  const reply = answer === undefined ? { error: { message: `unknown call` } } : { ok: answer(params, now) };
  process.stdout.write(`${JSON.stringify({ id, ...reply })}\n`);
}
