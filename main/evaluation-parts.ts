import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BUNDLED_EMBEDDER_ID, findModel } from '../models/catalogue.ts';
import { locateModel, resolveBundledFolder } from '../models/locate.ts';
import { AppError } from './contract/errors.ts';
import { openEngine } from './engine.ts';
import { openLocalModel } from './evaluation/judge/local-model.ts';
import { seeded } from './evaluation/lib/seeded.pure.ts';
import type { EvaluationParts } from './evaluation/run/parts.ts';
import { openPalimpsest } from './evaluation/systems/palimpsest.ts';
import { createInference, type Inference, launchNodeHost } from './inference/client.ts';
import { getEmbedderSpec } from './inference/embedder-spec.ts';
import { createSteadyCache, createSteadyInference } from './inference/steady.ts';
import { createWordPiece } from './inference/wordpiece.pure.ts';
import { acquireLock } from './journal/lock.ts';
import { systemClock } from './lib/clock.ts';
import { type Ids, systemIds } from './lib/ids.ts';
import { silentLog } from './lib/log.ts';

type Options = {
  readonly appRoot: string;
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Ids of one engine that come out the same in every run with its seed. */
function seededIds(seed: string): Ids {
  const chance = seeded(seed);
  const bytes = (sizeBytes: number): Uint8Array => Uint8Array.from({ length: sizeBytes }, () => chance.int(256));
  return {
    bytes,
    uuid: () => {
      const raw = bytes(16);
      raw[6] = ((raw[6] ?? 0) & 0x0f) | 0x40;
      raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
      const hex = Buffer.from(raw).toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
  };
}

/** What an evaluation needs of the app: engines on a clock of their own, all with one model process. */
export async function openEvaluationParts({ appRoot, version, env }: Options): Promise<EvaluationParts> {
  const model = findModel(BUNDLED_EMBEDDER_ID);
  if (model === null) throw new Error('bug: the bundled embedder is not in the catalogue');
  const bundledFolder = resolveBundledFolder(appRoot);
  const places = { folder: join(appRoot, 'models'), bundledFolder, env: {} };
  const embedder = getEmbedderSpec(model, await locateModel(model, places), 1);
  const launch = launchNodeHost({ hostPath: join(appRoot, 'out/main/host.js') });
  const inference = createInference({ launch, embedder, log: silentLog, clock: systemClock });
  let cache = createSteadyCache();
  const tokenizer = createWordPiece(JSON.parse(await readFile(embedder.tokenizerPath, 'utf8')));
  return {
    version,
    monotonicMs: systemClock.monotonicMs,
    openPalimpsest: (start) =>
      openPalimpsest(start, (dataFolder) =>
        openEngine({
          ...{ dataFolder, appRoot, version, env, mode: 'command line' },
          clock: { now: start.clock.now, monotonicMs: systemClock.monotonicMs },
          ids: seededIds(`${start.seed}\u0000${start.arm.name}`),
          inference: createSteadyInference(inference, cache),
        }),
      ),
    forgetTexts: () => {
      cache = createSteadyCache();
    },
    hashes: async () => ({
      code: await hashFolder(join(appRoot, 'out/main'), (name) => name.endsWith('.js')),
      models: bundledFolder === null ? {} : { [BUNDLED_EMBEDDER_ID]: await hashFolder(bundledFolder) },
      config: await hashFolder(join(appRoot, 'out/main'), (name) => !/\.(?:js|map)$/.test(name)),
    }),
    readTemplate: () => readFile(join(appRoot, 'out/main/evaluation-report.html'), 'utf8'),
    takeFolder: async (folder) => (await acquireLock({ folder, clock: systemClock, ids: systemIds })).release,
    measure: {
      embedderFolder: dirname(embedder.modelPath),
      countTokens: (text) => tokenizer.encode(text).length,
    },
    openChatModel: (path) => openChatModel(inference, path),
    startSelf: (argv) =>
      fork(process.argv[1] ?? '', argv, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: process.execArgv }),
    room: () => ({ cores: availableParallelism(), freeBytes: process.availableMemory() }),
    close: inference.close,
  };
}

/** A chat model of a file. Its hash stands with every figure that rests on it. */
async function openChatModel(inference: Inference, path: string) {
  const hash = createHash('sha256');
  const { size } = await stat(path).catch(() => {
    throw new AppError('model.unknown', 'There is no model at that path. Name a .gguf file.');
  });
  await pipeline(createReadStream(path), hash);
  await inference.loadChat(path);
  const model = openLocalModel({
    ...{ name: basename(path, '.gguf'), hash: hash.digest('hex') },
    generate: (input, watch) => inference.generate({ ...input, modelPath: path }, watch),
  });
  return { ...model, bytes: size };
}

/** SHA-256 over the names and bytes of the files of a folder, by name. */
async function hashFolder(folder: string, isMeant: (name: string) => boolean = () => true): Promise<string> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && isMeant(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const name of names)
    hash
      .update(name.slice(folder.length))
      .update('\u0000')
      .update(await readFile(name));
  return hash.digest('hex');
}
