import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, makePdf } from '../builders/documents.ts';
import { createHashInference } from './hash-inference.ts';
import { type Folder, makeFolder, type Opened, openFolder } from './open-folder.ts';
import { importLines, importPath, type Line } from './real-folder.ts';

/** What was said: near to what the documents hold, and without their answers. */
const SAID = [
  'The boiler made a strange noise again last night.',
  'I should read the manual of the boiler one day.',
  'We want to rent the flat in Harbour Street from spring on.',
  'The landlord is friendly but slow to answer letters.',
  'My grandmother baked plum cake every September.',
  'I bought plums at the market, far too many.',
  'The ferry to the island was full of school classes.',
  'We missed the ferry once and slept in the harbour hall.',
  'The choir meets again after the summer break.',
  'I sing in the choir, mostly alto.',
  'The bicycle needs new brakes before the tour.',
  'The garden club has a new chairwoman.',
  'Seeds are best ordered in winter.',
  'The library wants its books back, as always.',
  'I am afraid of the exam in hydraulics.',
  'The insurance wrote a letter that nobody understands.',
];
const LINES: readonly Line[] = SAID.map((text, n) => ({
  ...{ id: `t${n}`, conversation: `c${n % 4}`, text },
  at: `2024-03-${String(n + 1).padStart(2, '0')}T10:00:00Z`,
}));

const FILES: readonly (readonly [name: string, content: string | Uint8Array])[] = [
  [
    'boiler-manual.pdf',
    makePdf({
      title: 'Boiler Vesta 20',
      outline: [
        ['Pressure', 2],
        ['Filter', 3],
      ],
      pages: [
        ['Vesta 20', '', 'Keep this manual near the boiler.'],
        ['Pressure', '', 'The pressure of the water must stay between 1.2 and 1.8 bar.', 'Refill with the blue tap.'],
        [
          'Filter',
          '',
          'Rinse the filter every eleven weeks with cold water.',
          '',
          'Error E7 means that the flue is blocked.',
        ],
      ],
    }),
  ],
  [
    'lease.pdf',
    makePdf({
      pages: [
        ['Lease of the flat in Harbour Street 9', '', 'The rent is 870 euros and is due on the third working day.'],
        [
          'The deposit is three rents. It is paid back within six months.',
          '',
          'Pets need the consent of the landlord.',
        ],
        ['Notice is given in writing, nine weeks before the end of a quarter.'],
      ],
    }),
  ],
  [
    'plum-cake.docx',
    makeDocx([
      { heading: 'Plum cake of the house', level: 1 },
      'Rest the dough for forty minutes under a damp cloth.',
      { heading: 'Amounts', level: 2 },
      {
        rows: [
          ['Ingredient', 'Amount'],
          ['Spelt flour', '420 g'],
          ['Cardamom', '1 pinch'],
        ],
      },
    ]),
  ],
  [
    'ferry.html',
    `<!doctype html><html><head><title>Ferries of the sound</title></head><body><nav>Start Fares Contact</nav>
     <h1>Timetable</h1><table><tr><th>Leaves</th><th>Pier</th></tr><tr><td>06:35 on weekdays</td><td>pier 4</td></tr></table>
     <h2>Fares</h2><p>Bicycles travel for 3.20, and dogs travel free on a lead.</p></body></html>`,
  ],
  [
    'choir.md',
    '# Choir\n\n## Rehearsals\n\nRehearsals are on Wednesdays at half past seven in the chapel annex.\n\n## Concert\n\nThe concert of Advent begins with the Magnificat of Finzi.\n\n## Treasurer\n\nFees go to Odalys Brandt, the treasurer, by March.\n',
  ],
  ['bicycle.txt', 'Brake pads: type K4. Spokes of the rear wheel: 264 mm, double butted.'],
];

let folder: Folder;
let opened: Opened;
beforeAll(async () => {
  folder = await makeFolder();
  opened = await openFolder(join(folder.path, 'data'), { inference: createHashInference() });
  await importLines(opened.client, folder, LINES);
  await mkdir(join(folder.path, 'files'));
  for (const [name, content] of FILES) {
    const path = join(folder.path, 'files', name);
    await writeFile(path, content);
    await importPath(opened.client, path, {});
  }
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const QUESTIONS: readonly (readonly [question: string, answer: RegExp, source: string, page: number | null])[] = [
  ['Which pressure must the water in the boiler have?', /1\.2 and 1\.8 bar/, 'boiler-manual.pdf', 2],
  ['With which tap is the boiler refilled?', /blue tap/, 'boiler-manual.pdf', 2],
  ['How often must I rinse the filter?', /eleven weeks/, 'boiler-manual.pdf', 3],
  ['What does error E7 of the boiler mean?', /flue is blocked/, 'boiler-manual.pdf', 3],
  ['How high is the rent of the flat?', /870 euros/, 'lease.pdf', 1],
  ['When is the deposit paid back?', /within six months/, 'lease.pdf', 2],
  ['Whose consent do pets need?', /consent of the landlord/, 'lease.pdf', 2],
  ['How long before the end of a quarter must notice be given?', /nine weeks/, 'lease.pdf', 3],
  ['How long must the dough of the plum cake rest?', /forty minutes/, 'plum-cake.docx', null],
  ['How much spelt flour goes into the plum cake?', /420 g/, 'plum-cake.docx', null],
  ['From which pier does the ferry leave at 06:35?', /pier 4/, 'ferry.html', null],
  ['What do bicycles cost on the ferry?', /3\.20/, 'ferry.html', null],
  ['Do dogs travel free?', /free on a lead/, 'ferry.html', null],
  ['On which day are the rehearsals of the choir?', /Wednesdays/, 'choir.md', null],
  ['With what does the concert of Advent begin?', /Magnificat/, 'choir.md', null],
  ['Who is the treasurer of the choir?', /Odalys Brandt/, 'choir.md', null],
  ['How long are the spokes of the rear wheel?', /264 mm/, 'bicycle.txt', null],
];

describe('questions that only a document answers', () => {
  it.each(QUESTIONS)('%s', async (query, answer, name, page) => {
    const found = await opened.client.call('memory.recall', { query, k: 5 });
    const hit = found.results.find(({ text }) => answer.test(text));
    expect(hit).toMatchObject({ kind: 'document', source: { name, page } });
    const without = await opened.client.call('memory.recall', { query, k: 5, noLegs: ['document'] });
    expect(without.results.filter(({ text }) => answer.test(text))).toEqual([]);
    const trace = await opened.client.call('traces.get', { id: without.traceId });
    expect(trace.legs.find(({ leg }) => leg === 'document')?.outcome).toBe('disabled');
  });
});

describe('what a document says', () => {
  it('is never taken for what somebody said: it teaches no fact', async () => {
    const path = join(folder.path, 'files', 'claims.md');
    await writeFile(path, 'My name is Zoltan. I live in Reykjavik. I am allergic to walnuts.');
    await importPath(opened.client, path, {});
    await opened.client.call('codex.settle', {});
    const { facts } = await opened.client.call('codex.facts', { subject: 'me' });
    expect(JSON.stringify(facts)).not.toMatch(/Zoltan|Reykjavik|walnut/i);
  });
});
