import type { Arm } from '../../../../main/evaluation/format/arm.ts';
import type { Observed, SuppliedFragment } from '../../../../main/evaluation/format/observation.ts';
import type { Probe, Trajectory } from '../../../../main/evaluation/format/trajectory.ts';

const at = (day: string): string => `${day}T10:00:00.000Z`;
const turn = (id: string, day: string, text: string, conversation = 'c1') => ({
  ...{ id, conversation, speaker: 'Mira', role: 'user' as const, at: at(day), text },
});

const moved: Probe = {
  ...{ id: 'home', question: 'Where do I live?', origin: 'k1', truth: 'current', anchor: null, category: 'revision' },
  references: [
    { from: 'k1', answer: { kind: 'text', values: ['Oslo'] }, evidence: ['t1'], superseded: [] },
    { from: 'k2', answer: { kind: 'text', values: ['Berlin'] }, evidence: ['t4'], superseded: [['Oslo']] },
  ],
};
const trips: Probe = {
  ...{
    id: 'trips',
    question: 'Which cities did I see?',
    origin: 'k2',
    truth: 'current',
    anchor: null,
    category: 'list',
  },
  references: [
    {
      ...{ from: 'k2', answer: { kind: 'set', items: [['Rome'], ['Bern']] }, evidence: ['t2', 't3', 't5'] },
      superseded: [],
    },
  ],
};
const pet: Probe = {
  ...{ id: 'pet', question: 'What is my dog called?', origin: 'k1', truth: 'current', anchor: null },
  category: 'abstention',
  references: [{ from: 'k1', answer: { kind: 'unknown' }, evidence: [], superseded: [] }],
};
const warranty: Probe = {
  ...{
    id: 'warranty',
    question: 'How long is the kettle under warranty?',
    origin: 'k2',
    truth: 'current',
    anchor: null,
  },
  category: 'document',
  references: [
    {
      ...{ from: 'k2', answer: { kind: 'duration', days: 730.5, toleranceDays: 1 }, evidence: ['document:d1'] },
      superseded: [],
    },
  ],
};

/** A small history with two checkpoints, a late arrival, a document and four probes. */
export const HISTORY: Trajectory = {
  ...{ format: 'lsrep-trajectory', version: 1, id: 'h1', title: 'A small history', domain: 'home', licence: 'CC0-1.0' },
  ...{ origin: { name: 'test', version: '1', seed: 1 }, zone: 'UTC', owner: 'Mira' },
  turns: [
    turn('t1', '2024-01-05', 'I live in Oslo, in a small flat.'),
    turn('t2', '2024-01-20', 'The trip to Rome was lovely.'),
    turn('t3', '2024-02-10', 'Bern was cold, and the cheese was good.', 'c2'),
    turn('t4', '2024-03-01', 'I moved: my home is in Berlin from today.', 'c2'),
    { ...turn('t5', '2024-01-21', 'Pictures of Rome and Bern are in the album.', 'c3'), arrivesAt: at('2024-03-02') },
    turn('t6', '2024-05-01', 'A walk by the lake again.', 'c3'),
  ],
  documents: [
    { id: 'd1', name: 'kettle.md', at: at('2024-02-01'), text: 'The kettle is under warranty for two years.' },
  ],
  checkpoints: [
    { id: 'k1', at: at('2024-02-01') },
    { id: 'k2', at: at('2024-04-01') },
  ],
  lifecycle: [{ checkpoint: 'k2', workers: ['decay', 'summaries'], days: 7 }],
  access: 'none',
  probes: [moved, trips, pet, warranty],
  ledger: [],
};

export const FULL: Arm = {
  ...{ name: 'full', system: 'palimpsest', k: 10, budgetTokens: 400, isMemoryFull: true, conversation: 'fresh' },
  ...{ access: 'none', lifecycle: 'scheduled' },
};

export const supply = (id: string, change: Partial<SuppliedFragment> = {}): SuppliedFragment => ({
  ...{ kind: 'turn', turns: [id], context: [], at: null, status: 'active', tokens: 10, hash: '0'.repeat(64) },
  ...change,
});

/** What a system tells of one question that shows its legs. */
export const observe = (supplied: readonly SuppliedFragment[], change: Partial<Observed> = {}): Observed => ({
  ...{ t: 'observation', arm: 'full', trajectory: 'h1', checkpoint: 'k2', probe: 'home', status: 'observed' },
  ...{ answer: 'You live in Berlin.', mode: 'evidence', isAbstaining: false, supplied },
  ...{ contextTokens: supplied.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0), promptTokens: null, cited: [] },
  execution: {
    ...{ legs: [], candidates: [], askedAt: null, settings: null, configHash: null, embeddingSpace: null },
    ...{ generation: null, operation: null, reliance: null, derivation: null },
  },
  ...{ transition: { recordsBefore: 5, recordsAfter: 5 }, trace: null },
  ...change,
});
