import { describe, expect, it } from 'vitest';
import { extractWithRules } from '../../../../main/codex/extract-with-rules.pure.ts';
import { claimLine, makeSource, readCases } from './claim-lines.ts';
import { CHANGES } from './sentences-changes.ts';
import { DOINGS } from './sentences-doings.ts';
import { HOME_AND_WORK } from './sentences-home-work.ts';
import { LIKES } from './sentences-likes.ts';
import { NOTHING } from './sentences-nothing.ts';
import { PEOPLE } from './sentences-people.ts';
import { SELF } from './sentences-self.ts';

const TABLES = {
  'home and work': HOME_AND_WORK,
  people: PEOPLE,
  oneself: SELF,
  likes: LIKES,
  doings: DOINGS,
  changes: CHANGES,
};

function linesOf(text: string, before: string | null): readonly string[] {
  const turnBefore = before === null ? null : { text: before, speaker: 'assistant', role: 'assistant' };
  return extractWithRules(makeSource({ text, before: turnBefore }), []).map((candidate) => claimLine(candidate, text));
}

describe.each(Object.entries(TABLES))('codex/rules: sentences of %s', (_name, table) => {
  it.each(readCases(table))('reads "$text"', ({ text, before, lines }) => {
    expect(linesOf(text, before)).toEqual(lines);
  });
});

describe('codex/rules: sentences that say nothing for the ledger', () => {
  it.each(readCases(NOTHING))('leaves "$text" alone', ({ text, before }) => {
    expect(linesOf(text, before)).toEqual([]);
  });
});
