import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MemoryAnswer } from '../../contract/answers.ts';
import type { Citation } from '../../contract/conversations.ts';
import type { ConversationId } from '../../contract/ids.ts';
import type { Client } from '../../contract/index.ts';
import type { RankedFragment, Trace } from '../../contract/recall.ts';
import type { ExecutionAudit, SuppliedFragment } from '../format/observation.ts';
import type { TrajectoryDocument, TrajectoryTurn } from '../format/trajectory.ts';
import type { Asked, System, SystemStart, Told } from './system.ts';

/** An engine as an evaluation has it: the contract, and an orderly end. */
export type EvaluatedEngine = { readonly client: () => Client; readonly close: () => Promise<void> };

const DAY_MS = 86_400_000;
/** Candidates that an observation keeps; the trace file has all. */
const AUDITED = 20;

/** This app as a system under test, through its ordinary contract. */
export async function openPalimpsest(
  start: SystemStart,
  openEngine: (dataFolder: string) => Promise<EvaluatedEngine>,
): Promise<System> {
  const engine = await openEngine(join(start.folder, 'data'));
  const client = engine.client();
  const files = join(start.folder, 'files');
  await mkdir(files, { recursive: true });
  // Nothing happens by itself: upkeep is what the trajectory says, at the times it says.
  await client.call('workers.setPaused', { isPaused: true });
  await client.call('settings.set', { ownerName: start.owner, zone: start.zone });
  let parts = 0;
  /** The trajectory's ids by file name and by the engine's id: how a passage is known again. */
  const documentIds = new Map<string, string>();
  return {
    ingest: async (turns, signal) => {
      parts += 1;
      const path = join(files, `${parts}.jsonl`);
      await writeFile(path, turns.map((turn) => JSON.stringify(toLine(turn))).join('\n'));
      const input = { files: [{ path }], format: 'jsonl' as const, isDryRun: false, shouldWait: true };
      await client.stream('imports.run', input, { onChunk: () => undefined, signal });
    },
    addDocuments: async (documents, signal) => {
      for (const { id, name } of documents) documentIds.set(name, `document:${id}`);
      await addDocuments(client, { documents, files, signal });
      await noteIds(client, documentIds);
    },
    settle: (signal) => settle(client, signal),
    maintain: async (step, signal) => {
      const from = new Date(start.clock.now().getTime() - step.days * DAY_MS).toISOString();
      const { runs } = await client.stream(
        'workers.simulate',
        { workers: step.workers, days: step.days, from },
        { onChunk: () => undefined, signal },
      );
      return step.workers.map((worker) => {
        const own = runs.filter((run) => run.worker === worker);
        return { worker, runs: own.length, failed: own.filter(({ state }) => state === 'failed').length };
      });
    },
    ask: (asked, signal) => ask(client, { start, asked, documentIds, signal }),
    use: async ({ question, conversation }, signal) => {
      // What is asked is kept to be read and is no part of memory, so that only the use itself changes anything.
      const where = conversation === null ? { isSaving: false } : { conversationId: conversation as ConversationId };
      await client.stream('chat.ask', { text: question, ...where }, { onChunk: () => undefined, signal });
      // The answer comes before everything that the use leaves is written: the next question must find all of it.
      await settle(client, signal);
    },
    inspect: async () => {
      const { index, history } = await client.call('app.status', {});
      const documents = await client.call('documents.list', { limit: 1, offset: 0 });
      return {
        // By the engine's own clock: a recall's trace has it.
        now: await readClock(client),
        turns: index.turns,
        documents: documents.total,
        records: history.records,
        pending: index.pending,
      };
    },
    records: async () => (await client.call('app.status', {})).history.records,
    close: async () => {
      client.close();
      await engine.close();
    },
  };
}

/** Waits for everything that is made of what was said. */
async function settle(client: Client, signal: AbortSignal): Promise<void> {
  await client.stream('memory.settle', {}, { onChunk: () => undefined, signal });
  await client.call('codex.settle', {}, signal);
  // What teaches how things are done is read in the background too; nothing else waits for it.
  const procedures = { workers: ['procedures' as const], days: 0 };
  await client.stream('workers.simulate', procedures, { onChunk: () => undefined, signal });
}

/** A line of the format that `import` reads; ids are kept, so that evidence can be told. */
const toLine = ({ arrivesAt: _, ...turn }: TrajectoryTurn): object => turn;

type Adding = {
  readonly documents: readonly TrajectoryDocument[];
  readonly files: string;
  readonly signal: AbortSignal;
};

async function addDocuments(client: Client, { documents, files, signal }: Adding): Promise<void> {
  if (documents.length === 0) return;
  const paths: string[] = [];
  for (const { id, name, text } of documents) {
    const folder = join(files, id);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), text);
    paths.push(join(folder, name));
  }
  const input = {
    files: paths.map((path) => ({ path })),
    format: 'document' as const,
    isDryRun: false,
    shouldWait: true,
  };
  await client.stream('imports.run', input, { onChunk: () => undefined, signal });
}

