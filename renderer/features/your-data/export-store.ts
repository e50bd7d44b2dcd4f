import { create } from 'zustand';
import type { ExportReport } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, toFailed } from '../failure.ts';
import { exportFile, toExportInput, type Wish } from './export-scope.pure.ts';

export type ExportJob =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly report: ExportReport; readonly name: string }
  | { readonly kind: 'failed'; readonly failure: Failed };

type ExportState = { readonly wish: Wish; readonly job: ExportJob };

export const useExport = create<ExportState>(() => ({
  wish: { format: 'md', scope: { kind: 'everything' }, fromDay: '', toDay: '' },
  job: { kind: 'none' },
}));

/** Something else is wanted: what was said about the last one is no longer about this. */
export function changeWish(patch: Partial<Wish>): void {
  useExport.setState(({ wish }) => ({ wish: { ...wish, ...patch }, job: { kind: 'none' } }));
}

/** Text is handed to the browser in pieces of this size, so that a long history is not held twice. */
const PIECE_CHARS = 4_000_000;

function createCollector() {
  const blobs: Blob[] = [];
  let held: string[] = [];
  let chars = 0;
  const settle = () => {
    if (chars > 0) blobs.push(new Blob(held));
    held = [];
    chars = 0;
  };
  return {
    take: (text: string) => {
      held.push(text);
      chars += text.length;
      if (chars >= PIECE_CHARS) settle();
    },
    finish: (type: string): Blob => {
      settle();
      return new Blob(blobs, { type });
    },
  };
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Large files take a while to be copied; a minute is long for that and short to hold them.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

let running = new AbortController();

/** Writes what is wished into a file and hands it to the window to be saved. */
export async function runExport(): Promise<void> {
  if (useExport.getState().job.kind === 'running') return;
  const own = new AbortController();
  running = own;
  const { wish } = useExport.getState();
  const { name, type } = exportFile(wish.format, now());
  const collected = createCollector();
  useExport.setState({ job: { kind: 'running', done: 0, total: 0 } });
  try {
    const report = await api.stream('exports.run', toExportInput(wish), {
      signal: own.signal,
      onChunk: (chunk) => {
        if (chunk.kind === 'text') collected.take(chunk.text);
        else useExport.setState({ job: { kind: 'running', done: chunk.done, total: chunk.total } });
      },
    });
    save(collected.finish(type), name);
    useExport.setState({ job: { kind: 'done', report, name } });
    announce(t('export.announce.done', { name }));
  } catch (error) {
    const failure = toFailed(error);
    useExport.setState({ job: failure.isAborted ? { kind: 'none' } : { kind: 'failed', failure } });
    announce(failure.isAborted ? t('export.announce.stopped') : failure.message);
  }
}

/** Nothing is saved then. */
export const stopExport = (): void => running.abort();
