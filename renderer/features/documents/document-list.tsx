import type { Document } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Failure, Loading, TextField } from '../../ui/parts.tsx';
import { ForgetButton } from '../forget/forget-button.tsx';
import { findDocuments, refreshDocuments, removeDocument, showMoreDocuments, useDocuments } from './documents-store.ts';
import { sizeOf } from './words.ts';

/** Where it was found: the folder, and whether its file is still there. */
function From({ document }: { readonly document: Document }) {
  const { folder } = document;
  if (folder === null) return t('documents.byHand');
  return (
    <>
      <bdi className="break-all" title={`${folder.path}/${folder.file}`}>
        {folder.path.split(/[\\/]/).at(-1)}
        {folder.file.includes('/') ? ` › ${folder.file.split('/').slice(0, -1).join(' › ')}` : ''}
      </bdi>
      {folder.isMissing ? <span className="block text-rubric">{t('documents.missing')}</span> : null}
    </>
  );
}

function Row({ document }: { readonly document: Document }) {
  const { id, name, title, kind, addedAt } = document;
  return (
    <tr className="[&>td]:border-b [&>td]:border-rule [&>td]:py-2.5 [&>td]:pe-4 [&>td]:align-top [&>td:last-child]:pe-0 max-mid:flex max-mid:flex-wrap max-mid:gap-x-3 max-mid:border-b max-mid:border-rule max-mid:py-2 max-mid:[&>td]:border-0 max-mid:[&>td]:p-0">
      <td className="min-w-0 [overflow-wrap:anywhere] max-mid:basis-full">
        <a className="act text-ui" href={hrefs.documents(id)}>
          <bdi>{name}</bdi>
        </a>
        {title === null ? null : <bdi className="block text-sec text-text-2">{title}</bdi>}
      </td>
      <td className="text-sec text-text-2">{t(`documents.kind.${kind}`)}</td>
      <td className="num text-sec text-text-2">{sizeOf(document)}</td>
      <td className="num text-sec whitespace-nowrap text-text-2">{formatDay(addedAt)}</td>
      <td className="text-sec text-text-2">
        <From document={document} />
      </td>
      <td className="text-end">
        <TextButton aria-label={t('documents.remove.named', { name })} onClick={() => void removeDocument(document)}>
          {t('documents.remove')}
        </TextButton>{' '}
        <span className="ms-3">
          <ForgetButton chosen={{ selection: { kind: 'document', documentIds: [id] }, name }} name={name} />
        </span>
      </td>
    </tr>
  );
}

const COLUMNS = ['name', 'kind', 'size', 'added', 'from'] as const;

function Table({ documents }: { readonly documents: readonly Document[] }) {
  return (
    <table className="w-full max-mid:block" aria-label={t('documents.list')}>
      <thead className="max-mid:sr-only">
        <tr className="text-lab text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:pe-4 [&>th]:text-start [&>th]:font-normal">
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`documents.col.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{t('documents.remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-mid:block">
        {documents.map((document) => (
          <Row key={document.id} document={document} />
        ))}
      </tbody>
    </table>
  );
}

function Empty({ query }: { readonly query: string }) {
  if (query.trim() !== '') return <p className="border-t border-rule pt-4 text-text-2">{t('documents.noneFound')}</p>;
  return (
    <div className="border-t border-rule pt-4">
      <p className="text-lead">{t('documents.empty')}</p>
      <p className="text-sec text-text-2">{t('documents.empty.hint')}</p>
    </div>
  );
}

/** Every document that answers may rest on, newest first. */
export function DocumentList() {
  const { list, query } = useDocuments();
  if (list.kind === 'loading') return <Loading label={t('documents.loading')} lines={6} />;
  if (list.kind === 'failed')
    return (
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void refreshDocuments()}>
        {list.failure.message}
      </Failure>
    );
  const { documents, total } = list.value;
  return (
    <>
      {total > 0 || query !== '' ? (
        <TextField
          type="search"
          dir="auto"
          value={query}
          aria-label={t('documents.find')}
          placeholder={t('documents.find')}
          onChange={(event) => void findDocuments(event.target.value)}
          className="mb-2 w-full max-w-96"
        />
      ) : null}
      {documents.length === 0 ? <Empty query={query} /> : <Table documents={documents} />}
      {documents.length < total && documents.length < 500 ? (
        <Button size="small" className="mt-3" onClick={() => void showMoreDocuments()}>
          {t('documents.more')}
        </Button>
      ) : null}
    </>
  );
}
