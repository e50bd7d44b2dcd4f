import { loadSource, readEmbedderSpec } from '../heads/embed.mjs';

const WARM_UP = 20;
const TURNS = 300;

/** @param {readonly number[]} values @param {number} share */
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

/** What tagging one turn takes, tokenizer, embedder and head together, on one thread. @param {readonly string[]} texts */
export async function measureCost(texts) {
  const { NER } = await loadSource('main/codex/tag/ner.pure.ts');
  const { loadEmbedder } = await loadSource('main/inference/onnx.ts');
  const { tagTexts } = await loadSource('main/inference/tag-texts.ts');
  const embedder = await loadEmbedder(readEmbedderSpec(), { monotonicMs: () => performance.now() }, NER);
  const signal = new AbortController().signal;
  const exclusive = (/** @type {() => Promise<unknown>} */ task) => task();
  const tag = (/** @type {string} */ text) =>
    tagTexts(embedder, { texts: [text], signal, onProgress: () => undefined, exclusive });
  const long = Array.from({ length: TURNS }, (_, i) => texts.slice(i * 4, i * 4 + 8).join(' '));
  const sets = [
    { name: 'a short turn', turns: texts.slice(0, TURNS + WARM_UP) },
    { name: 'a long turn', turns: long },
  ];
  const results = [];
  for (const { name, turns } of sets) {
    /** @type {number[]} */
    const times = [];
    let cpu = process.cpuUsage();
    for (const [i, text] of turns.entries()) {
      if (i === WARM_UP) cpu = process.cpuUsage();
      const startMs = performance.now();
      await tag(text);
      if (i >= WARM_UP) times.push(performance.now() - startMs);
    }
    const used = process.cpuUsage(cpu);
    // Processor time does not depend on what else the machine does.
    const cpuMs = (used.user + used.system) / 1000 / times.length;
    const words = turns.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / turns.length;
    results.push({ name, words, cpuMs, p50: quantile(times, 0.5), p95: quantile(times, 0.95) });
  }
  await embedder.release();
  return results;
}
