import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { PlainId } from '../format/trajectory.ts';
import { readEndpoint } from '../judge/endpoint.ts';
import langmem from './peers/langmem_store.py?raw';
import mem0 from './peers/mem0_oss.py?raw';
import peer from './peers/peer.py?raw';
import reference from './peers/reference.mjs?raw';
import { openProcessSystem, type ProcessOptions, type ProcessSystem } from './process-system.ts';
import type { HelloReply } from './protocol.ts';
import type { OpenSystem, SystemStart } from './system.ts';

/** Systems that have an adapter here. The packages that they need are the user's to install. */
export const PeerName = z.enum(['reference', 'mem0', 'langmem']);
export type PeerName = z.infer<typeof PeerName>;

/** A program of the user's own that speaks the protocol: the content of a file that the user names. */
export const SystemFile = z.strictObject({
  format: z.literal('lsrep-system-file'),
  version: z.literal(1),
  name: PlainId,
  command: z.string().min(1),
  args: z.array(z.string()).readonly().default([]),
  env: z.record(z.string(), z.string()).default({}),
  /** `scheduled`: it is told of the upkeep of a history, and declares in `hello` which of it it has. */
  lifecycle: z.enum(['scheduled', 'none']).default('none'),
  timeoutsMs: z
    .partialRecord(
      z.enum(['hello', 'ingest', 'documents', 'settle', 'maintain', 'ask', 'use', 'inspect']),
      z.int().min(1),
    )
    .default({}),
});
export type SystemFile = z.infer<typeof SystemFile>;

export type PeerOptions = Pick<ProcessOptions, 'countTokens' | 'timeouts'> & {
  /** The Python that has the package. */
  readonly python: string;
  /** Folder with `model_int8.onnx` and `tokenizer.json`: the app's own embedder. */
  readonly embedderFolder: string;
  /** A language model that the user serves, for systems that remember by one. What was said is sent to it. */
  readonly endpoint?: { readonly url: string; readonly model: string } | undefined;
  /** Without it an endpoint has to be on this machine. */
  readonly isRemoteAllowed?: boolean | undefined;
};

const ENV = {
  // A stored order of hashes, and no files beside the adapters.
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  PYTHONUTF8: '1',
  ORT_DISABLE_TELEMETRY: '1',
  ...(process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
};

const PROGRAMS: Readonly<Record<PeerName, Readonly<Record<string, string>>>> = {
  reference: { 'reference.mjs': reference },
  mem0: { 'mem0_oss.py': mem0, 'peer.py': peer },
  langmem: { 'langmem_store.py': langmem, 'peer.py': peer },
};

/** Starts one of the adapters that come with the app, in a folder of its own. */
export async function openPeer(name: PeerName, start: SystemStart, options: PeerOptions): Promise<ProcessSystem> {
  const folder = join(start.folder, 'adapter');
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(PROGRAMS[name])) await writeFile(join(folder, file), text);
  const { countTokens, timeouts } = options;
  const common = { env: ENV, countTokens, timeouts };
  if (name === 'reference')
    return openProcessSystem(start, { ...common, command: process.execPath, args: [join(folder, 'reference.mjs')] });
  const model = nameModel(name, options);
  const script = join(folder, name === 'mem0' ? 'mem0_oss.py' : 'langmem_store.py');
  const args = [script, '--embedder', options.embedderFolder, ...model];
  return openProcessSystem(start, { ...common, command: options.python, args });
}

function nameModel(name: PeerName, { endpoint, isRemoteAllowed }: PeerOptions): readonly string[] {
  if (endpoint === undefined) return [];
  if (name !== 'mem0')
    throw new AppError('usage.invalid', `The system ${name} uses no language model; leave the endpoint out.`);
  return ['--endpoint', readEndpoint(endpoint.url, isRemoteAllowed === true).href, '--model', endpoint.model];
}

/** Starts a program of the user's own. */
export function openSystemFile(
  file: SystemFile,
  start: SystemStart,
  { countTokens }: Pick<ProcessOptions, 'countTokens'> = {},
): Promise<ProcessSystem> {
  const { command, args, env, timeoutsMs } = file;
  return openProcessSystem(start, { command, args, env, timeouts: timeoutsMs, countTokens });
}

export type Systems = {
  readonly palimpsest: OpenSystem;
  readonly peers: PeerOptions;
  /** Programs of the user's own, by their names. */
  readonly files: readonly SystemFile[];
  /** What another system says of itself, once for each time that it is opened. */
  readonly onHello: (system: string, hello: HelloReply) => Promise<void>;
};

/** How each system that an arm can name is opened; a name that is none is refused before anything runs. */
export function openBySystem({ palimpsest, peers, files, onHello }: Systems): (system: string) => OpenSystem {
  const watched = (name: string, open: (start: SystemStart) => Promise<ProcessSystem>): OpenSystem => {
    return async (start) => {
      const system = await open(start);
      await onHello(name, system.hello);
      return system;
    };
  };
  return (name) => {
    if (name === 'palimpsest') return palimpsest;
    const file = files.find((one) => one.name === name);
    if (file !== undefined) return watched(name, (start) => openSystemFile(file, start, peers));
    const known = PeerName.safeParse(name).data;
    if (known !== undefined) return watched(name, (start) => openPeer(known, start, peers));
    throw new AppError(
      'usage.invalid',
      `There is no system of that name. There are palimpsest, ${PeerName.options.join(', ')} and the programs that are named by a file.`,
    );
  };
}
