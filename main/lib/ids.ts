import { randomBytes, randomUUID } from 'node:crypto';

/** The only source of randomness; injected so that tests can make it deterministic. */
export type Ids = {
  readonly uuid: () => string;
  /** `sizeBytes` random bytes. */
  readonly bytes: (sizeBytes: number) => Uint8Array;
};

export const systemIds: Ids = {
  uuid: () => randomUUID(),
  bytes: (sizeBytes) => new Uint8Array(randomBytes(sizeBytes)),
};

/** Deterministic ids for tests: a counter in a uuid-like shape. */
export function countingIds(seed = 0): Ids {
  let n = seed;
  const next = () => {
    n += 1;
    return n;
  };
  return {
    uuid: () => `00000000-0000-4000-8000-${next().toString(16).padStart(12, '0')}`,
    bytes: (sizeBytes) => {
      const value = next();
      return Uint8Array.from({ length: sizeBytes }, (_, i) => (value * 31 + i * 7) & 0xff);
    },
  };
}
