import { describe, expect, it } from 'vitest';
import { endKnownMs, inLayers, isBelieved, valueKey } from '../../../../renderer/features/memory/revisions.pure.ts';
import { makeRevision } from './make-revision.ts';

const leipzig = makeRevision('leipzig', { validFrom: '2026-09-01T00:00:00Z', knownFrom: '2026-09-02T00:00:00Z' });
const ghent = makeRevision('ghent', {
  ...{ status: 'superseded', validTo: '2026-09-01T00:00:00Z', supersededBy: [leipzig.id] },
});
const wrong = makeRevision('wrong', {
  ...{
    status: 'corrected',
    validFrom: '2026-10-01T00:00:00Z',
    knownTo: '2024-01-01T00:00:00Z',
    supersededBy: [ghent.id],
  },
});

describe('renderer/memory/revisions', () => {
  it('lays what was corrected right under what took its place, whenever it was thought to hold', () => {
    expect(inLayers([wrong, ghent, leipzig]).map(({ id }) => id)).toEqual(['leipzig', 'ghent', 'wrong']);
    const lost = { ...wrong, supersededBy: [] };
    expect(inLayers([lost, ghent, leipzig]).map(({ id }) => id)).toEqual(['leipzig', 'ghent', 'wrong']);
  });

  it('knows the end of a value since what replaced it was known', () => {
    const all = new Map([leipzig, ghent].map((each) => [each.id, each]));
    expect(endKnownMs(ghent, all)).toBe(Date.parse('2026-09-02T00:00:00Z'));
    expect(endKnownMs(ghent, new Map())).toBe(Date.parse(ghent.knownFrom));
  });

  it('believes neither what waits nor what was withdrawn', () => {
    expect([leipzig, ghent, wrong, makeRevision('p', { status: 'pending' })].map(isBelieved)).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('tells values apart by who they are, and words by their normal form', () => {
    expect(valueKey({ kind: 'literal', text: '3 May', value: '05-03' })).toBe(
      valueKey({ kind: 'literal', text: 'May 3rd', value: '05-03' }),
    );
    expect(valueKey(leipzig.object)).toBe(valueKey(ghent.object));
  });
});
