import { useEffect } from 'react';
import { type EntityId, ME } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Loading, Page } from '../../ui/parts.tsx';
import { DoublesLine } from '../doubles/doubles-dialog.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { MemoryViews } from '../graph/memory-views.tsx';
import { openAdd } from './add-store.ts';
import { BookView } from './book-view.tsx';
import { DoneBar } from './done-bar.tsx';
import { EntityMenu } from './entity-menu.tsx';
import { type Book, closeMemory, loadBook, openMemory, useMemory } from './memory-store.ts';
import { NamesList } from './names-list.tsx';
import { useAsOf } from './use-as-of.ts';
import { nameOf } from './words.ts';

const isEmpty = ({ all }: Book): boolean => all.facts.length === 0 && all.incoming.length === 0;

/** Nothing is known yet: of anybody, or of the one looked at. */
function Nothing({ book }: { readonly book: Book }) {
  const total = useMemory((state) => state.totals.all ?? 0);
  const { subject } = book;
  if (subject === null && total > 0 && book.wanted !== ME)
    return (
      <p className="border-t border-rule pt-4">
        {t('memory.gone')}{' '}
        <a className="act" href={hrefs.memory()}>
          {t('memory.gone.back')}
        </a>
      </p>
    );
  return (
    <div className="border-t border-rule pt-4">
      <p className="text-lead">
        {subject === null || subject.id === ME ? t('memory.empty') : t('memory.empty.of', { name: nameOf(subject) })}
        {subject === null || subject.id === ME ? null : <EntityMenu entity={subject} facts={[]} />}
      </p>
      <p className="text-sec text-text-2">
        {t('memory.empty.hint')}{' '}
        <button
          type="button"
          className="act"
          onClick={() => openAdd(subject === null ? {} : { subject: { id: subject.id, name: subject.name } })}
        >
          {t('memory.empty.add')}
        </button>
        .
      </p>
    </div>
  );
}

type MemoryScreenProps = {
  readonly subject: EntityId | null;
  readonly trueOn: string | null;
  readonly knownOn: string | null;
};

/** What is known about somebody or something, on any day, and by what was known on any other. */
export function MemoryScreen({ subject, trueOn, knownOn }: MemoryScreenProps) {
  const { book, timeline } = useMemory();
  const id = subject ?? ME;
  const [asOf, onChange] = useAsOf({ subject, trueOn, knownOn });
  useEffect(() => {
    void openMemory();
    return closeMemory;
  }, []);
  useEffect(() => {
    void loadBook({ subject: id, asOf });
  }, [id, asOf]);
  const shown = book?.kind === 'ready' ? book.value : null;
  const about = shown?.subject;
  return (
    <Page
      title={t('memory.title')}
      leading={<MenuButton />}
      beside={<MemoryViews current="facts" />}
      actions={
        <Button onClick={() => openAdd(about ? { subject: { id: about.id, name: about.name } } : {})}>
          {t('memory.add')}
        </Button>
      }
    >
      <DoneBar />
      <DoublesLine />
      <NamesList current={about?.id ?? id} asOf={asOf} />
      {book === null || book.kind === 'loading' ? <Loading label={t('memory.loading')} lines={8} /> : null}
      {book?.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadBook({ subject: id, asOf })}>
          {t('memory.failed', { why: book.failure.message })}
        </Failure>
      ) : null}
      {shown && isEmpty(shown) ? <Nothing book={shown} /> : null}
      {shown && !isEmpty(shown) ? <BookView book={shown} asOf={asOf} timeline={timeline} onChange={onChange} /> : null}
    </Page>
  );
}
