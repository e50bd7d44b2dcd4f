import type { Seeded } from '../lib/seeded.pure.ts';

/** A value as it is said, and other ways to write it. */
export type Value = { readonly text: string; readonly also: readonly string[] };

/** How third persons are told of; `{S}` is the person, `{he}` and `{his}` follow. */
export type ThirdPerson = {
  readonly say: readonly string[];
  readonly change: readonly string[];
  readonly ask: readonly string[];
  readonly askPast?: readonly string[];
};

/**
 * One thing that holds one value at a time. Templates are clauses in the first person without a final stop, `casual` whole
 * sentences; `{v}` is the value, `{old}` the one before, `{when}` a time.
 */
export type Relation = {
  readonly name: string;
  readonly noun: string;
  /** After “what I said about”. */
  readonly topic: string;
  /** `first|other|ways`. */
  readonly values: readonly string[];
  readonly isPreference?: true;
  readonly say: readonly string[];
  readonly casual: readonly string[];
  readonly change: readonly string[];
  /** What held for a while: “I was living in {v}”. */
  readonly past?: string;
  readonly back?: readonly string[];
  /** It ended and nothing took its place. */
  readonly over?: readonly string[];
  readonly ask: readonly string[];
  readonly askPast: readonly string[];
  /** “How long have I … {v}?” */
  readonly askLong?: string;
  readonly third?: ThirdPerson;
};

/** Several values at once, which come and go. */
export type ListRelation = {
  readonly name: string;
  readonly values: readonly string[];
  readonly add: readonly string[];
  readonly drop: readonly string[];
  /** Others have such things too: `{S}` and `{v}`. */
  readonly other: readonly string[];
  readonly ask: readonly string[];
  readonly askCount: readonly string[];
};

/** Something that happened once. */
export type EventKind = {
  readonly name: string;
  /** As an item of an order, and after “between”. */
  readonly label: string;
  /** Any of them names it. */
  readonly keys: readonly string[];
  readonly say: readonly string[];
  readonly ask: readonly string[];
};

/** What two sources say differently: `{v}` in a clause that stands alone. */
export type SharedFact = {
  readonly name: string;
  readonly values: readonly string[];
  readonly clause: string;
  /** Who says so; lower-case noun phrases. */
  readonly sources: readonly string[];
  readonly settle: string;
  readonly ask: readonly string[];
};

/** How the owner wants a thing done. */
export type Procedure = {
  readonly name: string;
  readonly values: readonly string[];
  readonly say: readonly string[];
  readonly change: readonly string[];
  readonly ask: readonly string[];
};

/** What the assistant was asked, said, and is asked for later. */
export type Advice = {
  readonly name: string;
  readonly prompt: string;
  readonly values: readonly string[];
  readonly reply: string;
  readonly ask: readonly string[];
};

export type DocumentFact = {
  readonly key: string;
  /** “The file is out of date on”. */
  readonly noun: string;
  readonly values: readonly string[];
  readonly ask: string;
};

/** A file with blanks; each blank can be asked for. */
export type DocumentKind = {
  readonly name: string;
  readonly body: string;
  readonly facts: readonly DocumentFact[];
};

/** Everything that a domain's histories are made of. */
export type DomainTexts = {
  readonly domain: string;
  readonly title: string;
  readonly relations: readonly Relation[];
  readonly lists: readonly ListRelation[];
  readonly events: readonly EventKind[];
  readonly shared: readonly SharedFact[];
  readonly procedures: readonly Procedure[];
  readonly advice: readonly Advice[];
  readonly documents: readonly DocumentKind[];
  /** Never said of anybody: what an honest memory does not know. */
  readonly never: readonly string[];
  /** Other topics in similar words. */
  readonly chatter: readonly string[];
};

export type Person = { readonly name: string; readonly label: string; readonly isWoman: boolean };

export type Change =
  | 'assert'
  | 'revise'
  | 'correct'
  | 'retract'
  | 'end'
  | 'late'
  | 'conflict'
  | 'recur'
  | 'procedure'
  | 'document';

/** An entry of the ledger before its turn has an id. Times in milliseconds; null is open. */
export type Draft = {
  readonly id: string;
  readonly change: Change;
  readonly subject: string;
  readonly relation: string;
  readonly value: Value | null;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  /** How exactly the beginning was told. */
  readonly grain: 'day' | 'month' | 'vague';
  readonly replaces: readonly string[];
  /** The entry that this one stands against. */
  readonly against: string | null;
};

/** An entry with what says it and when that reached the memory. */
export type Entry = Draft & { readonly source: string; readonly arrival: number; readonly said: number };

/** Words of one speaker that state entries. */
export type Statement = {
  readonly conversation: number;
  readonly speaker: string;
  readonly text: string;
  readonly entries: readonly Draft[];
  /** What the assistant has to answer; else something that fits. */
  readonly reply: string | null;
  /** True where the assistant's reply is what states the entries. */
  readonly isSaidInReply: boolean;
};

export type Conversation = {
  readonly index: number;
  readonly id: string;
  readonly kind: 'assistant' | 'group';
  readonly start: number;
  /** When it reaches the memory, for a conversation that is imported long after. */
  readonly arrivesAt: number | null;
  readonly turns: number;
};

/** What a probe asks of the ledger. */
export type Query =
  | { readonly kind: 'one'; readonly subject: string; readonly relation: string; readonly at: number | null }
  | { readonly kind: 'many'; readonly subject: string; readonly relation: string; readonly isCount: boolean }
  | { readonly kind: 'when'; readonly subject: string; readonly relation: string }
  | { readonly kind: 'between'; readonly subject: string; readonly first: string; readonly second: string }
  | { readonly kind: 'since'; readonly subject: string; readonly relation: string; readonly value: string }
  | { readonly kind: 'order'; readonly subject: string; readonly relations: readonly string[] }
  | { readonly kind: 'never' };

export type ProbeDraft = {
  readonly question: string;
  readonly category: string;
  readonly query: Query;
  readonly anchor: number | null;
  /** Not asked before this time, even where it could be. */
  readonly notBefore: number;
  /** Asked although nothing was said yet. */
  readonly isAskedUnknown: boolean;
};

/** A history while it is made: the ledger first, then the words for it. */
export type World = {
  readonly rng: Seeded;
  readonly owner: Person;
  readonly people: readonly Person[];
  /** Those who speak themselves. */
  readonly speakers: readonly Person[];
  readonly texts: DomainTexts;
  readonly start: number;
  readonly end: number;
  readonly checkpoints: readonly number[];
  readonly conversations: readonly Conversation[];
  /** Turns that are still free, by conversation. */
  readonly room: number[];
  readonly statements: Statement[];
  readonly documents: { readonly id: string; readonly name: string; readonly at: number; readonly text: string }[];
  readonly documentEntries: Entry[];
  readonly probes: ProbeDraft[];
  readonly taken: Set<string>;
  readonly count: { entries: number };
};
