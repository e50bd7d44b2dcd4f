import type { Client, Instant } from '../contract/index.ts';
import { instantOf } from '../importing/zoned-time.pure.ts';
import { type Args, usageError } from './args.ts';
import { readWrittenTime } from './instant.pure.ts';

export type TimeReader = (text: string | undefined, name: string) => Promise<Instant | undefined>;

/** Reads times of flags and batch lines; the folder's own zone is asked for once, when a time names none. */
export function createTimeReader(client: Client): TimeReader {
  let zone: Promise<string> | null = null;
  return async (text, name) => {
    if (text === undefined) return undefined;
    const written = readWrittenTime(text);
    if (written === null) throw badTime(name);
    if (written.kind === 'instant') return written.at;
    zone ??= readZone(client);
    return instantOf(written.local, await zone);
  };
}

/** The zone in which the folder reads times, and in which people are shown them. */
export const readZone = async (client: Client): Promise<string> => (await client.call('app.status', {})).zone;

/** Refuses what is no time at all before a folder is opened for it. */
export function checkTimes(args: Args, flags: readonly string[]): void {
  for (const flag of flags) {
    const text = args.text(flag);
    if (text !== undefined && readWrittenTime(text) === null) throw badTime(`--${flag}`);
  }
}

/** Of `--from`: a bare day means its beginning, where for all other flags it means its end. */
export const beginOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\s*\d{4}[-/]\d{2}[-/]\d{2}\s*$/.test(text) ? `${text.trim()}T00:00:00` : text;

const badTime = (name: string) => usageError(`${name} takes a time such as 2024-05-01 or 2024-05-01T09:30:00Z.`);
