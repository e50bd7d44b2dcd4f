import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CATEGORIES = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial'];
const ADVERSARIAL = 5;

/** "1:56 pm on 8 May, 2023", without a zone. @param {string} text */
export function localTimeOf(text) {
  const [, hour = '', minute = '', half = '', day = ''] = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(text) ?? [];
  const date = new Date(`${day} UTC`);
  date.setUTCHours((Number(hour) % 12) + (half === 'pm' ? 12 : 0), Number(minute));
  return date.toISOString().slice(0, 19);
}

/** Ids of turns, however they are written: two in one string, and one with a colon too many. @param {readonly unknown[]} evidence */
export function readEvidence(evidence) {
  return evidence.flatMap((part) => [...String(part).matchAll(/D:?(\d+):(\d+)/g)].map(([, s, t]) => `D${s}:${t}`));
}

/**
 * Text, speaker, session time and image caption; the annotations repeat the gold and stay out.
 * @param {any} data @param {string} name @returns {import('./sets.mjs').History}
 */
export function parseLocomo(data, name) {
  const chat = data.conversation ?? data;
  const lines = Object.keys(chat)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
    .flatMap((session) =>
      chat[session].map((/** @type {Record<string, string>} */ turn) => ({
        ...{ conversation: name, session, space: name, speaker: turn.speaker, text: turn.text },
        ...{ id: `${name}/${turn.dia_id}`, at: localTimeOf(chat[`${session}_date_time`]) },
        ...(turn.blip_caption ? { caption: turn.blip_caption } : {}),
      })),
    );
  const known = new Set(lines.map(({ id }) => id));
  const questions = data.qa.map((/** @type {any} */ item, /** @type {number} */ n) => {
    const gold = [...new Set(readEvidence(item.evidence ?? []).map((id) => `${name}/${id}`))];
    return {
      ...{ id: `${name}-${n}`, history: name, category: CATEGORIES[item.category] ?? 'other', query: item.question },
      ...{ gold: gold.filter((id) => known.has(id)), isAnswerable: item.category !== ADVERSARIAL },
    };
  });
  return { name, lines, questions };
}

/** @param {string} folder */
export const listLocomoFiles = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();

/** One history a file. @param {string} folder */
export function readLocomoSet(folder) {
  return listLocomoFiles(folder).map((file) =>
    parseLocomo(JSON.parse(readFileSync(join(folder, file), 'utf8')), `locomo-${file.slice(0, -5)}`),
  );
}
