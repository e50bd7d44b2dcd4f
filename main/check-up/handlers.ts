import type { checkUp } from '../contract/check-up.ts';
import type { Handlers } from '../contract/handlers.ts';
import { DEFAULT_SPACE } from '../contract/ids.ts';
import type { Ctx } from '../ctx.ts';
import type { Gate } from '../lib/gate.ts';
import { openAsTraces } from './open.ts';
import { countPastQuestions } from './questions.ts';
import { runCheckUp } from './run.ts';

export type CheckUpDeps = {
  /** Nothing runs in the background meanwhile: somebody waits. */
  readonly whileHeld: <T>(work: () => Promise<T>) => Promise<T>;
  /** Held while an answer is written, which goes first. */
  readonly answering: Pick<Gate, 'whenOpen'>;
};

/** Memory check-up: contract key → use-case. */
export const checkUpHandlers = (ctx: Ctx, deps: CheckUpDeps): Pick<Handlers, keyof typeof checkUp> => ({
  'checkUp.questions': ({ spaceId }) => countPastQuestions(ctx, spaceId ?? DEFAULT_SPACE),
  'checkUp.run': (input, { signal, push }) =>
    deps.whileHeld(() => runCheckUp(ctx, input, { signal, push, giveWay: () => deps.answering.whenOpen(signal) })),
  'checkUp.open': (input, { signal }) => deps.whileHeld(() => openAsTraces(ctx, input, signal)),
});
