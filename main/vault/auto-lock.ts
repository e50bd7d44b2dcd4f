/** Locks after a time without use. A timer that fires late (sleep) locks at once when the computer wakes. */
export function createAutoLock(lock: () => void) {
  let minutes: number | null = null;
  let timer: NodeJS.Timeout | null = null;

  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const touch = (): void => {
    stop();
    if (minutes === null) return;
    timer = setTimeout(lock, minutes * 60_000);
    // It keeps no process alive: one that ends has locked.
    timer.unref();
  };
  return {
    /** Null: never. Begins anew. */
    set: (next: number | null): void => {
      minutes = next;
      touch();
    },
    touch,
    stop,
  };
}
