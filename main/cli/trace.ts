import type { QuestionReading, Trace, TraceCandidate, TraceId } from '../contract/index.ts';
import { requireWords } from './args.ts';
import type { Cli, Command } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { columnsOf, printJson, printLine, printWrapped, stylesFor } from './print.ts';
import { alignColumns, countOf, timeOf, toPlain, wrap } from './text.pure.ts';
import { withEngine } from './with-engine.ts';

const SHOWN_PARTS = 8;

/** `palimpsest trace`: how one answer or one recall came about. */
export const trace: Command = {
  name: 'trace',
  usage: 'trace ID',
  summary: 'show what a recall or an answer looked at, and why',
  options: {},
  flags: [],
  run: async (cli, args) => {
    const id = requireWords(args.words, ['ID'])[0] as TraceId; // parsed by the engine
    const dataFolder = getExistingDataFolder(cli, args);
    const found = await withEngine(cli, { dataFolder }, (client) => client.call('traces.get', { id }, cli.signal));
    if (args.has('json')) printJson(cli.stdout, found);
    else printTrace(cli, found);
    return 0;
  },
};

function printTrace(cli: Cli, found: Trace): void {
  const out = cli.stdout;
  const { bold, dim } = stylesFor(out, cli.env);
  printWrapped(out, found.query);
  printLine(out, dim(describeRun(found)));
  if (found.question !== null) printQuestion(cli, found.question);
  const settings = Object.entries(found.settings).map(([name, value]) => `${name} ${value}`);
  if (settings.length > 0) printWrapped(out, `Settings: ${settings.join(', ')}`);

  printLine(out, `\n${bold('Legs')}`);
  const head = ['  leg', 'eligible', 'executed', 'produced', 'selected', 'in prompt', 'time', 'outcome'];
  const legs = found.legs.map((leg) => [
    `  ${leg.leg}`,
    ...[leg.eligible, leg.executed, leg.produced, leg.selected, leg.inPrompt].map(String),
    timeOf(leg.ms),
    leg.outcome + (leg.why === null ? '' : ` (${toPlain(leg.why)})`),
  ]);
  for (const line of alignColumns([head, ...legs])) printLine(out, line);

  printLine(out, `\n${bold('Candidates')}`);
  for (const candidate of found.candidates) printCandidate(cli, candidate);
  if (found.candidates.length === 0) printLine(out, '  none');

  if (found.prompt !== null) {
    const { promptTokens, memoryTokens, recentTokens, contextTokens, modelName, device } = found.prompt;
    printLine(out, `\n${bold('Prompt')}`);
    const sizes = `${promptTokens} of ${contextTokens} tokens: ${memoryTokens} from memory, ${recentTokens} recent`;
    printWrapped(out, `${sizes}; ${modelName} on ${device}`, '  ');
  }
}

/** What was understood before anything was searched; only what says something. */
function printQuestion(cli: Cli, { words, names, isAboutAssistant, period, operation, rewrites }: QuestionReading) {
  const out = cli.stdout;
  const { bold } = stylesFor(out, cli.env);
  printLine(out, `\n${bold('Question')}`);
  const rows: readonly (readonly [string, string])[] = [
    ['asks for', operation + (isAboutAssistant ? ', of the assistant' : '')],
    ['words', words.join(' ')],
    ['names', names.join(', ')],
    ['period', period === null ? '' : `${period.from} to ${period.to} (“${period.words}”)`],
    ...rewrites.map((rewrite) => ['rewrite', rewrite] as const),
  ];
  for (const [name, value] of rows) if (value !== '') printWrapped(out, `${name.padEnd(8)}  ${value}`, '  ');
}

function describeRun(found: Trace): string {
  const { totalMs, embedMs, legsMs, fuseMs, rerankMs, packMs } = found.timings;
  const parts = { embedding: embedMs, legs: legsMs, fusing: fuseMs, reranking: rerankMs, packing: packMs };
  // Traces of before there was a stage say 0 for it.
  const stages = Object.entries(parts).filter(([name, ms]) => ms > 0 || !/^(?:rerank|pack)ing$/.test(name));
  const times = `${timeOf(totalMs)} (${stages.map(([name, ms]) => `${name} ${timeOf(ms)}`).join(', ')})`;
  const support = found.support === null ? '' : ` · support ${found.support.toFixed(2)}`;
  const abstain = found.abstain ? ' · nothing found is likely to answer it' : '';
  const budget = found.budget.tokens === null ? '' : ` of ${found.budget.tokens}`;
  const kind = found.classification === null ? '' : ` · ${found.classification.operation}`;
  const asOf = found.asOf === null ? '' : ` · as of ${found.asOf}`;
  return `${found.at}${asOf}${kind} · ${times} · ${found.budget.used}${budget} ${countOf(found.budget.used, 'token').replace(/^\S+ /, '')}${support}${abstain}`;
}

function printCandidate(cli: Cli, candidate: TraceCandidate): void {
  const { dim } = stylesFor(cli.stdout, cli.env);
  const legs = Object.entries(candidate.legs).map(([leg, score]) => `${leg} ${score.rank}`);
  const why = candidate.why === null ? '' : ` (${toPlain(candidate.why)})`;
  const rank = `${candidate.rank}.`.padStart(5);
  const place = candidate.packed === null ? '' : `, read as number ${candidate.packed}`;
  printLine(cli.stdout, `${rank} ${candidate.score.toPrecision(3)}  ${candidate.fate}${why}${place}`);
  printLine(cli.stdout, dim(`      ${legs.join(' · ')} · ${toPlain(candidate.turnId ?? candidate.id)}`));
  const excerpt = `${candidate.speaker}: ${candidate.excerpt}`.replaceAll('\n', ' ');
  printLine(cli.stdout, `      ${wrap(excerpt, columnsOf(cli.stdout) - 6)[0] ?? ''}`);
  const parts = describeParts(candidate.parts);
  if (parts !== '') printWrapped(cli.stdout, parts, '      ');
}

/** What moved the score most, with its sign; the rest is in the JSON. */
function describeParts(parts: TraceCandidate['parts']): string {
  return Object.entries(parts)
    .filter(([, value]) => Math.abs(value) >= 0.005)
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .slice(0, SHOWN_PARTS)
    .map(([name, value]) => `${name} ${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`)
    .join(', ');
}
