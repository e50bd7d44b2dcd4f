import { loadSource } from '../heads/embed.mjs';
import { keyOf, passageOf, questionOf } from './items.mjs';

/** As the recipe, the legs and the reranking have it. */
const POOL = 150;
const EXPANDED = 40;
const RERANKED = 100;
const DIMENSION = 384;

/** @typedef {import('./histories.mjs').History} History */
/** @typedef {import('./embed.mjs').Embedded} Embedded */
/** @typedef {{ history: string, kind: string, features: readonly Record<string, number>[], isGold: readonly boolean[], goldCount: number, support: number[] }} Row */

/** The product's own modules, bundled as the build does. */
export async function loadProduct() {
  const folder = 'main/retrieval';
  const [{ createAnalyser }, { LexicalIndex }, { VectorIndex }] = [
    await loadSource(`${folder}/memory/analyse.ts`),
    await loadSource(`${folder}/memory/lexical-index.pure.ts`),
    await loadSource(`${folder}/memory/vector-index.pure.ts`),
  ];
  const { readQuestion } = await loadSource(`${folder}/question/read-question.pure.ts`);
  const ranking = {
    ...(await loadSource(`${folder}/ranking/describe.pure.ts`)),
    ...(await loadSource(`${folder}/ranking/features.pure.ts`)),
    ...(await loadSource(`${folder}/ranking/max-sim.pure.ts`)),
  };
  const text = await loadSource('main/stores/project/lexical-text.pure.ts');
  return { analyse: createAnalyser(), LexicalIndex, VectorIndex, readQuestion, ...ranking, ...text };
}

/** @param {any} product @param {History} history @param {ReadonlyMap<string, Embedded>} embedded */
export function openHistory(product, history, embedded) {
  const { LexicalIndex, VectorIndex, analyse, toLexicalTurn } = product;
  const { turns } = history;
  const lexical = new LexicalIndex();
  const vectors = new VectorIndex(DIMENSION);
  const sessions = new Map();
  const layout = {
    previous: new Int32Array(turns.length).fill(-1),
    next: new Int32Array(turns.length).fill(-1),
    session: new Int32Array(turns.length),
    sessionCount: 0,
  };
  for (const [doc, turn] of turns.entries()) {
    const copy = toLexicalTurn({ ...turn, saidAt: `${turn.at}Z`, zone: 'UTC', attachments: [] });
    lexical.add(analyse(copy ?? ''));
    for (const vector of embedded.get(keyOf(passageOf(turn)))?.vectors ?? []) vectors.add(doc, vector);
    if (!sessions.has(turn.session)) sessions.set(turn.session, sessions.size);
    layout.session[doc] = sessions.get(turn.session);
    if (turns[doc - 1]?.session !== turn.session) continue;
    layout.previous[doc] = doc - 1;
    layout.next[doc - 1] = doc;
  }
  layout.sessionCount = sessions.size;
  const mask = new Uint8Array(turns.length).fill(1);
  return { history, lexical, vectors, layout, mask, scope: lexical.scopeOf(mask, layout), embedded };
}

/**
 * One question asked of a history: candidates of both legs and their neighbours, compared token by token for the best.
 * @param {any} product @param {ReturnType<typeof openHistory>} open @param {{ text: string, gold: ReadonlySet<string> }} asked
 * @param {Readonly<Record<string, number>>} prior @returns {Row}
 */
export function ask(product, open, asked, prior) {
  const { history, lexical, vectors, layout, mask, scope } = open;
  const { turns } = history;
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const now = new Date(`${history.asOf}Z`);
  const reading = product.readQuestion(asked.text, { now, zone: 'UTC', speakers });
  const terms = [...new Set(product.analyse(reading.words.join(' ')))].map((term) => ({ term, weight: 1 }));
  const scores = lexical.score(terms, scope, layout);
  const query = open.embedded.get(keyOf(questionOf(asked.text)));
  if (query === undefined) throw new Error('A question has not been embedded.');
  const [vector = new Float32Array(DIMENSION)] = query.vectors;
  const cosines = Float32Array.from(turns, (_, doc) => vectors.cosine(doc, vector) ?? 0);
  const pool = poolOf({ scores, cosines, layout, found: vectors.search(vector, mask, POOL).hits });
  const idfOf = (/** @type {string} */ word) => scores.idf.get(product.analyse(product.toLexical(word))[0]) ?? null;
  const question = {
    reading: { ...reading, period: reading.period && toInstants(reading.period) },
    ...{ flags: product.describeQuestion(asked.text), tokenWeights: product.weighTokens(query.words, idfOf) },
    hasAssistant: turns.some(({ role }) => role === 'assistant'),
  };
  const signals = signalsOf({ product, open, pool, reading, scores, cosines });
  const first = product.featuresOf(question, signals);
  const order = first
    .map((/** @type {any} */ features, /** @type {number} */ at) => ({ at, score: scoreOf(features, prior) }))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.score - a.score || a.at - b.at);
  const compare = product.createMaxSim(query.tokens, DIMENSION);
  const compared = new Set(order.slice(0, RERANKED).flatMap((/** @type {any} */ { at }) => beside(signals, at)));
  const reranked = signals.map((signal, at) => {
    const bits = open.embedded.get(keyOf(passageOf(turns[pool[at] ?? 0] ?? turnOf(turns))))?.bits;
    return compared.has(at) && bits !== undefined ? { ...signal, maxSim: compare(bits) } : signal;
  });
  const best = (/** @type {readonly number[]} */ values) => values.reduce((a, b) => Math.max(a, b), 0);
  const sims = reranked.map(({ maxSim }) => (maxSim === null ? 0 : product.meanSim(maxSim, question.tokenWeights)));
  return {
    ...{ history: history.name, kind: history.kind, features: product.featuresOf(question, reranked) },
    isGold: pool.map((doc) => asked.gold.has(turns[doc]?.id ?? '')),
    goldCount: asked.gold.size,
    support: [best(sims), best(signals.map(({ coverage }) => coverage)), best(signals.map(({ cosine }) => cosine))],
  };
}

