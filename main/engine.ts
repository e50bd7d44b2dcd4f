import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLED_EMBEDDER_ID, findModel } from '../models/catalogue.ts';
import { locateModel, type ModelPlaces, resolveBundledFolder } from '../models/locate.ts';
import { DEFAULT_POLICY } from './codex/checks/sensitive.pure.ts';
import { createExtraction } from './codex/extraction.ts';
import { createRulesExtractor } from './codex/rules-extractor.ts';
import { catchUp, openCommit } from './commit.ts';
import { Settings } from './contract/app.ts';
import { DEFAULT_SPACE } from './contract/ids.ts';
import type { Client, FromEngine, Wire } from './contract/index.ts';
import type { Credential } from './contract/protection.ts';
import type { Ctx, TokenCounter } from './ctx.ts';
import { createDocuments } from './documents/desk.ts';
import { endUnfinished } from './documents/remove-document.ts';
import { createFence, type Fence } from './forget/fence.ts';
import { createTombstones } from './forget/tombstones.ts';
import { createHandlers } from './handlers.ts';
import { createLegCounts, withLegCounts } from './health/leg-counts.ts';
import { createInference, type HostLauncher, type Inference, launchNodeHost } from './inference/client.ts';
import type { EmbedderSpec } from './inference/contract.ts';
import { getEmbedderSpec } from './inference/embedder-spec.ts';
import { createWordPiece } from './inference/wordpiece.pure.ts';
import { openJournal } from './journal/open.ts';
import { createSealer } from './journal/sealer.ts';
import { openVault } from './journal/vault.ts';
import type { Clock } from './lib/clock.ts';
import { writingKey } from './lib/crypto/keyring.ts';
import { fileCodecOf } from './lib/file-codec.ts';
import type { Ids } from './lib/ids.ts';
import { resolveZone } from './lib/zone.ts';
import { createJobs } from './lifecycle/jobs.ts';
import { createPower } from './lifecycle/power.ts';
import type { Worker } from './lifecycle/worker.ts';
import { WORKERS } from './lifecycle/workers.ts';
import { type Assembled, type AssembleParts, openLockable } from './lockable-engine.ts';
import { createProcedureReader } from './procedures/reader.ts';
import { createResidueScan } from './residue/residue.ts';
import { createIndexer } from './retrieval/indexer.ts';
import { createMemory } from './retrieval/memory/memory.ts';
import { createReloadable } from './retrieval/memory/reloadable.ts';
import { ensureEmbeddingSpace, hasOtherSpaces, insertMissingPending } from './stores/embeddings.ts';
import { openJsonFile } from './stores/json-file.ts';
import { openTraces, type TraceStore } from './stores/traces.ts';
import { openVectorCache } from './stores/vector-cache.ts';
import { createSummaryDesk } from './summaries/model-writer.ts';
import type { Keychain } from './vault/slots.ts';

export { findBackupAt, restoreBackupAt } from './backup/restore-at.ts';
export { inspectDataFolder } from './doctor/inspect.ts';

export type Engine = {
  readonly connect: (wire: Wire<unknown, FromEngine>) => void;
  readonly client: () => Client;
  /** The shell knows whether this computer runs on its battery. */
  readonly notePower: (isOnBattery: boolean) => void;
  /** This computer slept, or its clock was set: looks at once for what is due. */
  readonly lookForWork: () => Promise<void>;
  /** It is about to sleep, or its screen was locked. */
  readonly noteSleep: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type OpenEngine = {
  readonly dataFolder: string;
  /** Holds `out/`, `models/`: the checkout, or the packaged app's resources. */
  readonly appRoot: string;
  readonly version: string;
  readonly mode: 'desktop' | 'browser' | 'command line';
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly launchHost?: HostLauncher;
  /** Opens a protected folder at once. */
  readonly credential?: Credential;
  /** A locked folder is no failure: somebody will unlock it, or ask about it. */
  readonly isLockedAllowed?: boolean;
  /** The keychain of this computer, where there is one. */
  readonly findKeychain?: () => Promise<Keychain | null>;
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Stands in for the model process in tests of everything else. */
  readonly inference?: Inference;
  /** Stands in for the upkeep there is in tests of the queue. */
  readonly workers?: readonly Worker[];
};

const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  textScale: 100,
  ownerName: '',
  zone: '',
  budgetTokens: null,
  chatModelId: null,
  modelRoles: {},
  memoryBudgetMB: null,
  isWarmUpOn: true,
  device: 'auto',
  isWelcomed: false,
  hasSingleKeyShortcuts: true,
  isModelReading: false,
  ...{ isSaving: true, isUsing: true, ...DEFAULT_POLICY, currentSpaceId: DEFAULT_SPACE },
  isDecayOn: true,
  isWorkPaused: false,
  workers: {},
};

