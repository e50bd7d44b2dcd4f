import { describe, expect, it } from 'vitest';
import { JournalEvent, parseEvent } from '../../../main/journal/events/index.ts';
import { buildRecord, type JsonValue, withoutBody, ZERO_HASH } from '../../../main/journal/record.pure.ts';

const recordOf = (kind: string, body: JsonValue) =>
  buildRecord({ seq: 1, prev: ZERO_HASH, at: '2026-03-01T09:00:00.000Z', id: 'r', kind, body, salt: '00'.repeat(32) });

/** One of each kind in the shape of the first version: journals written with it are read for ever. */
const FIRST_SHAPES: readonly JournalEvent[] = [
  { kind: 'vault.created', body: { journalId: 'j', appVersion: '0.1.0' } },
  { kind: 'space.created', body: { spaceId: 's', name: 'Home' } },
  { kind: 'space.changed', body: { spaceId: 's', name: 'Home and work', isSaving: false } },
  { kind: 'space.removed', body: { spaceId: 's' } },
  { kind: 'space.restored', body: { spaceId: 's' } },
  {
    kind: 'slot.set',
    body: { slotId: 'name', spaceId: null, role: 'name', title: 'Name', text: 'Ana' },
  },
  { kind: 'slot.removed', body: { slotId: 'name' } },
  {
    kind: 'conversation.started',
    body: { conversationId: 'c', spaceId: 's', title: null, source: 'chatgpt', originId: 'o', startedAt: null },
  },
  { kind: 'conversation.renamed', body: { conversationId: 'c', title: 'Trip' } },
  { kind: 'conversation.removed', body: { conversationId: 'c' } },
  { kind: 'conversation.restored', body: { conversationId: 'c' } },
  { kind: 'conversation.branch-chosen', body: { conversationId: 'c', leafTurnId: 't' } },
  { kind: 'conversation.moved', body: { conversationId: 'c', spaceId: 's' } },
  { kind: 'conversation.consent-set', body: { conversationId: 'c', isSaving: false } },
  {
    kind: 'turn.said',
    body: {
      turnId: 't',
      conversationId: 'c',
      parentTurnId: null,
      position: 0,
      role: 'user',
      speaker: 'Ana',
      text: 'Olá',
      saidAt: '2026-03-01T09:00:00+01:00',
      isTimeInferred: false,
      zone: 'Europe/Lisbon',
      session: null,
      status: 'complete',
      attachments: [{ kind: 'image', name: 'a.png', caption: null, text: null }],
      importId: null,
      isHidden: false,
    },
  },
  {
    kind: 'answered',
    body: {
      replyTurnId: 'u',
      questionTurnId: 't',
      traceId: null,
      mode: 'evidence',
      modelId: null,
      citations: [{ n: 1, turnIds: ['t'], quote: 'Olá' }],
      inPrompt: ['t'],
      isAccess: true,
      tokensPerSecond: 12.5,
    },
  },
  {
    kind: 'import.finished',
    body: {
      importId: 'i',
      fileName: 'a.zip',
      fileSha256: null,
      format: 'chatgpt',
      read: 3,
      imported: 2,
      skipped: { duplicate: 1 },
    },
  },
  {
    kind: 'document.added',
    body: {
      ...{ documentId: 'd', spaceId: 'home', name: 'notes.md', mediaType: 'text/markdown', sha256: '0', zone: 'UTC' },
      chunks: [{ chunkId: 'd/0', title: 'notes.md', text: 'words', page: null, from: 0, to: 5 }],
    },
  },
  { kind: 'document.removed', body: { documentId: 'd' } },
  { kind: 'document.restored', body: { documentId: 'd' } },
  {
    kind: 'folder.watched',
    body: { folderId: 'f', spaceId: 'home', path: '/home/ada/papers', removesVanished: false },
  },
  { kind: 'folder.unwatched', body: { folderId: 'f' } },
  {
    kind: 'procedure.set',
    body: { procedureId: 'p', spaceId: 'home', trigger: 'letters', steps: ['short'], evidence: ['t'], zone: 'UTC' },
  },
  { kind: 'procedure.decided', body: { procedureIds: ['q'], decision: 'accept', replaces: ['p'] } },
  { kind: 'procedure.reinforced', body: { procedureId: 'q', why: 'used', turnId: 't', quote: null } },
  {
    kind: 'procedure.deactivated',
    body: { procedureId: 'q', why: 'disuse', at: '2024-05-01T10:00:00Z', turnId: null, quote: null },
  },
  { kind: 'procedure.reactivated', body: { procedureId: 'q', why: 'said', turnId: 't', quote: 'Short letters.' } },
  { kind: 'procedure.removed', body: { procedureId: 'p' } },
  { kind: 'procedure.undone', body: { seq: 7 } },
  {
    kind: 'procedures.read',
    body: {
      ...{ reader: 'procedures 1', throughSeq: 9 },
      heard: [{ turnId: 't', spaceId: 'home', trigger: 'Any answer', steps: ['Be short'], quote: 'be short' }],
    },
  },
  {
    kind: 'summary.written',
    body: {
      ...{ summaryId: 's', spaceId: 'home', title: 'May', text: 'words', covers: ['t'] },
      ...{ saidAt: null, zone: 'UTC', by: 'extract' },
    },
  },
  { kind: 'summary.removed', body: { summaryId: 's' } },
  { kind: 'classification.corrected', body: { turnId: 't', field: 'topic', value: 'work', by: 'user' } },
  { kind: 'heads.adopted', body: { headsId: 'h', sha256: null, by: 'user', scores: { topic: 0.5 } } },
  { kind: 'conversation.model-chosen', body: { conversationId: 'c', modelId: null } },
  {
    kind: 'codex.claimed',
    body: {
      ...{ spaceId: 'home', turnId: 't', extractor: 'rules 1', withdrawn: [] },
      entities: [{ entityId: 'e', type: 'place', name: 'Ghent', aliases: [] }],
      claims: [
        {
          ...{ claimId: 'k', act: 'state', subjectId: 'me', relation: 'lives in', object: { kind: 'entity', id: 'e' } },
          ...{
            replaces: { kind: 'literal', text: 'Rome', value: 'rome' },
            replacesIds: [],
            isPast: false,
            isImplied: false,
          },
          ...{ validFrom: { at: '2024-05-01T00:00:00Z', precision: 'month' }, validTo: null },
          ...{ observedAt: '2024-06-01T10:00:00Z', assertedBy: 'user', source: 'user', confidence: 0.9 },
          ...{ quote: { text: 'I live in Ghent', from: 0 }, heldFor: 'which-entity', mayMean: ['me'] },
        },
      ],
    },
  },
  {
    kind: 'codex.decided',
    body: { spaceId: 'home', claimIds: ['k'], decision: 'reject-always', subjectId: null },
  },
  {
    kind: 'codex.split',
    body: {
      ...{ spaceId: 'home', fromId: 'e', claimIds: ['k'] },
      entity: { entityId: 'f', type: 'place', name: 'Ghent', aliases: ['Gent'] },
    },
  },
  { kind: 'codex.merged', body: { spaceId: 'home', fromId: 'e', intoId: 'f' } },
  {
    kind: 'codex.entity-changed',
    body: { spaceId: 'home', entityId: 'e', name: 'Gent', type: 'place', aliases: ['Ghent'] },
  },
  {
    kind: 'codex.relation-added',
    body: { name: 'sings', bucket: 'multi-valued', description: 'Songs', object: ['work'] },
  },
  { kind: 'codex.undone', body: { seq: 4 } },
  { kind: 'codex.kept-apart', body: { spaceId: 'home', fromId: 'e1', intoId: 'e2', isApart: true } },
  { kind: 'codex.read', body: { extractor: 'rules 1', throughSeq: 9 } },
  { kind: 'decay.applied', body: { day: 20_000, after: null, through: 9 } },
  { kind: 'edges.decayed', body: { day: 20_000 } },
  { kind: 'turns.tagged', body: { by: 'creative 1', throughSeq: 7, tags: [{ turnId: 't', tags: ['creative'] }] } },
  {
    kind: 'clusters.changed',
    body: {
      ...{ spaceId: 'home', by: 'clusters/1', isFull: true, made: [{ clusterId: 'k', label: 'Clay and kiln' }] },
      ...{
        renamed: [{ clusterId: 'l', label: 'Bread' }],
        gone: ['m'],
        pass: { at: '2026-03-01T09:00:00Z', fullTurns: 40 },
      },
      assigned: [
        { clusterId: 'k', turnIds: ['t'] },
        { clusterId: null, turnIds: ['u'] },
      ],
    },
  },
  { kind: 'cluster.set', body: { clusterId: 'k', name: { own: 'Pottery' }, isHidden: null } },
  { kind: 'clusters.asked', body: { spaceId: 'home' } },
  {
    kind: 'reflection.made',
    body: {
      ...{ spaceId: 'home', reflectionId: 'r', of: 'interest', minimum: 4, headId: 'q' },
      evidence: [{ claimId: 'q', turnId: 't', restsOn: null }],
    },
  },
  { kind: 'reflection.dropped', body: { spaceId: 'home', reflectionIds: ['r'] } },
  { kind: 'reflection.run', body: { spaceId: 'home', at: '2026-03-01T09:00:00Z' } },
  { kind: 'erased', body: { seqs: [2, 3] } },
  { kind: 'amended', body: { seq: 2, kind: 'conversation.renamed', body: { conversationId: 'c', title: 'Trip' } } },
  { kind: 'forgotten', body: { seqs: [2, 3], proof: { bytesFound: 0 } } },
];

