import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export type Display = AsyncDisposable & { readonly name: string };

/** The display that is there, else a private Xvfb that lives as long as the returned object. */
export async function openDisplay(): Promise<Display> {
  const existing = process.env.DISPLAY;
  if (existing) return { name: existing, [Symbol.asyncDispose]: async () => undefined };
  // With -displayfd the server chooses a free number itself and says when it is ready, so nothing is polled.
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    (server.stdio[3] as Readable).once('data', (chunk) => resolve(String(chunk).trim()));
  });
  return {
    name: `:${number}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.removeAllListeners('exit').once('exit', () => resolve());
        server.kill();
      }),
  };
}