type DocumentIds = ReadonlyMap<string, string>;
type Asking = {
  readonly start: SystemStart;
  readonly asked: Asked;
  readonly documentIds: DocumentIds;
  readonly signal: AbortSignal;
};

async function ask(client: Client, { start, asked, documentIds, signal }: Asking): Promise<Told> {
  const { arm, question, conversation } = asked;
  const result = await client.call(
    'memory.answer',
    {
      ...{ query: question, k: arm.k, isMemoryFull: arm.isMemoryFull, answerer: start.answerer },
      ...(arm.budgetTokens === null ? {} : { budgetTokens: arm.budgetTokens }),
      ...(conversation === null ? {} : { conversationId: conversation as ConversationId }),
      ...(arm.legs === undefined ? {} : { legs: arm.legs }),
      ...(arm.noLegs === undefined ? {} : { noLegs: arm.noLegs }),
      ...(arm.settings === undefined ? {} : { settings: arm.settings }),
    },
    signal,
  );
  const trace = await client.call('traces.get', { id: result.traceId }, signal);
  return {
    answer: result.answer,
    mode: result.mode,
    isAbstaining: result.abstain,
    supplied: [...result.recent.map(toRecent), ...result.fragments.map((one) => toSupplied(one, documentIds))],
    contextTokens: result.tokens,
    promptTokens: result.promptTokens,
    cited: [...new Set(result.citations.flatMap((citation) => listCited(citation, documentIds)))],
    execution: describeExecution(trace, documentIds),
    trace: { answer: result, trace },
  };
}

const PAGE = 500;

/** A passage's id begins with its document's. */
async function noteIds(client: Client, documentIds: Map<string, string>): Promise<void> {
  const { documents } = await client.call('documents.list', { limit: PAGE, offset: 0 });
  for (const { id, name } of documents) documentIds.set(id, documentIds.get(name) ?? id);
}

/** Ids that an engine makes itself are another in every run; a report names what is the same. */
function nameOf(
  { id, kind, rank }: Pick<Trace['candidates'][number], 'id' | 'kind' | 'rank'>,
  documentIds: DocumentIds,
): string {
  if (kind === 'turn') return id;
  return kind === 'document' ? (documentIds.get(id.split('/')[0] ?? '') ?? kind) : `${kind}:${rank}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const listCited = ({ turnIds, document }: Citation, ids: DocumentIds): readonly string[] =>
  document === undefined ? turnIds : [ids.get(document.name) ?? document.id];

const toRecent = ({ id, tokens }: MemoryAnswer['recent'][number]): SuppliedFragment => ({
  ...{ kind: 'recent', turns: [id], context: [], at: null, status: null, tokens },
  hash: hashOf(id),
});

/** A summary's evidence is the turns that it covers; a passage's is its document. */
const toSupplied = (fragment: RankedFragment, ids: DocumentIds): SuppliedFragment => ({
  kind: fragment.kind,
  turns:
    fragment.kind === 'document' && fragment.source !== null
      ? [ids.get(fragment.source.name) ?? fragment.source.id]
      : fragment.turns,
  context: fragment.context,
  at: fragment.at,
  status: fragment.status,
  tokens: fragment.tokens,
  hash: hashOf(fragment.text),
});

/** What a trace says of what ran; times are left out, since they are never the same twice. */
function describeExecution(trace: Trace, documentIds: DocumentIds): ExecutionAudit {
  return {
    legs: trace.legs.map(({ ms: _, startedMs: __, method: ___, ...leg }) => leg),
    candidates: trace.candidates.slice(0, AUDITED).map(({ id, kind, rank, fate, why, legs, tokens }) => ({
      ...{ id: nameOf({ id, kind, rank }, documentIds), rank, fate, why, tokens },
      legs: Object.fromEntries(Object.entries(legs).map(([leg, place]) => [leg, place.rank])),
    })),
    askedAt: trace.at,
    settings: trace.settings,
    configHash: trace.config.hash,
    embeddingSpace: trace.config.embeddingSpace,
    generation: trace.generation,
    operation: trace.classification?.operation ?? null,
    reliance: trace.classification?.reliance ?? null,
    derivation:
      trace.derivation === null ? null : { outcome: trace.derivation.outcome, surface: trace.derivation.surface },
  };
}

/** The time by which the engine asks. */
async function readClock(client: Client): Promise<string | null> {
  const input = { query: 'now', k: 1, isMemoryFull: false, answerer: 'none' as const, legs: [] };
  const { traceId } = await client.call('memory.answer', input);
  return (await client.call('traces.get', { id: traceId })).at;
}
