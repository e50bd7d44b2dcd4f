import type { Seeded } from '../lib/seeded.pure.ts';
import type { Person, Relation, Value } from './model.pure.ts';
import { capitalise, fill, personBlanks, type Told, toSentence } from './words.pure.ts';

/** Who speaks of whom: of oneself, or of another person. */
export type About = { readonly relation: Relation; readonly person: Person | null };
export type Said = { readonly value: Value; readonly old: Value | null; readonly told: Told | null };

const PLAIN = 0.34;

const CASUAL_FRAMES = [
  'Oh, and {c}.',
  'By the way, {c}.',
  'Not that you asked, but {c}.',
  'For context: {c}.',
  'Just so you know, {c}.',
  "I don't think I've mentioned it yet, but {c}.",
  '{C}, in case that helps.',
  '{C}, if that matters here.',
  'You may as well know that {c}.',
  'So, {c}.',
];
const NEWS_FRAMES = [
  'Small update: {c}.',
  'So, news: {c}.',
  'Things have moved on a bit, {c}.',
  'Well, it finally happened: {c}.',
  'Guess what, {c}.',
  '{C}. Took long enough.',
  '{C}, which still feels odd to write.',
  'You can update your notes, {c}.',
  'Also, {c}.',
  'Change of plan since we last talked about it: {c}.',
];
const LATE_FRAMES = [
  'I should have told you ages ago: {c}.',
  'This is old news by now, but {c}.',
  'I completely forgot to say that {c}.',
  'Catching you up on something from a while back: {c}.',
  'Turns out I never told you this, {c}.',
];
const CORRECT_FRAMES = [
  'Sorry, what I gave you for {topic} was wrong. It was never {old}; the right one is {v}.',
  'Correction on {topic}: I wrote {old}, but I meant {v}.',
  "I've just reread what I told you about {topic} and it's wrong. Not {old}. {v} is what I should have said.",
  'Wait, I mixed up {topic}. When I said {old}, that was a slip, I meant {v}.',
  'I have to take back {old}, I confused two things. As for {topic}, it has been {v} all along.',
  "Ignore what you have for {topic}, {old} was my mistake from the start. It's {v}.",
];
const RETRACT_FRAMES = [
  'Please forget what I said about {topic}. I named {old} too early, nothing is settled there.',
  "Scratch {old} for {topic}, I said that too early. It's open at the moment.",
  "About {topic}: what I told you, {old}, doesn't stand, and I have nothing to put in its place so far.",
  'I need to withdraw something. {old} was never certain. Leave {topic} blank for now.',
];
const BACK_FRAMES = [
  'Full circle on {topic}: back to {v} {when}.',
  'About {topic}: back to {v} {when}, as it was before {old}.',
  "{old} didn't last. As for {topic}, I switched back to {v} {when}.",
];

const blanksOf = ({ value, old, told }: Said): Readonly<Record<string, string>> => ({
  v: value.text,
  old: old?.text ?? '',
  when: told?.words ?? '',
});

const frame = (rng: Seeded, frames: readonly string[], clause: string): string =>
  capitalise(fill(rng.pick(frames), { c: clause, C: capitalise(clause) }));

/** How something is first told: about a third plainly, the rest as people chat. */
export function sayAssert(rng: Seeded, { relation, person }: About, said: Said): string {
  const blanks = blanksOf(said);
  if (person !== null) {
    const clause = fill(rng.pick(relation.third?.say ?? []), { ...personBlanks(rng, person), ...blanks });
    return rng.next() < PLAIN ? toSentence(clause) : frame(rng, CASUAL_FRAMES, clause);
  }
  const chance = rng.next();
  if (chance < PLAIN) return toSentence(fill(rng.pick(relation.say), blanks));
  if (chance < 0.72 && relation.casual.length > 0) return toSentence(fill(rng.pick(relation.casual), blanks));
  return frame(rng, CASUAL_FRAMES, fill(rng.pick(relation.say), blanks));
}

/** Whether a template says when. */
export const isDated = (template: string): boolean => template.includes('{when}');

/** How a change is told, soon after it or long after. */
export function sayChange(rng: Seeded, { relation, person }: About, said: Said & { readonly isLate: boolean }): string {
  const blanks = { ...blanksOf(said), ...(person === null ? {} : personBlanks(rng, person)) };
  const templates = (person === null ? relation.change : relation.third?.change) ?? [];
  // What is told late needs the time since when it is so.
  const clause = fill(rng.pick(said.isLate ? templates.filter(isDated) : templates), blanks);
  if (said.isLate) return frame(rng, LATE_FRAMES, clause);
  return rng.next() < PLAIN ? toSentence(clause) : frame(rng, NEWS_FRAMES, clause);
}

const topicOf = (rng: Seeded, { relation, person }: About): string =>
  person === null ? relation.topic : `${personBlanks(rng, person).S ?? ''}'s ${relation.noun}`;

export function sayCorrect(rng: Seeded, about: About, said: Said): string {
  const blanks = { ...blanksOf(said), topic: topicOf(rng, about), noun: about.relation.noun };
  return capitalise(fill(rng.pick(CORRECT_FRAMES), blanks));
}

export function sayRetract(rng: Seeded, about: About, old: Value): string {
  return capitalise(fill(rng.pick(RETRACT_FRAMES), { old: old.text, topic: topicOf(rng, about) }));
}

export function sayBack(rng: Seeded, about: About, said: Said): string {
  const own = about.person === null ? about.relation.back : undefined;
  const blanks = { ...blanksOf(said), topic: topicOf(rng, about) };
  return own === undefined || rng.next() < 0.3
    ? capitalise(fill(rng.pick(BACK_FRAMES), blanks))
    : frame(rng, NEWS_FRAMES, fill(rng.pick(own), blanks));
}

/** What held for a while before it was told. */
export function sayPast(rng: Seeded, { relation }: About, said: { value: Value; span: string }): string {
  const clause = fill(relation.past ?? '', { v: said.value.text });
  return frame(
    rng,
    [
      `I never mentioned it, but ${said.span} {c}.`,
      `Something from further back: ${said.span} {c}.`,
      `It only came up again now, but ${said.span} {c}. That's over, of course.`,
    ],
    clause,
  );
}
