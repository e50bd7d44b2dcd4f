/** Runs tasks one after another; a failed task does not stop the next. */
export function createLane(): { readonly run: <T>(task: () => Promise<T>) => Promise<T> } {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run: (task) => {
      const next = tail.then(task, task);
      tail = next.catch(() => undefined); // the caller gets the failure
      return next;
    },
  };
}