/** Opens a data folder: lock, keys, journal, tables, models, in that order; closes in reverse. */
export function openEngine(options: OpenEngine): Promise<Engine> {
  return openLockable(options, async (asked, parts) => {
    const closers: (() => Promise<void>)[] = [];
    const closeAll = async (): Promise<void> => {
      for (const close of closers.splice(0).reverse()) await close();
    };
    try {
      return await assemble(asked, { ...parts, closers, closeAll });
    } catch (error) {
      await closeAll().catch(() => undefined); // the first failure is the one to report
      throw error;
    }
  });
}

type Parts = AssembleParts & {
  readonly closers: (() => Promise<void>)[];
  readonly closeAll: () => Promise<void>;
};

async function assemble(options: OpenEngine, parts: Parts): Promise<Assembled> {
  const { clock, ids, log, events, keyring, closers, closeAll } = parts;
  const { dataFolder } = options;
  const startedMs = clock.monotonicMs();
  const vault = await openVault({ folder: dataFolder, clock, ids, keyring });
  const files = fileCodecOf(keyring, ids);
  const sealer = keyring === null ? null : createSealer(keyring, ids);
  const journal = await openJournal({ folder: dataFolder, clock, ids, log, keyPair: vault.keyPair, sealer });
  closers.push(journal.close);
  const store = await openCommit({
    ...{ dataFolder, templateFolder: templateFolder(options.appRoot), journal, clock, log },
    databaseKey: writingKey(keyring, 'database'),
  });
  closers.push(store.close);
  const fence = createFence(clock);
  const tombstones = createTombstones(vault.keyPair.privateKey);
  closers.push(async () => tombstones.wipe());
  const commit: Ctx['commit'] = async (events, watch) => {
    fence.check(events);
    return store.commit(events, watch);
  };
  await begin(commit, { lastSeq: journal.lastSeq, journalId: vault.journalId, version: options.version });

  const settings = await openJsonFile({
    path: join(dataFolder, 'settings.json'),
    files,
    schema: Settings,
    defaults: DEFAULT_SETTINGS,
  });
  const models: ModelPlaces = {
    folder: options.env.PALIMPSEST_MODELS_DIR ?? join(dataFolder, 'models'),
    bundledFolder: resolveBundledFolder(options.appRoot),
    env: options.env,
  };
  const { spec, counter } = await loadEmbedder(models);
  const inference =
    options.inference ??
    createInference({
      launch: options.launchHost ?? launchNodeHost({ hostPath: join(builtFolder(options.appRoot), 'main', 'host.js') }),
      embedder: spec,
      log,
      clock,
      onState: () => events.emit('app.changed', {}),
    });
  closers.push(inference.close);

  const spaceName = inference.spaceId ?? 'none';
  const spaceId = await store.db.transaction(async (tx) => {
    const id = await ensureEmbeddingSpace(tx, spaceName);
    // Another embedder than at the last start, or a change that was cut short: everything waits for its new vectors.
    if (store.isNew || (await hasOtherSpaces(tx, id))) await insertMissingPending(tx, id);
    return id;
  });
  const cacheKey = writingKey(keyring, 'cache');
  const seal = cacheKey === null ? null : { key: cacheKey, ids };
  const cache = openVectorCache({ dataFolder, spaceName, dimension: spec.dimension, seal });
  const memory = createReloadable(() =>
    createMemory({
      ...{ db: store.db, embeddingSpaceId: spaceId, dimension: spec.dimension },
      ...{ generation: store.generation, clock, log },
    }),
  );
  closers.push(memory.close);
  const indexer = createIndexer(
    { db: store.db, inference, spaceId, cache, onStored: memory.addVectors },
    { clock, log, onChange: () => events.emit('app.changed', {}) },
  );
  closers.push(indexer.close);
  const extraction = createExtraction(
    {
      ...{ db: store.db, commit, log, emit: events.emit, generation: store.generation, tombstones },
      // Without an embedder there are no vectors to wait for.
      policy: () => {
        const { acceptAbove, askFirst } = settings.get();
        return { acceptAbove, askFirst };
      },
      whenFound: () => (indexer.isRunning() ? indexer.whenIdle().catch(() => undefined) : null),
    },
    createRulesExtractor(inference),
  );
  closers.push(extraction.close);
  const procedures = createProcedureReader({
    ...{ db: store.db, commit, log, emit: events.emit, ids, inference },
  });
  closers.push(procedures.close);
  // Asking costs more than a search of a small history.
  const ofComputer = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = (): string => resolveZone(settings.get().zone, ofComputer);
  const legCounts = createLegCounts({ db: store.db, log, zone });
  const traces = withLegCounts(withFence(openTraces(dataFolder, log, files), fence), legCounts);
  closers.push(traces.flush);

  const documents = createDocuments({ parserPath: join(builtFolder(options.appRoot), 'main', 'parser.js') });
  closers.push(documents.close);
  const ctx: Ctx = {
    dataFolder,
    files,
    db: store.db,
    journal,
    vault,
    commit,
    erase: store.erase,
    fence,
    tombstones,
    generation: store.generation,
    inference,
    embedding: { name: spaceName, id: spaceId, modelName: spec.modelId },
    counter,
    traces,
    settings,
    clock,
    ids,
    log,
    emit: events.emit,
    zone,
    indexer,
    extraction,
    procedures,
    memory,
    vectorCache: cache,
    documents,
    summaries: createSummaryDesk(),
    models,
  };
  const power = createPower();
  const jobs = createJobs(ctx, { workers: options.workers ?? WORKERS, power });
  closers.push(jobs.close);
  await endUnfinished(ctx);
  const handlers = await createHandlers(ctx, {
    jobs,
    version: options.version,
    mode: options.mode,
    journal,
    onClose: (end) => closers.push(end),
    audit: { folder: join(builtFolder(options.appRoot), 'main'), vault },
    scanResidue: createResidueScan(join(builtFolder(options.appRoot), 'main', 'residue.js')),
    rebuild: { templateFolder: templateFolder(options.appRoot), cache, catchUp, replaceAtClose: store.replaceAtClose },
  });
  indexer.wake();
  extraction.wake();
  procedures.wake();
  // A command does one thing and ends; upkeep is for what stays open.
  if (options.mode !== 'command line') jobs.start();
  log('engine.open', { ms: Math.round(clock.monotonicMs() - startedMs), records: journal.lastSeq, isNew: store.isNew });

  return { handlers, notePower: power.note, lookForWork: jobs.tick, close: closeAll };
}

