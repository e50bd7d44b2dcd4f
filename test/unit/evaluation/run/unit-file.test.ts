import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { StateReport } from '../../../../main/evaluation/format/observation.ts';
import { openUnitFile, readWholeUnit, unitPath } from '../../../../main/evaluation/run/unit-file.ts';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

let place = { folder: '', arm: 'full', trajectory: 'life' };
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-file-'));
  made.push(folder);
  place = { ...place, folder };
});

const state = (checkpoint: string): StateReport => ({
  ...{ t: 'state', arm: 'full', trajectory: 'life', checkpoint, now: '2024-04-01T00:00:00.000Z' },
  ...{ turns: 1, documents: 0, records: 3, pending: 0, expectedTurns: 1, expectedDocuments: 0, workers: [] },
});
const path = (): string => unitPath(place.folder, place.arm, place.trajectory);

/** Two states and an end; with `cut`, in two goes with a torn line between them. */
async function writeUnit(cut = ''): Promise<void> {
  const first = await openUnitFile(place);
  await first.append(state('k1'));
  await first.close();
  writeFileSync(path(), cut, { flag: 'a' });
  const file = await openUnitFile(place);
  await file.append(state('k2'));
  await file.append({ t: 'end', arm: 'full', trajectory: 'life', observations: 0, hash: file.hash() });
  await file.close();
}
const isAsWritten = async (): Promise<boolean | null> =>
  (await readWholeUnit(place.folder, place.arm, place.trajectory)).isAsWritten;

describe('evaluation/run/unit-file', () => {
  it('has the same hash at its end, whether it was written in one go or went on after a torn line', async () => {
    await writeUnit('{"t":"sta');
    const bytes = readFileSync(path(), 'utf8');
    expect(await isAsWritten()).toBe(true);
    rmSync(path());
    await writeUnit();
    expect(readFileSync(path(), 'utf8')).toBe(bytes);
  });

  it.each([
    ['another word in a line', (text: string) => text.replace('"records":3', '"records":4')],
    ['two lines in another order', (text: string) => text.replace(/^(.*\n)(.*\n)/, '$2$1')],
    ['a line less', (text: string) => text.replace(/^.*\n/, '')],
    ['a line twice', (text: string) => text.replace(/^(.*\n)/, '$1$1')],
    ['something behind the end', (text: string) => `${text}{"t":"sta`],
  ])('sees %s', async (_, change) => {
    await writeUnit();
    writeFileSync(path(), change(readFileSync(path(), 'utf8')));
    expect(await isAsWritten()).toBe(false);
  });

  it('says nothing of a unit that has no end yet', async () => {
    await writeUnit();
    writeFileSync(path(), readFileSync(path(), 'utf8').replace(/\{"t":"end".*\n$/, ''));
    expect(await isAsWritten()).toBeNull();
  });
});
