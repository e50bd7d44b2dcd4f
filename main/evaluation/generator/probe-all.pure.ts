import type { Entry, World } from './model.pure.ts';
import { probeThread } from './probes.pure.ts';
import type { Thread } from './threads.pure.ts';
import { fill, personBlanks } from './words.pure.ts';
import { addProbe } from './world.pure.ts';

/** All questions that a history allows. */
export function probeAll(world: World, threads: readonly Thread[], entries: readonly Entry[]): void {
  for (const thread of threads) probeThread({ world, thread, entries });
  probeNever(world, threads);
}

/** What nobody said: of the owner, and of people of whom only others were told. */
function probeNever(world: World, threads: readonly Thread[]): void {
  const { rng, texts } = world;
  const late = () => world.checkpoints[rng.int(Math.ceil(world.checkpoints.length / 2))] ?? 0;
  const never = { category: 'abstention', query: { kind: 'never' as const } };
  for (const question of rng.shuffle(texts.never).slice(0, 3))
    addProbe(world, { ...never, question, notBefore: late() });
  const told = new Set(threads.map(({ subject, relation }) => `${subject}/${relation.name}`));
  const wrong = rng.shuffle(texts.relations.filter(({ third }) => third !== undefined)).flatMap((relation) => {
    const person = rng.shuffle(world.people).find(({ name }) => !told.has(`${name}/${relation.name}`));
    return person === undefined ? [] : [fill(rng.pick(relation.third?.ask ?? []), personBlanks(rng, person))];
  });
  const owner = texts.relations.filter(
    ({ name }) => !told.has(`${world.owner.name}/${name}`) && threads.some(({ relation }) => relation.name === name),
  );
  for (const { ask } of rng.shuffle(owner).slice(0, 2))
    addProbe(world, { ...never, question: rng.pick(ask), notBefore: late() });
  for (const question of wrong.slice(0, 3)) addProbe(world, { ...never, question, notBefore: late() });
}
