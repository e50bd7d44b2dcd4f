import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource } from '../heads/embed.mjs';
import { root } from '../lib/sources.mjs';
import { toFound } from './claims-found.mjs';

/** @typedef {import('./types.mjs').Turn} Turn */

const RULES = 'main/codex/extract-with-rules.pure.ts';

/** A turn as every extractor of the product gets it. @param {Turn} turn @param {Turn | null} before */
export const toSource = ({ id, text, role, speaker, at }, before) => ({
  ...{ turnId: id, text, role, speaker, saidAt: at, zone: 'UTC' },
  before: before === null ? null : { text: before.text, speaker: before.speaker, role: before.role },
});

/** The product's rules and its checks, without a data folder. */
export async function loadRules() {
  if (!existsSync(join(root, RULES))) throw new Error(`${RULES} does not exist.`);
  const { extractWithRules } = await loadSource(RULES);
  const { checkAll } = await loadSource('main/codex/check-candidate.pure.ts');
  const { buildVocabulary } = await loadSource('main/codex/vocabulary.pure.ts');
  const vocabulary = buildVocabulary();
  return (/** @type {Turn} */ turn, /** @type {Turn | null} */ before) => {
    const source = toSource(turn, before);
    const candidates = extractWithRules(source, []);
    return checkAll(candidates, source, vocabulary).map((/** @type {any} */ { candidate, checked }) =>
      toFound(candidate, turn, checked.kind),
    );
  };
}
