import { AppError, type UploadId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';

/** Base64 in pieces: one call over a whole chunk would overflow the argument list. */
function toBase64(bytes: Uint8Array): string {
  const PIECE = 0x8000;
  let binary = '';
  for (let from = 0; from < bytes.length; from += PIECE)
    binary += String.fromCharCode(...bytes.subarray(from, from + PIECE));
  return btoa(binary);
}

async function send(
  file: File,
  uploadId: UploadId,
  options: { readonly chunkBytes: number; readonly signal: AbortSignal; readonly onSent: (bytes: number) => void },
): Promise<void> {
  const { chunkBytes, signal, onSent } = options;
  for (let offset = 0; offset < file.size; ) {
    if (signal.aborted) throw new AppError('request.aborted', 'Stopped.', { retry: 'never' });
    const bytes = new Uint8Array(await file.slice(offset, offset + chunkBytes).arrayBuffer());
    const { receivedBytes } = await api.call('uploads.append', { uploadId, offset, data: toBase64(bytes) }, signal);
    // The engine counts for itself: a chunk that it did not take whole ends the upload, never a silent gap.
    if (receivedBytes !== offset + bytes.length)
      throw new AppError('internal.bug', 'Part of the file did not arrive. Nothing was imported; try again.', {
        retry: 'later',
      });
    offset = receivedBytes;
    onSent(offset);
  }
}

/** Hands a file to the engine piece by piece; it never leaves this computer. */
export async function uploadFile(file: File, signal: AbortSignal, onSent: (bytes: number) => void): Promise<UploadId> {
  const { uploadId, chunkBytes } = await api.call(
    'uploads.begin',
    { name: file.name.slice(-255), sizeBytes: file.size },
    signal,
  );
  try {
    await send(file, uploadId, { chunkBytes, signal, onSent });
    return uploadId;
  } catch (error) {
    await discardUploads([uploadId]);
    throw error;
  }
}

/** Lets go of files that will not be imported. */
export async function discardUploads(ids: readonly UploadId[]): Promise<void> {
  // The engine clears what is left at its next start; a failure here costs nothing that the user has to know.
  await Promise.allSettled(ids.map((uploadId) => api.call('uploads.discard', { uploadId })));
}
