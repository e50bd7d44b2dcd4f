import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded, shuffled } from './labels.mjs';

/** @typedef {import('./labels.mjs').Example} Example */

/** CLINC150 (Larson et al. 2019, CC BY 3.0) names 150 intents; each is one topic, one intent and one reliance here. */
const PER_INTENT = { train: 30, val: 10, test: 15 };
const SPLITS = /** @type {const} */ ({ train: 'train', val: 'calibrate', test: 'test' });

/** @param {string} file @returns {Example[]} */
export function readClinc(file) {
  const data = JSON.parse(readFileSync(file, 'utf8'));
  /** @type {{ topic: string, intent: string, reliance: string, names: string[] }[]} */
  const groups = JSON.parse(readFileSync(join(import.meta.dirname, 'clinc-map.json'), 'utf8'));
  const labels = new Map(
    groups.flatMap(({ names, ...label }) => names.map((name) => /** @type {const} */ ([name, label]))),
  );
  return /** @type {('train' | 'val' | 'test')[]} */ (['train', 'val', 'test']).flatMap((part) => {
    /** @type {Map<string, number>} */
    const taken = new Map();
    const items = /** @type {[string, string][]} */ (data[part]);
    return shuffled(items, seeded(5)).flatMap(([text, name]) => {
      const count = taken.get(name) ?? 0;
      const label = labels.get(name);
      if (label === undefined || count >= PER_INTENT[part]) return [];
      taken.set(name, count + 1);
      return [{ text, split: SPLITS[part], source: /** @type {const} */ ('clinc'), labels: label }];
    });
  });
}
