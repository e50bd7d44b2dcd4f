import { listSecrets } from '../codex/secrets.pure.ts';
import { chooseSentences, type Rarity, scoreSentences } from './extract.pure.ts';
import { sayDay, sayDays, sayMonth, titleWords } from './say.pure.ts';
import type { SourceTurn, Stretch } from './stretch.pure.ts';
import { findUnsupported, type Witness } from './support.pure.ts';

export type TextSentence = { readonly text: string; readonly turns: readonly string[] };

export type Draft = {
  readonly title: string;
  readonly text: string;
  readonly sentences: readonly TextSentence[];
  /** Sentences that the turns do not support. */
  readonly dropped: number;
};

export type Voice = Rarity & { readonly zone: string };

/** A fifth of what was said, within bounds: less tells nothing of a long talk, more is no summary. */
const SHARE = 0.2;
const SESSION_CHARS = { least: 280, most: 1_200 };
const SESSION_SENTENCES = 10;
const PERIOD_CHARS = 1_600;
const PERIOD_SENTENCES = 16;

/** The sentences that say most of a sitting, as they were said. Null where nothing in it can be quoted. */
export function draftSession({ turns, fromMs, toMs }: Stretch, voice: Voice): Draft | null {
  const chars = turns.reduce((sum, { text }) => sum + text.length, 0);
  const chosen = chooseSentences(scoreSentences(turns, voice), {
    maxChars: Math.min(SESSION_CHARS.most, Math.max(SESSION_CHARS.least, SHARE * chars)),
    maxSentences: SESSION_SENTENCES,
    spread: ({ turn }) => turn.id,
  });
  const lines = chosen.map(({ turn, text }) => ({ text: `${turn.speaker}: ${text}`, turns: [turn.id] }));
  const days = sayDays(fromMs, toMs, voice.zone);
  return finish(lines, { turns, voice, days, chosen });
}

/**
 * A month: the sentences that say most of its sittings, each with its day. `told` are those that its sittings were told in;
 * nothing else is looked at.
 */
export function draftPeriod(
  month: string,
  { turns, told }: { readonly turns: readonly SourceTurn[]; readonly told: ReadonlySet<string> },
  voice: Voice,
): Draft | null {
  const dayOf = ({ saidAtMs }: SourceTurn): string => (saidAtMs === null ? '' : sayDay(saidAtMs, voice.zone));
  const sentences = scoreSentences(turns, voice).filter(({ turn, text }) => told.has(`${turn.speaker}: ${text}`));
  const chosen = chooseSentences(sentences, {
    maxChars: PERIOD_CHARS,
    maxSentences: PERIOD_SENTENCES,
    spread: ({ turn }) => dayOf(turn),
  });
  const lines = chosen.map(({ turn, text }) => ({
    text: `${dayOf(turn)}, ${turn.speaker}: ${text}`,
    turns: [turn.id],
  }));
  return finish(lines, { turns, voice, days: sayMonth(month), chosen });
}

/** So many sentences of a model have to stand, and more than fall: otherwise the turns' own sentences tell it better. */
const MODEL_SENTENCES = 3;

/** What a model told of a sitting, without what its turns do not say; `draft` is null where too little of it stands. */
export function draftTold(
  { turns, fromMs, toMs }: Stretch,
  told: readonly TextSentence[],
  voice: Voice,
): { readonly draft: Draft | null; readonly dropped: number } {
  const draft = finish(told, { turns, voice, days: sayDays(fromMs, toMs, voice.zone), chosen: told });
  const kept = draft?.sentences.length ?? 0;
  const dropped = told.length - kept;
  return { draft: kept >= MODEL_SENTENCES && kept > dropped ? draft : null, dropped };
}

type Ending = {
  readonly turns: readonly SourceTurn[];
  readonly voice: Voice;
  readonly days: string | null;
  readonly chosen: readonly { readonly text: string }[];
};

function finish(lines: readonly TextSentence[], { turns, voice, days, chosen }: Ending): Draft | null {
  const { kept, dropped } = keepSupported(lines, turns, voice);
  if (kept.length === 0) return null;
  const without = new Set(turns.flatMap(({ speaker }) => voice.analyse(speaker)));
  const words = titleWords(chosen, { ...voice, without });
  return {
    title: [...(days === null ? [] : [days]), ...(words.length === 0 ? [] : [words.join(', ')])].join(' · '),
    text: kept.map(({ text }) => text).join('\n'),
    sentences: kept,
    dropped,
  };
}

const toWitness = ({ speaker, text, saidAtMs }: SourceTurn, zone: string): Witness => ({
  speaker,
  text,
  day: saidAtMs === null ? null : sayDay(saidAtMs, zone),
});

/** What the turns say stays; the rest is counted and left out, whoever wrote it. */
export function keepSupported(
  sentences: readonly TextSentence[],
  turns: readonly SourceTurn[],
  { analyse, zone }: Voice,
): { readonly kept: readonly TextSentence[]; readonly dropped: number } {
  const places = new Map(turns.map(({ id }, place) => [id, place]));
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const kept = sentences.filter((sentence) => {
    const own = sentence.turns.flatMap((id) => places.get(id) ?? []);
    const beside = own.flatMap((place) => [place - 1, place + 1]).filter((place) => !own.includes(place));
    const witnesses = (list: readonly number[]): readonly Witness[] =>
      list.flatMap((place) => (turns[place] === undefined ? [] : [toWitness(turns[place], zone)]));
    return (
      listSecrets(sentence.text).length === 0 &&
      findUnsupported({
        sentence: sentence.text,
        turns: witnesses(own),
        near: witnesses(beside),
        speakers,
        analyse,
      }) === null
    );
  });
  return { kept, dropped: sentences.length - kept.length };
}
