import { z } from 'zod';
import type { ProbeCategory, TrajectoryTurn } from '../format/trajectory.ts';
import { quarterCheckpoints } from './checkpoints.pure.ts';
import {
  type Converted,
  SetFault,
  type SetQuestion,
  TextOrNumber,
  toConverted,
  toPlainId,
  uniqueTurns,
} from './converted.pure.ts';
import { parseAnswer } from './parse-answer.pure.ts';

const SET = { name: 'LoCoMo', version: '10', domain: 'friends', licence: 'CC-BY-NC-4.0' } as const;

const Turn = z.object({
  speaker: z.string().min(1),
  dia_id: z.string(),
  text: z.string().nullish(),
  blip_caption: z.string().nullish(),
});
const Item = z.object({
  question: z.string(),
  answer: TextOrNumber.nullish(),
  evidence: z.array(z.unknown()).nullish(),
  category: z.number(),
});
/** One conversation; its sessions stand in it by name, in `conversation` or beside the questions. */
export const LocomoSample = z.looseObject({
  sample_id: z.string().optional(),
  conversation: z.record(z.string(), z.unknown()).optional(),
  qa: z.array(Item),
});

const CATEGORIES: Readonly<Record<number, readonly [string, ProbeCategory]>> = {
  1: ['multi-hop', 'other'],
  2: ['temporal', 'temporal'],
  3: ['open-domain', 'other'],
  4: ['single-hop', 'stable'],
  5: ['adversarial', 'abstention'],
};
const ADVERSARIAL = 5;

/** "1:56 pm on 8 May, 2023", without a zone; null where it is none. */
export function locomoTime(text: string): string | null {
  const [, hour, minute, half, day] = /^(\d{1,2}):(\d\d) (am|pm) on (\d{1,2} \w+, \d{4})$/.exec(text) ?? [];
  const date = new Date(`${day} UTC`);
  if (hour === undefined || minute === undefined || Number.isNaN(date.getTime())) return null;
  date.setUTCHours((Number(hour) % 12) + (half === 'pm' ? 12 : 0), Number(minute));
  return date.toISOString();
}

/** Ids of turns, however they are written: several in one string, and one with a colon too many. */
export const locomoEvidence = (evidence: readonly unknown[]): readonly string[] =>
  evidence.flatMap((part) => [...String(part).matchAll(/D:?(\d+):(\d+)/g)].map(([, s, t]) => `D${s}:${t}`));

/** A picture is what is seen on it; search words and addresses of pictures stay out. */
function textOf({ text, blip_caption: caption }: z.infer<typeof Turn>): string {
  const said = text ?? '';
  return caption ? `${said}${said === '' ? '' : '\n'}[picture: ${caption}]` : said;
}

function readSession(name: string, chat: Readonly<Record<string, unknown>>): readonly TrajectoryTurn[] {
  const at = locomoTime(String(chat[`${name}_date_time`]));
  if (at === null) throw new SetFault(['conversation', `${name}_date_time`], 'is no time as LoCoMo writes it');
  const owner = chat.speaker_a;
  return z
    .array(Turn)
    .parse(chat[name])
    .map(
      (turn): TrajectoryTurn => ({
        ...{ id: turn.dia_id, conversation: 'chat', session: name, speaker: turn.speaker, at, text: textOf(turn) },
        role: owner === undefined || turn.speaker === owner ? 'user' : 'other',
      }),
    );
}

function toQuestion({ question, answer, evidence, category }: z.infer<typeof Item>): SetQuestion {
  const [sourceCategory, own] = CATEGORIES[category] ?? ['other', 'other'];
  const isAdversarial = category === ADVERSARIAL;
  return {
    ...{ question, category: own, sourceCategory, evidence: locomoEvidence(evidence ?? []) },
    answer: isAdversarial ? { kind: 'unknown' } : parseAnswer(answer ?? '', { isTime: own === 'temporal' }),
  };
}

/** A conversation of LoCoMo: sessions in their order, observations and summaries left out, since they repeat the answers. */
export function fromLocomo(raw: unknown, fallback: string): Converted {
  const sample = LocomoSample.parse(raw);
  const chat = sample.conversation ?? sample;
  const sessions = Object.keys(chat)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
  const turns = uniqueTurns(sessions.flatMap((name) => readSession(name, chat)));
  const name = toPlainId(sample.sample_id ?? fallback);
  return toConverted(SET, {
    ...{ id: `locomo-${name}`, title: `LoCoMo ${name}`, turns, checkpoints: quarterCheckpoints(turns) },
    owner: z
      .string()
      .catch(turns[0]?.speaker ?? 'speaker')
      .parse(chat.speaker_a),
    questions: sample.qa.map(toQuestion),
  });
}
