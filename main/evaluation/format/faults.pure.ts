import type { z } from 'zod';

/** One thing that is wrong with a file, by its JSON path. The reason quotes nothing of the file but plain ids. */
export type Fault = { readonly path: string; readonly reason: string };

/** More than these help nobody to mend a file. */
export const MAX_FAULTS = 50;

type Step = string | number;
type Issue = z.core.$ZodIssue;

const PLAIN_KEY = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Keys that a file made up are its text, so only plain ones are shown. */
const showKey = (key: string): string => (PLAIN_KEY.test(key) ? `.${key}` : '[?]');

/** `$.probes[3].references[0].from` */
export const toJsonPath = (steps: readonly PropertyKey[]): string =>
  `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : showKey(String(step)))).join('')}`;

export const faultAt = (steps: readonly Step[], reason: string): Fault => ({ path: toJsonPath(steps), reason });

/** Whether the file has anything at all at a path. */
function hasValueAt(raw: unknown, steps: readonly PropertyKey[]): boolean {
  let value = raw;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    value = Reflect.get(value, step);
  }
  return true;
}

const LIMITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function sizeReason(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const unit = LIMITS[issue.origin];
  const bound = issue.code === 'too_big' ? 'at most' : 'at least';
  return unit === undefined ? `has to be ${bound} ${limit}` : `has to have ${bound} ${limit} ${unit}`;
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'has to be a time with its offset, such as 2024-03-09T14:30:00Z',
};

function valueReason(issue: Extract<Issue, { code: 'invalid_value' }>): string {
  const values = issue.values.map(String);
  return values.length === 1 ? `has to be ${values[0]}` : `has to be one of: ${values.join(', ')}`;
}

function reasonOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `has to be ${TYPES[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      return valueReason(issue);
    case 'too_big':
    case 'too_small':
      return sizeReason(issue);
    case 'invalid_format':
      // A regular expression of ours comes with its own words.
      return (
        FORMATS[issue.format] ??
        (issue.message.startsWith('Invalid') ? 'is not written as it has to be' : issue.message)
      );
    case 'invalid_union':
      return 'is of no kind that the format has';
    default:
      return 'is not what the format has here';
  }
}

/** What zod found, in plain words; a field too many is named by its own path. */
export function faultsOfIssues(issues: readonly Issue[], raw: unknown): readonly Fault[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: toJsonPath([...issue.path, key]),
        reason: 'is a field that the format does not have',
      }));
    const reason = hasValueAt(raw, issue.path) ? reasonOf(issue) : 'is missing';
    return [{ path: toJsonPath(issue.path), reason }];
  });
}