/** @param {readonly import('./histories.mjs').Turn[]} turns */
function turnOf(turns) {
  const [turn] = turns;
  if (turn === undefined) throw new Error('A history has no turns.');
  return turn;
}

/** @param {Readonly<Record<string, number>>} features @param {Readonly<Record<string, number>>} weights */
export const scoreOf = (features, weights) =>
  Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), 0);

/** @param {{ from: Date, to: Date }} period */
const toInstants = ({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() });

/** @param {readonly { previous: number, next: number }[]} signals @param {number} at */
const beside = (signals, at) =>
  [at, signals[at]?.previous ?? -1, signals[at]?.next ?? -1].filter((other) => other >= 0);

/** @param {{ scores: any, cosines: Float32Array, layout: any, found: readonly { doc: number }[] }} input @returns {readonly number[]} */
function poolOf({ scores, cosines, layout, found }) {
  const { previous, next } = layout;
  const around = (/** @type {number} */ doc) => [previous[doc], next[doc]].filter((other) => other >= 0);
  const nearby = cosines.map((cosine, doc) => {
    const others = around(doc);
    return (
      cosine + (others.length > 0 ? (0.5 * others.reduce((sum, o) => sum + (cosines[o] ?? 0), 0)) / others.length : 0)
    );
  });
  const top = (/** @type {ArrayLike<number>} */ values, /** @type {number} */ count) =>
    Array.from(values, (score, doc) => ({ score, doc }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.doc - b.doc)
      .slice(0, count)
      .map(({ doc }) => doc);
  const own = top(scores.own, POOL);
  const hits = found.map(({ doc }) => doc);
  const expanded = [...own.slice(0, EXPANDED), ...hits.slice(0, EXPANDED)].flatMap(around);
  const all = new Set([...own, ...top(scores.window, POOL), ...hits, ...top(nearby, POOL >> 1), ...expanded]);
  return [...all].sort((a, b) => a - b);
}

/** @param {{ product: any, open: ReturnType<typeof openHistory>, pool: readonly number[], reading: any, scores: any, cosines: Float32Array }} input */
function signalsOf({ product, open, pool, reading, scores, cosines }) {
  const { history, layout } = open;
  const place = new Map(pool.map((doc, at) => [doc, at]));
  const named = new Set(reading.names.map((/** @type {string} */ name) => name.toLowerCase()));
  const isAnyNamed = history.turns.some(({ speaker }) => named.has(speaker.toLowerCase()));
  return pool.map((doc) => {
    const turn = history.turns[doc] ?? turnOf(history.turns);
    const isNamed = named.has(turn.speaker.toLowerCase());
    return {
      ...{ own: scores.own[doc], window: scores.window[doc], session: scores.session[layout.session[doc] ?? -1] ?? 0 },
      ...{ coverage: scores.coverage[doc], windowCoverage: scores.windowCoverage[doc] },
      ...{ cosine: cosines[doc] ?? 0, sessionCosine: 0 },
      previous: place.get(layout.previous[doc] ?? -1) ?? -1,
      next: place.get(layout.next[doc] ?? -1) ?? -1,
      role: turn.role,
      speaker: isAnyNamed ? (isNamed ? 'named' : 'other named') : 'nobody named',
      chars: turn.text.length,
      flags: product.describeTurn(turn.text, false),
      saidAtMs: Date.parse(`${turn.at}Z`),
      ...{
        decay: 1,
        maxSim: /** @type {Float32Array | null} */ (null),
        fact: 0,
        isStale: false,
        isAnswer: false,
        isAsked: false,
      },
    };
  });
}
