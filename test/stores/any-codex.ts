import type { BodyOf } from '../../main/journal/events/index.ts';
import { add, at, pick, type Step, seqNext, some, spaceAt, type Turn, type World } from './any-world.ts';

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

export function claim(world: World, turn: Turn, { b, c }: Step): void {
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

export function decide(world: World, { a, b, c }: Step): void {
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

export function reflect(world: World, { a, b }: Step): void {
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
