import type { Seeded } from '../../lib/seeded.pure.ts';
import type { DomainTexts } from '../model.pure.ts';
import { capitalise, fill } from '../words.pure.ts';
import { ACKNOWLEDGEMENTS, AFTER, BEFORE, REACTIONS, SLOTS, TAILS } from './small-talk.pure.ts';
import { TOPICS } from './topics.pure.ts';

/** Small talk that states nothing which is ever asked. */
export type Filler = { readonly said: Set<string>; readonly chatter: readonly string[] };

export const makeFiller = ({ chatter }: DomainTexts): Filler => ({ said: new Set(), chatter });

type Exchange = { readonly user: string; readonly assistant: string; readonly remark: string };

const drawBlanks = (rng: Seeded): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(SLOTS).map(([key, words]) => [key, rng.pick(words)]));

function drawExchange(rng: Seeded, { chatter }: Filler): Exchange {
  const blanks = drawBlanks(rng);
  const before = rng.next() < 0.25 ? `${fill(rng.pick(BEFORE), drawBlanks(rng))} ` : '';
  if (rng.next() < 0.14 && chatter.length > 0) {
    const remark = before + capitalise(fill(rng.pick(chatter), blanks));
    return { user: rng.next() < 0.5 ? `${remark} ${rng.pick(TAILS)}` : remark, assistant: rng.pick(REACTIONS), remark };
  }
  const topic = rng.pick(TOPICS);
  const remark = before + capitalise(fill(rng.pick(topic.said), blanks));
  if (rng.next() < 0.4) return { user: remark, assistant: rng.pick(topic.replies), remark };
  const { question, replies } = rng.pick(topic.asked);
  return { user: `${remark} ${question}`, assistant: rng.pick(replies), remark };
}

/** An exchange that was not said before, where the tries allow it. */
export function chat(rng: Seeded, filler: Filler): Exchange {
  let drawn = drawExchange(rng, filler);
  for (let tries = 0; tries < 8 && filler.said.has(drawn.remark); tries += 1) drawn = drawExchange(rng, filler);
  filler.said.add(drawn.remark);
  return drawn;
}

export const acknowledge = (rng: Seeded): string => rng.pick(ACKNOWLEDGEMENTS);

/** Words around what a turn states, at either side of it. */
export function pad(rng: Seeded, texts: readonly string[]): string {
  const before = rng.next() < 0.35 ? [fill(rng.pick(BEFORE), drawBlanks(rng))] : [];
  const after = rng.next() < 0.35 ? [fill(rng.pick(AFTER), drawBlanks(rng))] : [];
  return [...before, ...texts, ...after].join(' ');
}
