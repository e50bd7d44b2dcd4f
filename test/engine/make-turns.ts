/** A small repeatable generator, so that a failing seed can be run again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES =
  'ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so'.split(' ');
const COMMON = 'the we went to a with and it was for my on at then'.split(' ');

/** Lines of a jsonl import: invented words, some of them common, one of them in no other line. */
export function makeJsonl(input: { readonly turns: number; readonly seed: number; readonly prefix: string }): string {
  const random = seeded(input.seed);
  const word = () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
      '',
    );
  const lines = Array.from({ length: input.turns }, (_, n) => {
    const words = Array.from({ length: 5 + Math.floor(random() * 20) }, () =>
      random() < 0.4 ? COMMON[Math.floor(random() * COMMON.length)] : word(),
    );
    return JSON.stringify({
      id: `${input.prefix}-${n}`,
      conversation: `${input.prefix} ${Math.floor(n / 20)}`,
      speaker: n % 2 === 0 ? 'Ada' : 'Ben',
      role: n % 2 === 0 ? 'user' : 'other',
      at: new Date(Date.UTC(2024, 0, 1) + n * 60_000).toISOString(),
      text: `${words.join(' ')} ${uniqueWord(input.prefix, n)}.`,
    });
  });
  return `${lines.join('\n')}\n`;
}

/** The word that only this turn has. */
export const uniqueWord = (prefix: string, n: number): string => `zq${prefix}x${n}`;
