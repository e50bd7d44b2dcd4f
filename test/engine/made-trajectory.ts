import { writeFile } from 'node:fs/promises';
import { Trajectory } from '../../main/evaluation/format/trajectory.ts';

const START_MS = Date.UTC(2024, 0, 1, 9);
const DAY_MS = 86_400_000;
const atDay = (day: number, minute = 0): string => new Date(START_MS + day * DAY_MS + minute * 60_000).toISOString();

/** A short history in which somebody moves and takes something back, asked about at three checkpoints. */
export function makeTrajectory(id = 'moved', chatter = 8): Trajectory {
  const turns: Trajectory['turns'][number][] = [];
  const say = (day: number, text: string, role: 'user' | 'assistant' = 'user'): string => {
    const n = turns.length + 1;
    const speaker = role === 'user' ? 'Mara' : 'Assistant';
    turns.push({
      ...{ id: `${id}-t${n}`, conversation: `${id}-c${Math.floor(day / 30)}`, speaker, role },
      ...{ at: atDay(day, n), text },
    });
    return `${id}-t${n}`;
  };
  const chat = (from: number): void => {
    for (let n = 0; n < chatter; n += 1)
      say(from + n, `Rain again on day ${from + n}, so the bus was full and the market was half empty.`);
  };
  const trento = say(0, 'I live in Trento, in a small flat near the station.');
  say(0, 'That sounds handy for the trains.', 'assistant');
  chat(1);
  const cello = say(20, 'My sister plays the cello in a youth orchestra.');
  const bergen = say(45, 'I moved to Bergen last week. The new place is bright.');
  chat(46);
  const choir = say(80, 'Choir practice is on Thursdays from now on.');
  return Trajectory.parse({
    ...{ format: 'lsrep-trajectory', version: 1, id, title: 'Somebody moves', domain: 'home', licence: 'own' },
    ...{ origin: { name: 'hand', version: '1', seed: null }, zone: 'UTC', owner: 'Mara', turns },
    documents: [
      {
        id: `${id}-d1`,
        name: `${id}-boiler.md`,
        at: atDay(50),
        text: 'The boiler is serviced every October by Tveit.',
      },
    ],
    checkpoints: [
      { id: 'k1', at: atDay(30) },
      { id: 'k2', at: atDay(60) },
      { id: 'k3', at: atDay(90) },
    ],
    lifecycle: [
      { checkpoint: 'k1', workers: ['decay', 'edge-decay'], days: 30 },
      { checkpoint: 'k3', workers: ['decay'], days: 30 },
      { checkpoint: 'k3', workers: ['summaries'], days: 0 },
    ],
    access: 'none',
    probes: [
      {
        ...{ id: 'home', question: 'Where do I live now?', origin: 'k1', truth: 'current', anchor: null },
        category: 'revision',
        references: [
          { from: 'k1', answer: { kind: 'text', values: ['Trento'] }, evidence: [trento], superseded: [] },
          { from: 'k2', answer: { kind: 'text', values: ['Bergen'] }, evidence: [bergen], superseded: [['Trento']] },
        ],
      },
      {
        ...{ id: 'home-before', question: 'Where did I live in January 2024?', origin: 'k1', truth: 'historical' },
        ...{ anchor: atDay(14), category: 'historical' },
        references: [{ from: 'k1', answer: { kind: 'text', values: ['Trento'] }, evidence: [trento], superseded: [] }],
      },
      {
        ...{ id: 'sister', question: 'What does my sister play?', origin: 'k1', truth: 'current', anchor: null },
        category: 'stable',
        references: [{ from: 'k1', answer: { kind: 'text', values: ['cello'] }, evidence: [cello], superseded: [] }],
      },
      {
        ...{ id: 'boiler', question: 'Who services the boiler?', origin: 'k2', truth: 'current', anchor: null },
        category: 'document',
        references: [
          { from: 'k2', answer: { kind: 'text', values: ['Tveit'] }, evidence: [`document:${id}-d1`], superseded: [] },
        ],
      },
      {
        ...{ id: 'choir', question: 'When is choir practice?', origin: 'k3', truth: 'current', anchor: null },
        category: 'temporal',
        references: [
          {
            from: 'k3',
            answer: { kind: 'text', values: ['Thursdays', 'Thursday'] },
            evidence: [choir],
            superseded: [],
          },
        ],
      },
    ],
    ledger: [],
  });
}

export async function writeTrajectory(path: string, trajectory: Trajectory): Promise<string> {
  await writeFile(path, `${JSON.stringify(trajectory, null, 1)}\n`);
  return path;
}
