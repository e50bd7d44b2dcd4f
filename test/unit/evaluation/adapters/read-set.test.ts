import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../main/contract/errors.ts';
import type { LeftOut } from '../../../../main/evaluation/adapters/converted.pure.ts';
import { type AdapterName, readSet } from '../../../../main/evaluation/adapters/read-set.ts';
import type { Trajectory } from '../../../../main/evaluation/format/trajectory.ts';
import { validateTrajectory } from '../../../../main/evaluation/format/validate.pure.ts';
import { beamChat, beamProbing, haluMemUser, locomoSample, longMemEvalItem } from './sets.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'set-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};
const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

type Read = {
  readonly trajectories: readonly Trajectory[];
  readonly leftOut: Readonly<Record<string, readonly LeftOut[]>>;
};
async function read(name: AdapterName, path = folder): Promise<Read> {
  const trajectories: Trajectory[] = [];
  const leftOut: Record<string, readonly LeftOut[]> = {};
  const onLeftOut = (history: string, out: readonly LeftOut[]): void => {
    leftOut[history] = out;
  };
  for await (const one of readSet({ name, path, onLeftOut })) {
    expect(validateTrajectory(one)).toEqual([]);
    trajectories.push(one);
  }
  return { trajectories, leftOut };
}
const turnsOf = ({ turns }: Trajectory): readonly (readonly unknown[])[] =>
  turns.map(({ id, conversation, session, speaker, role, at, text }) => [
    ...[id, conversation, session, speaker, role],
    ...[at, text],
  ]);
const probesOf = ({ probes }: Trajectory): readonly (readonly unknown[])[] =>
  probes.map(({ id, origin, category, sourceCategory, references }) => [
    ...[id, origin, category, sourceCategory],
    ...[references[0]?.answer, references[0]?.evidence.join(' ')],
  ]);

describe('evaluation/adapters/locomo', () => {
  const checkLocomo = ({ trajectories: [first], leftOut }: Read): void => {
    if (first === undefined) throw new Error('nothing was read');
    expect([first.id, first.owner, first.zone]).toEqual(['locomo-pair-1', 'Ida', 'UTC']);
    expect(turnsOf(first)).toEqual([
      ['D2:1', 'chat', 'session_2', 'Noor', 'other', '2023-05-08T13:56:00.000Z', 'Look!\n[picture: a blue kiln]'],
      ['D10:1', 'chat', 'session_10', 'Ida', 'user', '2023-09-13T00:09:00.000Z', 'The kiln is sold, for 300 euros.'],
    ]);
    expect(first.checkpoints).toEqual([
      { id: 'k1', at: '2023-05-08T14:56:00.000Z' },
      { id: 'k2', at: '2023-09-13T01:09:00.000Z' },
    ]);
    expect(probesOf(first)).toEqual([
      ['q1', 'k1', 'stable', 'single-hop', { kind: 'open', text: 'blue' }, 'D2:1'],
      ['q2', 'k2', 'temporal', 'temporal', { kind: 'date', value: '2023' }, 'D10:1'],
      ['q3', 'k2', 'other', 'multi-hop', { kind: 'number', value: 300, unit: 'euros' }, 'D2:1 D10:1'],
      ['q4', 'k1', 'abstention', 'adversarial', { kind: 'unknown' }, ''],
    ]);
    expect(leftOut['locomo-pair-1']).toEqual([{ question: 4, reason: 'no-evidence' }]);
  };

  it('reads sessions in order, ids however they are written, and asks what is answered when its evidence is there', async () => {
    write('1.json', JSON.stringify(locomoSample));
    checkLocomo(await read('locomo'));
  });

  it('reads the list of samples that was published, and files whose sessions stand beside the questions', async () => {
    const path = write('locomo10.json', JSON.stringify([locomoSample, locomoSample], null, 1));
    const both = await read('locomo', path);
    checkLocomo(both);
    expect(both.trajectories.map(({ id }) => id)).toEqual(['locomo-pair-1', 'locomo-pair-1-2']);
    const { conversation, qa } = locomoSample;
    const flat = await read('locomo', write('flat.json', JSON.stringify({ ...conversation, qa })));
    expect(flat.trajectories.map(({ id, probes }) => [id, probes.length])).toEqual([['locomo-flat', 4]]);
  });
});

