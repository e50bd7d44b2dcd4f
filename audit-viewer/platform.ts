import { toHex } from '../main/audit/verify/bytes.pure.ts';
import { sha256 } from '../main/audit/verify/sha2.pure.ts';
import type { Platform } from '../main/audit/verify/verify.pure.ts';

/** Work goes on this long before the page gets a turn. */
const SLICE_MS = 12;

/** Inflates raw deflate, and stops where it gives more than it should. */
async function inflate(packed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') throw new Error('this browser cannot unpack');
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const out = new Uint8Array(maxBytes);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return out.subarray(0, at);
    if (at + value.length > maxBytes) {
      await reader.cancel();
      throw new Error('larger than it says');
    }
    out.set(value, at);
    at += value.length;
  }
}

/** What a browser gives the verifier. */
export function browserPlatform(onShare: (share: number) => void): Platform {
  let sinceMs = performance.now();
  return {
    sha256: (bytes) => toHex(sha256(bytes)),
    inflate,
    breathe: async (share) => {
      if (performance.now() - sinceMs < SLICE_MS) return;
      onShare(share);
      await new Promise((resolve) => setTimeout(resolve));
      sinceMs = performance.now();
    },
  };
}
