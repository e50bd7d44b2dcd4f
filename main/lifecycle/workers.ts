import { consolidationWorker } from '../codex/doubles/consolidation-worker.ts';
import { extractWorker } from './extract-worker.ts';
import type { Worker } from './worker.ts';

/** All upkeep there is. */
export const WORKERS: readonly Worker[] = [extractWorker, consolidationWorker];
