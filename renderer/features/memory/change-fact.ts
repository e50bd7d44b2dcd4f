import type { Entity, EntityId, InputOf, Revision, RevisionId, TimePoint } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { count, t } from '../../locales/text.ts';
import { go } from '../../router.ts';
import { type Failed, toFailed } from '../failure.ts';
import { noteChange } from './changes-store.ts';
import { loadRelations } from './memory-store.ts';
import { nameOf, wholeFactText } from './words.ts';

/** Null when it was done; else why not. */
export type Outcome = Failed | null;

type Doing<T> = {
  readonly call: Promise<T>;
  readonly sentence: string;
  readonly after?: (done: T) => unknown;
};

async function attempt<T extends { readonly seq: number }>({ call, sentence, after }: Doing<T>): Promise<Outcome> {
  try {
    const done = await call;
    noteChange({ seq: done.seq, sentence });
    await after?.(done);
    return null;
  } catch (error) {
    return toFailed(error);
  }
}

type Fact = Pick<Revision, 'id' | 'subject' | 'relation' | 'object'>;

/** The record was wrong: another value or other dates take its place. `text` is the new value as it was typed. */
export const correctFact = (
  fact: Fact,
  input: Omit<InputOf<'codex.correct'>, 'id'>,
  { text, shouldOpen }: { readonly text: string; readonly shouldOpen: boolean },
): Promise<Outcome> =>
  attempt({
    call: api.call('codex.correct', { id: fact.id, ...input }),
    sentence: t('done.corrected', {
      fact: wholeFactText({ ...fact, object: { kind: 'literal', text, value: text } }),
    }),
    after: ({ id }) => (shouldOpen ? go({ name: 'fact', id }, { replace: true }) : undefined),
  });

/** It was so, and is no longer. */
export const endFact = (fact: Fact, at: TimePoint | null): Promise<Outcome> =>
  attempt({
    call: api.call('codex.end', { id: fact.id, ...(at === null ? {} : { at }) }),
    sentence: t('done.ended', { fact: wholeFactText(fact) }),
  });

/** It never was so. */
export const retractFact = (fact: Fact): Promise<Outcome> =>
  attempt({
    call: api.call('codex.retract', { id: fact.id }),
    sentence: t('done.retracted', { fact: wholeFactText(fact) }),
  });

/** Says a new fact by hand. `sentence` says it in words. */
export const addFact = (input: InputOf<'codex.add'>, fact: string): Promise<Outcome> =>
  attempt({ call: api.call('codex.add', input), sentence: t('done.added', { fact }) });

/** One of two conflicting beliefs is right. */
export const settleConflict = (keep: Fact): Promise<Outcome> =>
  attempt({
    call: api.call('codex.settleConflict', { keep: keep.id }),
    sentence: t('done.settled', { fact: wholeFactText(keep) }),
  });

/** A relation that the vocabulary does not have. */
export const addRelation = (input: InputOf<'codex.addRelation'>): Promise<Outcome> =>
  attempt({
    call: api.call('codex.addRelation', input),
    sentence: t('done.relation', { name: input.name }),
    after: loadRelations,
  });

/** Another name, kind or other names. */
export const changeEntity = (input: InputOf<'codex.changeEntity'>, name: string): Promise<Outcome> =>
  attempt({ call: api.call('codex.changeEntity', input), sentence: t('done.renamed', { name }) });

const showEntity = (id: EntityId) => go({ name: 'memory', subject: id, trueOn: null, knownOn: null });

/** Two names are one. */
export const mergeEntities = (from: Entity, into: Entity): Promise<Outcome> =>
  attempt({
    call: api.call('codex.merge', { from: from.id, into: into.id }),
    sentence: t('done.merged', { from: nameOf(from), into: nameOf(into) }),
    after: () => showEntity(into.id),
  });

/** One name is two: these facts become facts of a new one. */
export const splitEntity = (id: EntityId, revisionIds: readonly RevisionId[], name: string): Promise<Outcome> =>
  attempt({
    call: api.call('codex.split', { id, revisionIds: [...revisionIds], name }),
    sentence: t('done.split', { name, facts: count(revisionIds.length, 'facts') }),
    after: (done) => showEntity(done.id),
  });
