import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLED_EMBEDDER_ID, findModel } from '../models/catalogue.ts';
import { locateModel, resolveBundledFolder } from '../models/locate.ts';
import { measureLedger } from './bench-ledger.ts';
import { makeBenchVectors } from './bench-vectors.ts';
import type { BenchParts } from './cli/bench.ts';
import type { BenchTurn } from './cli/bench-text.pure.ts';
import { RULES_EXTRACTOR } from './codex/rules-extractor.ts';
import { createInference, type Inference, launchNodeHost } from './inference/client.ts';
import { getEmbedderSpec } from './inference/embedder-spec.ts';
import type { JournalEvent } from './journal/events/index.ts';
import { openJournal } from './journal/open.ts';
import { openVault } from './journal/vault.ts';
import { systemClock as clock } from './lib/clock.ts';
import { systemIds as ids } from './lib/ids.ts';
import { silentLog as log } from './lib/log.ts';
import { toEmbeddedText } from './stores/project/lexical-text.pure.ts';

/** The parts that `bench` measures alone, without the engine round them. */
export function createBenchParts(appRoot: string): BenchParts {
  return {
    measureEmbedder: (turns) => withEmbedder(appRoot, ({ inference }) => measureEmbedder(inference, turns)),
    measureJournal,
    markRead,
    measureLedger: (folder, claims) =>
      measureLedger(folder, { templateFolder: join(appRoot, 'out/db-template'), claims }),
    makeVectors: (dataFolder, turns) =>
      withEmbedder(appRoot, ({ inference, dimension }) =>
        makeBenchVectors({ inference, dimension, dataFolder }, turns),
      ),
  };
}

/** Says in the journal that the turns of a folder that nobody has open have been read for facts. */
async function markRead(dataFolder: string): Promise<void> {
  const { keyPair } = await openVault({ folder: dataFolder, clock, ids });
  const journal = await openJournal({ folder: dataFolder, clock, ids, log, keyPair });
  try {
    const body = { extractor: RULES_EXTRACTOR, throughSeq: journal.lastSeq };
    await journal.append([{ kind: 'codex.read', body }]);
  } finally {
    await journal.close();
  }
}

const TEXTS_AT_ONCE = 512;

type Embedder = { readonly inference: Inference; readonly dimension: number };

/** The bundled embedder in a process of its own, for as long as `work` takes. */
async function withEmbedder<T>(appRoot: string, work: (embedder: Embedder) => Promise<T>): Promise<T> {
  const model = findModel(BUNDLED_EMBEDDER_ID);
  if (model === null) throw new Error('bug: the bundled embedder is not in the catalogue');
  const places = { folder: join(appRoot, 'models'), bundledFolder: resolveBundledFolder(appRoot), env: {} };
  const embedder = getEmbedderSpec(model, await locateModel(model, places), 1);
  const launch = launchNodeHost({ hostPath: join(appRoot, 'out/main/host.js') });
  const inference = createInference({ launch, embedder, log, clock });
  try {
    return await work({ inference, dimension: embedder.dimension });
  } finally {
    await inference.close();
  }
}

/** The embedder with nothing else to do: the texts that an import embeds, in messages as large as the client sends. */
async function measureEmbedder(inference: Inference, turns: readonly BenchTurn[]) {
  const texts = turns.map((turn) => toEmbeddedText({ ...turn, attachments: [] }));
  await inference.embed({ texts: texts.slice(0, 8), kind: 'passage' }); // starts the process and loads the weights
  const fromMs = clock.monotonicMs();
  let chunks = 0;
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
    const vectors = await inference.embed({ texts: texts.slice(at, at + TEXTS_AT_ONCE), kind: 'passage' });
    chunks += vectors.reduce((sum, each) => sum + each.chunks.length, 0);
  }
  const ms = clock.monotonicMs() - fromMs;
  return { turnsPerSecond: (texts.length / ms) * 1000, chunksPerTurn: chunks / texts.length };
}

const EVENTS_AT_ONCE = 256;

/** Appends turns as an import does, a batch after the other, each waiting for its fsync. */
async function measureJournal(folder: string, turns: readonly BenchTurn[]) {
  await mkdir(folder, { recursive: true });
  const vault = await openVault({ folder, clock, ids });
  const journal = await openJournal({ folder, clock, ids, log, keyPair: vault.keyPair });
  try {
    await journal.append([{ kind: 'vault.created', body: { journalId: vault.journalId, appVersion: 'bench' } }]);
    const events = turns.map(toEvent);
    const fromMs = clock.monotonicMs();
    for (let at = 0; at < events.length; at += EVENTS_AT_ONCE)
      await journal.append(events.slice(at, at + EVENTS_AT_ONCE));
    const batchedMs = clock.monotonicMs() - fromMs;
    const single = events.slice(0, EVENTS_AT_ONCE);
    const singleFromMs = clock.monotonicMs();
    for (const event of single) await journal.append([event]);
    const singleMs = (clock.monotonicMs() - singleFromMs) / single.length;
    return { recordsPerSecond: (events.length / batchedMs) * 1000, singleMs };
  } finally {
    await journal.close();
  }
}

function toEvent(turn: BenchTurn, position: number): JournalEvent {
  return {
    kind: 'turn.said',
    body: {
      turnId: turn.id,
      conversationId: turn.conversation,
      parentTurnId: null,
      position,
      role: turn.role,
      speaker: turn.speaker,
      text: turn.text,
      saidAt: turn.at,
      isTimeInferred: false,
      zone: 'UTC',
      session: null,
      status: 'complete',
      attachments: [],
      importId: null,
      isHidden: false,
    },
  };
}
