import { z } from 'zod';
import type { Checkpoint, ProbeCategory, TrajectoryTurn } from '../format/trajectory.ts';
import {
  type Converted,
  type LeftOut,
  SetFault,
  type SetQuestion,
  TextOrNumber,
  toConverted,
  uniqueTurns,
} from './converted.pure.ts';
import { closestTurn, MemoryPoints } from './memory-points.pure.ts';
import { parseAnswer } from './parse-answer.pure.ts';

const SET = { name: 'HaluMem', version: '1', domain: 'assistant', licence: 'CC-BY-NC-ND-4.0' } as const;
const PARTS = 4;

const Point = z.object({
  memory_content: z.string(),
  memory_source: z.string().nullish(),
  /** A text: `"False"` is as true as `"True"`. */
  is_update: z.union([z.string(), z.boolean()]).nullish(),
  original_memories: z.array(z.string()).nullish(),
});
const Turn = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  timestamp: z.string().nullish(),
});
const Item = z.object({
  question: z.string(),
  answer: TextOrNumber,
  /** A list, or the text `"[]"`. */
  evidence: z.union([z.array(z.object({ memory_content: z.string() })), z.string()]).nullish(),
  question_type: z.string().nullish(),
});
const Session = z.object({
  start_time: z.string().nullish(),
  dialogue: z.array(Turn),
  memory_points: z.array(Point).nullish(),
  /** Many sessions have none. */
  questions: z.array(Item).nullish(),
});
export const HaluMemUser = z.object({ persona_info: z.unknown().optional(), sessions: z.array(Session).min(1) });
type HaluMemUser = z.infer<typeof HaluMemUser>;

const CATEGORIES: Readonly<Record<string, ProbeCategory>> = {
  'Memory Boundary': 'abstention',
  'Basic Fact Recall': 'stable',
  'Memory Conflict': 'conflict',
  'Dynamic Update': 'revision',
  'Multi-hop Inference': 'other',
  'Generalization & Application': 'other',
};

/** "Dec 15, 2025, 06:11:23"; null where it is none. */
export function haluMemTime(text: string): string | null {
  if (!/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d:\d\d$/.test(text)) return null;
  const date = new Date(`${text.replace(/, (?=\d\d:)/, ' ')} UTC`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Everything that a session says, by its own clock; a turn without one is at the session's beginning. */
function readTurns(user: HaluMemUser, owner: string): readonly (readonly TrajectoryTurn[])[] {
  return user.sessions.map((session, s) =>
    session.dialogue.map(({ role, content, timestamp }, t): TrajectoryTurn => {
      const at = haluMemTime(timestamp ?? session.start_time ?? '');
      if (at === null)
        throw new SetFault(['sessions', s, 'dialogue', t, 'timestamp'], 'is no time as HaluMem writes it');
      const speaker = role === 'user' ? owner : 'Assistant';
      return { id: `s${s}.t${t}`, conversation: `s${s}`, speaker, role, at, text: content };
    }),
  );
}

function ownerOf(persona: unknown): string {
  const text = typeof persona === 'string' ? persona : '';
  return /Name:\s*([^;\n]{1,100})/.exec(text)?.[1]?.trim() || 'User';
}

const isTrue = (value: string | boolean | null | undefined): boolean => String(value).toLowerCase() === 'true';

function readPoints(user: HaluMemUser): MemoryPoints {
  return new MemoryPoints(
    user.sessions.flatMap((session, s) =>
      (session.memory_points ?? []).map((point) => ({
        ...{ session: s, text: point.memory_content, isInterference: point.memory_source === 'interference' },
        replaces: isTrue(point.is_update) ? (point.original_memories ?? []) : [],
      })),
    ),
  );
}

type Asked = { readonly item: z.infer<typeof Item>; readonly session: number; readonly number: number };
type Parts = {
  readonly points: MemoryPoints;
  readonly turns: readonly (readonly TrajectoryTurn[])[];
  readonly last: number;
};

/** Null: what it rests on is said otherwise before it is asked, so its answer is right no more. */
function toQuestion({ item, session }: Asked, { points, turns, last }: Parts): SetQuestion | null {
  const category = CATEGORIES[item.question_type ?? ''] ?? 'other';
  const evidence = Array.isArray(item.evidence) ? item.evidence : [];
  const found = evidence.flatMap((one) => points.find(one.memory_content, session) ?? []);
  if (found.some(({ replacedIn: at }) => at !== null && at > session && at <= last)) return null;
  return {
    ...{ question: item.question, category, sourceCategory: item.question_type ?? 'other' },
    answer: category === 'abstention' ? { kind: 'unknown' } : parseAnswer(item.answer, { isTime: false }),
    evidence: found.flatMap(({ point }) => closestTurn(point, turns[point.session] ?? []) ?? []),
  };
}

type Cut = { readonly name: string; readonly owner: string; readonly from: number; readonly to: number };

function toPart(user: HaluMemUser, asked: readonly Asked[], { name, owner, from, to }: Cut): Converted {
  const all = readTurns(user, owner);
  const parts: Parts = { points: readPoints(user), turns: all, last: to };
  const turns = uniqueTurns(all.slice(0, to + 1).flat());
  const end = turns.reduce((latest, { at }) => Math.max(latest, Date.parse(at)), 0);
  const checkpoints: readonly Checkpoint[] = [{ id: 'k1', at: new Date(end).toISOString() }];
  const own = asked.filter(({ session }) => session >= from && session <= to);
  const read = own.map((one) => ({ one, question: toQuestion(one, parts) }));
  const kept = read.flatMap(({ one, question }) => (question === null ? [] : [{ one, question }]));
  const questions = kept.map(({ question }) => question);
  const { trajectory, leftOut } = toConverted(SET, { id: name, title: name, owner, turns, checkpoints, questions });
  const outdated = read.flatMap(({ one, question }): readonly LeftOut[] =>
    question === null ? [{ question: one.number, reason: 'changes-later' }] : [],
  );
  const others = leftOut.map(({ question, reason }) => ({ question: kept[question]?.one.number ?? question, reason }));
  return { trajectory, leftOut: [...outdated, ...others] };
}

/**
 * A user of HaluMem. The set asks after each session, and an answer may be wrong later: so its life is read up to each
 * quarter, every time from the beginning, and asked what the set asks in that quarter and what is still so at its end.
 */
export function fromHaluMem(raw: unknown, name: string): readonly Converted[] {
  const user = HaluMemUser.parse(raw);
  const owner = ownerOf(user.persona_info);
  const sessions = user.sessions.length;
  const asked = user.sessions
    .flatMap((session, s) => (session.questions ?? []).map((item) => ({ item, session: s })))
    .map((one, number): Asked => ({ ...one, number }));
  const ends = Array.from({ length: PARTS }, (_, part) => Math.ceil((sessions * (part + 1)) / PARTS) - 1);
  return [...new Set(ends)].map((to, n, cuts) =>
    toPart(user, asked, { name: `${name}-${n + 1}`, owner, from: (cuts[n - 1] ?? -1) + 1, to }),
  );
}
