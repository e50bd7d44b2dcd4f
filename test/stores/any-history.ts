import fc from 'fast-check';
import type { BodyOf, JournalEvent } from '../../main/journal/events/index.ts';

/** One step of a history: what is done, and to which of the things that are there. */
export type Step = { readonly kind: number; readonly a: number; readonly b: number; readonly c: number };

const nat = fc.nat(40);
export const anySteps = (min: number, max: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.record({ kind: fc.nat(KINDS.length - 1), a: nat, b: nat, c: nat }), { minLength: min, maxLength: max });

type Turn = {
  readonly id: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly text: string;
  readonly isAnswer: boolean;
};
type Claim = { readonly id: string; readonly seq: number; readonly turnId: string; readonly spaceId: string };
type Act = { readonly seq: number };

/** What a history has made so far, so that what follows may speak of it. */
export type World = {
  readonly events: JournalEvent[];
  readonly spaceOf: Map<string, string>;
  readonly leaf: Map<string, string>;
  readonly unsaved: Set<string>;
  turns: Turn[];
  claims: Claim[];
  entities: { readonly id: string; readonly spaceId: string }[];
  summaries: string[];
  clusters: { readonly id: string; readonly spaceId: string }[];
  procedures: string[];
  reflections: { readonly id: string; readonly spaceId: string }[];
  documents: string[];
  slots: string[];
  acts: Act[];
};

const INITIAL: readonly JournalEvent[] = ['home', 'work'].map((spaceId) => ({
  kind: 'space.created',
  body: { spaceId, name: `Space ${spaceId}` },
}));

export const createWorld = (): World => ({
  events: [...INITIAL],
  spaceOf: new Map(),
  leaf: new Map(),
  unsaved: new Set(),
  ...{ turns: [], claims: [], entities: [], summaries: [], clusters: [], procedures: [], reflections: [] },
  ...{ documents: [], slots: [], acts: [] },
});

const pick = <T>(from: readonly T[], n: number): T | undefined =>
  from.length === 0 ? undefined : from[n % from.length];
/** Of those, a few that differ with `n`. */
const some = <T>(from: readonly T[], n: number, most = 4): readonly T[] =>
  from.filter((_, index) => (index * 7 + n) % 3 !== 0).slice(-most);
const at = (n: number): string => new Date(Date.UTC(2024, 0, 1) + n * 5 * 3_600_000).toISOString();
const SPACES = ['home', 'work'] as const;
const spaceAt = (n: number): string => SPACES[n % 3 === 0 ? 1 : 0] ?? 'home';

function seqNext(world: World): number {
  return world.events.length + 1;
}
function add(world: World, event: JournalEvent): number {
  world.events.push(event);
  return world.events.length;
}

type Over = Partial<BodyOf<'turn.said'>>;

function say(world: World, conversationId: string, over: Over = {}): Turn {
  const seq = seqNext(world);
  const id = `t${seq}`;
  const text = `words ${id} of the harbour number ${seq}`;
  const parentTurnId = world.leaf.get(conversationId) ?? null;
  const said = { turnId: id, conversationId, parentTurnId, position: seq, role: 'user' as const, speaker: 'Ada', text };
  const rest = { saidAt: at(seq), isTimeInferred: false, zone: 'UTC', session: null, status: 'complete' as const };
  const isUnsaved = world.unsaved.has(conversationId) ? { isUnsaved: true } : {};
  const body = { ...said, ...rest, attachments: [], importId: null, isHidden: false, ...isUnsaved, ...over };
  add(world, { kind: 'turn.said', body });
  const turn = { id, conversationId, seq, text, isAnswer: over.role === 'assistant' };
  world.turns.push(turn);
  world.leaf.set(conversationId, id);
  return turn;
}

const conversationsOf = (world: World): readonly string[] => [...world.spaceOf.keys()];
const saved = (world: World): readonly Turn[] =>
  world.turns.filter(({ conversationId }) => !world.unsaved.has(conversationId));
const entity = (id: string) => ({
  entityId: id,
  type: 'person' as const,
  name: `Name ${id}`,
  aliases: [`Alias ${id}`],
});

type NewClaim = BodyOf<'codex.claimed'>['claims'][number];
const RELATIONS = ['lives in', 'likes', 'born in'] as const;

function newClaim(seq: number, n: number, over: Partial<NewClaim>): NewClaim {
  return {
    ...{ claimId: `k${seq}-${n}`, act: 'state', subjectId: 'me', relation: RELATIONS[n % 3] ?? 'likes' },
    ...{
      object: { kind: 'literal', text: `Value ${n % 5}`, value: `value ${n % 5}` },
      replaces: null,
      replacesIds: [],
    },
    ...{ validFrom: null, validTo: null, isPast: false, isImplied: false, observedAt: at(seq), assertedBy: 'user' },
    ...{ source: 'user', confidence: 0.9, quote: { text: 'words', from: 0 }, heldFor: null, mayMean: [] },
    ...over,
  };
}

