import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../contract/errors.ts';
import type { UploadId } from '../contract/ids.ts';
import { assertFreeSpace } from '../lib/disk.ts';
import type { Ids } from '../lib/ids.ts';

/** Bytes of one `uploads.append`, before base64. */
export const UPLOAD_CHUNK_BYTES = 1_048_576;

export type Uploads = {
  readonly begin: (upload: { readonly name: string; readonly sizeBytes: number }) => Promise<UploadId>;
  readonly append: (upload: { readonly id: string; readonly offset: number; readonly data: string }) => Promise<number>;
  readonly get: (id: string) => { readonly path: string; readonly name: string };
  readonly discard: (id: string) => Promise<void>;
};

/**
 * Files on their way from the page, which has no paths. They lie in the data folder while they are read, and are
 * removed afterwards; what an earlier run left is removed at start, since nobody can continue it.
 */
export async function openUploads(dataFolder: string, ids: Ids): Promise<Uploads> {
  const folder = join(dataFolder, 'uploads');
  await rm(folder, { recursive: true, force: true });
  const known = new Map<
    string,
    { readonly path: string; readonly name: string; sizeBytes: number; receivedBytes: number }
  >();

  const find = (id: string) => {
    const upload = known.get(id);
    if (!upload) throw new AppError('upload.not-found', 'This upload has ended. Choose the file again.');
    return upload;
  };

  return {
    begin: async ({ name, sizeBytes }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await assertFreeSpace(dataFolder, sizeBytes);
      const id = ids.uuid();
      const path = join(folder, id);
      await (await open(path, 'wx', 0o600)).close();
      known.set(id, { path, name, sizeBytes, receivedBytes: 0 });
      return id as UploadId; // made here
    },
    append: async ({ id, offset, data }) => {
      const upload = find(id);
      const bytes = Buffer.from(data, 'base64');
      if (offset !== upload.receivedBytes || offset + bytes.length > upload.sizeBytes) {
        throw new AppError('request.invalid', 'A part of the upload is out of place. Choose the file again.');
      }
      const file = await open(upload.path, 'r+');
      try {
        await file.write(bytes, 0, bytes.length, offset);
      } finally {
        await file.close();
      }
      upload.receivedBytes += bytes.length;
      return upload.receivedBytes;
    },
    get: (id) => {
      const upload = find(id);
      if (upload.receivedBytes < upload.sizeBytes) {
        throw new AppError('request.invalid', 'The upload is not complete. Choose the file again.');
      }
      return upload;
    },
    discard: async (id) => {
      const upload = known.get(id);
      known.delete(id);
      if (upload && (await stat(upload.path).catch(() => null))) await rm(upload.path, { force: true }); // gone is as good
    },
  };
}
