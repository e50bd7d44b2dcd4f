import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AppError, type Client, LegName, type RecallInput, RecallSettings, type SpaceId } from '../contract/index.ts';
import type { Cli, ExitCode } from './context.ts';
import { type ReadLine, readJsonLines } from './json-lines.ts';
import { printJson, printLine } from './print.ts';
import { toJsonResult } from './recall-json.pure.ts';
import type { TimeReader } from './times.ts';

const Id = z.union([z.string().max(512), z.number()]);
const Legs = z.array(LegName).readonly().nullable().optional();
/** More fields may stand on a line (an expected answer, say). */
const Query = z.object({
  id: Id.nullable().optional(),
  query: z.string().refine((text) => text.trim() !== ''),
  asOf: z.string().nullable().optional(),
  space: z.string().nullable().optional(),
  cluster: z.string().nullable().optional(),
  k: z.int().min(1).max(1_000).nullable().optional(),
  budget: z.int().min(1).max(1_000_000).nullable().optional(),
  legs: Legs,
  noLegs: Legs,
  /** The flag's spelling of a packing is good here too. */
  settings: z.preprocess(withPlainPacking, RecallSettings.nullable().optional()),
});
const WithId = z.object({ id: Id });

type Lines = AsyncIterable<ReadLine>;
type Batch = {
  readonly cli: Cli;
  readonly client: Client;
  readonly readTime: TimeReader;
  readonly lines: Lines;
  readonly common: Omit<RecallInput, 'query'>;
};

/** Opens the batch before the folder, so that a wrong path costs nothing. */
export async function openBatch(cli: Cli, path: string): Promise<Lines> {
  if (path === '-') return readJsonLines(cli.stdin, cli.signal);
  const full = resolve(cli.cwd, path);
  try {
    await (await open(full)).close();
  } catch (error) {
    throw unreadable(error);
  }
  return readJsonLines(createReadStream(full), cli.signal);
}

/** One result a line, in order, written as soon as it is there; a line that fails costs only itself. */
export async function answerBatch(batch: Batch): Promise<ExitCode> {
  const { cli } = batch;
  let total = 0;
  let failed = 0;
  try {
    for await (const line of batch.lines) {
      const answer = await answerLine(batch, line);
      // Whoever stopped the run gets no half answer.
      if (cli.signal.aborted) break;
      total += 1;
      if ('error' in answer) failed += 1;
      printJson(cli.stdout, answer);
    }
  } catch (error) {
    // A line's own failure is its answer, so only reading can fail here; stopping ends the reading too.
    if (!cli.signal.aborted) throw unreadable(error);
  }
  if (failed > 0) printLine(cli.stderr, `${failed} of ${total} queries failed; their lines say why.`);
  return cli.signal.aborted ? 1 : 0;
}

async function answerLine({ cli, client, readTime, common }: Batch, line: ReadLine) {
  const id = line.kind === 'value' ? (WithId.safeParse(line.value).data?.id ?? null) : null;
  try {
    if (line.kind === 'bad') throw badLine(line.why);
    const parsed = Query.safeParse(line.value);
    if (!parsed.success) throw badLine(whatIsWrong(parsed.error));
    const { query, asOf, space, cluster, k, budget, legs, noLegs, settings } = parsed.data;
    const input: RecallInput = {
      ...common,
      query,
      ...(asOf ? { asOf: await readTime(asOf, 'asOf') } : {}),
      ...(space ? { spaceId: space as SpaceId } : {}), // parsed by the engine
      ...(cluster ? { clusterId: cluster } : {}),
      ...(k ? { k } : {}),
      ...(budget ? { budgetTokens: budget } : {}),
      ...(legs ? { legs } : {}),
      ...(noLegs ? { noLegs } : {}),
      ...(settings ? { settings: { ...common.settings, ...settings } } : {}),
    };
    return toJsonResult(id, await client.call('memory.recall', input, cli.signal));
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal.bug', 'This query failed.');
    return { id, error: { code: known.code, message: known.message } };
  }
}

function withPlainPacking(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || !('packing' in settings)) return settings;
  const { packing } = settings;
  return typeof packing === 'string' ? { ...settings, packing: packing.replaceAll('-', ' ') } : settings;
}

/** Names the fields and never their values: a line holds private text. */
function whatIsWrong(error: z.ZodError): string {
  const fields = new Set(error.issues.map(({ path }) => String(path[0] ?? '')).filter((field) => field !== ''));
  if (fields.size === 0 || fields.has('query')) return 'it needs an id and a query, and may have asOf and space';
  return `${[...fields].join(', ')} cannot be read`;
}

const unreadable = (cause: unknown) =>
  new AppError('import.unreadable', 'The batch cannot be read. Check its path.', { cause });
const badLine = (why: string) => new AppError('usage.invalid', `This line is not a query: ${why}.`);