/** With what came later. */
const LATER_SHAPES: readonly JournalEvent[] = [
  {
    kind: 'document.added',
    body: {
      ...{ documentId: 'e', spaceId: 'home', name: 'plan.pdf', mediaType: 'application/pdf', sha256: '0', zone: 'UTC' },
      ...{ title: 'Plan', pages: 3, sizeBytes: 9, chunkTotal: 1, folderId: 'f', path: 'sub/plan.pdf' },
      chunks: [{ chunkId: 'e/0', title: 'plan.pdf', text: 'Plan', page: 1, from: 0, to: 4 }],
    },
  },
  { kind: 'document.removed', body: { documentId: 'd', why: 'vanished' } },
];

/** As a journal holds it: JSON knows no field that is there and undefined. */
const storedOf = ({ kind, body }: JournalEvent) => recordOf(kind, JSON.parse(JSON.stringify(body)) as JsonValue);

describe('journal/events', () => {
  it('reads the first shape of every kind', () => {
    expect(FIRST_SHAPES.map((event) => event.kind).sort()).toEqual(
      JournalEvent.options.map((option) => option.shape.kind.value).sort(),
    );
    const read = FIRST_SHAPES.map((event) => parseEvent(storedOf(event)));
    expect(read).toEqual(FIRST_SHAPES.map((event) => ({ state: 'known', event })));
  });

  it('reads what kinds have gained since', () => {
    const read = LATER_SHAPES.map((event) => parseEvent(storedOf(event)));
    expect(read).toEqual(LATER_SHAPES.map((event) => ({ state: 'known', event })));
  });

  it('keeps what a newer version wrote without failing on it', () => {
    const removed = FIRST_SHAPES.find(({ kind }) => kind === 'conversation.removed');
    expect([
      parseEvent(recordOf('mood.noted', { mood: 'calm' })),
      parseEvent(recordOf('erased', { seqs: 'all' })),
      parseEvent(recordOf('conversation.removed', { conversationId: 'c', reason: 'a field of a later version' })),
      parseEvent(withoutBody(recordOf('mood.noted', { mood: 'calm' }))),
    ]).toEqual([
      { state: 'unknown', kind: 'mood.noted', reason: 'kind' },
      { state: 'unknown', kind: 'erased', reason: 'body' },
      { state: 'known', event: removed },
      { state: 'erased', kind: 'mood.noted' },
    ]);
  });
});
