import { create } from 'zustand';
import type { AuditCounts, AuditExportReport, AuditProgress, AuditReport } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { now } from '../../clock.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { type Failed, type Loadable, toFailed } from '../failure.ts';
import { discardUploads, uploadFile } from '../import/upload.ts';
import { fileNameOf, toChoice, type Wish } from './choice.pure.ts';

export type Writing =
  | { readonly kind: 'none' }
  | { readonly kind: 'writing'; readonly step: 'reading' | 'resolving' | 'writing'; readonly share: number }
  | { readonly kind: 'done'; readonly report: AuditExportReport; readonly url: string; readonly name: string }
  | { readonly kind: 'failed'; readonly failure: Failed };

export type Checking =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking'; readonly name: string; readonly share: number }
  | { readonly kind: 'done'; readonly name: string; readonly report: AuditReport }
  | { readonly kind: 'failed'; readonly failure: Failed };

type AuditState = { readonly preview: Loadable<AuditCounts>; readonly writing: Writing; readonly checking: Checking };

export const useAudit = create<AuditState>(() => ({
  preview: { kind: 'loading' },
  writing: { kind: 'none' },
  checking: { kind: 'none' },
}));

let looking = new AbortController();
let writing = new AbortController();
let checking = new AbortController();

/** Counts what a bundle of this wish would hold; an older question is given up. */
export async function previewAudit(wish: Wish): Promise<void> {
  looking.abort();
  const mine = new AbortController();
  looking = mine;
  try {
    const value = await api.call('audit.preview', toChoice(wish), mine.signal);
    if (!mine.signal.aborted) useAudit.setState({ preview: { kind: 'ready', value } });
  } catch (error) {
    if (!mine.signal.aborted) useAudit.setState({ preview: { kind: 'failed', failure: toFailed(error) } });
  }
}

function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let n = 0; n < binary.length; n += 1) bytes[n] = binary.charCodeAt(n);
  return bytes;
}

/** Reading is half of the work, and writing the other half. */
const shareOf = ({ step, done, total }: Extract<AuditProgress, { kind: 'step' }>): number =>
  step === 'resolving' ? 0.5 : (step === 'reading' ? 0 : 0.5) + done / Math.max(1, total) / 2;

/** Writes the bundle and hands it to the browser as a file; nothing is kept of one that was stopped. */
export async function writeBundle(wish: Wish): Promise<void> {
  forgetBundle();
  writing = new AbortController();
  useAudit.setState({ writing: { kind: 'writing', step: 'reading', share: 0 } });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const onChunk = (chunk: AuditProgress): void => {
    if (chunk.kind === 'data') parts.push(fromBase64(chunk.data));
    else useAudit.setState({ writing: { kind: 'writing', step: chunk.step, share: shareOf(chunk) } });
  };
  try {
    const report = await api.stream(
      'audit.export',
      { ...toChoice(wish), path: null, isOverwriting: false },
      { onChunk, signal: writing.signal },
    );
    const url = URL.createObjectURL(new Blob(parts, { type: 'application/zip' }));
    const name = fileNameOf(now());
    useAudit.setState({ writing: { kind: 'done', report, url, name } });
    save(url, name);
    announce(t('audit.announce.done'));
  } catch (error) {
    const failure = toFailed(error);
    useAudit.setState({ writing: failure.isAborted ? { kind: 'none' } : { kind: 'failed', failure } });
    if (failure.isAborted) announce(t('audit.announce.stopped'));
  }
}

/** What clicking a link to a file does. */
export function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

export const stopWriting = (): void => writing.abort();

/** Lets go of the last bundle: it holds memory as large as itself. */
export function forgetBundle(): void {
  const { writing: last } = useAudit.getState();
  if (last.kind === 'done') URL.revokeObjectURL(last.url);
  if (last.kind !== 'writing') useAudit.setState({ writing: { kind: 'none' } });
}

/** Checks a bundle that somebody handed over. It is read here and goes nowhere. */
export async function checkBundle(file: File | undefined, key: string): Promise<void> {
  if (file === undefined) return;
  const { name } = file;
  checking = new AbortController();
  const { signal } = checking;
  useAudit.setState({ checking: { kind: 'checking', name, share: 0 } });
  try {
    const sent = (bytes: number): void =>
      useAudit.setState({ checking: { kind: 'checking', name, share: bytes / file.size / 2 } });
    const uploadId = await uploadFile(file, signal, sent);
    try {
      const onChunk = ({ share }: { readonly share: number }): void =>
        useAudit.setState({ checking: { kind: 'checking', name, share: 0.5 + share / 2 } });
      const report = await api.stream(
        'audit.verify',
        { uploadId, key: key.trim() === '' ? null : key },
        { onChunk, signal },
      );
      useAudit.setState({ checking: { kind: 'done', name, report } });
      announce(t(report.ok ? 'audit.check.sound' : 'audit.check.broken'));
    } finally {
      await discardUploads([uploadId]);
    }
  } catch (error) {
    const failure = toFailed(error);
    useAudit.setState({ checking: failure.isAborted ? { kind: 'none' } : { kind: 'failed', failure } });
  }
}

export const stopChecking = (): void => checking.abort();
