import { useEffect } from 'react';
import type { Document, DocumentId, DocumentPassage } from '../../../main/contract/index.ts';
import { useConnection } from '../../api.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { go, hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Loading, Page } from '../../ui/parts.tsx';
import { openForget } from '../forget/forget-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { removeDocument } from './documents-store.ts';
import { closeDocument, openDocument, type Reading, readOn, useReading } from './reading-store.ts';
import { sizeOf } from './words.ts';

const elementId = (index: number): string => `passage-${index}`;

type PassageProps = {
  readonly passage: DocumentPassage;
  readonly page: number | null;
  readonly total: number;
  readonly isCited: boolean;
};

/** One passage; `page` is there where another page begins. */
function Passage({ passage, page, total, isCited }: PassageProps) {
  const { index, text, repeated } = passage;
  return (
    <article
      id={elementId(index)}
      tabIndex={-1}
      aria-label={t('document.passage', { n: formatNumber(index + 1), total: formatNumber(total) })}
      className={`grid grid-cols-[3.5rem_minmax(0,1fr)] border-s-2 py-1.5 max-mid:grid-cols-1 ${isCited ? 'border-rubric bg-rubric-wash/40' : 'border-transparent'}`}
    >
      <span className="num ps-2.5 pt-1 text-lab text-text-3">
        {page === null ? null : t('document.page', { page: formatNumber(page) })}
      </span>
      <div className="max-w-[75ch] pe-3 max-mid:ps-2.5">
        {isCited ? <p className="text-sec text-rubric">{t('document.here')}</p> : null}
        <p dir="auto" className="font-serif text-said whitespace-pre-line [overflow-wrap:anywhere]">
          {isCited ? text : text.slice(repeated).trimStart()}
        </p>
      </div>
    </article>
  );
}

function Passages({ reading, cited }: { readonly reading: Reading; readonly cited: number | null }) {
  const { passages, total } = reading;
  const failure = useReading((state) => state.failure);
  const first = passages[0]?.index ?? 0;
  const end = first + passages.length;
  return (
    <>
      {failure === null ? null : (
        <div className="sticky top-0 mb-3 bg-leaf">
          <Failure>{failure.message}</Failure>
        </div>
      )}
      {first > 0 ? (
        <Button size="small" className="mb-3" onClick={() => void readOn('before')}>
          {t('document.earlier')}
        </Button>
      ) : null}
      {passages.map((passage, n) => (
        <Passage
          key={passage.id}
          passage={passage}
          page={passage.page !== passages[n - 1]?.page ? passage.page : null}
          total={total}
          isCited={passage.index === cited}
        />
      ))}
      {end < total ? (
        <Button size="small" className="mt-3" onClick={() => void readOn('after')}>
          {t('document.later')}
        </Button>
      ) : (
        <p className="mt-4 border-t border-rule pt-3 text-sec text-text-2">{t('document.end')}</p>
      )}
    </>
  );
}

/** To the passage that was cited, once it is there. */
function useArrival(reading: Reading | null, cited: number | null): void {
  const id = reading?.document.id;
  useEffect(() => {
    if (id === undefined || cited === null) return;
    const element = document.getElementById(elementId(cited));
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [id, cited]);
}

const facts = (document: Document): string =>
  t('document.facts', {
    kind: t(`documents.kind.${document.kind}`),
    size: sizeOf(document),
    when: formatDay(document.addedAt),
  });

async function takeAway(document: Document): Promise<void> {
  await removeDocument(document);
  go({ name: 'documents', id: null, passage: null });
}

/** The text of a document as it is searched, opened at a passage. */
export function DocumentScreen({ id, passage }: { readonly id: DocumentId; readonly passage: number | null }) {
  const reading = useReading((state) => state.reading);
  const epoch = useConnection((state) => state.epoch);
  useEffect(() => {
    if (epoch > 0) void openDocument(id, passage);
  }, [id, passage, epoch]);
  useEffect(() => closeDocument, []);
  const ready = reading.kind === 'ready' && reading.value.document.id === id ? reading.value : null;
  useArrival(ready, passage);
  return (
    <Page
      title={ready?.document.name ?? t('documents.title')}
      leading={<MenuButton />}
      lead={
        <>
          {ready === null ? null : <>{facts(ready.document)} · </>}
          <a className="act" href={hrefs.documents()}>
            {t('document.back')}
          </a>
        </>
      }
      actions={
        ready === null ? null : (
          <>
            <Button onClick={() => void takeAway(ready.document)}>{t('documents.remove')}</Button>
            <Button
              variant="dangerOutline"
              onClick={() =>
                openForget({ selection: { kind: 'document', documentIds: [id] }, name: ready.document.name })
              }
            >
              {t('forget.open')}
            </Button>
          </>
        )
      }
    >
      {reading.kind === 'loading' ? <Loading label={t('document.loading')} lines={8} /> : null}
      {reading.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void openDocument(id, passage)}>
          {reading.failure.message}
        </Failure>
      ) : null}
      {ready === null ? null : <Passages reading={ready} cited={passage} />}
    </Page>
  );
}
