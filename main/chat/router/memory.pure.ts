/** What the rest of the computer keeps for itself, as a share of its memory. */
const COMFORT = 0.5;
const LIMIT = 0.8;

/** How much memory chat models may take: several of them together, and one by itself. */
export type MemoryLimits = { readonly togetherBytes: number; readonly aloneBytes: number };

/** The user's own limit, or a share of this computer's memory. */
export function limitsOf(budgetMB: number | null, totalBytes: number): MemoryLimits {
  if (budgetMB !== null) return { togetherBytes: budgetMB * 1e6, aloneBytes: budgetMB * 1e6 };
  return { togetherBytes: totalBytes * COMFORT, aloneBytes: totalBytes * LIMIT };
}

export type Fit = 'fits' | 'tight' | 'too large';

/** How a model stands to what models may take. */
export function fitOf(bytes: number, { togetherBytes, aloneBytes }: MemoryLimits): Fit {
  if (bytes <= togetherBytes) return 'fits';
  return bytes <= aloneBytes ? 'tight' : 'too large';
}

export type Held = {
  readonly id: string;
  readonly bytes: number;
  /** Larger is later. */
  readonly lastUsed: number;
  /** It answers just now. */
  readonly isAnswering: boolean;
};

export type LoadPlan =
  | { readonly kind: 'load'; readonly unload: readonly string[] }
  /** Everything that could go answers just now. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'too large' };

/**
 * What has to go so that another model can be loaded: the one that was used longest ago first, and none that answers. One
 * that fits only alone makes all others go.
 */
export function planLoad(
  wanted: { readonly id: string; readonly bytes: number },
  loaded: readonly Held[],
  limits: MemoryLimits,
): LoadPlan {
  if (fitOf(wanted.bytes, limits) === 'too large') return { kind: 'too large' };
  const others = loaded.filter(({ id }) => id !== wanted.id).sort((a, b) => a.lastUsed - b.lastUsed);
  const unload: string[] = [];
  let taken = wanted.bytes + others.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { id, bytes, isAnswering } of others) {
    if (taken <= limits.togetherBytes) break;
    if (isAnswering) continue;
    unload.push(id);
    taken -= bytes;
  }
  const isAlone = unload.length === others.length;
  return taken <= limits.togetherBytes || isAlone ? { kind: 'load', unload } : { kind: 'wait' };
}
