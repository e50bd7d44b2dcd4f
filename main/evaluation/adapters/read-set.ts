import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Trajectory } from '../format/trajectory.ts';
import { parseTrajectory } from '../format/validate.pure.ts';
import { fromBeam } from './beam.pure.ts';
import { type Converted, type LeftOut, toPlainId } from './converted.pure.ts';
import { fromHaluMem } from './halumem.pure.ts';
import { fromLocomo } from './locomo.pure.ts';
import { fromLongMemEval } from './longmemeval.pure.ts';
import {
  converting,
  listChatFolders,
  listSetFiles,
  type Place,
  readAllValues,
  readValues,
  refuseSet,
  theSetFile,
} from './set-file.ts';

/** Public sets whose files the user brings; none of them comes with the app. */
export const AdapterName = z.enum(['locomo', 'longmemeval', 'beam', 'halumem']);
export type AdapterName = z.infer<typeof AdapterName>;

export type SetInput = {
  readonly name: AdapterName;
  /** The set's file or folder, as it was published. */
  readonly path: string;
  /** Told of every question that cannot be asked, history by history. */
  readonly onLeftOut?: ((history: string, leftOut: readonly LeftOut[]) => void) | undefined;
};

type Named = { readonly converted: Converted; readonly place: Place; readonly history: string };

const JSON_FILE = /\.json(?:\.gz)?$/;
const JSON_OR_LINES = /\.jsonl?(?:\.gz)?$/;

const padded = (n: number): string => String(n).padStart(3, '0');

async function* readLocomo(path: string): AsyncGenerator<Named> {
  for (const file of await listSetFiles('LoCoMo', path, JSON_FILE)) {
    const stem = toPlainId(basename(file).replace(JSON_FILE, ''));
    for await (const { value, place } of readValues('LoCoMo', file)) {
      const fallback = place.value === 1 ? stem : `${stem}-${place.value}`;
      yield { converted: converting(place, value, () => fromLocomo(value, fallback)), place, history: fallback };
    }
  }
}

async function* readLongMemEval(path: string): AsyncGenerator<Named> {
  const file = await theSetFile('LongMemEval', path, JSON_OR_LINES);
  for await (const { value, place } of readValues('LongMemEval', file)) {
    const history = `longmemeval-${padded(place.value)}`;
    yield { converted: converting(place, value, () => fromLongMemEval(value, history)), place, history };
  }
}

const CHAT = 'chat.json';
const PROBING = 'probing_questions.json';

async function* readBeam(path: string): AsyncGenerator<Named> {
  for (const [n, chat] of (await listChatFolders('BEAM', path, CHAT)).entries()) {
    const place = { set: 'BEAM', value: n + 1 };
    const beside = join(chat.path, PROBING);
    // Published in a folder of its own name.
    const asked = existsSync(beside) ? beside : join(chat.path, 'probing_questions', PROBING);
    const batches = await readAllValues('BEAM', join(chat.path, CHAT));
    const [probing] = await readAllValues('BEAM', asked);
    const raw = { chat: batches, probing };
    yield { converted: converting(place, raw, () => fromBeam(raw, chat.name)), place, history: `beam-${chat.name}` };
  }
}

async function* readHaluMem(path: string): AsyncGenerator<Named> {
  const file = await theSetFile('HaluMem', path, JSON_OR_LINES);
  for await (const { value, place } of readValues('HaluMem', file)) {
    const history = `halumem-${padded(place.value)}`;
    for (const converted of converting(place, value, () => fromHaluMem(value, history)))
      yield { converted, place, history };
  }
}

const READERS: Readonly<Record<AdapterName, (path: string) => AsyncGenerator<Named>>> = {
  locomo: readLocomo,
  longmemeval: readLongMemEval,
  beam: readBeam,
  halumem: readHaluMem,
};

/** Histories of a public set as trajectories, one after the other; what a set leaves open is in `docs/lsrep/trajectory.md`. */
export async function* readSet({ name, path, onLeftOut }: SetInput): AsyncGenerator<Trajectory> {
  const ids = new Set<string>();
  for await (const { converted, place, history } of READERS[name](path)) {
    if (converted.leftOut.length > 0) onLeftOut?.(converted.trajectory?.id ?? history, converted.leftOut);
    if (converted.trajectory === null) continue;
    const taken = converted.trajectory.id;
    const id = ids.has(taken) ? `${taken}-${ids.size + 1}` : taken;
    ids.add(id);
    const { trajectory, faults } = parseTrajectory({ ...converted.trajectory, id });
    if (trajectory === null) throw refuseSet(place, faults);
    yield trajectory;
  }
}
