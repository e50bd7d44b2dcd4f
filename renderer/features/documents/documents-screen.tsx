import { type DragEvent, useEffect, useRef, useState } from 'react';
import { api, useConnection } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Failure, Page } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { MemoryViews } from '../graph/memory-views.tsx';
import { AddingList } from './adding-list.tsx';
import { addFiles } from './adding-store.ts';
import { DocumentList } from './document-list.tsx';
import { dismissSaid, refreshDocuments, restoreDocument, useDocuments } from './documents-store.ts';
import { FoldersSection } from './folders-section.tsx';
import { refreshFolders } from './folders-store.ts';

const ACCEPTED = '.pdf,.docx,.html,.htm,.xhtml,.md,.markdown,.txt,.text';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** What was done last, and the way back from it. */
function Said() {
  const { removed, said, failure } = useDocuments();
  if (failure !== null)
    return (
      <div className="mb-4">
        <Failure actionLabel={t('common.dismiss')} onAction={dismissSaid}>
          {failure.message}
        </Failure>
      </div>
    );
  if (said === null) return null;
  return (
    <div className="mb-4 flex items-baseline gap-2.5 border-y border-rule py-2 text-sec">
      <span dir="auto" className="min-w-0 flex-1">
        {said}
      </span>
      {removed === null ? null : <TextButton onClick={() => void restoreDocument()}>{t('common.undo')}</TextButton>}
      <button type="button" aria-label={t('common.dismiss')} className="self-center p-1" onClick={dismissSaid}>
        <Icon name="close" className="size-3" />
      </button>
    </div>
  );
}

function useFresh(): void {
  const epoch = useConnection((state) => state.epoch);
  useEffect(() => {
    const refresh = (): void => void Promise.all([refreshDocuments(), refreshFolders()]);
    if (epoch > 0) refresh();
    return api.on('documents.changed', refresh);
  }, [epoch]);
}

/** Papers that answers may rest on. Files may be dropped anywhere on the page. */
export function DocumentsScreen() {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  useFresh();
  const over = (event: DragEvent): void => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };
  const leave = (event: DragEvent): void => {
    // Going from one part of the page to another is not leaving it.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
  };
  const drop = (event: DragEvent): void => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    addFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={t('documents.title')}
      className="relative h-full"
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
    >
      <Page
        title={t('memory.title')}
        lead={t('documents.lead')}
        beside={<MemoryViews current="documents" />}
        leading={<MenuButton />}
        actions={
          <Button variant="primary" onClick={() => input.current?.click()}>
            {t('documents.add')}
          </Button>
        }
      >
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPTED}
          className="sr-only"
          tabIndex={-1}
          aria-label={t('documents.add')}
          onChange={(event) => {
            addFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Said />
        <AddingList />
        <DocumentList />
        <FoldersSection />
      </Page>
      {isOver ? (
        <div className="pointer-events-none absolute inset-3 flex items-center justify-center rounded-ctl border-2 border-dashed border-ink bg-ink-wash/80">
          <p className="text-title">{t('documents.drop')}</p>
        </div>
      ) : null}
    </section>
  );
}
