import { HEADS, LABELS } from './labels.mjs';
import { OFFSETS, softmax } from './mlp.mjs';

/** @typedef {import('./labels.mjs').HeadName} HeadName */
/** @typedef {{ labels: Readonly<Partial<Record<HeadName, string>>>, z: Float32Array }} Scored */
/** @typedef {{ rows: number, accuracy: number, macroF1: number, calibration: number, confusion: number[][] }} Score */

/** @param {Float32Array} z @param {HeadName} head */
function ofHead(z, head) {
  const from = /** @type {number} */ (OFFSETS[HEADS.indexOf(head)]);
  return z.subarray(from, from + LABELS[head].length);
}

/** The temperature under which a head's confidence fits what it gets right. @param {readonly Scored[]} rows @param {HeadName} head */
export function fitTemperature(rows, head) {
  const labelled = rows.filter(({ labels }) => labels[head] !== undefined);
  const lossAt = (/** @type {number} */ temperature) =>
    labelled.reduce((sum, { labels, z }) => {
      const p = softmax(ofHead(z, head), temperature)[LABELS[head].indexOf(labels[head] ?? '')] ?? 0;
      return sum - Math.log(Math.max(p, 1e-12));
    }, 0);
  const choices = Array.from({ length: 80 }, (_, i) => 0.4 * 1.04 ** i);
  return choices.reduce((best, next) => (lossAt(next) < lossAt(best) ? next : best));
}

/** @param {readonly Scored[]} rows @param {HeadName} head @param {number} temperature @returns {Score} */
export function scoreHead(rows, head, temperature) {
  const names = LABELS[head];
  const confusion = names.map(() => names.map(() => 0));
  /** @type {{ count: number, confidence: number, right: number }[]} */
  const bins = Array.from({ length: 10 }, () => ({ count: 0, confidence: 0, right: 0 }));
  const labelled = rows.filter(({ labels }) => labels[head] !== undefined);
  for (const { labels, z } of labelled) {
    const p = softmax(ofHead(z, head), temperature);
    const confidence = Math.max(...p);
    const [is, said] = [names.indexOf(labels[head] ?? ''), p.indexOf(confidence)];
    const line = /** @type {number[]} */ (confusion[is]);
    line[said] = (line[said] ?? 0) + 1;
    const bin = /** @type {typeof bins[0]} */ (bins[Math.min(9, Math.floor(confidence * 10))]);
    bin.count += 1;
    bin.confidence += confidence;
    bin.right += is === said ? 1 : 0;
  }
  const right = names.reduce((sum, _, i) => sum + (confusion[i]?.[i] ?? 0), 0);
  const f1 = names.flatMap((_, i) => {
    const actual = (confusion[i] ?? []).reduce((a, b) => a + b, 0);
    const said = confusion.reduce((sum, line) => sum + (line[i] ?? 0), 0);
    return actual === 0 ? [] : [(2 * (confusion[i]?.[i] ?? 0)) / (actual + said)];
  });
  return {
    rows: labelled.length,
    accuracy: right / labelled.length,
    macroF1: f1.reduce((a, b) => a + b, 0) / f1.length,
    calibration: bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0) / labelled.length,
    confusion,
  };
}

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)}%`;

/** @typedef {{ name: string, questions: number, gated: number, gatedByHeadAlone: number, left: readonly string[] }} Gate */

/**
 * @param {{ counts: Record<string, number>, scores: { source: string, head: HeadName, temperature: number, score: Score }[],
 *   gates: readonly Gate[], operations: { rules: number, cascade: number, rows: number },
 *   spared: number, data: Record<string, string>, space: string }} input
 */
export function writeReport({ counts, scores, gates, operations, spared, data, space }) {
  const reliance = scores.filter(({ head }) => head === 'reliance');
  return [
    '# Heads of the classifier: how well they do',
    '',
    'Written by `node scripts/train-heads.mjs`; do not edit. Trained on our own sentences (`scripts/heads/`) and on CLINC150',
    '(Larson et al., 2019, https://github.com/clinc/oos-eval, CC BY 3.0), whose intents are mapped to these labels in',
    '`scripts/heads/clinc-map.json`; its sentences are not in this repository. Held-out sentences of ours come from templates',
    'and fillings that training never saw.',
    '',
    `Embedding space: \`${space}\`. Sentences: ${Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}.`,
    `Data: ${Object.entries(data)
      .map(([name, hash]) => `${name} \`${hash.slice(0, 16)}\``)
      .join(', ')}.`,
    '',
    '| held-out sentences | head | rows | accuracy | macro-F1 | calibration error | temperature |',
    '|---|---|---|---|---|---|---|',
    ...scores.map(
      ({ source, head, temperature, score: s }) =>
        `| ${source} | ${head} | ${s.rows} | ${percent(s.accuracy)} | ${percent(s.macroF1)} | ${percent(s.calibration)} | ${temperature.toFixed(2)} |`,
    ),
    '',
    `Operation type on our held-out sentences (${operations.rows}): rules alone ${percent(operations.rules)}, rules and then the head ${percent(operations.cascade)}.`,
    ...reliance.flatMap(({ source, score }) => [
      '',
      `Reliance, ${source} (rows: what it is; columns: what was said):`,
      '',
      `| | ${LABELS.reliance.join(' | ')} |`,
      '|---|---|---|---|',
      ...score.confusion.map((line, i) => `| ${LABELS.reliance[i]} | ${line.join(' | ')} |`),
    ]),
    '',
    '## Gating failures',
    '',
    'What needs memory and is answered without it: the costliest mistake. After rules, head and overrides, in the first turn of a',
    'conversation; in brackets the head alone at its threshold. Evaluation sets are only scored here.',
    '',
    '| set | need memory | gated by the cascade | (head alone) |',
    '|---|---|---|---|',
    ...gates.map(
      (g) => `| ${g.name} | ${g.questions} | ${g.gated} (${percent(g.gated / g.questions)}) | ${g.gatedByHeadAlone} |`,
    ),
    '',
    `Of held-out sentences that need no memory, ${percent(spared)} are answered without it; the others cost a search.`,
    '',
    ...gates.flatMap(({ name, left }) =>
      left.length === 0 ? [] : [`Gated of ${name}:`, '', ...left.map((text) => `- ${text}`), ''],
    ),
  ].join('\n');
}
