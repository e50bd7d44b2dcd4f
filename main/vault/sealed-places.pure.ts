/** Folders whose files are sealed one by one. */
export const SEALED_FOLDERS: readonly string[] = ['traces', 'traces/damaged', 'heads'];

/** Documents beside the journal, also where one was put aside as damaged. */
const SEALED_FILES = ['settings.json', 'drafts.json', 'connections.json', 'forget.json', 'backup-settings.json'];

/** Whether a file that lies in the data folder itself is sealed as a whole. */
export function isSealedPlace(name: string): boolean {
  return SEALED_FILES.some((sealed) => name === sealed || name.startsWith(`${sealed}.`));
}
