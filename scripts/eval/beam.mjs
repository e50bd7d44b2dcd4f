import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** "March-15-2024": the day of a whole batch. @param {string} anchor */
const dayOf = (anchor) => new Date(`${anchor.replaceAll('-', ' ')} UTC`).toISOString().slice(0, 19);

/** Without the marker that says how the text was generated, in any of its spellings. @param {string} text */
export const withoutMarker = (text) => text.replace(/\s*->->[^\n]{0,24}\s*$/, '');

/** Lists and named lists alike. @param {unknown} ids @returns {string[]} */
export function flattenIds(ids) {
  if (ids === undefined || ids === null) return [];
  return typeof ids === 'object' ? Object.values(ids).flatMap(flattenIds) : [String(ids)];
}

/** @param {any} chat @param {any} probing @param {string} name @returns {import('./sets.mjs').History} */
export function parseBeam(chat, probing, name) {
  const lines = chat.flatMap((/** @type {{ batch_number: number, turns: Record<string, string>[][] }} */ batch) => {
    const turns = batch.turns.flat();
    const anchor = turns.find((turn) => turn.time_anchor)?.time_anchor;
    return turns.map((turn) => ({
      ...{ conversation: name, session: `b${batch.batch_number}`, space: name, speaker: turn.role, role: turn.role },
      ...{
        text: withoutMarker(turn.content ?? ''),
        id: `${name}/${turn.id}`,
        ...(anchor ? { at: dayOf(anchor) } : {}),
      },
    }));
  });
  const known = new Set(lines.map((/** @type {{ id: string }} */ line) => line.id));
  const questions = Object.entries(probing).flatMap(([category, probes]) =>
    probes.map((/** @type {any} */ probe, /** @type {number} */ n) => {
      const gold = [...new Set(flattenIds(probe.source_chat_ids).map((id) => `${name}/${id}`))];
      return {
        ...{ id: `${name}-${category}-${n}`, history: name, category, query: probe.question },
        ...{ gold: gold.filter((id) => known.has(id)), isAnswerable: category !== 'abstention' },
      };
    }),
  );
  return { name, lines, questions };
}

const FILES = ['chat.json', 'probing_questions.json'];
/** @param {string} folder */
const listChats = (folder) => readdirSync(folder).sort((a, b) => Number(a) - Number(b));

/** @param {string} folder */
export const listBeamFiles = (folder) => listChats(folder).flatMap((chat) => FILES.map((file) => join(chat, file)));

/** One history a chat. @param {string} folder */
export function readBeamSet(folder) {
  return listChats(folder).map((chat) => {
    const [turns, probing] = FILES.map((file) => JSON.parse(readFileSync(join(folder, chat, file), 'utf8')));
    return parseBeam(turns, probing, `beam-${chat}`);
  });
}
