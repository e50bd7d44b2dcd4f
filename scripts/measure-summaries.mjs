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

/** @typedef {typeof import('./summaries/parts.ts')} Parts */
/** @typedef {ReturnType<typeof createReport>} Report */

const createReport = () => ({
  ...{ summaries: 0, sentences: 0, dropped: 0, chars: 0, covered: 0, left: 0, ms: 0 },
  /** @type {Record<string, Tally>} */
  caught: {},
  /** @type {Record<string, number>} */
  kept: {},
});

/** @param {Report} report @param {string} name @param {boolean} isCaught */
function note({ caught }, name, isCaught) {
  caught[name] ??= { caught: 0, cases: 0 };
  const tally = caught[name];
  tally.cases += 1;
  if (isCaught) tally.caught += 1;
}

/** Every sentence as it is, retold, and changed on purpose both ways. @param {Report} report @param {readonly import('./summaries/parts.ts').TextSentence[]} sentences @param {{ turns: readonly SourceTurn[], names: readonly string[], isKept: (one: import('./summaries/parts.ts').TextSentence) => boolean }} from */
function tryChanges(report, sentences, { turns, names, isKept }) {
  for (const one of sentences) {
    const told = retell(one, turns);
    if (told !== null) note(report, 'told in other words, nothing changed (false alarms)', !isKept(told));
    for (const [name, mutate] of Object.entries(MUTATIONS)) {
      const changed = mutate(one, { turns, names });
      if (changed === null || changed.text === one.text) continue;
      note(report, `quoted: ${name}`, !isKept(changed));
      const retold = told === null || !isKept(told) ? null : retell(changed, turns);
      if (retold !== null && retold.text !== told?.text) note(report, `told: ${name}`, !isKept(retold));
    }
  }
}

/** @param {Parts} module @param {Report} report @param {import('./eval/sets.mjs').History} history @param {(draft: import('../main/summaries/write.pure.ts').Draft) => void} show */
function measureHistory(module, report, { lines }, show) {
  const analyser = module.createAnalyser();
  const analyse = (/** @type {string} */ words) => analyser(module.toLexical(words));
  const conversations = readTurns(lines);
  const all = [...conversations.values()].flat();
  const voice = { analyse, idf: countTerms(all, analyse), zone: 'UTC' };
  const speakers = [...new Set(all.map(({ speaker }) => speaker))];
  const names = [...speakers, 'Wendell', 'Zurich'].filter((name) => /^\p{Lu}/u.test(name));
  for (const turn of all) {
    const why = module.whyLossless(turn) ?? 'summary';
    report.kept[why] = (report.kept[why] ?? 0) + 1;
  }
  const stretches = [...conversations].flatMap(([conversationId, turns]) =>
    module.cutStretches(turns, { conversationId, at: new Date(8.64e15) }),
  );
  for (const stretch of stretches) {
    const from = performance.now();
    const draft = module.draftSession(stretch, voice);
    report.ms += performance.now() - from;
    report.covered += stretch.turns.reduce((sum, turn) => sum + turn.text.length, 0);
    if (draft === null) {
      report.left += 1;
      continue;
    }
    report.summaries += 1;
    report.sentences += draft.sentences.length;
    report.dropped += draft.dropped;
    report.chars += draft.text.length;
    show(draft);
    const isKept = (/** @type {import('./summaries/parts.ts').TextSentence} */ one) =>
      module.keepSupported([one], stretch.turns, voice).dropped === 0;
    tryChanges(report, draft.sentences, { turns: stretch.turns, names, isKept });
  }
}

/** @param {Report} report @param {string} title */
function print(report, title) {
  const { summaries, sentences, dropped, chars, covered, left, ms, caught, kept } = report;
  const turns = Object.values(kept).reduce((sum, n) => sum + n, 0);
  const whys = Object.entries(kept).map(([why, n]) => `${why} ${share(n, turns)}`);
  console.log(`${title}, ${summaries} summaries of ${sentences} sentences (${left} sittings with nothing to quote)`);
  console.log(`characters: ${chars} of ${covered} (${share(chars, covered)}); ${(ms / summaries).toFixed(1)} ms each`);
  console.log(`not supported and left out: ${dropped} (${share(dropped, dropped + sentences)})`);
  for (const [name, { caught: n, cases }] of Object.entries(caught).sort())
    console.log(`  ${name}: ${n} of ${cases} caught (${share(n, cases)})`);
  console.log(`turns kept in their own words: ${whys.join(', ')}`);
}

async function main() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ options: { set: text, limit: text, show: text, help: { type: 'boolean' } } });
  const set = values.set;
  if (values.help === true || (set !== 'locomo' && set !== 'lme' && set !== 'beam')) return console.log(HELP);
  /** @type {{ module: Parts }} */
  const { module } = await runnerImport(join(root, 'scripts/summaries/parts.ts'), { logLevel: 'error' });
  const histories = SETS[set].read(findSetFolder(set)).slice(0, Number(values.limit ?? 1_000));
  const report = createReport();
  let shown = Number(values.show ?? 0);
  for (const history of histories)
    measureHistory(module, report, history, ({ title, text: words }) => {
      if (shown > 0) console.log(`${title}\n${words}\n`);
      shown -= 1;
    });
  print(report, `${SETS[set].title}: ${histories.length} histories`);
}

await main();
