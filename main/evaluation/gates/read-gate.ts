import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../contract/errors.ts';
import type { RunHeader } from '../format/run.ts';
import { Gate, GateDraft } from './gate.ts';

/** A gate and what proves that it was not changed after the run. */
export type ReadGate = { readonly gate: Gate; readonly hash: string };

const refuse = (path: string, why: string): AppError => new AppError('evaluation.invalid', `${path}: ${why}`);

/** The gate in the bytes of a file; refused with the place in it and the reason. */
export function readGate(bytes: Uint8Array): ReadGate {
  const gate = parseAs(Gate, parseJson(bytes));
  return { gate, hash: createHash('sha256').update(bytes).digest('hex') };
}

/** The same thresholds for the data of one run: the text of the file that has to be committed before it. */
export function registerGate(
  bytes: Uint8Array,
  { trajectories, registeredAt }: Pick<Gate, 'trajectories' | 'registeredAt'>,
): string {
  const draft = parseAs(GateDraft, parseJson(bytes));
  const gate = parseAs(Gate, { ...draft, registeredAt, trajectories });
  return `${JSON.stringify(gate, null, 2)}\n`;
}

function parseAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw refuse(pathOf(issue?.path ?? []), `${issue?.message ?? 'not a gate'}. Correct the gate, or give another.`);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse('/', 'a gate is a JSON file in UTF-8, and this is none');
  }
}

const pathOf = (path: readonly PropertyKey[]): string => `/${path.map(String).join('/')}`;

/** The one gate of a run: a second one would be a second chance. */
export function takeOneGate(gates: readonly ReadGate[]): ReadGate | null {
  const [gate, second] = gates;
  if (second !== undefined)
    throw refuse(
      '/gate',
      `a run has one gate, and ${gates.length} were given (${gates.map((one) => one.gate.name).join(', ')}). Give one.`,
    );
  return gate ?? null;
}

/** Refuses a run that is not the one that the gate was written down for. */
export function checkRegistration({ gate }: ReadGate, header: Pick<RunHeader, 'arms' | 'trajectories'>): void {
  const declared = new Map(header.trajectories.map(({ id, hash }) => [id, hash]));
  for (const [index, { id, hash }] of gate.trajectories.entries()) {
    const own = declared.get(id);
    if (own === undefined) throw refuse(`/trajectories/${index}/id`, `the gate is for ${id}, which this run lacks.`);
    if (hash !== own)
      throw refuse(`/trajectories/${index}/hash`, `the gate was registered for other data: ${id} has ${own} here.`);
    declared.delete(id);
  }
  const [more] = declared.keys();
  if (more !== undefined) throw refuse('/trajectories', `this run has ${more}, which the gate is not for.`);
  const arms = new Map(header.arms.map((arm) => [arm.name, arm]));
  const main = arms.get(gate.arm);
  if (main === undefined) throw refuse('/arm', `this run has no arm ${gate.arm}.`);
  if (main.k < gate.k)
    throw refuse('/k', `the gate looks at ${gate.k} fragments, and ${gate.arm} has ${main.k} at most.`);
  for (const [index, check] of gate.checks.entries()) {
    if (check.kind !== 'contrast') continue;
    if (!arms.has(check.against)) throw refuse(`/checks/${index}/against`, `this run has no arm ${check.against}.`);
    if (check.arm !== undefined && !arms.has(check.arm))
      throw refuse(`/checks/${index}/arm`, `this run has no arm ${check.arm}.`);
  }
}
