import { backupWorker } from '../backup/backup-worker.ts';
import { classifierTuneWorker } from '../chat/classify/tune/tune-worker.ts';
import { clusteringWorker } from '../clusters/clustering-worker.ts';
import { maintenanceWorker } from '../health/maintenance.ts';
import { sentinelWorker } from '../health/sentinel.ts';
import { reflectionWorker } from '../reflection/reflection-worker.ts';
import { consolidationWorker } from './consolidation-worker.ts';
import { decayWorker } from './decay/decay-worker.ts';
import { edgeDecayWorker } from './decay/edge-decay-worker.ts';
import { extractWorker } from './extract-worker.ts';
import { foldersWorker } from './folders-worker.ts';
import { proceduralDecayWorker } from './procedural-decay.ts';
import { proceduresWorker } from './procedures-worker.ts';
import { summariesWorker } from './summaries-worker.ts';
import type { Worker } from './worker.ts';

/** All upkeep there is. */
export const WORKERS: readonly Worker[] = [
  extractWorker,
  proceduresWorker,
  foldersWorker,
  decayWorker,
  edgeDecayWorker,
  proceduralDecayWorker,
  consolidationWorker,
  clusteringWorker,
  reflectionWorker,
  sentinelWorker,
  maintenanceWorker,
  summariesWorker,
  classifierTuneWorker,
  backupWorker,
];
