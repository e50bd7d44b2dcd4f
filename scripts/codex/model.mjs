import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource } from '../heads/embed.mjs';
import { root } from '../lib/sources.mjs';
import { beforeOf, toFound } from './claims-found.mjs';
import { toSource } from './extractor.mjs';
import { createRandom } from './random.mjs';

/** @typedef {import('./types.mjs').Turn} Turn */
/** @typedef {import('./types.mjs').History} History */

const CONTEXT_TOKENS = 4096;
/** No turn is given up: a slow machine measures the same model. */
const LIMIT_MS = 1_800_000;

/** Histories with only those turns that say something or look as if they did, `count` in all. @param {readonly History[]} histories @param {number} count @param {string} seed @returns {History[]} */
export function sampleTurns(histories, count, seed) {
  const telling = histories.flatMap(({ turns }) =>
    turns.filter(({ claims, traps }) => claims.length + traps.length > 0),
  );
  const chosen = new Set(
    createRandom(`${seed}/turns`)
      .shuffle(telling)
      .slice(0, count)
      .map(({ id }) => id),
  );
  return histories.map((history) => ({ ...history, turns: history.turns.filter(({ id }) => chosen.has(id)) }));
}

/** The product's host process with a chat model in it. @param {string} file */
async function openModel(file) {
  if (!existsSync(file)) throw new Error(`There is no model file ${file}.`);
  const hostPath = join(root, 'out/main/host.js');
  if (!existsSync(hostPath)) throw new Error('Palimpsest is not built; run npm run build.');
  const { createInference, launchNodeHost } = await loadSource('main/inference/client.ts');
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() };
  const log = () => undefined;
  const inference = createInference({ launch: launchNodeHost({ hostPath }), embedder: null, log, clock });
  await inference.loadChat(file, { contextTokens: CONTEXT_TOKENS });
  return { inference, log };
}

/**
 * Reads turns with a chat model, through the product's prompt, grammar and checks.
 * @param {string} file @param {readonly History[]} sampled @param {readonly History[]} histories whole ones, for the turn before
 * @param {(line: string) => void} say
 */
export async function readWithModel(file, sampled, histories, say) {
  const { extractWithModel } = await loadSource('main/codex/extract-with-model.ts');
  const { checkAll } = await loadSource('main/codex/check-candidate.pure.ts');
  const { buildVocabulary } = await loadSource('main/codex/vocabulary.pure.ts');
  const vocabulary = buildVocabulary();
  const { inference, log } = await openModel(file);
  /** @type {Map<string, import('./claims-found.mjs').Found[]>} */
  const found = new Map();
  /** @type {Map<string, number>} */
  const fates = new Map();
  const count = (/** @type {string} */ fate, n = 1) => void fates.set(fate, (fates.get(fate) ?? 0) + n);
  const turns = sampled.flatMap((history) => history.turns);
  const whole = new Map(
    histories.flatMap((history) => history.turns.map((turn, n) => [turn.id, beforeOf(history.turns, n)])),
  );
  const startedMs = performance.now();
  try {
    for (const [n, turn] of turns.entries()) {
      const source = toSource(turn, whole.get(turn.id) ?? null);
      const extraction = await extractWithModel({ inference, log }, { source, vocabulary, limitMs: LIMIT_MS });
      if (extraction.kind === 'failed') throw new Error(`The model could not read ${turn.id}: ${extraction.reason}.`);
      for (const [reason, times] of Object.entries(extraction.dropped)) count(`dropped, ${reason}`, times);
      const checked = checkAll(extraction.candidates, source, vocabulary);
      for (const one of checked)
        count(one.checked.kind === 'admitted' ? 'admitted' : `${one.checked.kind}, ${one.checked.reason}`);
      found.set(
        turn.id,
        checked.map((/** @type {any} */ one) => toFound(one.candidate, turn, one.checked.kind)),
      );
      if ((n + 1) % 10 === 0) say(`${n + 1} of ${turns.length} turns`);
    }
  } finally {
    await inference.close();
  }
  return { found, fates, secondsPerTurn: (performance.now() - startedMs) / 1_000 / Math.max(1, turns.length) };
}
