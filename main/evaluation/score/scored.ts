import type { ReferenceAnswer, Trajectory } from '../format/trajectory.ts';

/** A share that keeps its parts: shares are summed by their counts, so that no denominator is lost on the way. */
export type Count = { readonly hits: number; readonly of: number };

/**
 * What an answer does with values that are no longer right. `mentioned`: it names one, but marked as past, or among
 * quotes; `claimed`: it gives one as the answer.
 */
export type Staleness = 'none' | 'mentioned' | 'claimed';

/** Where the right value stands: in what is claimed, only in words that are quoted, or nowhere. */
export type Place = 'claim' | 'quote' | 'nowhere';

/** Specific details of an answer (numbers, dates, names) beyond its reference. */
export type DetailCounts = {
  readonly total: number;
  /** Stand in the evidence or in what was supplied (LSREP, inference credit). */
  readonly supported: number;
  /** Stand nowhere that the answer could know them from. */
  readonly fabricated: number;
};

export type AnswerScore = {
  /** The reference is met, and no superseded value is claimed. */
  readonly isCorrect: boolean;
  /** 0 to 1: what of the reference is met, less what staleness takes; no credit for details. */
  readonly score: number;
  readonly staleness: Staleness;
  /** `staleness` is `claimed`. */
  readonly isStale: boolean;
  /** Right and superseded values stand side by side, and nothing says which holds. */
  readonly isAmbiguous: boolean;
  readonly isAbstaining: boolean;
  readonly place: Place;
  /** Another number or date stands in the claim, or the right one only in a quote: right by luck is possible. */
  readonly isLoose: boolean;
  /** Items of a set, in the claim: found of those wanted, and wanted of those given. Null for other kinds. */
  readonly recall: Count | null;
  readonly precision: Count | null;
  /** Kendall's tau of an order that was told whole; null for other kinds, and where an item is missing. */
  readonly tau: number | null;
  /** Shared words of a free text; null for other kinds. */
  readonly tokenF1: number | null;
  readonly details: DetailCounts;
  /** `score` with what a supported detail earns (LSREP, inference credit), 0 to 1. */
  readonly credited: number;
};

/** Cuts at which evidence is looked for; `all` is everything that was supplied. */
export const CUTS = ['at1', 'at5', 'at10', 'all'] as const;
export type Cut = (typeof CUTS)[number];

/** Hit, turn recall, session recall and first rank, which are only ever shown together (design section 9). */
export type EvidenceScore = {
  readonly hit: Readonly<Record<Cut, boolean>>;
  readonly turnRecall: Readonly<Record<Cut, Count>>;
  readonly sessionRecall: Readonly<Record<Cut, Count>>;
  /** From 1; what came with the conversation stands at 1. Null: nothing of the evidence was supplied. */
  readonly firstRank: number | null;
  /** Of the first, 0 where there is none. */
  readonly reciprocalRank: number;
  /** All evidence of the reference was supplied. */
  readonly isComplete: boolean;
  /** Supplied fragments that state only superseded values: those that were not marked, of all. */
  readonly staleUnmarked: Count;
  /** Evidence that only a summary stands for, of all evidence; not part of any figure above. */
  readonly coveredBySummary: Count;
  readonly supplied: number;
  /** Null: not observable. */
  readonly tokens: number | null;
};

/** How old what is asked for is, when it is asked. */
export type Age = {
  /** Days from the newest evidence to the checkpoint; null where there is no evidence. */
  readonly days: number | null;
  /** Turns that arrived after the newest evidence. */
  readonly turns: number | null;
  /** Checkpoints since the probe's origin; 0 at the origin. */
  readonly checkpoints: number;
};

/** One observation with everything that figures are made of. */
export type ScoredObservation = {
  readonly arm: string;
  readonly trajectory: string;
  readonly checkpoint: string;
  /** Place of the checkpoint in the trajectory, from 0. */
  readonly checkpointIndex: number;
  readonly probe: string;
  readonly domain: string;
  readonly category: Trajectory['probes'][number]['category'];
  readonly sourceCategory: string | null;
  readonly truth: Trajectory['probes'][number]['truth'];
  readonly kind: ReferenceAnswer['kind'];
  /** Whether the reference names superseded values: only then can an answer be stale. */
  readonly hasSuperseded: boolean;
  readonly age: Age;
  /** `missing`: the run has no such line. Failed and missing ones score 0 and stay in every denominator. */
  readonly status: 'observed' | 'failed' | 'missing';
  /** Null where there is no answer to score: the answerer `none`, and failed or missing observations. */
  readonly answer: AnswerScore | null;
  /** Null where the reference has no evidence, where it is not observable, and for failed or missing observations. */
  readonly evidence: EvidenceScore | null;
  /** `evidence` is null because there is none to find or the system does not tell; not because it is missing. */
  readonly evidenceStatus: 'scored' | 'no evidence' | 'not observable' | 'missing';
  /** `score`, or 0 where it is missing; null for the answerer `none`. */
  readonly score: number | null;
  /** The score if every missing output were wrong, and if it were right. Equal where nothing is missing. */
  readonly bounds: { readonly lower: number; readonly upper: number } | null;
  /** Evidence turns of the reference, for denominators where nothing was observed. */
  readonly evidenceTurns: number;
  readonly evidenceSessions: number;
  readonly contextTokens: number | null;
  readonly promptTokens: number | null;
  /** Null for missing ones and where the system does not tell. */
  readonly recordsAdded: number | null;
  /** Name of the file under `traces/`. */
  readonly trace: string | null;
};
