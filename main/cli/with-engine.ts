import type { Client } from '../contract/index.ts';
import type { Cli, CliEngine } from './context.ts';

/** Opens a folder for one command, and closes it also when the command failed or was stopped. */
export async function withEngine<T>(
  cli: Cli,
  open: { readonly dataFolder: string; readonly mode?: 'browser' | 'command line' },
  use: (client: Client, engine: CliEngine) => Promise<T>,
): Promise<T> {
  const engine = await cli.openEngine({ dataFolder: open.dataFolder, mode: open.mode ?? 'command line' });
  try {
    const client = engine.client();
    try {
      return await use(client, engine);
    } finally {
      client.close();
    }
  } finally {
    await engine.close();
  }
}
