import type { Trace, TraceCandidate, TraceId } from '../contract/index.ts';
import { requireWords } from './args.ts';
import type { Cli, Command } from './context.ts';
import { getExistingDataFolder } from './data-folder.ts';
import { columnsOf, printJson, printLine, printWrapped, stylesFor } from './print.ts';
import { alignColumns, countOf, timeOf, toPlain, wrap } from './text.pure.ts';
import { withEngine } from './with-engine.ts';

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

function describeRun(found: Trace): string {
  const { totalMs, embedMs, legsMs, fuseMs } = found.timings;
  const times = `${timeOf(totalMs)} (embedding ${timeOf(embedMs)}, legs ${timeOf(legsMs)}, fusing ${timeOf(fuseMs)})`;
  const budget = found.budget.tokens === null ? '' : ` of ${found.budget.tokens}`;
  const kind = found.classification === null ? '' : ` · ${found.classification.operation}`;
  const asOf = found.asOf === null ? '' : ` · as of ${found.asOf}`;
  return `${found.at}${asOf}${kind} · ${times} · ${found.budget.used}${budget} ${countOf(found.budget.used, 'token').replace(/^\S+ /, '')}`;
}

function printCandidate(cli: Cli, candidate: TraceCandidate): void {
  const { dim } = stylesFor(cli.stdout, cli.env);
  const legs = Object.entries(candidate.legs).map(([leg, score]) => `${leg} ${score.rank}`);
  const why = candidate.why === null ? '' : ` (${toPlain(candidate.why)})`;
  const rank = `${candidate.rank}.`.padStart(5);
  printLine(cli.stdout, `${rank} ${candidate.score.toPrecision(3)}  ${candidate.fate}${why}`);
  printLine(cli.stdout, dim(`      ${legs.join(' · ')} · ${toPlain(candidate.turnId ?? candidate.id)}`));
  const excerpt = `${candidate.speaker}: ${candidate.excerpt}`.replaceAll('\n', ' ');
  printLine(cli.stdout, `      ${wrap(excerpt, columnsOf(cli.stdout) - 6)[0] ?? ''}`);
}
