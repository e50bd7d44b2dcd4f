import type { ForgetProgress, ForgetStepName } from '../../../main/contract/index.ts';

/** The steps that change something, in their order. */
export const WORK_STEPS = ['erasing', 'removing', 'clearing', 'compacting', 'scanning', 'closing'] as const;
export type WorkStep = (typeof WORK_STEPS)[number];

/** A forget under way, as this page has seen it. */
export type Seen = {
  readonly progress: ForgetProgress;
  /** When each step was first heard of; a page that was opened in the middle knows only the later ones. */
  readonly beganMs: Readonly<Partial<Record<ForgetStepName, number>>>;
};

/** Takes in the next progress; a step that was heard of before keeps its beginning. */
export function seeProgress(before: Seen | null, progress: ForgetProgress, nowMs: number): Seen {
  // The page begins to wait before the engine has given the forget its id.
  const isSame = before !== null && (before.progress.forgetId === '' || before.progress.forgetId === progress.forgetId);
  const known = isSame ? before.beganMs : {};
  // What is heard first in the middle of a step says nothing about when it began.
  const isBeginning = isSame || (progress.step === 'waiting' && progress.done === 0);
  const beganMs = progress.step in known || !isBeginning ? known : { ...known, [progress.step]: nowMs };
  return { progress, beganMs };
}

export type StepRow =
  | { readonly step: WorkStep; readonly state: 'done'; readonly ms: number | null }
  | { readonly step: WorkStep; readonly state: 'now'; readonly done: number; readonly total: number | null }
  | { readonly step: WorkStep; readonly state: 'next' };

/** Every step with what became of it; `endedMs` once all are done. */
export function listSteps({ progress, beganMs }: Seen, endedMs: number | null): readonly StepRow[] {
  const steps: readonly ForgetStepName[] = WORK_STEPS;
  const here = endedMs === null ? steps.indexOf(progress.step) : steps.length;
  return WORK_STEPS.map((step, place): StepRow => {
    if (place > here) return { step, state: 'next' };
    if (place === here) return { step, state: 'now', done: progress.done, total: progress.total };
    const began = beganMs[step];
    const later = WORK_STEPS.slice(place + 1).flatMap((next) => beganMs[next] ?? []);
    const end = later[0] ?? endedMs;
    return { step, state: 'done', ms: began === undefined || end === null ? null : Math.max(0, end - began) };
  });
}

/** How much of the words is erased, from 0 to 1: what the picture follows. */
export function erasedShare({ step, done, total }: ForgetProgress): number {
  if (step === 'waiting') return 0;
  if (step !== 'erasing') return 1;
  return total === null || total <= 0 ? 0 : Math.min(1, Math.max(0, done / total));
}

/** Whole seconds that are left to stop it. */
export const secondsLeft = ({ done, total }: ForgetProgress): number => Math.max(0, Math.ceil((total ?? 0) - done));
