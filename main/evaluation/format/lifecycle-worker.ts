import { WorkerName } from '../../contract/lifecycle.ts';

/** Upkeep that a trajectory may schedule: what looks at the computer, its folders or its backups is none of a history's. */
export const LifecycleWorker = WorkerName.extract([
  'extract',
  'procedures',
  'decay',
  'edge-decay',
  'procedural-decay',
  'clustering',
  'reflection',
  'summaries',
  'consolidation',
  'classifier-tune',
]);
