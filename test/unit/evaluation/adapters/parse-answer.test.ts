import { describe, expect, it } from 'vitest';
import { parseAnswer } from '../../../../main/evaluation/adapters/parse-answer.pure.ts';

describe('evaluation/adapters/parse-answer', () => {
  it.each([
    [7, { kind: 'number', value: 7 }],
    ['1,250.5', { kind: 'number', value: 1_250.5 }],
    ['$40', { kind: 'number', value: 40 }],
    ['3 Weeks.', { kind: 'number', value: 3, unit: 'weeks' }],
    ['12%', { kind: 'number', value: 12, unit: '%' }],
    ['7 May 2023', { kind: 'date', value: '2023-05-07' }],
    ['May 7th, 2023', { kind: 'date', value: '2023-05-07' }],
    ['June, 2023', { kind: 'date', value: '2023-06' }],
    ['2023-05-07', { kind: 'date', value: '2023-05-07' }],
    ['31 February 2023', { kind: 'open', text: '31 February 2023' }],
    ['2 or 3', { kind: 'open', text: '2 or 3' }],
    ['in May 2023', { kind: 'open', text: 'in May 2023' }],
    ['1999', { kind: 'number', value: 1_999 }],
    ['two boats', { kind: 'open', text: 'two boats' }],
    ['  ', null],
  ])('reads %j as %j', (raw, answer) => {
    expect(parseAnswer(raw, { isTime: false })).toEqual(answer);
  });

  it('takes a lone year for a date where the question asks when', () => {
    expect(parseAnswer(2022, { isTime: true })).toEqual({ kind: 'date', value: '2022' });
    expect(parseAnswer('22', { isTime: true })).toEqual({ kind: 'number', value: 22 });
  });
});
