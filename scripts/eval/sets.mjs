import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../lib/sources.mjs';
import { listBeamFiles, readBeamSet } from './beam.mjs';
import { listLocomoFiles, readLocomoSet } from './locomo.mjs';
import { listLongMemEvalFiles, readLongMemEvalSet } from './longmemeval.mjs';

/**
 * One turn as `palimpsest import --format jsonl` reads it.
 * @typedef {{ readonly conversation: string, readonly session?: string, readonly space: string, readonly speaker: string,
 *   readonly role?: string, readonly text: string, readonly id: string, readonly at?: string, readonly caption?: string }} Line
 */
/**
 * `gold` are ids of turns; `goldSessions` only where a set names sessions itself.
 * @typedef {{ readonly id: string, readonly history: string, readonly category: string, readonly query: string,
 *   readonly asOf?: string, readonly gold: readonly string[], readonly goldSessions?: readonly string[],
 *   readonly isAnswerable: boolean }} Question
 */
/** @typedef {{ readonly name: string, readonly lines: readonly Line[], readonly questions: readonly Question[] }} History */
/** @typedef {'locomo' | 'lme' | 'beam'} SetName */

/** What of a set is read, and from which files its hash is taken. */
export const SETS = /** @type {const} */ ({
  locomo: { title: 'LoCoMo', folder: 'locomo', read: readLocomoSet, files: listLocomoFiles, hasAssistant: false },
  lme: {
    ...{ title: 'LongMemEval-S', folder: 'longmemeval', hasAssistant: true },
    ...{ read: readLongMemEvalSet, files: listLongMemEvalFiles },
  },
  beam: { title: 'BEAM-100K', folder: 'beam-100k', read: readBeamSet, files: listBeamFiles, hasAssistant: true },
});

/** Where the set lies; evaluation data is never in the repository. @param {SetName} set */
export function findSetFolder(set) {
  const folder = join(resolve(root, process.env.PALIMPSEST_SHARED ?? '../shared'), 'data', SETS[set].folder);
  if (existsSync(folder)) return folder;
  throw new Error(`There is no evaluation data in ${folder}. Set PALIMPSEST_SHARED to the folder that has data/.`);
}

/** The session that a turn belongs to, as one key. @param {Line} line */
export const sessionKey = ({ conversation, session }) => `${conversation}/${session ?? ''}`;
