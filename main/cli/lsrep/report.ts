import { resolve } from 'node:path';
import type { ArmSummary, Report } from '../../evaluation/report/report.ts';
import { reportRun } from '../../evaluation/run/report-run.ts';
import { type Args, requireWords } from '../args.ts';
import type { Cli, ExitCode } from '../context.ts';
import { createProgress, printJson, printLine } from '../print.ts';
import { alignColumns } from '../text.pure.ts';

/** `lsrep report`: scores, audits and compares what a run observed; JSON and one page. */
export async function report(cli: Cli, args: Args, words: readonly string[]): Promise<ExitCode> {
  const [folder = ''] = requireWords(words, ['DIR']);
  const resamples = args.integer('resamples', { min: 100, max: 1_000_000 });
  const parts = await cli.openEvaluationParts();
  const progress = createProgress(cli.stderr);
  try {
    const made = await reportRun(
      {
        ...{ folder: resolve(cli.cwd, folder), template: await parts.readTemplate(), hasTexts: args.has('texts') },
        ...(resamples === undefined ? {} : { resamples }),
      },
      { signal: cli.signal, onProgress: (done, total) => progress.show(`Scored ${done} of ${total}`) },
    );
    progress.end();
    if (args.has('json')) printJson(cli.stdout, summarise(made, folder));
    else printReport(cli, made, folder);
    return made.isValid && (made.gate?.holds ?? true) ? 0 : 1;
  } finally {
    progress.end();
    await parts.close();
  }
}

function summarise({ isValid, invalid, arms, gate }: Report, folder: string): object {
  return { isValid, invalid, arms, gate, report: `${folder}/report.json`, page: `${folder}/report.html` };
}

const percent = (figure: { readonly value: number | null } | undefined): string =>
  figure?.value === null || figure === undefined ? '–' : (figure.value * 100).toFixed(1);

function printReport(cli: Cli, { isValid, invalid, arms, gate }: Report, folder: string): void {
  const out = cli.stdout;
  if (!isValid) {
    printLine(out, 'These figures are not valid:');
    for (const why of invalid) printLine(out, `  ${why}`);
  }
  const head = ['arm', 'right %', 'stale %', 'hit@10 %', 'turns@10 %', 'sessions@10 %', 'tokens'];
  const row = ({ arm, figures }: ArmSummary): readonly string[] => [
    arm,
    percent(figures.accuracy),
    percent(figures.stale),
    percent(figures.hit10),
    percent(figures.turnRecall10),
    percent(figures.sessionRecall10),
    figures.tokens?.value === null || figures.tokens === undefined ? '–' : figures.tokens.value.toFixed(0),
  ];
  for (const line of alignColumns([head, ...arms.map(row)])) printLine(out, line);
  if (gate !== null) printLine(out, `Gate ${gate.name}: ${gate.holds ? 'holds' : 'does not hold'}.`);
  printLine(out, `All of it: ${folder}/report.html, report.json`);
}
