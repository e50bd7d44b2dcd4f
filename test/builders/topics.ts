/** Six things of each of three topics. */
const THINGS: readonly (readonly string[])[] = [
  ['kiln', 'glaze', 'clay', 'bowl', 'pottery class', 'potter'],
  ['sourdough', 'loaf', 'oven', 'crust', 'rye flour', 'baker'],
  ['ferry', 'island', 'lighthouse', 'harbour', 'night train', 'coast'],
];

export const TOPIC_TURNS = 60;

/** Lines of a jsonl import: turns over twenty weeks, three a week, each about things of one of three topics. */
export function makeTopicsJsonl(over: { readonly turns?: number } = {}): string {
  const { turns = TOPIC_TURNS } = over;
  return Array.from({ length: turns }, (_, n) => {
    const week = Math.floor(n / 3);
    const things = THINGS[n % 3] ?? [];
    const at = (place: number): string => things[(week * 5 + place * (1 + (week % 2))) % things.length] ?? '';
    const text = `The ${at(0)} and the ${at(1)} were near the ${at(2)}, and my ${at(3)} was there in week ${week + 1}.`;
    const saidAt = new Date(Date.UTC(2024, 0, 2, 9 + (n % 3)) + week * 7 * 86_400_000).toISOString();
    return JSON.stringify({
      id: `w${n}`,
      conversation: `week ${week + 1}`,
      speaker: 'Ada',
      role: 'user',
      at: saidAt,
      text,
    });
  }).join('\n');
}
