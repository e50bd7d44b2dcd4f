import { describe, expect, it } from 'vitest';
import { planUpkeep, type TableState } from '../../../main/health/plan-upkeep.pure.ts';

const table = (name: string, over: Partial<TableState> = {}): TableState => ({
  ...{ table: name, live: 10_000, dead: 0, changed: 0, pages: 100, isAnalyzed: true },
  ...over,
});

describe('health/plan-upkeep', () => {
  it('leaves alone what only grows and what has changed too little to notice', () => {
    const grown = table('turn', { live: 100_000, changed: 5_000 });
    expect(planUpkeep([grown, table('small', { live: 100, dead: 90, changed: 90 })])).toEqual([]);
  });

  it('tidies what holds dead rows and makes statistics of what has changed, the smallest table first', () => {
    const states = [
      table('turn_life', { dead: 40_000, changed: 40_000, pages: 900 }),
      table('conversation', { live: 900, dead: 400, changed: 600, pages: 20 }),
      table('job', { live: 600, isAnalyzed: false, pages: 5 }),
    ];
    expect(planUpkeep(states).map(({ what, table: name }) => `${what} ${name}`)).toEqual([
      'analyze job',
      ...['vacuum conversation', 'vacuum toast conversation', 'analyze conversation'],
      ...['vacuum turn_life', 'vacuum toast turn_life', 'analyze turn_life'],
    ]);
  });
});
