import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/sources.mjs';

/** @typedef {{ readonly name: string, readonly bucket: 'single-valued' | 'property' | 'multi-valued', readonly inverse: string | null, readonly isSensitive: boolean }} Relation */

/** The product's own vocabulary: buckets decide which stories a relation can have. @returns {ReadonlyMap<string, Relation>} */
export function readVocabulary() {
  const { relations } = JSON.parse(readFileSync(join(root, 'main/codex/vocabulary.json'), 'utf8'));
  return new Map(
    relations.map((/** @type {any} */ { name, bucket, inverse, isSensitive }) => [
      name,
      { name, bucket, inverse: inverse ?? null, isSensitive: isSensitive === true },
    ]),
  );
}

/** Whoever says the first also says these of the same value: true, so no error, but nobody has to find them. @type {Readonly<Record<string, readonly string[]>>} */
const ENTAILED = {
  'allergic to': ['avoids'],
  attends: ['hobby', 'learning', 'member of'],
  bought: ['owns', 'drives', 'rides'],
  called: ['name'],
  collects: ['hobby', 'likes', 'owns', 'interested in'],
  computer: ['owns', 'uses'],
  drinks: ['likes', 'habit'],
  drives: ['owns'],
  fears: ['dislikes'],
  goal: ['plans to'],
  'graduated from': ['studies at'],
  'has read': ['reading'],
  hobby: ['likes', 'interested in', 'plays sport', 'exercise', 'can'],
  'interested in': ['likes', 'hobby'],
  learning: ['studies', 'attends', 'interested in'],
  likes: ['hobby', 'interested in', 'listens to', 'drinks'],
  'listens to': ['likes'],
  'lives with': ['roommate'],
  'member of': ['attends'],
  owns: ['rides', 'drives', 'plays instrument'],
  'phone model': ['owns', 'uses'],
  'plans to': ['goal'],
  'plans to buy': ['saving for', 'goal', 'plans to'],
  'plays game': ['hobby', 'likes'],
  'plays instrument': ['hobby', 'can', 'owns'],
  'plays sport': ['hobby', 'likes', 'exercise'],
  prefers: ['likes'],
  recommends: ['likes'],
  rides: ['owns'],
  roommate: ['lives with'],
  'saving for': ['plans to buy', 'goal'],
  speaks: ['can'],
  studies: ['interested in', 'learning'],
  'subscribes to': ['uses', 'reading', 'watching'],
  'supports team': ['likes'],
  watching: ['likes'],
  'works on': ['hobby'],
};
const KIN = ['partner', 'parent', 'child', 'sibling', 'grandparent', 'relative', 'friend', 'neighbour', 'roommate'];

/** Relations between two who both have a name. @param {string} relation */
export const isPersonal = (relation) =>
  [...KIN, 'reports to', 'manages', 'colleague', 'pet', 'doctor', 'met', 'lives with'].includes(relation);

/** @param {string} relation */
export function listEntailed(relation) {
  const own = ENTAILED[relation] ?? [];
  return relation.startsWith('favourite ') ? [...own, 'likes', 'listens to', 'has read', 'has watched'] : own;
}

/** Relations by which a third person can be introduced, and the word for each. */
export const ROLES = /** @type {const} */ ([
  ['sibling', 'sister'],
  ['sibling', 'brother'],
  ['friend', 'friend'],
  ['relative', 'cousin'],
  ['colleague', 'colleague'],
  ['relative', 'uncle'],
  ['parent', 'mother'],
  ['neighbour', 'neighbour'],
]);
