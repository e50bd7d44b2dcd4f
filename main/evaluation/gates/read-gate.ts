import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import { type Fault, faultAt, faultsOfIssues, MAX_FAULTS } from '../format/faults.pure.ts';
import { listRepeatedNames } from '../format/repeated-names.pure.ts';
import type { RunHeader } from '../format/run.ts';
import { Gate, GateDraft } from './gate.ts';

/** A gate and what proves that it was not changed after the run. */
export type ReadGate = { readonly gate: Gate; readonly hash: string };

const refuse = (steps: readonly (string | number)[], reason: string): AppError => refuseAll([faultAt(steps, reason)]);

function refuseAll(faults: readonly Fault[]): AppError {
  const lines = faults.map(({ path, reason }) => `${path} ${reason}`);
  const [first = '$ cannot be read'] = lines;
  const message = lines.length > 1 ? `The gate has ${lines.length} faults:\n${lines.join('\n')}` : `The gate: ${first}`;
  return new AppError('evaluation.invalid', message);
}

/** The gate in the bytes of a file; refused with the place of every fault in it and the reason. */
export function readGate(bytes: Uint8Array): ReadGate {
  const gate = requireData(parseAs(GateDraft, parseJson(bytes)));
  return { gate, hash: createHash('sha256').update(bytes).digest('hex') };
}

/** The same thresholds for the data of one run: the text of the file that has to be committed before it. */
export function registerGate(
  bytes: Uint8Array,
  { trajectories, registeredAt }: Pick<Gate, 'trajectories' | 'registeredAt'>,
): string {
  const gate = requireData({ ...parseAs(GateDraft, parseJson(bytes)), registeredAt, trajectories });
  return `${JSON.stringify(gate, null, 2)}\n`;
}

function requireData(draft: GateDraft): Gate {
  if (draft.trajectories.length === 0)
    throw refuse(['trajectories'], 'names no data yet: write it for a run with `lsrep register`');
  return parseAs(Gate, draft);
}

function parseAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refuseAll(faultsOfIssues(parsed.error.issues, value).slice(0, MAX_FAULTS));
}

function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  let parsed: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    parsed = JSON.parse(text);
  } catch {
    throw refuse([], 'is no JSON file in UTF-8');
  }
  const repeated = listRepeatedNames(text, MAX_FAULTS);
  if (repeated.length > 0) throw refuseAll(repeated.map((steps) => faultAt(steps, 'is there twice')));
  return parsed;
}

/** The one gate of a run: a second one would be a second chance. */
export function takeOneGate(gates: readonly ReadGate[]): ReadGate | null {
  const [gate, second] = gates;
  if (second !== undefined)
    throw new AppError(
      'evaluation.invalid',
      `$.gate: a run has one gate, and ${gates.length} were given (${gates.map((one) => one.gate.name).join(', ')}). Give one.`,
    );
  return gate ?? null;
}

/** Refuses a run that is not the one that the gate was written down for. */
export function checkRegistration({ gate }: ReadGate, header: Pick<RunHeader, 'arms' | 'trajectories'>): void {
  const declared = new Map(header.trajectories.map(({ id, hash }) => [id, hash]));
  for (const [index, { id, hash }] of gate.trajectories.entries()) {
    const own = declared.get(id);
    if (own === undefined) throw refuse(['trajectories', index, 'id'], `is ${id}, which this run lacks`);
    if (hash !== own)
      throw refuse(['trajectories', index, 'hash'], `was registered for other data: ${id} has ${own} in this run`);
    declared.delete(id);
  }
  const [more] = declared.keys();
  if (more !== undefined) throw refuse(['trajectories'], `lacks ${more}, which this run has`);
  const arms = new Map(header.arms.map((arm) => [arm.name, arm]));
  const main = arms.get(gate.arm);
  if (main === undefined) throw refuse(['arm'], `is ${gate.arm}, and this run has no such arm`);
  if (main.k < gate.k) throw refuse(['k'], `is ${gate.k}, and ${gate.arm} may have ${main.k} fragments`);
  for (const [index, check] of gate.checks.entries()) {
    if (check.kind !== 'contrast') continue;
    if (!arms.has(check.against))
      throw refuse(['checks', index, 'against'], `is ${check.against}, and this run has no such arm`);
    if (check.arm !== undefined && !arms.has(check.arm))
      throw refuse(['checks', index, 'arm'], `is ${check.arm}, and this run has no such arm`);
  }
}
