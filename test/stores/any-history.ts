import fc from 'fast-check';
import { claim, decide, reflect } from './any-codex.ts';
import {
  add,
  at,
  conversationsOf,
  pick,
  type Step,
  saved,
  say,
  seqNext,
  some,
  spaceAt,
  type World,
} from './any-world.ts';

const nat = fc.nat(40);
export const anySteps = (min: number, max: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.record({ kind: fc.nat(KINDS.length - 1), a: nat, b: nat, c: nat }), { minLength: min, maxLength: max });

function learn(world: World, { a, b, c }: Step): void {
  const turns = some(saved(world), a, 2);
  const [turn] = turns;
  const known = pick(world.procedures, b);
  const seq = seqNext(world);
  const said = turn === undefined ? null : { turnId: turn.id, quote: `words ${turn.id}` };
  if (known === undefined || c % 4 === 0) {
    if (turn === undefined) return;
    const procedureId = `p${seq}`;
    const isLearned = c % 3 !== 0;
    const learned = {
      ...{ quotes: turns.map(({ id }) => ({ turnId: id, quote: `words ${id}` })), reader: 'procedures 1' },
      ...{ source: 'learned' as const, status: c % 2 === 0 ? ('active' as const) : ('proposed' as const) },
    };
    add(world, {
      kind: 'procedure.set',
      body: {
        ...{
          procedureId,
          spaceId: world.spaceOf.get(turn.conversationId) ?? 'home',
          trigger: `When ${seq}`,
          zone: 'UTC',
        },
        ...{ steps: [`Step ${seq}`], evidence: isLearned ? turns.map(({ id }) => id) : [] },
        ...(isLearned ? learned : {}),
      },
    });
    world.procedures.push(procedureId);
    return;
  }
  const body = { procedureId: known };
  switch (c % 7) {
    case 1:
      if (said) add(world, { kind: 'procedure.reinforced', body: { ...body, why: 'said', ...said } });
      return;
    case 2:
      add(world, {
        kind: 'procedure.deactivated',
        body: { ...body, why: 'user', at: at(seq), turnId: null, quote: null },
      });
      return;
    case 3:
      if (said) add(world, { kind: 'procedure.reactivated', body: { ...body, why: 'said', ...said } });
      return;
    case 4:
      add(world, { kind: 'procedure.decided', body: { procedureIds: [known], decision: 'accept', replaces: [] } });
      return;
    case 5:
      add(world, { kind: 'procedure.removed', body });
      return;
    case 6:
      add(world, { kind: 'procedure.undone', body: { seq: Math.max(1, seq - 1 - (b % 6)) } });
      return;
    default:
      add(world, {
        kind: 'procedures.read',
        body: {
          ...{ reader: 'procedures 1', throughSeq: seq - 1 },
          heard: turns.map(({ id }) => ({ turnId: id, spaceId: 'home', trigger: `Hear ${id}`, steps: [], quote: id })),
        },
      });
  }
}

function summarise(world: World, { a, b, c }: Step): void {
  const conversationId = pick(conversationsOf(world), a);
  if (conversationId === undefined) return;
  const known = pick(world.summaries, b);
  if (c % 6 === 0 && known !== undefined)
    return void add(world, { kind: 'summary.removed', body: { summaryId: known } });
  const covered = saved(world).filter((turn) => turn.conversationId === conversationId);
  const covers = c % 5 === 0 ? some(saved(world), b, 3) : covered.slice(0, 1 + (b % 4));
  if (covers.length === 0) return;
  const seq = seqNext(world);
  const isPeriod = c % 5 === 0;
  const summaryId = isPeriod ? `month-${spaceAt(a)}` : `sitting-${conversationId}-${covers[0]?.id ?? ''}`;
  add(world, {
    kind: 'summary.written',
    body: {
      ...{
        summaryId,
        spaceId: world.spaceOf.get(conversationId) ?? 'home',
        title: `Sitting ${seq}`,
        text: `Told ${seq}.`,
      },
      ...{ covers: covers.map(({ id }) => id), saidAt: at(seq), zone: 'UTC', by: 'extract', month: '2024-01' },
      ...{ scope: isPeriod ? 'period' : 'session', conversationId: isPeriod ? null : conversationId, session: null },
    },
  });
  world.summaries.push(summaryId);
}

