import type { ChatModel } from '../chat/chat-model.ts';
import type { Ctx } from '../ctx.ts';
import type { ScanResidue } from '../residue/residue.ts';
import { compactDatabase } from '../stores/compact.ts';
import { clearFiles, type Drafts } from './clear.ts';
import { MARKER_FILE } from './marker.ts';
import type { ForgetParts } from './run.ts';

type Deps = {
  readonly chatModel: Pick<ChatModel, 'unload'>;
  readonly drafts: Drafts;
  readonly scanResidue: ScanResidue;
  readonly whileHeld: ForgetParts['whileHeld'];
};

/** Those that hold it are listed, since a backup is what it was when it was made. */
const BACKUPS = 'backups';

/** What a forget clears besides journal and tables. */
export function createForgetParts(ctx: Ctx, { chatModel, drafts, scanResidue, whileHeld }: Deps): ForgetParts {
  return {
    whileHeld,
    clear: async (plan) => {
      await clearFiles(ctx, plan, drafts);
      // The prefix of the last prompt lies in the model's cache.
      await chatModel.unload();
      await ctx.memory.forget(plan.fragmentIds);
    },
    compact: (_plan, options, step) => compactDatabase(ctx.db, options, step),
    scan: async (needles, step) => {
      const folders = [ctx.dataFolder];
      const input = { folders, needles, leaveOut: [MARKER_FILE, BACKUPS], keyring: ctx.vault.keyring };
      const { files, bytes, found, ms, openedFiles, shut } = await scanResidue(input, {
        onProgress: ({ doneBytes, totalBytes }) => step(doneBytes, totalBytes),
      });
      return { files, bytes, found, ms, openedFiles, shutFiles: shut.length };
    },
  };
}
