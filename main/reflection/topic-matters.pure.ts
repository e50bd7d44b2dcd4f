import { nameKeyOf } from '../codex/names.pure.ts';
import { STOP_WORDS } from '../lib/stop-words.pure.ts';
import { type Said, sentenceAt } from './conclusion.pure.ts';
import type { Matter, Mention } from './interests.pure.ts';

/** A topic's word is its own where so much of what is said with it is said in topics named after it. */
const OWN_WORD = 0.45;
/** Greetings and farewells stand at the ends of a sitting that is long enough to have a middle: no topic to talk about. */
const EDGE_TURNS = 2;
const EDGES_MAX = 0.5;
/** Mentions are guessed from words, where those of the Codex are claims. */
const SURENESS = 0.85;

export type Topics = {
  readonly topicOf: ReadonlyMap<string, string>;
  readonly labelOf: ReadonlyMap<string, string>;
};

export type TopicMatters = { readonly add: (said: Said) => void; readonly matters: () => readonly Matter[] };

type Guess = Mention & {
  readonly words: ReadonlySet<string>;
  readonly place: number;
  readonly starts: readonly (readonly [string, number])[];
  readonly text: string;
};

const stemOf = (word: string): string => word.toLowerCase().replace(/(?:ies|es|s|ing|ed)$/u, '');

const wordsOf = (text: string): readonly { readonly stem: string; readonly from: number }[] =>
  [...text.matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu)].flatMap(({ 0: word, index }) =>
    word.length < 4 || STOP_WORDS.has(word.toLowerCase()) ? [] : [{ stem: stemOf(word), from: index }],
  );

/** Turns by topic, where a sentence of the turn has a word of the topic's own: without one it is a guess of the vectors alone. */
export function gatherTopicMatters({ topicOf, labelOf }: Topics): TopicMatters {
  const stemsOf = new Map([...labelOf].map(([id, label]) => [id, new Set(wordsOf(label).map(({ stem }) => stem))]));
  const known = new Set([...stemsOf.values()].flatMap((stems) => [...stems]));
  const total = new Map<string, number>();
  const inside = new Map<string, number>();
  const sizes = new Map<string, number>();
  const guesses = new Map<string, Guess[]>();
  /** How often a word is written with a small letter less how often with a capital. */
  const small = new Map<string, number>();
  const add = (said: Said): void => {
    const place = sizes.get(said.session) ?? 0;
    sizes.set(said.session, place + 1);
    const clusterId = topicOf.get(said.turnId) ?? '';
    const own = stemsOf.get(clusterId) ?? new Set<string>();
    const found = new Map<string, number>();
    for (const { stem, from } of wordsOf(said.text)) if (known.has(stem) && !found.has(stem)) found.set(stem, from);
    for (const [stem, from] of found) {
      small.set(stem, (small.get(stem) ?? 0) + (/\p{Ll}/u.test(said.text.charAt(from)) ? 1 : -1));
      total.set(stem, (total.get(stem) ?? 0) + 1);
      if (own.has(stem)) inside.set(stem, (inside.get(stem) ?? 0) + 1);
    }
    const starts = [...found].filter(([stem]) => own.has(stem));
    if (starts.length === 0) return;
    const { turnId, subjectId, session, at, text } = said;
    const words = new Set(starts.map(([stem]) => stem));
    const guess = {
      turnId,
      subjectId,
      session,
      at,
      text,
      words,
      place,
      starts,
      restsOn: null,
      quote: { text: '', from: 0 },
    };
    guesses.set(clusterId, [...(guesses.get(clusterId) ?? []), guess]);
  };
  const isOwn = (stem: string): boolean => (inside.get(stem) ?? 0) >= OWN_WORD * (total.get(stem) ?? 1);
  const isAtEdge = ({ session, place }: Guess): boolean => {
    const size = sizes.get(session) ?? 0;
    return size > EDGE_TURNS * 3 && (place < EDGE_TURNS || place >= size - EDGE_TURNS);
  };
  return {
    add,
    matters: () =>
      [...guesses].flatMap(([clusterId, all]) => {
        const name = ownPart(labelOf.get(clusterId) ?? '', { isOwn, isSmall: (stem) => (small.get(stem) ?? 0) > 0 });
        const mentions = all.flatMap((guess) => toMention(guess, isOwn) ?? []);
        const edges = all.filter((guess) => isAtEdge(guess) && [...guess.words].some(isOwn)).length;
        if (name === '' || edges > EDGES_MAX * mentions.length) return [];
        const object = { kind: 'literal' as const, text: name, value: nameKeyOf(name) };
        return [{ key: clusterId, object, sureness: SURENESS, mentions }];
      }),
  };
}

/** Of "store looks great" only the store: what the topic alone has. */
type Judges = { readonly isOwn: (stem: string) => boolean; readonly isSmall: (stem: string) => boolean };

function ownPart(label: string, { isOwn, isSmall }: Judges): string {
  const parts = label.split(', ').map((part) =>
    part
      .split(' ')
      .filter((word) => wordsOf(word).some(({ stem }) => isOwn(stem)))
      .join(' '),
  );
  const name = parts.filter((part) => part !== '').join(', ');
  // A label begins with a capital, whatever its first word is.
  const [first] = wordsOf(name);
  return first !== undefined && isSmall(first.stem) ? name.slice(0, 1).toLowerCase() + name.slice(1) : name;
}

function toMention(
  { words: _words, place: _place, starts, text, ...mention }: Guess,
  isOwn: (stem: string) => boolean,
): Mention | null {
  const start = starts.find(([stem]) => isOwn(stem));
  return start === undefined ? null : { ...mention, quote: sentenceAt(text, start[1]) };
}
