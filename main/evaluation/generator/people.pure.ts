import type { Seeded } from '../lib/seeded.pure.ts';
import type { Person } from './model.pure.ts';

export const ASSISTANT = 'Assistant';

/** Some are close to each other, as names in a family or an office are. */
const WOMEN = [
  ...['Ilse', 'Ilsa', 'Marit', 'Merit', 'Tamsin', 'Yara', 'Noor', 'Oda', 'Rukmini', 'Sunniva', 'Petra', 'Pernille'],
  ...['Zofia', 'Zosia', 'Hanneke', 'Ingrid', 'Ayumi', 'Nkechi', 'Leocadia', 'Bronwen', 'Siobhan', 'Dagmar'],
];
const MEN = [
  ...['Torben', 'Torbjorn', 'Anselm', 'Ansgar', 'Kofi', 'Matteo', 'Mateusz', 'Ruben', 'Idris', 'Emeka', 'Lorcan'],
  ...['Wojtek', 'Henrik', 'Hendrik', 'Farid', 'Jurgen', 'Osei', 'Casimir', 'Nikhil', 'Bertil', 'Tarek', 'Gwilym'],
];
const KIN_OF_WOMEN = ['my sister', 'my cousin', 'my friend', 'my colleague', 'my neighbour', 'my aunt', 'my flatmate'];
const KIN_OF_MEN = ['my brother', 'my cousin', 'my friend', 'my colleague', 'my neighbour', 'my uncle', 'my flatmate'];

/** People of one history; nobody shares a name. */
export function drawPeople(rng: Seeded, count: number): readonly Person[] {
  const women = rng.shuffle(WOMEN);
  const men = rng.shuffle(MEN);
  const kin = { women: rng.shuffle(KIN_OF_WOMEN), men: rng.shuffle(KIN_OF_MEN) };
  return Array.from({ length: count }, (_, n) => {
    const isWoman = rng.next() < 0.5;
    const name = (isWoman ? women : men)[n] ?? '';
    const label = (isWoman ? kin.women : kin.men)[n % KIN_OF_MEN.length] ?? '';
    return { name, label: `${label} ${name}`, isWoman };
  });
}
