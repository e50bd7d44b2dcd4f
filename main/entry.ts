import { findShellPort, runEngineProcess } from './engine-process.ts';

/** The one entry of Palimpsest under Node: the desktop app's engine process, or the command line. */
const shell = process.argv.includes('--engine') ? findShellPort() : null;
if (shell !== null) runEngineProcess(shell);
else {
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine(process.argv.slice(2));
}
