import type { Memory } from './memory.ts';

export type ReloadableMemory = Memory & {
  /** For one whole look: numbers of one copy mean nothing in the next. */
  readonly current: () => Memory;
  /** Reads everything anew from the tables, beside what is in use, and changes over when it is complete. */
  readonly reload: () => Promise<void>;
};

/** A memory copy that can be thrown away: whoever looks through it takes what `current` is when the look begins. */
export function createReloadable(make: () => Memory): ReloadableMemory {
  let current = make();
  let next: Memory | null = null;
  let reloading: Promise<void> | null = null;

  const reload = async (): Promise<void> => {
    const fresh = make();
    next = fresh;
    try {
      await fresh.sync();
      const old = current;
      current = fresh;
      await old.close();
    } catch (error) {
      await fresh.close();
      throw error;
    } finally {
      next = null;
    }
  };

  return {
    get columns() {
      return current.columns;
    },
    get lexical() {
      return current.lexical;
    },
    get vectors() {
      return current.vectors;
    },
    get analyse() {
      return current.analyse;
    },
    current: () => current,
    sync: () => current.sync(),
    addVectors: (stored) => {
      current.addVectors(stored);
      next?.addVectors(stored);
    },
    viewOf: (bounds, kinds) => current.viewOf(bounds, kinds),
    forget: async (ids) => {
      await Promise.all([current.forget(ids), next?.forget(ids)]);
    },
    counts: () => current.counts(),
    reload: () => {
      reloading ??= reload().finally(() => {
        reloading = null;
      });
      return reloading;
    },
    close: async () => {
      await reloading?.catch(() => undefined); // its failure belongs to whoever asked for it
      await current.close();
    },
  };
}
