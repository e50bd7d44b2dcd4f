import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { throwIfAborted } from '../main/lib/abort.ts';

/** SHA-256 of a file, streamed: weights are larger than memory should hold. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    throwIfAborted(signal);
    hash.update(chunk);
  }
  return hash.digest('hex');
}
