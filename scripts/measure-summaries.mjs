#!/usr/bin/env node
// How much shorter session summaries are than their turns, whether they state anything else, and what the check catches.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { findSetFolder, SETS } from './eval/sets.mjs';
import { root } from './lib/sources.mjs';
import { MUTATIONS, retell } from './summaries/mutate.mjs';

const HELP = `node scripts/measure-summaries.mjs --set locomo|lme|beam [--limit N] [--show N]
  Reads the development histories of a set that lies in PALIMPSEST_SHARED (default ../shared), writes the session summaries
  of the first N histories and prints counts. --show prints N summaries with what they cover: for looking, never for keeping.`;

/** @typedef {import('./summaries/parts.ts').SourceTurn} SourceTurn */
/** @typedef {{ caught: number, cases: number }} Tally */

/** @param {readonly import('./eval/sets.mjs').Line[]} lines @returns {ReadonlyMap<string, readonly SourceTurn[]>} */
function readTurns(lines) {
  /** @type {Map<string, SourceTurn[]>} */
  const conversations = new Map();
  for (const { conversation, session, speaker, role, text, id, at, caption } of lines) {
    const turns = conversations.get(conversation) ?? [];
    conversations.set(conversation, turns);
    turns.push({
      ...{ id, speaker, session: session ?? null, isAnswer: false },
      role: /** @type {SourceTurn['role']} */ (role ?? 'other'),
      text: [text, caption].filter(Boolean).join('\n'),
      saidAtMs: at === undefined ? null : Date.parse(at),
    });
  }
  return conversations;
}

/** @param {readonly SourceTurn[]} turns @param {(text: string) => readonly string[]} analyse */
function countTerms(turns, analyse) {
  /** @type {Map<string, number>} */
  const having = new Map();
  for (const { text } of turns)
    for (const term of new Set(analyse(text))) having.set(term, (having.get(term) ?? 0) + 1);
  return (/** @type {string} */ term) => Math.log(1 + turns.length / (1 + (having.get(term) ?? 0)));
}

const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

async function main() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ options: { set: text, limit: text, show: text, help: { type: 'boolean' } } });
  const set = values.set;
  if (values.help === true || (set !== 'locomo' && set !== 'lme' && set !== 'beam')) return console.log(HELP);
  /** @type {{ module: typeof import('./summaries/parts.ts') }} */
  const { module } = await runnerImport(join(root, 'scripts/summaries/parts.ts'), { logLevel: 'error' });
  const histories = SETS[set].read(findSetFolder(set)).slice(0, Number(values.limit ?? 1_000));
  const analyser = module.createAnalyser();
  const analyse = (/** @type {string} */ words) => analyser(module.toLexical(words));
  const counts = { summaries: 0, sentences: 0, dropped: 0, chars: 0, covered: 0, left: 0, ms: 0 };
  /** @type {Record<string, Tally>} */
  const caught = {};
  const note = (/** @type {string} */ name, /** @type {boolean} */ isCaught) => {
    caught[name] ??= { caught: 0, cases: 0 };
    const tally = caught[name];
    tally.cases += 1;
    if (isCaught) tally.caught += 1;
  };
  /** @type {Record<string, number>} */
  const lossless = {};
  let shown = Number(values.show ?? 0);
  for (const { lines } of histories) {
    const conversations = readTurns(lines);
    const all = [...conversations.values()].flat();
    const voice = { analyse, idf: countTerms(all, analyse), zone: 'UTC' };
    const names = [...new Set(all.map(({ speaker }) => speaker)), 'Wendell', 'Zurich'].filter((name) =>
      /^\p{Lu}/u.test(name),
    );
    for (const turn of all) {
      const why = module.whyLossless(turn) ?? 'summary';
      lossless[why] = (lossless[why] ?? 0) + 1;
    }
    for (const [conversationId, turns] of conversations) {
      for (const stretch of module.cutStretches(turns, { conversationId, at: new Date(8.64e15) })) {
        const from = performance.now();
        const draft = module.draftSession(stretch, voice);
        counts.ms += performance.now() - from;
        counts.covered += stretch.turns.reduce((sum, turn) => sum + turn.text.length, 0);
        if (draft === null) {
          counts.left += 1;
          continue;
        }
        counts.summaries += 1;
        counts.sentences += draft.sentences.length;
        counts.dropped += draft.dropped;
        counts.chars += draft.text.length;
        if (shown > 0) {
          console.log(`${draft.title}\n${draft.text}\n`);
          shown -= 1;
        }
        const isKept = (/** @type {import('./summaries/parts.ts').TextSentence} */ one) =>
          module.keepSupported([one], stretch.turns, voice).dropped === 0;
        for (const one of draft.sentences) {
          const told = retell(one, stretch.turns);
          if (told !== null) note('told in other words, nothing changed (false alarms)', !isKept(told));
          for (const [name, mutate] of Object.entries(MUTATIONS)) {
            const from = { turns: stretch.turns, names };
            const changed = mutate(one, from);
            if (changed === null || changed.text === one.text) continue;
            note(`quoted: ${name}`, !isKept(changed));
            const retold = told === null || !isKept(told) ? null : retell(changed, stretch.turns);
            if (retold !== null && retold.text !== told?.text) note(`told: ${name}`, !isKept(retold));
          }
        }
      }
    }
  }
  console.log(
    `${SETS[set].title}: ${histories.length} histories, ${counts.summaries} summaries of ${counts.sentences} sentences (${counts.left} sittings with nothing to quote)`,
  );
  console.log(
    `characters: ${counts.chars} of ${counts.covered} (${share(counts.chars, counts.covered)}); ${(counts.ms / Math.max(1, counts.summaries)).toFixed(1)} ms each`,
  );
  console.log(
    `not supported and left out: ${counts.dropped} (${share(counts.dropped, counts.dropped + counts.sentences)})`,
  );
  for (const [name, { caught: n, cases }] of Object.entries(caught).sort())
    console.log(`  ${name}: ${n} of ${cases} caught (${share(n, cases)})`);
  const turns = Object.values(lossless).reduce((sum, n) => sum + n, 0);
  console.log(
    `turns kept in their own words: ${Object.entries(lossless)
      .map(([why, n]) => `${why} ${share(n, turns)}`)
      .join(', ')}`,
  );
}

await main();