function sort(world: World, { a, b, c }: Step): void {
  const spaceId = spaceAt(a);
  const seq = seqNext(world);
  const known = pick(
    world.clusters.filter((one) => one.spaceId === spaceId),
    b,
  )?.id;
  if (known !== undefined && c % 5 === 0) {
    const name = c % 2 === 0 ? { own: `Own ${seq}` } : null;
    return void add(world, { kind: 'cluster.set', body: { clusterId: known, name, isHidden: b % 2 === 0 } });
  }
  if (c % 9 === 0) return void add(world, { kind: 'clusters.asked', body: { spaceId } });
  const made = known === undefined || c % 3 === 0 ? [{ clusterId: `g${seq}`, label: `label ${seq}` }] : [];
  const into = made[0]?.clusterId ?? known ?? null;
  const turnIds = some(world.turns, b).map(({ id }) => id);
  const isFull = c % 4 === 0;
  add(world, {
    kind: 'clusters.changed',
    body: {
      ...{
        spaceId,
        by: 'sort 1',
        isFull,
        made,
        renamed: known === undefined ? [] : [{ clusterId: known, label: `again ${seq}` }],
      },
      ...{ gone: c % 8 === 0 && known !== undefined && known !== into ? [known] : [] },
      ...{ assigned: [{ clusterId: into, turnIds }], pass: { at: at(seq), fullTurns: isFull ? turnIds.length : null } },
    },
  });
  world.clusters.push(...made.map(({ clusterId }) => ({ id: clusterId, spaceId })));
}

function keepDocument(world: World, { a, b, c }: Step): void {
  const known = pick(world.documents, a);
  if (known !== undefined && b % 3 === 0)
    return void add(world, { kind: 'document.removed', body: { documentId: known } });
  if (known !== undefined && b % 3 === 1)
    return void add(world, { kind: 'document.restored', body: { documentId: known } });
  const seq = seqNext(world);
  const documentId = `d${seq}`;
  const file = { name: `${seq}.txt`, mediaType: 'text/plain', sha256: String(seq).padStart(64, '0'), zone: 'UTC' };
  for (const part of [0, 1].slice(c % 2)) {
    const chunk = {
      chunkId: `${documentId}-${part}`,
      title: file.name,
      text: `Page ${seq} ${part}`,
      page: null,
      from: 0,
      to: 9,
    };
    add(world, { kind: 'document.added', body: { documentId, spaceId: spaceAt(b), ...file, chunks: [chunk] } });
  }
  world.documents.push(documentId);
}

function turnConversation(world: World, { a, b, c }: Step): void {
  const conversationId = pick(conversationsOf(world), a);
  if (conversationId === undefined) return;
  const own = world.turns.filter((turn) => turn.conversationId === conversationId);
  const body = { conversationId };
  switch (b % 8) {
    case 0:
      return void add(world, { kind: 'conversation.removed', body });
    case 1:
      return void add(world, { kind: 'conversation.restored', body });
    case 2:
      return void add(world, { kind: 'conversation.renamed', body: { ...body, title: `Title ${seqNext(world)}` } });
    case 3: {
      const leaf = pick(own, c);
      if (leaf === undefined) return;
      world.leaf.set(conversationId, leaf.id);
      return void add(world, { kind: 'conversation.branch-chosen', body: { ...body, leafTurnId: leaf.id } });
    }
    case 4: {
      const spaceId = spaceAt(c);
      world.spaceOf.set(conversationId, spaceId);
      for (const one of world.claims) if (own.some(({ id }) => id === one.turnId)) Object.assign(one, { spaceId });
      return void add(world, { kind: 'conversation.moved', body: { ...body, spaceId } });
    }
    case 5:
      world.unsaved.add(conversationId);
      return void add(world, { kind: 'conversation.consent-set', body: { ...body, isSaving: false } });
    case 6:
      world.unsaved.delete(conversationId);
      return void add(world, { kind: 'conversation.consent-set', body: { ...body, isSaving: true } });
    default:
      return void add(world, {
        kind: 'conversation.model-chosen',
        body: { ...body, modelId: c % 3 === 0 ? null : 'small' },
      });
  }
}

