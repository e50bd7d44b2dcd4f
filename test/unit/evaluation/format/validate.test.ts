import { describe, expect, it } from 'vitest';
import { MAX_FAULTS } from '../../../../main/evaluation/format/faults.pure.ts';
import { parseTrajectory, validateTrajectory } from '../../../../main/evaluation/format/validate.pure.ts';
import { smallTrajectory, withChange } from './small-trajectory.ts';

const small = smallTrajectory();
const faultsOf = (raw: unknown): readonly string[] =>
  parseTrajectory(raw).faults.map(({ path, reason }) => `${path} ${reason}`);
const clone = (list: 'turns' | 'documents' | 'checkpoints' | 'probes' | 'ledger', more: object = {}): unknown =>
  withChange([list], [...small[list], { ...small[list][0], ...more }]);

describe('evaluation/format/validate', () => {
  it('finds nothing wrong with a history that holds together', () => {
    expect(validateTrajectory(small)).toEqual([]);
    expect(parseTrajectory(small).trajectory).toEqual(small);
  });

  it.each([
    ['an unknown format', withChange(['format'], 'other'), '$.format has to be lsrep-trajectory'],
    ['a later version', withChange(['version'], 2), '$.version has to be 1'],
    ['a missing field', withChange(['turns', 1, 'text'], undefined), '$.turns[1].text is missing'],
    [
      'a field too many',
      withChange(['probes', 0, 'hint'], 'x'),
      '$.probes[0].hint is a field that the format does not have',
    ],
    ['a wrong type', withChange(['zone'], 7), '$.zone has to be a text'],
    ['an empty list', withChange(['probes'], []), '$.probes has to have at least 1 entries'],
    [
      'a time without offset',
      withChange(['turns', 0, 'at'], '2024-01-02T10:00:00'),
      '$.turns[0].at has to be a time with its offset, such as 2024-03-09T14:30:00Z',
    ],
    ['an id that is no id', withChange(['turns', 0, 'id'], '../x'), '$.turns[0].id letters, digits and . _ : - only'],
    [
      'an answer of no kind',
      withChange(['probes', 0, 'references', 0, 'answer'], { kind: 'guess' }),
      '$.probes[0].references[0].answer.kind is of no kind that the format has',
    ],
    ['no object at all', [], '$ has to be an object'],
  ])('refuses %s by its path', (_, raw, fault) => {
    expect(faultsOf(raw)).toEqual([fault]);
  });

  it('refuses an unknown worker, and says which there are', () => {
    expect(faultsOf(withChange(['lifecycle', 0, 'workers', 1], 'sweeper'))).toEqual([
      expect.stringMatching(/^\$\.lifecycle\[0\]\.workers\[1\] has to be one of: extract, procedures, decay, /),
    ]);
  });

  it.each([
    ['turn', clone('turns'), '$.turns[3].id is the id of $.turns[0] again'],
    ['document', clone('documents'), '$.documents[1].id is the id of $.documents[0] again'],
    ['probe', clone('probes'), '$.probes[4].id is the id of $.probes[0] again'],
    ['probe in other case', clone('probes', { id: 'P1' }), '$.probes[4].id is the id of $.probes[0] again'],
    ['ledger entry', clone('ledger'), '$.ledger[2].id is the id of $.ledger[0] again'],
    [
      'checkpoint',
      clone('checkpoints', { at: '2024-08-01T00:00:00Z' }),
      '$.checkpoints[2].id is the id of $.checkpoints[0] again',
    ],
  ])('refuses a %s with the id of another', (_, raw, fault) => {
    expect(faultsOf(raw)).toEqual([fault]);
  });

  it.each([
    [['checkpoints', 1, 'at'], '2024-02-01T00:00:00Z', '$.checkpoints[1].at is not after the checkpoint before it'],
    [['turns', 2, 'arrivesAt'], '2024-05-03T06:59:59Z', '$.turns[2].arrivesAt is before the turn was said'],
    [['turns', 0, 'id'], 'document:d1', '$.turns[0].id may not begin with document:'],
    [['owner'], 'Nobody', '$.owner never speaks: it has to be the speaker of a turn'],
    [['zone'], 'Europe/Atlantis', '$.zone is no IANA time zone'],
    [['lifecycle', 0, 'checkpoint'], 'k9', '$.lifecycle[0].checkpoint names no checkpoint'],
    [['lifecycle', 0, 'workers'], ['decay', 'decay'], '$.lifecycle[0].workers[1] is named before in the same step'],
    [['probes', 3, 'origin'], 'k9', '$.probes[3].origin names no checkpoint'],
    [['probes', 0, 'references', 1, 'from'], 'k9', '$.probes[0].references[1].from names no checkpoint'],
    [
      ['probes', 0, 'references', 1, 'from'],
      'k1',
      '$.probes[0].references[1].from is not after the reference before it',
    ],
    [['probes', 3, 'references', 0, 'from'], 'k1', "$.probes[3].references[0].from is before the probe's origin"],
    [
      ['probes', 1, 'references', 0, 'from'],
      'k2',
      "$.probes[1].references[0].from has to be the probe's origin k1: the first reference holds from there",
    ],
    [['probes', 1, 'anchor'], null, '$.probes[1].anchor has to be a time for a historical probe'],
    [['probes', 1, 'anchor'], '2024-02-02T00:00:00Z', "$.probes[1].anchor is after the probe's origin"],
    [['probes', 0, 'anchor'], '2024-01-02T00:00:00Z', '$.probes[0].anchor has to be null for a current probe'],
    [
      ['probes', 2, 'references', 0, 'evidence', 0],
      'd1',
      '$.probes[2].references[0].evidence[0] names no turn and no document',
    ],
    [
      ['probes', 2, 'references', 0, 'evidence', 1],
      'document:d1',
      '$.probes[2].references[0].evidence[1] is named before in the same reference',
    ],
    [
      ['probes', 2, 'references', 0, 'evidence'],
      [],
      '$.probes[2].references[0].evidence is empty, which only an unknown answer may be',
    ],
    [
      ['probes', 0, 'references', 1, 'superseded', 0, 1],
      ' JENA',
      '$.probes[0].references[1].superseded[0][1] is a value that the answer has as right',
    ],
    [['ledger', 0, 'source'], 't9', '$.ledger[0].source names no turn and no document'],
    [['ledger', 1, 'replaces', 0], 'l9', '$.ledger[1].replaces[0] names no other entry of the ledger'],
    [['ledger', 0, 'validFrom'], '2024-05-02T00:00:00Z', '$.ledger[0].validTo is before validFrom'],
  ])('refuses %j as %j', (path, value, fault) => {
    expect(faultsOf(withChange(path, value))).toContain(fault);
  });

  it('refuses evidence that arrives after the checkpoint from which it is to hold, by the time that it arrives', () => {
    const future = 'is a future reference: it arrives after checkpoint k1, from which it is to hold';
    expect(faultsOf(withChange(['probes', 1, 'references', 0, 'evidence', 0], 't3'))).toEqual([
      `$.probes[1].references[0].evidence[0] ${future}`,
    ]);
    expect(faultsOf(withChange(['documents', 0, 'at'], '2024-02-01T00:00:01Z'))).toEqual([
      `$.probes[2].references[0].evidence[0] ${future}`,
    ]);
  });

  it('refuses what arrives when nothing is asked any more', () => {
    const raw = clone('turns', { id: 't4', at: '2024-07-01T00:00:01Z' });
    expect(faultsOf(raw)).toEqual([
      '$.turns[3].at is after the last checkpoint, so it would be in no memory that is asked',
    ]);
  });

  it('lists several faults, and no more than anybody reads', () => {
    const two = { ...small, owner: 'Nobody', zone: 'Nowhere' };
    expect(faultsOf(two).map((fault) => fault.split(' ')[0])).toEqual(['$.zone', '$.owner']);
    const many = { ...small, turns: Array.from({ length: 90 }, () => small.turns[0]) };
    expect(faultsOf(many)).toHaveLength(MAX_FAULTS);
    expect(faultsOf({ ...small, turns: Array.from({ length: 90 }, () => 7) })).toHaveLength(MAX_FAULTS);
  });

  it('does not repeat what a file made up', () => {
    expect(faultsOf({ ...small, 'my secret <b>': 1 })).toEqual(['$[?] is a field that the format does not have']);
  });
});
