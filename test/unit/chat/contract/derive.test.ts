import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderSentence } from '../../../../main/chat/contract/say.pure.ts';
import { holdsAt, isStanding, objectKey } from '../../../../main/chat/contract/select-revisions.pure.ts';
import { deriveFacts, NOW } from '../../../builders/derive-facts.ts';
import { makeRevision, type RevisionParts } from '../../../builders/make-revision.ts';

const PLACES = ['Aarau', 'Bergen', 'Cluj', 'Delft', 'Essen'];
const STATUSES = [
  'active',
  'superseded',
  'ended',
  'corrected',
  'retracted',
  'pending',
  'dormant',
  'conflicted',
] as const;
const date = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2026, 10, 1) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));

/** Any ledger of one relation, sane or not: derivation must not depend on the writer's care. */
const ledgerOf = (relation: string) =>
  fc
    .array(
      fc.record({
        object: fc.constantFrom(...PLACES),
        status: fc.constantFrom(...STATUSES),
        dates: fc.tuple(fc.option(date, { nil: undefined }), fc.option(date, { nil: undefined })),
        isFromSaid: fc.boolean(),
      }),
      { maxLength: 7 },
    )
    .map((items) =>
      items.map(({ object, status, dates: [a, b], isFromSaid }, index): RevisionParts => {
        const [from, to] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b];
        const isOver = status === 'superseded' || status === 'ended';
        return {
          ...{ id: `r${index}`, relation, object, status, isFromSaid },
          ...(from === undefined ? {} : { from }),
          ...(isOver && to !== undefined ? { to } : {}),
        };
      }),
    );

const SINGLE = [
  'Where do I live?',
  'Where did I live in 2015?',
  'Where have I lived?',
  'Where did I live before Delft?',
  'When did I move to Cluj?',
  'How long have I lived in Bergen?',
  'Do I live in Essen?',
];

describe('chat/contract/derive', () => {
  it('says no value that was corrected, retracted or never believed, and cites each that it says (any ledger)', () => {
    fc.assert(
      fc.property(ledgerOf('lives in'), fc.constantFrom(...SINGLE), (facts, question) => {
        const { sentence, used, outcome } = deriveFacts(question, facts);
        const standing = new Set(
          facts
            .map(makeRevision)
            .filter(isStanding)
            .map((revision) => objectKey(revision)),
        );
        for (const revision of used) expect(isStanding(revision)).toBe(true);
        const text = renderSentence(sentence, ({ id }) => `[${id}]`);
        for (const place of PLACES) if (text.includes(place)) expect(standing.has(place.toLowerCase())).toBe(true);
        expect(text === '').toBe(outcome === 'unknown');
        if (text !== '') expect(text).toMatch(/^[A-Z].*\.$/);
        // Whoever says a value says on what it rests.
        if (outcome !== 'unknown') expect(text).toMatch(/\[r\d\]/);
      }),
    );
  });

  it('gives as current only what holds now, or both sides of a conflict (any ledger)', () => {
    fc.assert(
      fc.property(ledgerOf('lives in'), (facts) => {
        const { outcome, used } = deriveFacts('Where do I live?', facts);
        const holding = facts.map(makeRevision).filter((revision) => isStanding(revision) && holdsAt(revision, NOW));
        expect(outcome === 'known' || outcome === 'conflict').toBe(holding.length > 0);
        if (outcome === 'known') for (const revision of used) expect(holdsAt(revision, NOW)).toBe(true);
        if (outcome === 'conflict') expect(used.length).toBeGreaterThan(1);
      }),
    );
  });

  it('counts each value once, and lists as many as it counts (any ledger)', () => {
    fc.assert(
      fc.property(ledgerOf('speaks'), (facts) => {
        const { sentence, used, outcome } = deriveFacts('How many languages do I speak?', facts);
        const holding = facts.map(makeRevision).filter((revision) => isStanding(revision) && holdsAt(revision, NOW));
        const count = new Set(holding.map(objectKey)).size;
        expect(outcome === 'known').toBe(count > 0);
        if (count === 0) return;
        expect(used.length).toBe(count);
        expect(renderSentence(sentence, () => '')).toContain(`${count} language${count === 1 ? '' : 's'}: `);
      }),
    );
  });
});
