import { findNamedIn } from '../../codex/around.ts';
import { listFacts } from '../../codex/facts.ts';
import { nameKeyOf } from '../../codex/names.pure.ts';
import { openVocabulary } from '../../codex/open-vocabulary.ts';
import { toRevisions } from '../../codex/view.ts';
import { EntityId, ME, type Revision } from '../../contract/codex.ts';
import type { SpaceId } from '../../contract/ids.ts';
import type { OperationType } from '../../contract/recall.ts';
import type { Ctx } from '../../ctx.ts';
import { operationOf } from '../../retrieval/question/operation.pure.ts';
import { findPeriod } from '../../retrieval/question/period.pure.ts';
import { listRevisionsOfKey } from '../../stores/revisions.ts';
import { type Derivation, deriveAnswer, type Ledger } from '../answer-contract.pure.ts';
import { normaliseQuestion } from './normalise-question.pure.ts';
import { type FactQuestion, readFactQuestion } from './read-fact-question.pure.ts';
import { holdsAt, isStanding, ofKind } from './select-revisions.pure.ts';
import type { NamedEntity, SubjectAsked } from './subjects.pure.ts';

export type DerivationInput = {
  readonly text: string;
  readonly spaceId: SpaceId;
  readonly operation: OperationType;
  /** Of what day the question is asked. */
  readonly now: Date;
  readonly knownAt?: string | undefined;
};

/** "My parents", "my dogs": whose facts are read at most. */
const SUBJECTS = 4;

/**
 * What the Codex says to a question, or null where it asks for no fact. A failure costs the derivation and not the
 * answer, which then rests on retrieval alone.
 */
export async function findDerivation(ctx: Ctx, input: DerivationInput): Promise<Derivation | null> {
  try {
    return await derive(ctx, input);
  } catch (error) {
    // Retrieval answers without the ledger; the log says that it was not asked.
    ctx.log('contract.failed', { kind: error instanceof Error ? error.name : typeof error });
    return null;
  }
}

async function derive(ctx: Ctx, input: DerivationInput): Promise<Derivation | null> {
  const normal = normaliseQuestion(input.text);
  if (normal === null) return null;
  const zone = ctx.zone();
  const period = findPeriod(input.text, { now: input.now, zone, operation: operationOf(input.text).operation });
  const entities = await findNamed(ctx, input.spaceId, normal.text);
  const question = readFactQuestion(input.text, {
    ...{ period, operation: input.operation, entities },
    vocabulary: (await openVocabulary(ctx)).relations.filter(({ isInternal }) => !isInternal),
  });
  if (question === null) return null;
  const ledger = await readLedger(ctx, question, { ...input, entities });
  return deriveAnswer(question, ledger, { operation: input.operation, now: input.now, zone });
}

/** Entities that a text names, as the reader of questions takes them. */
async function findNamed(ctx: Ctx, spaceId: SpaceId, text: string): Promise<readonly NamedEntity[]> {
  const named = await findNamedIn(ctx.db.read, spaceId, text);
  return named.map(({ id, name, said, type }) => ({ id: EntityId.parse(id), name, aliases: [said], type }));
}

type Subject = Ledger['subjects'][number];
type Asked = DerivationInput & { readonly entities: readonly NamedEntity[] };

async function readLedger(ctx: Ctx, question: FactQuestion, input: Asked): Promise<Ledger> {
  const subjects = await findSubjects(ctx, question.subject, input);
  const each = await Promise.all(
    subjects.map(({ id }) => readRevisions(ctx, { id, relations: question.relations }, input)),
  );
  return { subjects, revisions: each.flat() };
}

/** Whoever is meant: by id, or everybody who stands in the role now. */
async function findSubjects(ctx: Ctx, subject: SubjectAsked, input: Asked): Promise<readonly Subject[]> {
  if (subject.kind === 'entity') return withNamesakes(ctx, subject, input);
  const of = await findSubjects(ctx, subject.of, input);
  const found = await Promise.all(of.map(({ id }) => readRevisions(ctx, { id, relations: [subject.relation] }, input)));
  const holding = found.flat().filter((revision) => isStanding(revision) && holdsAt(revision, input.now));
  const noun = { word: subject.label, plural: `${subject.label}s`, isKind: subject.isKind };
  const byId = new Map<string, Subject>();
  for (const { object } of ofKind(holding, noun, false))
    if (object.kind === 'entity') byId.set(object.id, { id: object.id, name: object.name });
  return [...byId.values()].slice(0, SUBJECTS);
}

/** Two people of one name are both told of, each by what they are to the user: to choose one would be to guess. */
async function withNamesakes(
  ctx: Ctx,
  subject: SubjectAsked & { readonly kind: 'entity' },
  input: Asked,
): Promise<readonly Subject[]> {
  const key = nameKeyOf(subject.name);
  const same = input.entities.filter(({ name, type }) => nameKeyOf(name) === key && type === subject.type);
  const ids = [...new Set([subject.id, ...same.map(({ id }) => id)])].slice(0, SUBJECTS);
  if (ids.length === 1) return [{ id: subject.id, name: subject.name }];
  return Promise.all(
    ids.map(async (id) => {
      const { incoming } = await listFacts(ctx, { spaceId: input.spaceId, subject: id, knownAt: input.knownAt });
      const role = incoming.find((revision) => revision.subject.id === ME)?.relation;
      return { id, name: role === undefined ? subject.name : `${subject.name} (your ${role})` };
    }),
  );
}

type Key = { readonly id: string; readonly relations: readonly string[] };

/** Every revision of one subject and these relations that was known then, wrong ones included. */
async function readRevisions(ctx: Ctx, { id, relations }: Key, input: DerivationInput): Promise<readonly Revision[]> {
  const { spaceId, now, knownAt } = input;
  const validAt = now.getTime();
  const each = await Promise.all(
    relations.map(async (relation) => {
      if (knownAt !== undefined) {
        const asked = { spaceId, subject: id, relation, knownAt, history: true, validAt: now.toISOString() };
        return (await listFacts(ctx, asked)).facts;
      }
      const beliefs = await listRevisionsOfKey(ctx.db.read, spaceId, { subjectId: id, relation });
      return toRevisions(ctx, { spaceId, beliefs, validAt });
    }),
  );
  return each.flat();
}
