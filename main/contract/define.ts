import type { z } from 'zod';

/** One request, one reply. */
export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  readonly type: 'call';
  readonly input: I;
  readonly output: O;
};
/** One request, many chunks in order, one reply. */
export type Stream<
  I extends z.ZodType = z.ZodType,
  C extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> = {
  readonly type: 'stream';
  readonly input: I;
  readonly chunk: C;
  readonly output: O;
};
/** Says what changed; never what to do. */
export type Event<P extends z.ZodType = z.ZodType> = { readonly type: 'event'; readonly payload: P };

export function call<I extends z.ZodType, O extends z.ZodType>(shape: { input: I; output: O }): Call<I, O> {
  return { type: 'call', ...shape };
}

export function stream<I extends z.ZodType, C extends z.ZodType, O extends z.ZodType>(shape: {
  input: I;
  chunk: C;
  output: O;
}): Stream<I, C, O> {
  return { type: 'stream', ...shape };
}

export function event<P extends z.ZodType>(payload: P): Event<P> {
  return { type: 'event', payload };
}
