import type { Candidate, ObjectRef, Source } from '../../../../main/codex/candidate.pure.ts';

export const SAID_AT = '2026-11-30T09:00:00.000Z';

export const makeSource = (source: Partial<Source> & { readonly text: string }): Source => ({
  turnId: 't1',
  role: 'user',
  speaker: 'Noor',
  saidAt: SAID_AT,
  zone: 'UTC',
  before: null,
  ...source,
});

function refLine(ref: ObjectRef): string {
  switch (ref.kind) {
    case 'speaker':
      return 'me';
    case 'name':
      return `${ref.name} [${ref.type}]`;
    case 'role':
      return `${refLine(ref.of)}'s ${ref.label} (${ref.relation})`;
    case 'literal':
      return ref.value === null ? `"${ref.text}"` : `"${ref.text}" = ${ref.value}`;
  }
}

/** Everything a candidate says, in one line; the quote only where it is not the whole text. */
export function claimLine(candidate: Candidate, text: string): string {
  const { act, subject, relation, object, replaces, validFrom, validTo, isPast, quote, confidence } = candidate;
  const words = text.slice(quote.from, quote.to);
  return [
    `${act} ${refLine(subject)} | ${relation} | ${object === null ? '-' : refLine(object)}`,
    ...(replaces === null ? [] : [`not ${refLine(replaces)}`]),
    ...(validFrom === null ? [] : [`from ${validFrom.at.slice(0, 10)} ${validFrom.precision}`]),
    ...(validTo === null ? [] : [`to ${validTo.at.slice(0, 10)} ${validTo.precision}`]),
    ...(isPast ? ['past'] : []),
    ...(confidence === 0.9 ? [] : [`${confidence}`]),
    ...(words === text.replace(/[.!?]+$/, '') ? [] : [`«${words}»`]),
  ].join(' | ');
}

export type Case = { readonly text: string; readonly before: string | null; readonly lines: readonly string[] };

/** Reads a table: a text at the beginning of a line ("\n" for a line end, " <= " before the turn before it), its claims indented below. */
export function readCases(table: string): readonly Case[] {
  const cases: { text: string; before: string | null; lines: string[] }[] = [];
  for (const line of table.split('\n')) {
    if (line.trim() === '') continue;
    if (line.startsWith('  ')) cases[cases.length - 1]?.lines.push(line.trim());
    else {
      const [text = '', before = null] = line.split(' <= ');
      cases.push({ text: text.replaceAll('\\n', '\n'), before, lines: [] });
    }
  }
  return cases;
}
