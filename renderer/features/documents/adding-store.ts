import { create } from 'zustand';
import type { UploadId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { currentSpaceId } from '../../space.ts';
import { announce } from '../../ui/live.ts';
import { toFailed } from '../failure.ts';
import { discardUploads, uploadFile } from '../import/upload.ts';
import { type Adding, afterProgress, isOver } from './adding.pure.ts';
import { refreshDocuments } from './documents-store.ts';

export const useAdding = create<{ readonly files: readonly Adding[] }>(() => ({ files: [] }));

/** What a line is about besides what it shows. */
type Held = { readonly file: File; readonly controller: AbortController };
const held = new Map<number, Held>();
let nextId = 1;
let isBusy = false;

const setState = (id: number, state: Adding['state']): void =>
  useAdding.setState(({ files }) => ({ files: files.map((each) => (each.id === id ? { ...each, state } : each)) }));

const find = (id: number): Adding | undefined => useAdding.getState().files.find((each) => each.id === id);

/** Puts files into the line; they are added one after another, and one that fails keeps no other out. */
export function addFiles(files: readonly File[]): void {
  const fresh = files.map((file): Adding => {
    const id = nextId;
    nextId += 1;
    held.set(id, { file, controller: new AbortController() });
    return { id, spaceId: currentSpaceId(), name: file.name, sizeBytes: file.size, state: { kind: 'waiting' } };
  });
  useAdding.setState(({ files: before }) => ({ files: [...before, ...fresh] }));
  void work();
}

async function work(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    for (;;) {
      const next = useAdding.getState().files.find(({ state }) => state.kind === 'waiting');
      const source = next === undefined ? undefined : held.get(next.id);
      if (next === undefined || source === undefined) return;
      await addOne(next, source);
      await refreshDocuments();
    }
  } finally {
    isBusy = false;
  }
}

async function addOne({ id, spaceId, name }: Adding, { file, controller }: Held): Promise<void> {
  const { signal } = controller;
  let uploadId: UploadId | null = null;
  try {
    setState(id, { kind: 'sending', sentBytes: 0 });
    uploadId = await uploadFile(file, signal, (sentBytes) => setState(id, { kind: 'sending', sentBytes }));
    setState(id, { kind: 'reading', pages: null });
    const report = await api.stream(
      'imports.run',
      { files: [{ uploadId }], format: 'document', isDryRun: false, shouldWait: false, spaceId },
      {
        signal,
        onChunk: (chunk) => {
          const now = find(id);
          if (now !== undefined && !isOver(now)) setState(id, afterProgress(now.state, chunk));
        },
      },
    );
    setState(id, report.isCancelled ? { kind: 'stopped' } : { kind: 'done', report });
    if (!report.isCancelled) announce(t('adding.announce', { name }));
  } catch (error) {
    const { isAborted, message } = toFailed(error);
    setState(id, isAborted ? { kind: 'stopped' } : { kind: 'failed', message });
    if (!isAborted) announce(`${name}: ${message}`);
  } finally {
    if (uploadId !== null) await discardUploads([uploadId]);
  }
}

/** Stops one file, whether it waits or is being read. */
export function cancelAdding(id: number): void {
  const adding = find(id);
  if (adding === undefined || isOver(adding)) return;
  held.get(id)?.controller.abort();
  if (adding.state.kind === 'waiting') setState(id, { kind: 'stopped' });
}

/** Puts a file that failed or was stopped into the line once more. */
export function addAgain(id: number): void {
  const source = held.get(id);
  if (source === undefined) return;
  held.set(id, { file: source.file, controller: new AbortController() });
  setState(id, { kind: 'waiting' });
  void work();
}

/** Lets go of the lines of this space whose files are done with. */
export function clearAdded(): void {
  const isDone = (each: Adding): boolean => isOver(each) && each.spaceId === currentSpaceId();
  for (const each of useAdding.getState().files) if (isDone(each)) held.delete(each.id);
  useAdding.setState(({ files }) => ({ files: files.filter((each) => !isDone(each)) }));
}
