import { dialog } from 'electron';
import type { EngineTrouble } from './processes.ts';

type Sentence = { readonly message: string; readonly detail: string };

function describe(trouble: EngineTrouble, dataFolder: string): Sentence {
  const folder = `Your data folder: ${dataFolder}\nNothing in it was changed or removed.`;
  switch (trouble.kind) {
    case 'refused':
      return { message: trouble.error.message, detail: folder };
    case 'kept-ending':
      return {
        message: 'Palimpsest’s engine stopped several times in a row.',
        detail: `Everything that was saved is on disk. Try again; if it stops again, run “palimpsest doctor --data” on the folder to see what is wrong.\n\n${folder}`,
      };
  }
}

/** Says what is so and what can be done. Resolves to what the user chose. */
export async function askAboutTrouble(trouble: EngineTrouble, dataFolder: string): Promise<'again' | 'quit'> {
  const { message, detail } = describe(trouble, dataFolder);
  // Also for whoever started the app from a terminal, where the dialog may be behind other windows.
  console.error(`Palimpsest cannot open its data folder. ${message}`);
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Palimpsest',
    message,
    detail,
    buttons: ['Try again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? 'again' : 'quit';
}
