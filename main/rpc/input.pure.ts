import { AppError } from '../contract/errors.ts';

type Issue = { readonly code: string; readonly path: readonly PropertyKey[] };

const REASONS: Readonly<Record<string, string>> = {
  invalid_type: 'is missing or of the wrong type',
  too_big: 'is too large or too long',
  too_small: 'is too small or too short',
  invalid_format: 'does not have the expected form',
  unrecognized_keys: 'has a field that is not known',
};

/** Names of our own schemas look like this; anything else in a path was sent by the client and is not repeated. */
const SAFE_NAME = /^[A-Za-z0-9]{1,40}$/;

/** Says which field of an input is wrong and how, and never what it held. */
export function describeInputFault(key: string, issues: readonly Issue[]): AppError {
  const issue = issues[0];
  const names = (issue?.path ?? []).map((part) => (SAFE_NAME.test(String(part)) ? String(part) : '…'));
  const field = names.length === 0 ? 'the input' : `"${names.join('.')}"`;
  const reason = REASONS[issue?.code ?? ''] ?? 'is not allowed here';
  return new AppError('request.invalid', `${key}: ${field} ${reason}.`, { retry: 'never' });
}

/** What one value costs besides its text, so that many small ones are counted too. */
const UNITS_PER_VALUE = 8;

/** True when a message holds at most `maxUnits`, measured without recursion: its depth is the sender's choice. */
export function isWithinSize(message: unknown, maxUnits: number): boolean {
  const open: unknown[] = [message];
  let units = 0;
  while (open.length > 0) {
    const value = open.pop();
    units += UNITS_PER_VALUE;
    if (typeof value === 'string') units += value.length;
    else if (typeof value === 'object' && value !== null) {
      if (ArrayBuffer.isView(value)) units += value.byteLength;
      else
        for (const [name, child] of Object.entries(value)) {
          units += name.length;
          open.push(child);
        }
    }
    if (units > maxUnits) return false;
  }
  return true;
}
