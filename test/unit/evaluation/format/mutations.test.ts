import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FAULTS } from '../../../../main/evaluation/format/faults.pure.ts';
import { readTrajectoryBytes, TrajectoryFaults } from '../../../../main/evaluation/format/read-trajectory.ts';
import { validateTrajectory } from '../../../../main/evaluation/format/validate.pure.ts';
import { smallTrajectory } from './small-trajectory.ts';

type Place = { readonly path: readonly string[]; readonly value: unknown };

/** Every place of a value, itself first. */
function placesOf(value: unknown, path: readonly string[] = []): readonly Place[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) => placesOf(one, [...path, key]))
      : [];
  return [{ path, value }, ...inner];
}

const places = placesOf(smallTrajectory());
const text = JSON.stringify(smallTrajectory());

/** The small trajectory as parsed JSON, with each change made in turn; a change may find its place gone. */
function change(changes: readonly { readonly path: readonly string[]; readonly value?: unknown }[]): string {
  let root: unknown = JSON.parse(text);
  for (const { path, value } of changes) {
    const last = path.at(-1);
    if (last === undefined) {
      root = value;
      continue;
    }
    let place: unknown = root;
    for (const step of path.slice(0, -1)) place = Object(place)[step];
    if (typeof place !== 'object' || place === null) continue;
    if (value === undefined) Reflect.deleteProperty(place, last);
    else Reflect.set(place, last, value);
  }
  return JSON.stringify(root) ?? 'null';
}

/** Reads, or refuses with a path and a reason; anything else is a crash. */
function isHandled(bytes: Uint8Array): void {
  try {
    const { trajectory } = readTrajectoryBytes(bytes);
    expect(validateTrajectory(trajectory)).toEqual([]);
  } catch (error) {
    if (!(error instanceof TrajectoryFaults)) throw error;
    expect(error.faults.length).toBeGreaterThan(0);
    expect(error.faults.length).toBeLessThanOrEqual(MAX_FAULTS);
    for (const { path, reason } of error.faults) {
      expect(path).toMatch(/^\$(?:\.[A-Za-z_][A-Za-z0-9_-]*|\[\d+\]|\[\?\])*$/);
      expect(reason).toMatch(/\S/);
    }
  }
}

const encode = (json: string): Uint8Array => new TextEncoder().encode(json);
const anyPath = fc.constantFrom(...places.map(({ path }) => path));
const anyValue = fc.oneof(
  fc.constantFrom(...places.map(({ value }) => value)),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    '2024-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    -1,
    1e308,
    2 ** 53,
    null,
  ),
);
const options = { numRuns: 600, seed: 8 } as const;

describe('evaluation/format under damage', () => {
  it('is never brought down by changed bytes', () => {
    const byte = fc.record({ at: fc.nat(text.length - 1), to: fc.nat(255) });
    fc.assert(
      fc.property(
        fc.array(byte, { minLength: 1, maxLength: 4 }),
        fc.nat(text.length),
        fc.boolean(),
        (edits, cut, isCut) => {
          const bytes = encode(text);
          for (const { at, to } of edits) bytes[at] = to;
          isHandled(isCut ? bytes.slice(0, cut) : bytes);
        },
      ),
      options,
    );
  });

  it('is never brought down by fields that are gone', () => {
    fc.assert(
      fc.property(fc.array(anyPath, { minLength: 1, maxLength: 3 }), (paths) => {
        isHandled(encode(change(paths.map((path) => ({ path })))));
      }),
      options,
    );
  });

  it('is never brought down by values that belong elsewhere or nowhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ path: anyPath, value: anyValue }), { minLength: 1, maxLength: 3 }),
        (changes) => {
          isHandled(encode(change(changes)));
        },
      ),
      options,
    );
  });

  it('is never brought down by fields that nobody knows', () => {
    fc.assert(
      fc.property(anyPath, fc.string(), fc.jsonValue({ maxDepth: 1 }), (path, key, value) => {
        isHandled(encode(change([{ path: [...path, key], value }])));
      }),
      { ...options, numRuns: 200 },
    );
  });
});