describe('evaluation/adapters/longmemeval', () => {
  it('gives each question its own history, whole days, and no word of what is gold', async () => {
    write('set.jsonl.gz', gzipSync(lines(longMemEvalItem, { ...longMemEvalItem, question_id: 'q8_abs' })));
    const { trajectories } = await read('longmemeval');
    const [first, second] = trajectories;
    if (first === undefined || second === undefined) throw new Error('too little was read');
    expect(turnsOf(first)).toEqual([
      ['s0.t0', 's0', undefined, 'user', 'user', '2023-05-01T08:00:00.000Z', 'Hello.'],
      ['s1.t0', 's1', undefined, 'user', 'user', '2023-05-29T08:00:00.000Z', 'I have ten plants.'],
      ['s1.t1', 's1', undefined, 'assistant', 'assistant', '2023-05-29T08:00:00.000Z', 'Lovely.'],
      ['s2.t0', 's2', undefined, 'user', 'user', '2023-05-30T23:40:00.000Z', 'Two more plants today.'],
    ]);
    expect(first.checkpoints).toEqual([{ id: 'k1', at: '2023-05-30T23:59:59.999Z' }]);
    expect(probesOf(first)).toEqual([
      ['q1', 'k1', 'revision', 'knowledge-update', { kind: 'number', value: 12 }, 's1.t0 s2.t0'],
    ]);
    expect(probesOf(second)).toEqual([['q1', 'k1', 'abstention', 'knowledge-update', { kind: 'unknown' }, '']]);
    expect(JSON.stringify(trajectories)).not.toMatch(/has_answer|answer_x|q7|q8/);
  });

  it('reads the list that was published, and leaves out what has no evidence', async () => {
    const bare = { ...longMemEvalItem, haystack_sessions: [[], [], [], [{ role: 'user', content: 'Hello.' }]] };
    const { trajectories, leftOut } = await read(
      'longmemeval',
      write('s.json', JSON.stringify([bare, longMemEvalItem])),
    );
    expect(trajectories.map(({ id }) => id)).toEqual(['longmemeval-002']);
    expect(leftOut).toEqual({ 'longmemeval-001': [{ question: 0, reason: 'no-evidence' }] });
  });
});

describe('evaluation/adapters/beam', () => {
  it.each(['7/probing_questions.json', '7/probing_questions/probing_questions.json'])(
    'reads a chat with %s',
    async (name) => {
      write('7/chat.json', JSON.stringify(beamChat, null, 2));
      write(name, JSON.stringify(beamProbing));
      const { trajectories, leftOut } = await read('beam');
      const [chat] = trajectories;
      if (chat === undefined) throw new Error('nothing was read');
      expect(chat.id).toBe('beam-7');
      expect(turnsOf(chat)).toEqual([
        ['m0', 'chat', 'b1', 'user', 'user', '2024-03-15T00:00:00.000Z', 'I plan a hut.'],
        ['m1', 'chat', 'b1', 'assistant', 'assistant', '2024-03-15T00:00:00.000Z', 'Good.'],
        ['m2', 'chat', 'b2', 'user', 'user', '2024-03-15T00:00:00.000Z', 'The hut costs 900.'],
        ['m3', 'chat', 'b3', 'user', 'user', '2024-04-02T00:00:00.000Z', 'Now it costs 950.'],
      ]);
      expect(probesOf(chat)).toEqual([
        ['q1', 'k2', 'abstention', 'abstention', { kind: 'unknown' }, ''],
        ['q2', 'k2', 'conflict', 'contradiction_resolution', { kind: 'open', text: 'You said both.' }, 'm2 m3'],
        ['q3', 'k1', 'order', 'event_ordering', { kind: 'open', text: 'hut, price' }, 'm0 m2'],
        ['q4', 'k1', 'stable', 'information_extraction', { kind: 'open', text: 'a hut' }, 'm0'],
        ['q5', 'k1', 'procedure', 'instruction_following', { kind: 'open', text: 'With a list.' }, 'm1'],
        ['q6', 'k2', 'revision', 'knowledge_update', { kind: 'number', value: 950 }, 'm2 m3'],
        ['q8', 'k1', 'preference', 'preference_following', { kind: 'open', text: 'names wood\nnames stone' }, 'm0'],
        ['q9', 'k1', 'summary', 'summarization', { kind: 'open', text: 'A hut.' }, 'm0'],
        ['q10', 'k2', 'temporal', 'temporal_reasoning', { kind: 'date', value: '2024-04-02' }, 'm3'],
      ]);
      expect(leftOut).toEqual({ 'beam-7': [{ question: 6, reason: 'no-evidence' }] });
    },
  );

  it('reads one chat by its own folder, and gives turns with one id two', async () => {
    const [batch] = beamChat;
    write('chat.json', JSON.stringify([batch, { ...batch, batch_number: 2 }]));
    write('probing_questions.json', JSON.stringify(beamProbing));
    const { trajectories } = await read('beam');
    expect(trajectories[0]?.turns.map(({ id }) => id)).toEqual(['m0', 'm1', 'm0.again-2', 'm1.again-2']);
  });
});

