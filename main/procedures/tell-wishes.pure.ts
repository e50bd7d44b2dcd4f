import { ANY_ANSWER } from './find-wishes.pure.ts';
import type { ToldWish } from './wishes-for-answer.ts';

export type TellOptions = { readonly zone: string; readonly firstNumber?: number };

type Told = {
  readonly text: string;
  readonly citations: readonly {
    readonly n: number;
    readonly turnId: string;
    readonly quote: string;
    readonly promptNumber: number;
  }[];
};

const HEADING = 'This is how you want it done:';

/** How something is wanted, as an answer by itself: each with the turn that taught it. */
export function tellWishes(wishes: readonly ToldWish[], { zone, firstNumber = 1 }: TellOptions): Told {
  const dayOf = (at: string): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long' }).format(new Date(at));
  const citations: Told['citations'][number][] = [];
  const lines = wishes.map(({ trigger, steps, source, createdAt }) => {
    const what = `- ${trigger === ANY_ANSWER ? '' : `${trigger}: `}${steps.join('; ')}`;
    if (source === null) return `${what} (set down by hand, ${dayOf(createdAt)})`;
    const n = firstNumber + citations.length;
    citations.push({ n, turnId: source.turnId, quote: source.quote, promptNumber: n });
    return `${what} (${dayOf(source.at)}) [${n}]`;
  });
  return { text: [HEADING, '', ...lines].join('\n'), citations };
}
