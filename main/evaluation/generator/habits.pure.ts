import type { Advice, Procedure, World } from './model.pure.ts';
import { ASSISTANT } from './people.pure.ts';
import type { Thread } from './threads.pure.ts';
import { fill, toSentence } from './words.pure.ts';
import { addProbe, addStatement, draft, drawSorted, findPlace, segmentOf, takeValue } from './world.pure.ts';

/** How the owner wants something done, and often later otherwise. */
export function playProcedure(world: World, procedure: Procedure): void {
  const { rng, owner } = world;
  const segments = drawSorted(rng, world.checkpoints.length, rng.next() < 0.6 ? 2 : 1);
  let before: string | null = null;
  for (const segment of segments) {
    const place = findPlace(world, { ...segmentOf(world, segment), kind: 'assistant' });
    const value = place === null ? null : takeValue(world, procedure.values);
    if (place === null || value === null) continue;
    const entry = draft(world, {
      ...{ change: before === null ? ('procedure' as const) : ('revise' as const), subject: owner.name },
      ...{ relation: procedure.name, value, validFrom: place.start, replaces: before === null ? [] : [before] },
    });
    const text = toSentence(fill(rng.pick(before === null ? procedure.say : procedure.change), { v: value.text }));
    addStatement(world, place, { speaker: owner.name, text, entries: [entry] });
    before = entry.id;
  }
  if (before === null) return;
  const query = { kind: 'one' as const, subject: owner.name, relation: procedure.name, at: null };
  addProbe(world, { question: rng.pick(procedure.ask), category: 'procedure', query });
}

/** What the assistant said when it was asked. */
export function playAdvice(world: World, advice: Advice): void {
  const { rng, owner } = world;
  const place = findPlace(world, { ...segmentOf(world, rng.int(world.checkpoints.length)), kind: 'assistant' });
  const value = place === null ? null : takeValue(world, advice.values);
  if (place === null || value === null) return;
  const entry = draft(world, { change: 'assert', subject: ASSISTANT, relation: advice.name, value });
  addStatement(world, place, {
    ...{ speaker: owner.name, text: advice.prompt, entries: [entry], isSaidInReply: true },
    reply: fill(advice.reply, { v: value.text }),
  });
  const query = { kind: 'one' as const, subject: ASSISTANT, relation: advice.name, at: null };
  addProbe(world, { question: rng.pick(advice.ask), category: 'assistant', query });
}

const SLIPS = [
  'By the way, I still have {v} down for {topic}.',
  'As far as {topic} goes, I assume it’s {v}.',
  'If I remember correctly, {v} is what you gave me for {topic}.',
];
const ASIDES = [
  'Could you remind me to water the balcony later?',
  'I need five minutes, the doorbell rang.',
  'Let me look for my glasses first.',
  'One moment, something is boiling over.',
];

/** The assistant says something wrong about the owner; what the owner said stays right. */
export function playSlip(world: World, { relation, subject, speaker }: Thread): void {
  const { rng, owner } = world;
  if (subject !== owner.name || speaker !== owner.name) return;
  const place = findPlace(world, { from: world.start, to: world.end, kind: 'assistant' });
  const value = place === null ? null : takeValue(world, relation.values);
  if (place === null || value === null) return;
  const topic = relation.topic.replace(/^(?:my|our) /, 'your ');
  const reply = fill(rng.pick(SLIPS), { v: value.text, topic });
  addStatement(world, place, { speaker: owner.name, text: rng.pick(ASIDES), entries: [], reply });
}
