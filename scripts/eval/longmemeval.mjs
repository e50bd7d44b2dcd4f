import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** "2023/05/30 (Tue) 23:40", without a zone. @param {string} text */
export function localTimeOf(text) {
  const [, year, month, day, hour, minute] = /^(\d{4})\/(\d\d)\/(\d\d) \(\w+\) (\d\d):(\d\d)$/.exec(text) ?? [];
  if (minute === undefined) throw new Error('A time of LongMemEval cannot be read.');
  return `${year}-${month}-${day}T${hour}:${minute}:00`;
}

/**
 * One question and its own history. Ids are replaced, since those of gold sessions give themselves away; sessions are
 * sorted, and kept by day, since evidence lies later on the question's own day.
 * @param {any} item @param {string} name @returns {import('./sets.mjs').History}
 */
export function parseLongMemEval(item, name) {
  const asOf = `${localTimeOf(item.question_date).slice(0, 10)}T23:59:59`;
  const answers = new Set(item.answer_session_ids);
  const sessions = item.haystack_sessions
    .map((/** @type {any[]} */ turns, /** @type {number} */ n) => ({
      ...{ turns, at: localTimeOf(item.haystack_dates[n]), isGold: answers.has(item.haystack_session_ids[n]) },
    }))
    .filter((/** @type {{ at: string }} */ { at }) => at <= asOf)
    .sort((/** @type {{ at: string }} */ a, /** @type {{ at: string }} */ b) =>
      a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
    );
  const lines = [];
  const gold = [];
  const goldSessions = [];
  for (const [s, { turns, at, isGold }] of sessions.entries()) {
    const conversation = `${name}/s${s}`;
    if (isGold) goldSessions.push(`${conversation}/`);
    for (const [t, { role, content, has_answer }] of turns.entries()) {
      const id = `${conversation}/t${t}`;
      lines.push({ conversation, space: name, speaker: role, role, text: content, id, at });
      if (has_answer === true) gold.push(id);
    }
  }
  const isAnswerable = !item.question_id.endsWith('_abs');
  const category = isAnswerable ? item.question_type : 'abstention';
  const question = {
    id: `${name}-q`,
    history: name,
    category,
    query: item.question,
    asOf,
    gold,
    goldSessions,
    isAnswerable,
  };
  return { name, lines, questions: [question] };
}

/** @param {string} folder */
export const listLongMemEvalFiles = (folder) => readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'));

/** One history a question. @param {string} folder */
export function readLongMemEvalSet(folder) {
  const [file = ''] = listLongMemEvalFiles(folder);
  const lines = gunzipSync(readFileSync(join(folder, file)))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.map((line, n) => parseLongMemEval(JSON.parse(line), `lme-${String(n + 1).padStart(2, '0')}`));
}
