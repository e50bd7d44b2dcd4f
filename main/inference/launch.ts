import { fork } from 'node:child_process';

export type HostExit = { readonly code: number | null; readonly signal: string | null };

/** One running inference process, however it was started. */
export type HostProcess = {
  readonly pid: number | null;
  readonly send: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** Ends it at once, also when it hangs or is stopped. */
  readonly kill: () => void;
};

/** Starts a host and calls `onExit` exactly once when it is gone; the shell supplies one over a utility process. */
export type HostLauncher = (onExit: (exit: HostExit) => void) => HostProcess;

/** A host as a plain Node child; inside Electron the same binary runs as Node. */
export function launchNodeHost({
  hostPath,
  execPath = process.execPath,
}: {
  readonly hostPath: string;
  readonly execPath?: string;
}): HostLauncher {
  return (onExit) => {
    const child = fork(hostPath, [], {
      execPath,
      execArgv: [],
      serialization: 'advanced', // vectors travel as bytes, not as JSON numbers
      // Native libraries print what they like; none of it is kept, since it may hold prompts.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {
        ...process.env,
        // onnxruntime 1.30 keeps a device id and sends usage to its maker unless this is there before it is loaded.
        ORT_DISABLE_TELEMETRY: '1',
        ...(process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
      },
    });
    let isGone = false;
    const leave = (exit: HostExit): void => {
      if (isGone) return;
      isGone = true;
      onExit(exit);
    };
    child.on('exit', (code, signal) => leave({ code, signal }));
    child.on('error', () => leave({ code: null, signal: null }));
    return {
      pid: child.pid ?? null,
      send: (message) => {
        // A host that died a moment ago is reported by its exit; this message has nobody to fail to.
        if (child.connected) child.send(message as object, () => undefined);
      },
      onMessage: (listener) => {
        child.on('message', listener);
      },
      kill: () => {
        child.kill('SIGKILL');
      },
    };
  };
}
