import { z } from 'zod';
import type { ProbeCategory, TrajectoryTurn } from '../format/trajectory.ts';
import { type Converted, SetFault, TextOrNumber, toConverted, uniqueTurns } from './converted.pure.ts';
import { parseAnswer } from './parse-answer.pure.ts';

const SET = { name: 'LongMemEval', version: '1', domain: 'assistant', licence: 'MIT' } as const;

const Turn = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string(),
  has_answer: z.boolean().nullish(),
});
export const LongMemEvalItem = z.object({
  question_id: z.string(),
  question_type: z.string(),
  question: z.string(),
  question_date: z.string(),
  answer: TextOrNumber,
  haystack_dates: z.array(z.string()),
  haystack_sessions: z.array(z.array(Turn)),
});

const CATEGORIES: Readonly<Record<string, ProbeCategory>> = {
  'single-session-user': 'stable',
  'single-session-assistant': 'assistant',
  'single-session-preference': 'preference',
  'temporal-reasoning': 'temporal',
  'knowledge-update': 'revision',
  'multi-session': 'other',
};

/** "2023/05/30 (Tue) 23:40", without a zone; null where it is none. */
export function longMemEvalTime(text: string): string | null {
  const [, year, month, day, hour, minute] = /^(\d{4})\/(\d\d)\/(\d\d) \(\w+\) (\d\d):(\d\d)$/.exec(text) ?? [];
  // A Date makes a time even of words that hold none.
  if (minute === undefined) return null;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function timeAt(text: string | undefined, path: readonly (string | number)[]): string {
  const at = longMemEvalTime(text ?? '');
  if (at === null) throw new SetFault(path, 'is no time as LongMemEval writes it');
  return at;
}

/**
 * A question of LongMemEval with its own history. Ids are replaced, since those of sessions that hold the answer say so;
 * sessions are sorted, and all of the question's day kept, since evidence lies later on that day.
 */
export function fromLongMemEval(raw: unknown, id: string): Converted {
  const item = LongMemEvalItem.parse(raw);
  const lastDay = timeAt(item.question_date, ['question_date']).slice(0, 10);
  const sessions = item.haystack_sessions
    .map((turns, n) => ({ turns, at: timeAt(item.haystack_dates[n], ['haystack_dates', n]) }))
    .filter(({ at }) => at.slice(0, 10) <= lastDay)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const evidence: string[] = [];
  const turns = sessions.flatMap((session, s) =>
    session.turns.map(({ role, content, has_answer: isEvidence }, t): TrajectoryTurn => {
      const turn = `s${s}.t${t}`;
      if (isEvidence === true) evidence.push(turn);
      return { id: turn, conversation: `s${s}`, speaker: role, role, at: session.at, text: content };
    }),
  );
  const isAnswerable = !item.question_id.endsWith('_abs');
  const category = isAnswerable ? (CATEGORIES[item.question_type] ?? 'other') : 'abstention';
  return toConverted(SET, {
    ...{ id, title: `LongMemEval ${id}`, owner: 'user', turns: uniqueTurns(turns) },
    checkpoints: [{ id: 'k1', at: `${lastDay}T23:59:59.999Z` }],
    questions: [
      {
        ...{ question: item.question, category, sourceCategory: item.question_type, evidence },
        answer: isAnswerable ? parseAnswer(item.answer, { isTime: category === 'temporal' }) : { kind: 'unknown' },
      },
    ],
  });
}
