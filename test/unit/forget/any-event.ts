import fc from 'fast-check';
import { DEFAULT_SPACE } from '../../../main/contract/ids.ts';
import { JournalEvent } from '../../../main/journal/events/index.ts';

export const TURNS = ['t1', 't2', 't3', 't4'] as const;

const AT = '2026-01-02T03:04:05.000Z';
const turn = fc.constantFrom(...TURNS);
const id = fc.stringMatching(/^[a-z]{6}-[0-9]{3}$/);
/** What a turn says; whatever is made of it says it again. */
const wordOf = (turnId: string): string => `I said word-${turnId}. "quoted" \\ 猫🦊`;

const claim = (turnId: string) =>
  fc.record({ claimId: id, subjectId: id }).map((ids) => ({
    ...{ ...ids, act: 'state', relation: 'likes', replaces: null, replacesIds: [], validFrom: null, validTo: null },
    ...{ isPast: false, isImplied: false, observedAt: AT, assertedBy: 'user', source: 'me', confidence: 0.9 },
    ...{ object: { kind: 'literal', text: wordOf(turnId), value: wordOf(turnId) }, heldFor: null, mayMean: [] },
    quote: { text: wordOf(turnId), from: 0 },
  }));

const event = (kind: JournalEvent['kind'], body: fc.Arbitrary<unknown>): fc.Arbitrary<JournalEvent> =>
  body.map((value) => JournalEvent.parse({ kind, body: value }));

const said = event(
  'turn.said',
  fc.record({ turnId: turn, position: fc.nat(99) }).map(({ turnId, position }) => ({
    ...{ turnId, conversationId: 'talk', parentTurnId: null, position, role: 'user', speaker: 'Ada', saidAt: AT },
    ...{ isTimeInferred: false, zone: 'UTC', session: null, status: 'complete', importId: null, isHidden: false },
    ...{ text: wordOf(turnId), attachments: [{ kind: 'file', name: wordOf(turnId), caption: null, text: null }] },
  })),
);

const answered = event(
  'answered',
  fc
    .record({
      reply: turn,
      question: turn,
      cited: fc.uniqueArray(turn, { maxLength: 3 }),
      inPrompt: fc.uniqueArray(turn, { maxLength: 4 }),
    })
    .map(({ reply, question, cited, inPrompt }) => ({
      ...{ replyTurnId: reply, questionTurnId: question, traceId: 'trace', mode: 'model', modelId: null, inPrompt },
      ...{ isAccess: true, tokensPerSecond: null },
      citations: cited.map((turnId, n) => ({ n: n + 1, turnIds: [turnId], quote: wordOf(turnId) })),
    })),
);

const claimed = event(
  'codex.claimed',
  turn.chain((turnId) =>
    fc.array(claim(turnId), { maxLength: 3 }).map((claims) => ({
      ...{ spaceId: DEFAULT_SPACE, turnId, extractor: 'rules 1', entities: [], claims, withdrawn: ['older'] },
    })),
  ),
);

const summary = event(
  'summary.written',
  fc.uniqueArray(turn, { minLength: 1, maxLength: 3 }).map((covers) => ({
    ...{ summaryId: 'summary', spaceId: DEFAULT_SPACE, title: 'A day', text: covers.map(wordOf).join(' '), covers },
    ...{ saidAt: AT, zone: 'UTC', by: 'extract' },
    sentences: covers.map((turnId) => ({ text: wordOf(turnId), turns: [turnId] })),
  })),
);

const heard = event(
  'procedures.read',
  fc.uniqueArray(turn, { maxLength: 3 }).map((turns) => ({
    ...{ reader: 'wishes 1', throughSeq: 9 },
    heard: turns.map((turnId) => ({
      ...{ turnId, spaceId: DEFAULT_SPACE, trigger: '', steps: ['Be short'], quote: wordOf(turnId) },
    })),
  })),
);

const procedure = event(
  'procedure.set',
  fc.uniqueArray(turn, { minLength: 1, maxLength: 3 }).map((turns) => ({
    ...{
      procedureId: 'procedure',
      spaceId: DEFAULT_SPACE,
      trigger: '',
      steps: ['Be short'],
      evidence: turns,
      zone: 'UTC',
    },
    ...{ source: 'learned', quotes: turns.map((turnId) => ({ turnId, quote: wordOf(turnId) })) },
  })),
);

const told = fc.constantFrom('procedure.reinforced', 'procedure.deactivated', 'procedure.reactivated').chain((kind) =>
  event(
    kind,
    turn.map((turnId) => ({ procedureId: 'procedure', why: 'said', at: AT, turnId, quote: wordOf(turnId) })),
  ),
);

const reflection = event(
  'reflection.made',
  fc.uniqueArray(turn, { minLength: 1, maxLength: 4 }).map((turns) => ({
    ...{ spaceId: DEFAULT_SPACE, reflectionId: 'reflection', of: 'interest', minimum: 1, headId: `claim-${turns[0]}` },
    evidence: turns.map((turnId) => ({ claimId: `claim-${turnId}`, turnId, restsOn: null })),
  })),
);

const corrected = event(
  'classification.corrected',
  turn.map((turnId) => ({ turnId, field: 'intent', value: 'coding', by: 'user' })),
);

const other = fc.constantFrom<JournalEvent>(
  { kind: 'vault.created', body: { journalId: 'journal', appVersion: '1' } },
  { kind: 'space.created', body: { spaceId: DEFAULT_SPACE, name: 'Home' } },
  { kind: 'slot.set', body: { slotId: 's', spaceId: null, role: 'note', title: 'Note', text: 'Be kind.' } },
  { kind: 'conversation.renamed', body: { conversationId: 'talk', title: 'A talk' } },
  { kind: 'codex.merged', body: { spaceId: DEFAULT_SPACE, fromId: 'a', intoId: 'b' } },
  { kind: 'decay.applied', body: { day: 3, after: null, through: 4 } },
  { kind: 'erased', body: { seqs: [1, 2] } },
);

/** Records of every kind in which words of turns stand, and some others. */
export const anyEvent: fc.Arbitrary<JournalEvent> = fc.oneof(
  ...[said, answered, claimed, summary, heard, procedure, told, reflection, corrected, other],
);
