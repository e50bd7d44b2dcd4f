import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flattenIds, parseBeam, withoutMarker } from '../../../../scripts/eval/beam.mjs';
import { localTimeOf, parseLocomo, readEvidence } from '../../../../scripts/eval/locomo.mjs';
import { parseLongMemEval } from '../../../../scripts/eval/longmemeval.mjs';
import { importHistories, removeTraces } from '../../../../scripts/eval/palimpsest.mjs';

describe('scripts/eval/locomo', () => {
  it('reads evidence ids in all their spellings and leaves out what names no turn', () => {
    expect(readEvidence(['D1:3', 'D8:6; D9:17', 'D:11:26', 'D'])).toEqual(['D1:3', 'D8:6', 'D9:17', 'D11:26']);
  });

  it.each([
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00'],
    ['12:09 am on 13 September, 2023', '2023-09-13T00:09:00'],
  ])('reads %s as the local time that it is', (text, at) => {
    expect(localTimeOf(text)).toBe(at);
  });

  it('takes turns in the order of sessions, no annotations, and gold that is there', () => {
    const history = parseLocomo(
      {
        session_10: [{ speaker: 'Ada', dia_id: 'D10:1', text: 'Later.' }],
        session_10_date_time: '9:00 am on 2 May, 2023',
        session_2: [{ speaker: 'Ben', dia_id: 'D2:1', text: 'Look!', blip_caption: 'a red boat' }],
        session_2_date_time: '9:00 am on 1 May, 2023',
        session_2_summary: 'Ben shows a boat.',
        qa: [
          { question: 'Which boat?', evidence: ['D2:1', 'D10:19', 'D2:1'], category: 4 },
          { question: 'Which car?', evidence: ['D2:1'], category: 5 },
          { question: 'What else?', category: 3 },
        ],
      },
      'h',
    );
    expect(history.lines.map(({ id, caption, at }) => [id, caption, at])).toEqual([
      ['h/D2:1', 'a red boat', '2023-05-01T09:00:00'],
      ['h/D10:1', undefined, '2023-05-02T09:00:00'],
    ]);
    expect(history.questions.map(({ category, gold, isAnswerable }) => [category, gold, isAnswerable])).toEqual([
      ['single-hop', ['h/D2:1'], true],
      ['adversarial', ['h/D2:1'], false],
      ['open-domain', [], true],
    ]);
  });
});

describe('scripts/eval/beam', () => {
  it.each([
    ['Try this? ->-> 1,1', 'Try this?'],
    ['Try this? ->-> 2,N/A', 'Try this?'],
    ['Try this? ->-> 5,14)\n', 'Try this?'],
    [
      'An arrow ->-> in the middle of a sentence that goes on',
      'An arrow ->-> in the middle of a sentence that goes on',
    ],
  ])('takes the marker off %j', (text, without) => {
    expect(withoutMarker(text)).toBe(without);
  });

  it('flattens lists and named lists of ids', () => {
    expect([flattenIds([1, 2]), flattenIds({ first: [3], second: [[4]] }), flattenIds(null)]).toEqual([
      ['1', '2'],
      ['3', '4'],
      [],
    ]);
  });

  it('gives all turns of a batch its day, and ingests nothing that describes how a text was made', () => {
    const chat = [
      {
        batch_number: 1,
        turns: [
          [
            { role: 'user', id: 0, content: 'Hi ->-> 1,1', time_anchor: 'March-15-2024', question_type: 'main' },
            { role: 'assistant', id: 1, content: 'Hello.', index: '1,1' },
          ],
        ],
      },
    ];
    const probing = {
      abstention: [{ question: 'a?' }],
      summarization: [{ question: 'b?', source_chat_ids: [1, 1, 9] }],
    };
    const { lines, questions } = parseBeam(chat, probing, 'h');
    const line = { conversation: 'h', session: 'b1', space: 'h', at: '2024-03-15T00:00:00' };
    expect(lines).toEqual([
      { ...line, speaker: 'user', role: 'user', text: 'Hi', id: 'h/0' },
      { ...line, speaker: 'assistant', role: 'assistant', text: 'Hello.', id: 'h/1' },
    ]);
    expect(questions.map(({ category, gold, isAnswerable }) => [category, gold, isAnswerable])).toEqual([
      ['abstention', [], false],
      ['summarization', ['h/1'], true],
    ]);
  });
});

describe('scripts/eval/longmemeval', () => {
  const item = {
    question_id: 'q7',
    question_type: 'multi-session',
    question: 'How many?',
    question_date: '2023/05/30 (Tue) 09:00',
    answer_session_ids: ['answer_x'],
    haystack_session_ids: ['late', 'answer_x', 'after', 'early'],
    haystack_dates: [
      '2023/05/30 (Tue) 23:40',
      '2023/05/29 (Mon) 08:00',
      '2023/05/31 (Wed) 00:10',
      '2023/05/01 (Mon) 08:00',
    ],
    haystack_sessions: [
      [{ role: 'user', content: 'same day, later' }],
      [
        { role: 'user', content: 'gold', has_answer: true },
        { role: 'assistant', content: 'reply', has_answer: false },
      ],
      [{ role: 'user', content: 'next day' }],
      [{ role: 'user', content: 'first' }],
    ],
  };

  it('sorts sessions, keeps the whole day of the question, and says nothing of what is gold', () => {
    const { lines, questions } = parseLongMemEval(item, 'h');
    expect(lines.map(({ conversation, text }) => [conversation, text])).toEqual([
      ['h/s0', 'first'],
      ['h/s1', 'gold'],
      ['h/s1', 'reply'],
      ['h/s2', 'same day, later'],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/answer|gold_|q7/);
    expect(questions).toMatchObject([
      { category: 'multi-session', asOf: '2023-05-30T23:59:59', gold: ['h/s1/t0'], goldSessions: ['h/s1/'] },
    ]);
  });

  it('scores an abstention item on declining', () => {
    const { questions } = parseLongMemEval({ ...item, question_id: 'q7_abs' }, 'h');
    expect(questions).toMatchObject([{ category: 'abstention', isAnswerable: false }]);
  });
});

describe('scripts/eval/palimpsest', () => {
  it('imports nothing into a folder that it did not make, and takes nothing out of it', async () => {
    const data = mkdtempSync(join(tmpdir(), 'palimpsest-eval-test-'));
    mkdirSync(join(data, 'traces'));
    await expect(importHistories([], { work: data, data, say: () => undefined })).rejects.toThrow('something else');
    removeTraces(data);
    expect(existsSync(join(data, 'traces'))).toBe(true);
    rmSync(data, { recursive: true });
  });
});
