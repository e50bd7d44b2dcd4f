import { AppError } from '../contract/errors.ts';
import type { Finding } from '../contract/health.ts';
import type { ChunkOf, InputOf, OutputOf } from '../contract/index.ts';
import type { Ctx } from '../ctx.ts';
import { throwIfAborted } from '../lib/abort.ts';
import { type FindingRow, listOpenFindings, setDismissed, setRepairNote } from '../stores/health-findings.ts';
import { toFinding } from './finding.ts';
import { REPAIRS, type RepairDeps } from './repairs.ts';
import { look } from './sentinel.ts';
import { readHealth } from './view.ts';

type CallKey = 'health.read' | 'health.findings' | 'health.dismiss';
type StreamKey = 'health.check' | 'health.repair';
type Watch<K extends StreamKey> = {
  readonly signal: AbortSignal;
  readonly push: (chunk: ChunkOf<K>) => Promise<void>;
};
type HealthHandlers = {
  readonly [K in CallKey]: (input: InputOf<K>) => Promise<OutputOf<K>>;
} & {
  readonly [K in StreamKey]: (input: InputOf<K>, watch: Watch<K>) => Promise<OutputOf<K>>;
};

/** What the user may see of the sentinel, and do about what it found. */
export function healthHandlers(ctx: Ctx, deps: RepairDeps): HealthHandlers {
  const list = async (): Promise<readonly Finding[]> => (await listOpenFindings(ctx.db.read)).map(toFinding);
  const get = async (id: string): Promise<FindingRow> => {
    const row = (await listOpenFindings(ctx.db.read)).find((each) => each.id === id);
    if (row) return row;
    throw new AppError('finding.not-found', 'This is not so any more: it was put right.', { retry: 'never' });
  };
  const changed = async (): Promise<readonly Finding[]> => {
    const findings = await list();
    ctx.emit('health.changed', { open: findings.filter(({ isDismissed }) => !isDismissed).length });
    return findings;
  };
  /** For whoever waits for it: others get a turn between two steps, and nothing more is waited for. */
  const breatheUntil = (signal: AbortSignal) => async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(signal);
  };

  return {
    'health.read': () => readHealth(ctx),
    'health.findings': async () => ({ findings: await list() }),
    'health.check': async ({ isThorough }, { signal, push }) => {
      await ctx.traces.flush();
      await look(ctx, {
        ...{ at: ctx.clock.now(), isThorough, signal, breathe: breatheUntil(signal) },
        onCheck: (name) => push({ step: name }),
      });
      return { findings: await list() };
    },
    'health.repair': async ({ id }, { signal, push }) => {
      const finding = await get(id);
      if (finding.repair === null) throw new AppError('request.invalid', 'Only you can do something about this.');
      const { message, isLater } = await REPAIRS[finding.repair](ctx, deps, {
        ...{ finding, signal },
        step: (step) => push({ step }),
      });
      ctx.log('health.repaired', { code: finding.code, repair: finding.repair });
      await push({ step: 'Looking again' });
      const breathe = breatheUntil(signal);
      await look(ctx, { at: ctx.clock.now(), isThorough: true, signal, breathe, only: finding.code });
      if (isLater) await ctx.db.transaction((tx) => setRepairNote(tx, id, message));
      const findings = await changed();
      return { isGone: !findings.some((each) => each.id === id), message, findings };
    },
    'health.dismiss': async ({ id, isDismissed }) => {
      await get(id);
      await ctx.db.transaction((tx) => setDismissed(tx, id, isDismissed ? ctx.clock.now() : null));
      return { findings: await changed() };
    },
  };
}
