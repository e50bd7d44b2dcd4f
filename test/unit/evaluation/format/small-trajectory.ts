import type { Trajectory } from '../../../../main/evaluation/format/trajectory.ts';

/** Two checkpoints, one value that is replaced, one document, one question that nothing answers. */
export const smallTrajectory = (): Trajectory => ({
  format: 'lsrep-trajectory',
  version: 1,
  id: 'small',
  title: 'A small history',
  domain: 'home',
  licence: 'CC0-1.0',
  origin: { name: 'by hand', version: '1', seed: null },
  zone: 'Europe/Berlin',
  owner: 'Mara',
  turns: [
    {
      id: 't1',
      conversation: 'c1',
      speaker: 'Mara',
      role: 'user',
      at: '2024-01-02T10:00:00Z',
      text: 'I rent in Kiel.',
    },
    {
      id: 't2',
      conversation: 'c1',
      speaker: 'Assistant',
      role: 'assistant',
      at: '2024-01-02T10:01:00Z',
      text: 'Noted.',
    },
    {
      ...{ id: 't3', conversation: 'c2', speaker: 'Mara', role: 'user', text: 'Since May I rent in Jena.' },
      ...{ at: '2024-05-03T09:00:00+02:00', arrivesAt: '2024-06-01T08:00:00Z' },
    },
  ],
  documents: [{ id: 'd1', name: 'lease.md', at: '2024-01-05T12:00:00Z', text: 'The deposit is 900 euros.' }],
  checkpoints: [
    { id: 'k1', at: '2024-02-01T00:00:00Z' },
    { id: 'k2', at: '2024-07-01T00:00:00Z' },
  ],
  lifecycle: [{ checkpoint: 'k2', workers: ['extract', 'decay'], days: 30 }],
  access: 'none',
  probes: [
    {
      ...{ id: 'p1', question: 'Where does Mara rent?', origin: 'k1', truth: 'current', anchor: null },
      category: 'revision',
      references: [
        { from: 'k1', answer: { kind: 'text', values: ['Kiel'] }, evidence: ['t1'], superseded: [] },
        { from: 'k2', answer: { kind: 'text', values: ['Jena'] }, evidence: ['t3'], superseded: [['Kiel']] },
      ],
    },
    {
      ...{ id: 'p2', question: 'Where did Mara rent in January 2024?', origin: 'k1', truth: 'historical' },
      ...{ anchor: '2024-01-15T00:00:00Z', category: 'historical' },
      references: [{ from: 'k1', answer: { kind: 'text', values: ['Kiel'] }, evidence: ['t1'], superseded: [] }],
    },
    {
      ...{ id: 'p3', question: 'How high is the deposit?', origin: 'k1', truth: 'current', anchor: null },
      category: 'document',
      references: [
        {
          from: 'k1',
          answer: { kind: 'number', value: 900, unit: 'euros' },
          evidence: ['document:d1'],
          superseded: [],
        },
      ],
    },
    {
      ...{ id: 'p4', question: 'What is the name of the landlord?', origin: 'k2', truth: 'current', anchor: null },
      category: 'abstention',
      references: [{ from: 'k2', answer: { kind: 'unknown' }, evidence: [], superseded: [] }],
    },
  ],
  ledger: [
    {
      ...{ id: 'l1', change: 'assert', subject: 'Mara', relation: 'rents in', value: 'Kiel' },
      ...{ validFrom: null, validTo: '2024-05-01T00:00:00Z', source: 't1', replaces: [] },
    },
    {
      ...{ id: 'l2', change: 'revise', subject: 'Mara', relation: 'rents in', value: 'Jena' },
      ...{ validFrom: '2024-05-01T00:00:00Z', validTo: null, source: 't3', replaces: ['l1'] },
    },
  ],
});

type Json = Record<string, unknown>;

/** The same with one thing changed at a path, as a file may hold anything; `undefined` takes it out. */
export function withChange(path: readonly (string | number)[], value: unknown): unknown {
  const raw = JSON.parse(JSON.stringify(smallTrajectory())) as Json;
  const last = path.at(-1);
  let place: Json = raw;
  for (const step of path.slice(0, -1)) place = place[step] as Json;
  if (last === undefined) return value;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return raw;
}
