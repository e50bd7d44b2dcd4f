import { AppError } from '../../../main/contract/errors.ts';
import { acquireLock } from '../../../main/journal/lock.ts';
import { systemClock } from '../../../main/lib/clock.ts';
import { systemIds } from '../../../main/lib/ids.ts';

/** Waits for a line, takes the lock, says how that went, and holds it until its input ends. */
const [folder = ''] = process.argv.slice(2);
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  acquireLock({ folder, clock: systemClock, ids: systemIds }).then(
    () => process.stdout.write('locked\n'),
    (error: unknown) => process.stdout.write(`${error instanceof AppError ? error.code : String(error)}\n`),
  );
});
process.stdin.once('end', () => process.exit(0));
