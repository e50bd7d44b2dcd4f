/**
 * What the weights are before anything is fitted: the unfitted blend that worked on every set (research/retrieval.md), at
 * the scale at which the differences are log odds. Fitting may only move away from it for a reason.
 */
const SCALE = 4.5;
/** @type {Readonly<Record<string, number>>} */
const BLEND = {
  lexical: 0.5,
  window: 0.5,
  session: 0.2,
  vector: 0.8,
  'late interaction': 0.8,
  'late interaction nearby': 0.4,
  'same words': 0,
  'least met': 0,
  speaker: 0.1,
  role: 0.3,
  'role asked for': 0,
  'of oneself': 0,
  question: 0,
  number: 0.05,
  'time words': 0.05,
  time: 0.4,
};
export const NAMES = Object.keys(BLEND);
export const PRIOR = Float64Array.from(NAMES, (name) => SCALE * (BLEND[name] ?? 0));
export const L2 = 1;

/** @param {Float64Array} weights @returns {Record<string, number>} */
export const toRecord = (weights) => Object.fromEntries(NAMES.map((name, i) => [name, weights[i] ?? 0]));
