import { readCanonical } from './canonical.pure.ts';
import type { AuditRecord } from './chain.pure.ts';
import { isFields } from './manifest.pure.ts';
import type { Problems } from './report.pure.ts';

type Fields = { readonly [key: string]: unknown };

/** What `state.json` says of each record that it points at; checked once the whole journal was read. */
type Claim = {
  readonly what: string;
  readonly seq: number;
  readonly check: (record: Fields | null, kind: string) => string | null;
};

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

/** Every list of `state.json`, so that a missing or foreign one is a fault. */
export const STATE_LISTS = [
  ...['conflicts', 'conversations', 'documents', 'entities', 'facts', 'forgotten', 'procedures', 'slots', 'spaces'],
  'summaries',
] as const;

/** The words of a turn, its attachments too: a quote may be of any of them. */
function wordsOf(body: Fields): readonly string[] {
  const attached = listOf(body.attachments).flatMap(({ name, caption, text }) => [name, caption, text]);
  return [body.text, ...attached].filter((each) => typeof each === 'string');
}

/** What the amended record left of another counts as that record. */
function leftOf(record: AuditRecord): { readonly kind: string; readonly body: Fields | null } {
  const { kind, body } = record;
  if (kind === 'amended' && body !== undefined && typeof body.kind === 'string' && isFields(body.body))
    return { kind: body.kind, body: body.body };
  return { kind, body: body ?? null };
}

/** Holds what `state.json` and the traces say against the records that they name. */
export class StateCheck {
  readonly #problems: Problems;
  readonly #claims = new Map<number, Claim[]>();
  /** Ids of traces that an answer in the journal names. */
  readonly #answered = new Set<string>();
  readonly #traces: { readonly id: string; readonly file: string }[] = [];
  facts = 0;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  get traces(): number {
    return this.#traces.length;
  }

  /** The parsed state, or null where it is none. */
  readState(text: string): Fields | null {
    const read = readCanonical(text);
    const isSound =
      read.kind === 'ok' &&
      isFields(read.value) &&
      STATE_LISTS.every((name) => isFields(read.value) && Array.isArray(read.value[name]));
    if (!isSound || !isFields(read.value)) {
      const how =
        read.kind === 'not-json' ? 'is not JSON' : read.kind === 'ok' ? 'lacks fields' : 'is not in its canonical form';
      this.#problems.add({
        check: 'state.unreadable',
        file: 'state.json',
        message: `The file state.json was changed: it ${how}.`,
      });
      return null;
    }
    this.#claimFacts(listOf(read.value.facts));
    for (const summary of listOf(read.value.summaries))
      this.#claimText('summary', summary, { kind: 'summary.written', id: 'summaryId' });
    for (const document of listOf(read.value.documents))
      this.#claimText('document', document, { kind: 'document.added', id: 'documentId' });
    return read.value;
  }

  /** One line of a trace file. */
  readTrace(text: string, file: string): void {
    const read = readCanonical(text);
    const id = read.kind === 'ok' && isFields(read.value) && typeof read.value.id === 'string' ? read.value.id : null;
    if (id !== null) this.#traces.push({ id, file });
    else
      this.#problems.add({
        check: 'traces.unreadable',
        file,
        message: `A trace in ${file} was changed: it cannot be read.`,
      });
  }

  /** Each record, in order. */
  addRecord(record: AuditRecord): void {
    const { kind, body } = leftOf(record);
    if (kind === 'answered' && typeof body?.traceId === 'string') this.#answered.add(body.traceId);
    const claims = this.#claims.get(record.seq);
    if (claims === undefined) return;
    this.#claims.delete(record.seq);
    for (const claim of claims) {
      const fault = claim.check(body, kind);
      if (fault !== null) this.#report(claim, fault, record.id);
    }
  }

  finish(): void {
    for (const claims of this.#claims.values())
      for (const claim of claims) this.#report(claim, 'names a record that is not in the journal', null);
    for (const { id, file } of this.#traces) {
      if (!this.#answered.has(id))
        this.#problems.add({
          check: 'traces.unnamed',
          file,
          id,
          message: `A trace in ${file} is named by no answer in the journal.`,
        });
    }
  }

  #report({ what, seq }: Claim, fault: string, id: string | null): void {
    this.#problems.add({
      check: 'state.inconsistent',
      file: 'state.json',
      seq,
      id,
      message: `In state.json, ${what} ${fault} (record ${seq}).`,
    });
  }

  #claim(claim: Claim): void {
    this.#claims.set(claim.seq, [...(this.#claims.get(claim.seq) ?? []), claim]);
  }

  #claimFacts(facts: readonly Fields[]): void {
    this.facts = facts.length;
    for (const fact of facts) {
      const id = textOr(fact.id, '');
      if (typeof fact.seq === 'number')
        this.#claim({ what: 'a fact', seq: fact.seq, check: (body, kind) => checkClaimed(fact, body, kind) });
      for (const { seq, quote, turnId } of listOf(fact.evidence)) {
        if (typeof seq !== 'number') continue;
        this.#claim({
          ...{ what: `the evidence of fact ${id.slice(0, 80)}`, seq },
          check: (body, kind) => {
            if (kind !== 'turn.said') return 'is no turn';
            if (typeof quote !== 'string') return null;
            if (body === null) return 'quotes a turn whose words are not in the bundle';
            if (turnId !== body.turnId) return 'names another turn';
            return wordsOf(body).some((words) => words.includes(quote))
              ? null
              : 'quotes words that the turn does not say';
          },
        });
      }
    }
  }

  #claimText(what: string, item: Fields, at: { readonly kind: string; readonly id: string }): void {
    if (typeof item.seq !== 'number') return;
    this.#claim({
      ...{ what: `a ${what}`, seq: item.seq },
      check: (body, kind) => {
        if (kind !== at.kind) return `is no ${what}`;
        if (body === null)
          return item.text === null || item.text === undefined ? null : 'gives words that are not in the bundle';
        if (body[at.id] !== item.id) return `is another ${what}`;
        return typeof item.text === 'string' && !item.isPseudonymised && item.text !== body.text
          ? 'says something else than its record'
          : null;
      },
    });
  }
}

/** Whether the claim that a fact was settled from says the same: the relation, and its words where they are given. */
function checkClaimed(fact: Fields, body: Fields | null, kind: string): string | null {
  if (kind !== 'codex.claimed') return 'rests on a record that claims nothing';
  if (body === null) return null;
  const claim = listOf(body.claims).find(({ claimId }) => claimId === fact.id);
  if (claim === undefined) return 'is not claimed there';
  if (claim.relation !== fact.relation) return 'has another relation than its claim';
  const [said, given] = [claim.object, fact.object];
  if (!isFields(said) || !isFields(given) || given.kind !== 'literal' || said.kind !== 'literal') return null;
  return given.text === null || given.text === said.text ? null : 'has another value than its claim';
}
