import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import { isSameSecret } from './guard.pure.ts';

const PATH = '/open/';
const SECRET_BYTES = 32;
/** Long enough for a slow browser to start. */
const VALID_MS = 60_000;

/**
 * Addresses that let one visitor in, once and soon.
 *
 * The command line that opens a browser can be read by every user of the computer, and some browsers keep it as theirs
 * for hours: the token itself must not stand in it.
 */
export function createInvitations({ ids, clock }: { readonly ids: Ids; readonly clock: Clock }) {
  let open: { readonly secret: string; readonly untilMs: number } | null = null;
  return {
    create: (): string => {
      open = {
        secret: Buffer.from(ids.bytes(SECRET_BYTES)).toString('base64url'),
        untilMs: clock.monotonicMs() + VALID_MS,
      };
      return PATH + open.secret;
    },
    accept: (target: string): boolean => {
      if (open === null || !target.startsWith(PATH) || clock.monotonicMs() > open.untilMs) return false;
      if (!isSameSecret(target.slice(PATH.length), open.secret)) return false;
      open = null;
      return true;
    },
  };
}
