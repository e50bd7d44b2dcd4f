import { lstatSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { systemClock } from '../lib/clock.ts';
import { formsOf, MIN_BYTES } from './forms.pure.ts';
import { createMatcher, type Matcher } from './matcher.ts';
import { kindOf, makeBuffer, scanFile } from './scan-file.ts';
import type { UnderKey } from './under-key.ts';

export type ResidueInput = {
  /** The data folder, and whatever else the app may have written to, such as Electron's profile. */
  readonly folders: readonly string[];
  readonly needles: readonly string[];
  /** Files and folders that are left out, relative to their folder, `/` between. */
  readonly leaveOut?: readonly string[];
};

export type ResidueHit = {
  /** Which of the folders. */
  readonly folder: number;
  /** Relative to it, `/` between. */
  readonly file: string;
  /** Of compressed bytes: where they begin. */
  readonly offset: number;
  /** How it is written there, never what. */
  readonly how: string;
  /** Index of the needle. */
  readonly needle: number;
};

export type ResidueReport = {
  readonly files: number;
  readonly bytes: number;
  readonly needles: number;
  /** Needles of too few bytes to be told from chance, by index. */
  readonly tooShort: readonly number[];
  /** All places; `hits` holds the first of them. */
  readonly found: number;
  readonly hits: readonly ResidueHit[];
  /** Encrypted files of which what is under the key was searched. */
  readonly openedFiles: number;
  /** Encrypted files, by relative path, of which only the ciphertext could be searched: no key that is here opens them wholly. */
  readonly shut: readonly string[];
  /** Files that hold no words by what they are, by reason. */
  readonly leftOut: readonly { readonly why: string; readonly files: number; readonly bytes: number }[];
  /** Relative paths of files that could not be read, or not wholly. */
  readonly unreadable: readonly string[];
  readonly ms: number;
};

export type ResidueProgress = { readonly doneBytes: number; readonly totalBytes: number };

const MAX_HITS = 1_000;
const MODEL_FILE = /\.(?:gguf|onnx|safetensors)(?:\.part)?$/;
const MODELS = 'model weights, which were downloaded or shipped';
const CHOSEN = 'left out by choice';

type Found = { readonly folder: number; readonly file: string; readonly path: string; readonly sizeBytes: number };

/** Looks for texts in every byte of some folders, and under the key of the first one, however they may be written. Yields progress after each part. */
export function* scanFolders(
  input: ResidueInput,
  under: UnderKey | null = null,
): Generator<ResidueProgress, ResidueReport> {
  const fromMs = systemClock.monotonicMs();
  const forms = input.needles.map((needle, index) => formsOf(needle, index));
  const matcher = createMatcher(forms.flat());
  const { files, leftOut } = listFiles(input);
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const state = createTally();
  const buffer = makeBuffer(matcher);
  let doneBytes = 0;
  for (const file of files) {
    searchName(file, matcher, state);
    const scan = {
      ...file,
      kind: kindOf(file.file),
      matcher,
      buffer,
      under: file.folder === 0 ? under : null,
      onHit: state.add(file),
    };
    try {
      const parts = scanFile(scan);
      let part = parts.next();
      for (; part.done !== true; part = parts.next()) {
        doneBytes += part.value;
        yield { doneBytes, totalBytes };
      }
      const { isWhole, seal } = part.value;
      if (!isWhole) state.unreadable.push(file.file);
      if (seal === 'shut') state.shut.push(file.file);
      if (seal === 'opened') state.openedFiles += 1;
      state.files += 1;
    } catch (error) {
      if (!isErrno(error)) throw error;
      // Gone since it was listed: nothing is left of it to be searched.
      if (error.code !== 'ENOENT') state.unreadable.push(file.file);
    }
  }
  return {
    ...{ files: state.files, bytes: doneBytes, needles: input.needles.length, leftOut },
    tooShort: forms.flatMap((each, index) => (each.length === 0 ? [index] : [])),
    ...{ found: state.found, hits: state.hits, unreadable: state.unreadable },
    ...{ openedFiles: state.openedFiles, shut: state.shut },
    ms: Math.round(systemClock.monotonicMs() - fromMs),
  };
}

export { MIN_BYTES };

function createTally() {
  const hits: ResidueHit[] = [];
  return {
    files: 0,
    found: 0,
    hits,
    unreadable: [] as string[],
    openedFiles: 0,
    shut: [] as string[],
    /** One place counts once, in however many ways its bytes can be read. */
    add({ folder, file }: Found) {
      const seen = new Set<string>();
      return (place: Omit<ResidueHit, 'folder' | 'file'>): void => {
        const key = `${place.offset} ${place.needle}`;
        if (seen.has(key)) return;
        seen.add(key);
        this.found += 1;
        if (hits.length < MAX_HITS) hits.push({ folder, file, ...place });
      };
    },
  };
}

function searchName(file: Found, matcher: Matcher, state: ReturnType<typeof createTally>): void {
  const add = state.add(file);
  const name = new Uint8Array(Buffer.from(file.file));
  matcher.search(name, ({ needle, how }) => add({ offset: 0, how: `name of the file, ${how}`, needle }));
}

const isErrno = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error;

function listFiles({ folders, leaveOut = [] }: ResidueInput) {
  const files: Found[] = [];
  const leftOut = new Map<string, { files: number; bytes: number }>();
  for (const [folder, root] of folders.entries()) {
    for (const path of walk(root)) {
      const file = relative(root, path).replaceAll(sep, '/');
      const sizeBytes = sizeOf(path);
      if (sizeBytes === null) continue;
      const why = whyLeftOut(file, leaveOut);
      if (why === null) files.push({ folder, file, path, sizeBytes });
      else {
        const known = leftOut.get(why) ?? { files: 0, bytes: 0 };
        leftOut.set(why, { files: known.files + 1, bytes: known.bytes + sizeBytes });
      }
    }
  }
  return { files, leftOut: [...leftOut].map(([why, count]) => ({ why, ...count })) };
}

function whyLeftOut(file: string, leaveOut: readonly string[]): string | null {
  if (leaveOut.some((left) => file === left || file.startsWith(`${left}/`))) return CHOSEN;
  return MODEL_FILE.test(file) ? MODELS : null;
}

/** Files only: links are not followed, since what they lead to is somebody else's. */
function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

function sizeOf(path: string): number | null {
  try {
    return lstatSync(path).size;
  } catch {
    return null; // gone since it was listed
  }
}