function claim(world: World, turn: Turn, { b, c }: Step): void {
  const seq = seqNext(world);
  const spaceId = world.spaceOf.get(turn.conversationId) ?? 'home';
  const known = world.entities.filter((one) => one.spaceId === spaceId);
  const subject = b % 3 === 0 ? 'me' : (pick(known, b)?.id ?? `e${seq}`);
  const object = c % 2 === 0 ? (pick(known, c)?.id ?? `v${seq}`) : null;
  const made = [subject, object].filter((id): id is string => id !== null && id !== 'me');
  const others = world.claims.filter((one) => one.spaceId === spaceId);
  const act = (['state', 'state', 'state', 'correct', 'end', 'retract'] as const)[(b + c) % 6] ?? 'state';
  const replacesIds = act === 'correct' || act === 'retract' ? some(others, c, 1).map(({ id }) => id) : [];
  const claims = [
    newClaim(seq, b, {
      ...{ act, subjectId: subject, replacesIds, heldFor: c % 7 === 0 ? 'unsure' : null },
      ...(object === null ? {} : { object: { kind: 'entity' as const, id: object } }),
    }),
    ...(b % 4 === 0 ? [newClaim(seq, b + 1, { isImplied: true, subjectId: subject })] : []),
  ];
  const entities = [...new Set(made)].filter((id) => !known.some((one) => one.id === id) || c % 5 === 0).map(entity);
  const own = world.claims.filter(({ turnId }) => turnId === turn.id).map(({ id }) => id);
  const withdrawn = c % 6 === 0 ? own : [];
  add(world, {
    kind: 'codex.claimed',
    body: { spaceId, turnId: turn.id, extractor: 'rules 1', entities, claims, withdrawn },
  });
  world.claims.push(...claims.map(({ claimId }) => ({ id: claimId, seq, turnId: turn.id, spaceId })));
  world.entities.push(...entities.map(({ entityId }) => ({ id: entityId, spaceId })));
  world.acts.push({ seq });
}

function decide(world: World, { a, b, c }: Step): void {
  const one = pick(world.claims, a);
  if (one === undefined) return;
  const { spaceId } = one;
  const claimIds = [one.id];
  const known = world.entities.filter((each) => each.spaceId === spaceId);
  const [from, into] = [pick(known, b), pick(known, c)];
  const pair = from && into && from.id !== into.id ? { spaceId, fromId: from.id, intoId: into.id } : null;
  const seq = seqNext(world);
  switch (b % 7) {
    case 0:
    case 1:
      add(world, { kind: 'codex.decided', body: { spaceId, claimIds, decision: 'accept', subjectId: null } });
      break;
    case 2: {
      const decision = c % 2 === 0 ? 'reject' : 'reject-always';
      add(world, { kind: 'codex.decided', body: { spaceId, claimIds, decision, subjectId: null } });
      break;
    }
    case 3:
      if (pair !== null) add(world, { kind: 'codex.merged', body: pair });
      break;
    case 4:
      if (pair !== null) add(world, { kind: 'codex.kept-apart', body: { ...pair, isApart: c % 2 === 0 } });
      break;
    case 5: {
      const act = pick(world.acts, c);
      if (act !== undefined) add(world, { kind: 'codex.undone', body: { seq: act.seq } });
      return;
    }
    default:
      if (from !== undefined)
        add(world, { kind: 'codex.entity-changed', body: { spaceId, ...entity(from.id), name: `Other ${from.id}` } });
  }
  if (world.events.length >= seq) world.acts.push({ seq });
}

function reflect(world: World, { a, b }: Step): void {
  const spaceId = spaceAt(a);
  const evidence = some(
    world.claims.filter((one) => one.spaceId === spaceId && !one.id.startsWith('r')),
    b,
    3,
  );
  const turns = [...new Map(evidence.map((one) => [one.turnId, one])).values()];
  if (turns.length < 2) return;
  const seq = seqNext(world);
  const reflectionId = `reflection-${seq}`;
  const ids = turns.map((_, n) => `r${seq}-${n}`);
  add(world, {
    kind: 'reflection.made',
    body: {
      ...{ spaceId, reflectionId, of: 'habit', minimum: 2, headId: ids[0] ?? '' },
      evidence: turns.map(({ id, turnId }, n) => ({ claimId: ids[n] ?? '', turnId, restsOn: id })),
    },
  });
  for (const [n, { turnId }] of turns.entries()) {
    const over = {
      claimId: ids[n] ?? '',
      relation: 'likes',
      assertedBy: 'assistant' as const,
      heldFor: 'unsure' as const,
    };
    const object = { kind: 'literal' as const, text: `Habit ${a % 3}`, value: `habit ${a % 3}` };
    const claimSeq = add(world, {
      kind: 'codex.claimed',
      body: {
        ...{ spaceId, turnId, extractor: 'reflection 1', entities: [], withdrawn: [] },
        claims: [newClaim(seq, 1, { ...over, object })],
      },
    });
    world.claims.push({ id: ids[n] ?? '', seq: claimSeq, turnId, spaceId });
  }
  world.reflections.push({ id: reflectionId, spaceId });
}

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
