// What scripts/measure-summaries.mjs measures: everything that decides, without a store. Read by vite's runner.
export { whyLossless } from '../../main/lifecycle/lossless.pure.ts';
export { createAnalyser } from '../../main/retrieval/memory/analyse.ts';
export { toLexical } from '../../main/stores/project/lexical-text.pure.ts';
export { cutStretches, type SourceTurn, type Stretch } from '../../main/summaries/stretch.pure.ts';
export { draftSession, keepSupported, type TextSentence, type Voice } from '../../main/summaries/write.pure.ts';
