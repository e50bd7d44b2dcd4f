import { z } from 'zod';
import type { ProbeCategory, ReferenceAnswer, TrajectoryTurn } from '../format/trajectory.ts';
import { quarterCheckpoints } from './checkpoints.pure.ts';
import {
  type Converted,
  SetFault,
  type SetQuestion,
  TextOrNumber,
  toConverted,
  uniqueTurns,
} from './converted.pure.ts';
import { parseAnswer } from './parse-answer.pure.ts';

const SET = { name: 'BEAM', version: '1', domain: 'assistant', licence: 'as its authors say' } as const;

const Turn = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  id: z.union([z.string(), z.number()]),
  content: z.string().nullish(),
  time_anchor: z.string().nullish(),
});
export const BeamChat = z.array(
  z.object({ batch_number: z.union([z.string(), z.number()]), turns: z.array(z.array(Turn)) }),
);
const Words = TextOrNumber.nullish();
const Probing = z.object({
  question: z.string(),
  source_chat_ids: z.unknown().optional(),
  answer: Words,
  ideal_answer: Words,
  ideal_response: Words,
  ideal_summary: Words,
  expected_compliance: Words,
  rubric: z.array(z.unknown()).nullish(),
});
export const BeamProbing = z.record(z.string(), z.array(Probing));

/** BEAM's ten abilities. */
const ABILITIES: Readonly<Record<string, ProbeCategory>> = {
  abstention: 'abstention',
  contradiction_resolution: 'conflict',
  event_ordering: 'order',
  information_extraction: 'stable',
  instruction_following: 'procedure',
  knowledge_update: 'revision',
  multi_session_reasoning: 'other',
  preference_following: 'preference',
  summarization: 'summary',
  temporal_reasoning: 'temporal',
};

/** "March-15-2024": the day of a whole batch; null where it is none. */
export function beamDay(anchor: string): string | null {
  if (!/^[A-Za-z]+-\d{1,2}-\d{4}$/.test(anchor)) return null;
  const date = new Date(`${anchor.replaceAll('-', ' ')} UTC`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Without the marker that says how the text was generated, in any of its spellings. */
export const withoutMarker = (text: string): string => text.replace(/\s*->->[^\n]{0,24}\s*$/, '');

/** Ids in lists and in named lists alike. */
export function flattenIds(ids: unknown): readonly string[] {
  if (typeof ids === 'string' || typeof ids === 'number') return [String(ids)];
  return typeof ids === 'object' && ids !== null ? Object.values(ids).flatMap(flattenIds) : [];
}

/** A batch without a day has that of the batch before it, the first one that of the next. */
function daysOf(chat: z.infer<typeof BeamChat>): readonly string[] {
  const own = chat.map(({ turns }) => {
    const anchor = turns.flat().find(({ time_anchor: each }) => each)?.time_anchor;
    return anchor ? beamDay(anchor) : null;
  });
  const first = own.find((day) => day !== null) ?? null;
  if (first === null) throw new SetFault(['chat', 0, 'turns'], 'has no time_anchor with a day');
  let last = first;
  return own.map((day) => {
    last = day ?? last;
    return last;
  });
}

/** What an ability has instead of an answer is its ideal, and where it has none, what is looked for in an answer. */
function answerOf(item: z.infer<typeof Probing>, category: ProbeCategory): ReferenceAnswer | null {
  if (category === 'abstention') return { kind: 'unknown' };
  const ideal =
    item.answer ?? item.ideal_answer ?? item.ideal_response ?? item.ideal_summary ?? item.expected_compliance;
  return parseAnswer(ideal ?? (item.rubric ?? []).map(String).join('\n'), { isTime: category === 'temporal' });
}

function toQuestion(ability: string, item: z.infer<typeof Probing>): SetQuestion {
  const category = ABILITIES[ability] ?? 'other';
  return {
    ...{ question: item.question, category, sourceCategory: ability, answer: answerOf(item, category) },
    evidence: flattenIds(item.source_chat_ids).map((id) => `m${id}`),
  };
}

/** A chat of BEAM (100K to 1M): a day a batch; what describes how a text was made stays out. */
export function fromBeam(raw: { readonly chat: unknown; readonly probing: unknown }, name: string): Converted {
  const chat = BeamChat.parse(raw.chat);
  const probing = BeamProbing.parse(raw.probing);
  const days = daysOf(chat);
  const turns = uniqueTurns(
    chat.flatMap((batch, b) =>
      batch.turns.flat().map(
        ({ role, id, content }): TrajectoryTurn => ({
          ...{ id: `m${id}`, conversation: 'chat', session: `b${batch.batch_number}`, speaker: role, role },
          ...{ at: days[b] ?? '', text: withoutMarker(content ?? '') },
        }),
      ),
    ),
  );
  return toConverted(SET, {
    ...{ id: `beam-${name}`, title: `BEAM chat ${name}`, owner: 'user', turns, checkpoints: quarterCheckpoints(turns) },
    questions: Object.entries(probing).flatMap(([ability, items]) => items.map((item) => toQuestion(ability, item))),
  });
}