function answer(world: World, { a, b, c }: Step): void {
  const conversationId = pick(conversationsOf(world), a);
  if (conversationId === undefined) return;
  const question = say(world, conversationId);
  const read = some(saved(world), b).map(({ id }) => id);
  const reply = say(world, conversationId, { role: 'assistant', speaker: 'Palimpsest' });
  const uses = some(world.procedures, c, 1);
  const citations = read.slice(0, 1).map((turnId) => ({ n: 1, turnIds: [turnId], quote: 'words' }));
  add(world, {
    kind: 'answered',
    body: {
      ...{
        replyTurnId: reply.id,
        questionTurnId: question.id,
        traceId: null,
        mode: 'model',
        modelId: 'small',
        citations,
      },
      ...{ inPrompt: [...read, ...uses], isAccess: b % 3 !== 0, tokensPerSecond: null },
      ...(c % 2 === 0 ? { route: { modelId: 'small', intent: 'general', confidence: 0.5 } } : {}),
    },
  });
}

function keep(world: World, { a, b, c }: Step): void {
  const seq = seqNext(world);
  const turn = pick(world.turns, a);
  const day = 19_700 + seq;
  switch (c % 7) {
    case 0:
      return void add(world, { kind: 'decay.applied', body: { day, after: null, through: null } });
    case 1: {
      const tags = some(world.turns, b, 2).map(({ id }) => ({ turnId: id, tags: ['creative'] }));
      return void add(world, { kind: 'turns.tagged', body: { by: 'tags 1', throughSeq: seq - 1, tags } });
    }
    case 2: {
      if (turn === undefined) return;
      const body = {
        turnId: turn.id,
        field: 'topic' as const,
        value: b % 3 === 0 ? null : `topic ${b}`,
        by: 'user' as const,
      };
      return void add(world, { kind: 'classification.corrected', body });
    }
    case 3: {
      const slotId = pick(world.slots, b);
      if (slotId !== undefined && a % 3 === 0) return void add(world, { kind: 'slot.removed', body: { slotId } });
      const id = slotId !== undefined && a % 3 === 1 ? slotId : `slot-${seq}`;
      world.slots.push(id);
      const slot = { slotId: id, spaceId: 'home', role: 'note' as const, title: `Slot ${seq}`, text: `Text ${seq}` };
      return void add(world, { kind: 'slot.set', body: slot });
    }
    case 4:
      return void add(world, { kind: 'codex.read', body: { extractor: 'rules 1', throughSeq: seq - 1 } });
    case 5:
      return void add(world, { kind: 'space.changed', body: { spaceId: spaceAt(a), name: `Name ${seq}` } });
    default: {
      const one = pick(world.reflections, a);
      if (one === undefined || b % 2 === 0)
        return void add(world, { kind: 'reflection.run', body: { spaceId: spaceAt(a), at: at(seq) } });
      add(world, { kind: 'reflection.dropped', body: { spaceId: one.spaceId, reflectionIds: [one.id] } });
    }
  }
}

function start(world: World, { a, b }: Step): void {
  const conversationId = `c${seqNext(world)}`;
  const spaceId = spaceAt(a);
  add(world, {
    kind: 'conversation.started',
    body: {
      ...{ conversationId, spaceId, title: b % 2 === 0 ? null : `First ${conversationId}`, source: 'palimpsest' },
      ...{ originId: null, startedAt: null },
    },
  });
  world.spaceOf.set(conversationId, spaceId);
}

function sayOne(world: World, { a, b, c }: Step): void {
  const conversationId = pick(conversationsOf(world), a);
  if (conversationId === undefined) return;
  say(world, conversationId, { isHidden: b % 9 === 0, session: c % 3 === 0 ? 'one' : null });
}

const claimOne = (world: World, step: Step): void => {
  const turn = pick(saved(world), step.a);
  if (turn !== undefined) claim(world, turn, step);
};

const KINDS: readonly ((world: World, step: Step) => void)[] = [
  ...[start, sayOne, sayOne, sayOne, answer, answer, claimOne, claimOne, claimOne, decide, decide],
  ...[
    reflect,
    learn,
    learn,
    summarise,
    summarise,
    sort,
    sort,
    keepDocument,
    turnConversation,
    turnConversation,
    keep,
    keep,
  ],
];

/** Goes on with a history. */
export function live(world: World, steps: readonly Step[]): void {
  if (world.spaceOf.size === 0) for (const n of [0, 1]) start(world, { kind: 0, a: n, b: 1, c: 0 });
  for (const step of steps) KINDS[step.kind]?.(world, step);
}
