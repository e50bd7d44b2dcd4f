import { DocumentId, type RankedFragment } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { go } from '../../router.ts';

/** Opens a document at a passage that was found; what was taken away since is said where it would stand. */
export async function openFound({ id, from }: NonNullable<RankedFragment['source']>): Promise<void> {
  const documentId = DocumentId.parse(id);
  // Why it cannot be opened is said by the page that is opened.
  const place = await api.call('documents.find', { id: documentId, from }).catch(() => null);
  go({ name: 'documents', id: documentId, passage: place?.index ?? null });
}
