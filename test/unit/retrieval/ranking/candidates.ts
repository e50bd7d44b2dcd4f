import type { CandidateSignals, QuestionSignals } from '../../../../main/retrieval/ranking/signals.pure.ts';

/** A candidate that nothing speaks for, with what a test is about. */
export const makeCandidate = (own: Partial<CandidateSignals> = {}): CandidateSignals => ({
  ...{ own: 0, window: 0, session: 0, coverage: 0, windowCoverage: 0, cosine: null, sessionCosine: 0 },
  ...{ previous: -1, next: -1, role: 'user', speaker: 'nobody named', chars: 80, flags: 0, saidAtMs: null },
  ...{ decay: 1, maxSim: null, fact: 0, isStale: false, isAnswer: false, isAsked: false },
  ...own,
});

/** A plain question about a fact. */
export const makeQuestion = (own: Partial<QuestionSignals> = {}): QuestionSignals => ({
  reading: { isAboutAssistant: false, operation: 'fact', period: null },
  ...{ flags: 0, tokenWeights: null, hasAssistant: true },
  ...own,
});
