import type { EngineToShell } from './contract/process.ts';
import type { HostLauncher } from './inference/client.ts';

/** The end of a host's channel that the shell hands over. */
export type HostPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => unknown;
  readonly start: () => void;
  readonly close: () => void;
};

type Host = {
  readonly onExit: Parameters<HostLauncher>[0];
  readonly listeners: ((message: unknown) => void)[];
  /** Messages for a host whose port has not come yet. */
  readonly early: unknown[];
  port: HostPort | null;
};

/** Inference hosts as utility processes: only the shell can fork those, so it is asked to. */
export function createShellHosts(tell: (message: EngineToShell) => void) {
  const hosts = new Map<number, Host>();
  let lastLaunch = 0;

  const launch: HostLauncher = (onExit) => {
    lastLaunch += 1;
    const number = lastLaunch;
    const host: Host = { onExit, listeners: [], early: [], port: null };
    hosts.set(number, host);
    tell({ t: 'launch-host', launch: number });
    return {
      pid: null, // known to the shell only
      send: (message) => {
        if (host.port === null) host.early.push(message);
        else host.port.postMessage(message);
      },
      onMessage: (listener) => {
        host.listeners.push(listener);
      },
      kill: () => tell({ t: 'kill-host', launch: number }),
    };
  };

  return {
    launch,
    adopt: (number: number, port: HostPort | undefined): void => {
      const host = hosts.get(number);
      if (host === undefined || port === undefined) return;
      host.port = port;
      port.on('message', (event) => {
        for (const listener of host.listeners) listener(event.data);
      });
      port.start();
      for (const message of host.early.splice(0)) port.postMessage(message);
    },
    leave: (number: number, code: number | null): void => {
      const host = hosts.get(number);
      if (host === undefined) return;
      hosts.delete(number);
      host.port?.close();
      host.onExit({ code, signal: null });
    },
  };
}
