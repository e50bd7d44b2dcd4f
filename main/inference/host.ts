import { systemClock } from '../lib/clock.ts';
import { serveRequests } from './serve-requests.ts';
import { findParentWire } from './wire.ts';

/** Entry of the inference process: it owns model memory, and may be killed at any time without losing anything. */
const wire = findParentWire();
if (wire === null) {
  process.stderr.write('The inference host is started by Palimpsest; it does nothing on its own.\n');
  process.exitCode = 64;
} else {
  // The edge of the process: whatever nobody caught ends it, and the engine starts another.
  process.on('uncaughtException', () => process.exit(70));
  process.on('unhandledRejection', () => process.exit(70));
  // A host without an engine must not keep gigabytes; native work is not waited for.
  wire.onClose(() => process.exit(0));
  serveRequests(wire, systemClock);
}
