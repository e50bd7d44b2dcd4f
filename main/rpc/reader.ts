export type Reader = {
  /** Resolves when the chunk is on its way: at once while the reader keeps up, else when it has caught up. */
  readonly push: (chunk: unknown) => Promise<void>;
  readonly acknowledge: (n: number) => void;
  /** Nobody reads any more, or nobody says so: no push waits from here on. */
  readonly leave: () => void;
  /** Resolves when every chunk that was pushed has been sent. */
  readonly drained: () => Promise<void>;
};

/** Numbers the chunks of one stream and holds them back while `maxUnacked` are on their way. */
export function createReader({
  maxUnacked,
  send,
}: {
  readonly maxUnacked: number;
  readonly send: (n: number, value: unknown) => void;
}): Reader {
  let sent = 0;
  let acked = 0;
  let hasLeft = false;
  let wake: (() => void) | null = null;
  let tail: Promise<void> = Promise.resolve();

  const hasRoom = () => hasLeft || sent - acked < maxUnacked;
  const wakeUp = () => {
    if (!hasRoom()) return;
    wake?.();
    wake = null;
  };
  const sendNext = (chunk: unknown) => {
    sent += 1;
    send(sent, chunk);
  };

  return {
    push: (chunk) => {
      // One queue, so that chunks keep their order also when a handler does not wait for each push.
      tail = tail.then(async () => {
        if (!hasRoom())
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        sendNext(chunk);
      });
      return tail;
    },
    acknowledge: (n) => {
      acked = Math.max(acked, Math.min(n, sent));
      wakeUp();
    },
    leave: () => {
      hasLeft = true;
      wakeUp();
    },
    drained: () => tail,
  };
}