describe('evaluation/adapters/halumem', () => {
  it('reads a life up to each quarter, and asks in each what is asked there and is so at its end', async () => {
    write('HaluMem-Medium.jsonl', lines(haluMemUser));
    const { trajectories, leftOut } = await read('halumem');
    expect(trajectories.map(({ id, owner, turns, checkpoints }) => [id, owner, turns.length, checkpoints])).toEqual([
      ['halumem-001-1', 'Vera Lindt', 2, [{ id: 'k1', at: '2025-03-01T08:10:00.000Z' }]],
      ['halumem-001-3', 'Vera Lindt', 6, [{ id: 'k1', at: '2025-05-03T08:10:00.000Z' }]],
    ]);
    expect(trajectories.map(probesOf)).toEqual([
      [
        ['q1', 'k1', 'stable', 'Basic Fact Recall', { kind: 'open', text: 'Glazier.' }, 's0.t0'],
        ['q2', 'k1', 'conflict', 'Memory Conflict', { kind: 'open', text: 'No.' }, 's0.t1'],
        ['q3', 'k1', 'abstention', 'Memory Boundary', { kind: 'unknown' }, ''],
      ],
      [['q1', 'k1', 'revision', 'Dynamic Update', { kind: 'open', text: 'Baker.' }, 's2.t0']],
    ]);
    expect(leftOut).toEqual({ 'halumem-001-3': [{ question: 4, reason: 'no-evidence' }] });
  });

  it('does not ask what is said otherwise before the quarter ends', async () => {
    const [first, , third, last] = haluMemUser.sessions;
    // Five sessions make the first quarter two long.
    const sessions = [first, third, last, last, last];
    write('set.jsonl', lines({ ...haluMemUser, sessions }));
    const { trajectories, leftOut } = await read('halumem');
    expect(leftOut['halumem-001-1']).toContainEqual({ question: 0, reason: 'changes-later' });
    expect(trajectories[0]?.probes.map(({ sourceCategory }) => sourceCategory)).toEqual([
      'Memory Conflict',
      'Memory Boundary',
      'Dynamic Update',
    ]);
  });
});

describe('evaluation/adapters', () => {
  const session = locomoSample.conversation;

  it.each<[string, AdapterName, Readonly<Record<string, string>>, RegExp]>([
    ['an empty folder', 'locomo', {}, /^There are no files of LoCoMo here: the folder has none/],
    ['several variants', 'halumem', { 'a.jsonl': '{}', 'b.jsonl': '{}' }, /several files; choose one/],
    ['an empty file', 'halumem', { 'a.jsonl': ' \n' }, /the file is empty/],
    ['a folder without chats', 'beam', { 'x/chat.json': '[]' }, /no numbered chats/],
    ['a chat without questions', 'beam', { '1/chat.json': '[{}]' }, /a file cannot be read \(ENOENT\)/],
    ['what is no JSON', 'locomo', { 'a.json': '{"qa": secret}' }, /History 1: \$ is not JSON in UTF-8\./],
    ['another shape', 'locomo', { 'a.json': '{}' }, /History 1: \$\.qa is missing\./],
    [
      'a session without a time',
      'locomo',
      { 'a.json': JSON.stringify({ qa: [], conversation: { ...session, session_2_date_time: 'secret' } }) },
      /History 1: \$\.conversation\.session_2_date_time is no time as LoCoMo writes it\./,
    ],
    [
      'a second line that is wrong',
      'longmemeval',
      { 'a.jsonl': lines(longMemEvalItem, { ...longMemEvalItem, haystack_dates: [] }) },
      /History 2: \$\.haystack_dates\[0\] is no time as LongMemEval writes it\./,
    ],
    [
      'a chat without a day',
      'beam',
      { '1/chat.json': JSON.stringify(beamChat.slice(1, 2)), '1/probing_questions.json': '{}' },
      /History 1: \$\.chat\[0\]\.turns has no time_anchor with a day\./,
    ],
  ])('refuses %s, and quotes nothing', async (_, name, files, says) => {
    for (const [file, text] of Object.entries(files)) write(file, text);
    const error = await read(name).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof AppError)) throw new Error('it was read');
    expect(error.code).toBe('evaluation.invalid');
    expect(error.message).toMatch(says);
    expect(error.message).not.toMatch(/secret|set-/);
  });

  it('refuses what is not there', async () => {
    await expect(read('halumem', join(folder, 'none.jsonl'))).rejects.toThrow('cannot be read (ENOENT)');
  });

  it('gives the same bytes each time', async () => {
    write('1.json', JSON.stringify(locomoSample));
    expect(JSON.stringify(await read('locomo'))).toBe(JSON.stringify(await read('locomo')));
  });
});
