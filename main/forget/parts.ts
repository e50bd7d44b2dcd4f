import type { ChatModel } from '../chat/chat-model.ts';
import type { Ctx } from '../ctx.ts';
import type { ScanResidue } from '../residue/residue.ts';
import { MARKER_FILE } from './marker.ts';
import type { ForgetParts } from './run.ts';

type Deps = {
  readonly chatModel: Pick<ChatModel, 'unload'>;
  readonly scanResidue: ScanResidue;
  readonly whileHeld: ForgetParts['whileHeld'];
};

/** What a forget clears besides journal and tables. */
export function createForgetParts(ctx: Ctx, { chatModel, scanResidue, whileHeld }: Deps): ForgetParts {
  return {
    whileHeld,
    clear: async () => {
      // The prefix of the last prompt lies in the model's cache.
      await chatModel.unload();
      await ctx.memory.reload();
    },
    compact: async () => {
      await ctx.db.maintain('vacuum');
      for (let round = 0; round < 4; round += 1) {
        await ctx.db.maintain('select pg_switch_wal()');
        await ctx.db.maintain('checkpoint');
      }
    },
    scan: async (needles, step) => {
      const input = { folders: [ctx.dataFolder], needles, leaveOut: [MARKER_FILE] };
      const { files, bytes, found, ms } = await scanResidue(input, {
        onProgress: ({ doneBytes, totalBytes }) => step(doneBytes, totalBytes),
      });
      return { files, bytes, found, ms };
    },
  };
}
