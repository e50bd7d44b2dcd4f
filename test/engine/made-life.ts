import type { Arm } from '../../main/evaluation/format/arm.ts';
import type { Probe, Trajectory } from '../../main/evaluation/format/trajectory.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2024-01-01T09:00:00Z');
const on = (day: number): string => new Date(START + day * DAY_MS).toISOString();

const PLACES = [
  'harbour',
  'library',
  'old mill',
  'market hall',
  'botanical garden',
  'tram depot',
  'lighthouse',
  'quarry',
];
const THINGS = ['a blue kettle', 'three lemons', 'a torn map', 'the long ladder', 'a jar of honey', 'two candles'];

/** Every fifth day something is told; some of it is asked for later. */
const TOLD: Readonly<Record<number, string>> = {
  0: 'I live in Oslo.',
  10: 'My sister is Nora.',
  25: 'I work at Fjellbank.',
  45: 'I moved to Berlin yesterday, so I live in Berlin now.',
  60: 'I started a new job: I work at Havnkontor.',
  80: 'Nora and I saw a white heron at the quarry.',
};

const turns: Trajectory['turns'] = Array.from({ length: 45 }, (_, index) => {
  const day = index * 2 + (index % 2 === 0 ? 0 : 1);
  const told = TOLD[day - (day % 5)] !== undefined && day % 5 === 0 ? TOLD[day] : undefined;
  const place = PLACES[index % PLACES.length] ?? '';
  const thing = THINGS[index % THINGS.length] ?? '';
  return {
    ...{ id: `turn-${index}`, conversation: `talk-${Math.floor(index / 6)}`, speaker: 'Mira', role: 'user' as const },
    ...{ at: on(day), text: told ?? `On walk number ${index} to the ${place} I carried ${thing} in my bag.` },
  };
});

const idOf = (text: string): string => turns.find((turn) => turn.text.includes(text))?.id ?? '';

type Asked = Pick<Probe, 'id' | 'question' | 'origin' | 'references'> & { readonly category?: Probe['category'] };
const probe = ({ category = 'stable', ...asked }: Asked): Probe => ({
  truth: 'current',
  anchor: null,
  category,
  ...asked,
});
const said = (from: string, values: readonly string[], evidence: string): Probe['references'][number] => ({
  ...{ from, answer: { kind: 'text', values }, evidence: [evidence], superseded: [] },
});

/** Three months with a move, a new job, a document and walks: small enough for a real engine in a test. */
export const LIFE: Trajectory = {
  ...{ format: 'lsrep-trajectory', version: 1, id: 'life', title: 'Three months', domain: 'daily life' },
  ...{ licence: 'CC0-1.0', origin: { name: 'test', version: '1', seed: 1 }, zone: 'UTC', owner: 'Mira' },
  turns,
  documents: [
    {
      ...{ id: 'manual', name: 'manual.md', at: on(20) },
      text: 'The boiler manual. The pressure of the boiler should stay at 1.5 bar, and the filter is cleaned every spring.',
    },
  ],
  checkpoints: [
    { id: 'c1', at: on(30) },
    { id: 'c2', at: on(62) },
    { id: 'c3', at: on(95) },
  ],
  lifecycle: [{ checkpoint: 'c2', workers: ['decay', 'summaries'], days: 10 }],
  access: 'none',
  probes: [
    probe({
      ...{ id: 'home', question: 'Where do I live?', origin: 'c1', category: 'revision' },
      references: [
        said('c1', ['Oslo'], idOf('I live in Oslo')),
        { ...said('c2', ['Berlin'], idOf('I moved to Berlin')), superseded: [['Oslo']] },
      ],
    }),
    probe({
      ...{ id: 'sister', question: 'What is my sister called?', origin: 'c1' },
      references: [said('c1', ['Nora'], idOf('My sister is'))],
    }),
    probe({
      ...{ id: 'boiler', question: 'What pressure should the boiler have?', origin: 'c1', category: 'document' },
      references: [
        {
          ...{ from: 'c1', answer: { kind: 'number', value: 1.5, unit: 'bar' }, evidence: ['document:manual'] },
          superseded: [],
        },
      ],
    }),
    probe({
      ...{ id: 'honey', question: 'To which places did I carry a jar of honey?', origin: 'c1', category: 'list' },
      references: [said('c1', ['botanical garden'], idOf('jar of honey'))],
    }),
    probe({
      ...{ id: 'heron', question: 'Which bird did Nora and I see?', origin: 'c3' },
      references: [said('c3', ['white heron', 'heron'], idOf('white heron'))],
    }),
  ],
  ledger: [],
};

export const arm = (name: string, change: Partial<Arm> = {}): Arm => ({
  ...{ name, system: 'palimpsest', k: 200, budgetTokens: 400, isMemoryFull: true, conversation: 'fresh' },
  ...{ access: 'none', lifecycle: 'scheduled' },
  ...change,
});
