/** A broken promise of our own code; never an expected failure. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`);
}

export function unreachable(value: never): never {
  throw new Error(`bug: unreachable ${typeof value}`);
}
