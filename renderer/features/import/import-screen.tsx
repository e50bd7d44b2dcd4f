import { type DragEvent, useRef, useState } from 'react';
import { t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Select } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { ImportPlace } from '../spaces/import-place.tsx';
import { progressOf } from './import-progress.pure.ts';
import { type ChosenFormat, chooseFiles, chooseFormat, useImport } from './import-store.ts';
import { JobView } from './job-view.tsx';

const FORMATS: readonly ChosenFormat[] = [
  ...(['auto', 'chatgpt', 'claude', 'gemini', 'aistudio', 'grok', 'copilot', 'openwebui', 'lmstudio', 'jan'] as const),
  ...(['librechat', 'memories', 'transcript', 'jsonl', 'document'] as const),
];

function DropZone({ isBusy, onChoose }: { readonly isBusy: boolean; readonly onChoose: () => void }) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void chooseFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={t('import.drop')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={`mb-6 flex flex-col items-center gap-2 rounded-ctl border border-dashed px-6 py-8 text-center ${isOver ? 'border-ink bg-ink-wash' : 'border-rule-2'}`}
    >
      <p className="text-head">{t('import.drop')}</p>
      <p className="text-sec text-text-2">{t('import.drop.sub')}</p>
      <Button variant="primary" className="mt-2" disabled={isBusy} onClick={onChoose}>
        {t('import.choose')}
      </Button>
    </section>
  );
}

function Aside() {
  return (
    <aside className="flex flex-col gap-6 text-sec text-text-2">
      <div>
        <h2 className="text-[0.8125rem] leading-5 font-semibold text-text">{t('import.aside.where')}</h2>
        <p>{t('import.aside.where.text')}</p>
      </div>
      <div>
        <h2 className="text-[0.8125rem] leading-5 font-semibold text-text">{t('import.aside.twice')}</h2>
        <p>{t('import.aside.twice.text')}</p>
      </div>
      <div>
        <h2 className="text-[0.8125rem] leading-5 font-semibold text-text">{t('import.aside.branches')}</h2>
        <p>{t('import.aside.branches.text')}</p>
      </div>
    </aside>
  );
}

/** Brings older chats in: looked through first, then written, with an account of every turn. */
export function ImportScreen() {
  const { job, finished, format } = useImport();
  const input = useRef<HTMLInputElement>(null);
  const isBusy = job !== null && (progressOf(job).isRunning || job.step === 'previewed');
  return (
    <Page
      title={t('import.title')}
      lead={t('import.lead')}
      leading={<MenuButton />}
      actions={
        <span className="flex items-center gap-2 text-sec text-text-2">
          <label htmlFor="import-format">{t('import.format')}</label>
          <Select
            id="import-format"
            value={format}
            disabled={isBusy}
            onChange={(event) => chooseFormat(event.target.value as ChosenFormat)}
          >
            {FORMATS.map((each) => (
              <option key={each} value={each}>
                {t(`format.${each}`)}
              </option>
            ))}
          </Select>
        </span>
      }
    >
      <input
        ref={input}
        type="file"
        multiple
        accept=".zip,.json,.jsonl,.ndjson,.txt,.text,.md,.markdown,.pdf,.docx,.html,.htm,.xhtml"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('import.choose')}
        onChange={(event) => {
          void chooseFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_21.25rem] gap-[3.25rem] max-wide:grid-cols-1 max-wide:gap-7">
        <div>
          <ImportPlace />
          {isBusy ? null : <DropZone isBusy={isBusy} onChoose={() => input.current?.click()} />}
          {job ? <JobView key={job.id} job={job} /> : null}
          {finished.map((each) => (
            <JobView key={each.id} job={each} />
          ))}
        </div>
        <Aside />
      </div>
    </Page>
  );
}
