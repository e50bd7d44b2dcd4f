import { MessageChannelMain, type UtilityProcess } from 'electron';

export type Hosts = {
  /** Forks one and gives it and the engine the two ends of a channel, so that no content passes through the shell. */
  readonly launch: (launch: number, engine: UtilityProcess) => void;
  readonly kill: (launch: number) => void;
  readonly killAll: () => void;
};

/** SIGKILL: a process that hangs in native code or in a query does not listen to anything softer. */
export function killHard(child: UtilityProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // It ended by itself in between, which is what was wanted.
    return;
  }
}

/** The inference hosts that the engine asked for, by the engine's own launch number. */
export function createHosts(fork: () => UtilityProcess): Hosts {
  const running = new Map<number, UtilityProcess>();
  return {
    launch: (launch, engine) => {
      const host = fork();
      running.set(launch, host);
      const { port1, port2 } = new MessageChannelMain();
      host.postMessage({ t: 'port' }, [port1]);
      engine.postMessage({ t: 'host', launch }, [port2]);
      host.on('exit', (code) => {
        running.delete(launch);
        engine.postMessage({ t: 'host-exit', launch, code });
      });
    },
    kill: (launch) => {
      const host = running.get(launch);
      if (host) killHard(host);
    },
    killAll: () => {
      for (const host of running.values()) killHard(host);
    },
  };
}