/** A recall that was under way while something was forgotten leaves no trace of it. */
const withFence = (traces: TraceStore, fence: Fence): TraceStore => ({
  ...traces,
  put: (trace) => {
    if (!fence.isTouched(trace)) traces.put(trace);
  },
});

/** In the packaged app native readers cannot look into app.asar; what they need lies unpacked beside it. */
const unpacked = (path: string): string => path.replace(/app\.asar(?=$|[\\/])/, 'app.asar.unpacked');

const builtFolder = (appRoot: string): string => join(appRoot, 'out');
function templateFolder(appRoot: string): string {
  const folder = join(builtFolder(appRoot), 'db-template');
  return existsSync(unpacked(folder)) ? unpacked(folder) : folder;
}

async function loadEmbedder(
  models: ModelPlaces,
): Promise<{ readonly spec: EmbedderSpec; readonly counter: TokenCounter }> {
  const model = findModel(BUNDLED_EMBEDDER_ID);
  if (model === null) throw new Error('bug: the bundled embedder is not in the catalogue');
  const spec = getEmbedderSpec(model, await locateModel(model, models), 1);
  const tokenizer = createWordPiece(JSON.parse(await readFile(spec.tokenizerPath, 'utf8')));
  return { spec, counter: { name: `${model.id} (no chat model)`, count: (text) => tokenizer.encode(text).length } };
}

type Beginning = { readonly lastSeq: number; readonly journalId: string; readonly version: string };

async function begin(commit: Ctx['commit'], { lastSeq, journalId, version }: Beginning): Promise<void> {
  if (lastSeq > 0) return;
  await commit([
    { kind: 'vault.created', body: { journalId, appVersion: version } },
    { kind: 'space.created', body: { spaceId: DEFAULT_SPACE, name: 'Home' } },
  ]);
}
