import { type FormEvent, useState } from 'react';
import type { WatchedFolder } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Bar, Failure, Loading, Switch, TextField } from '../../ui/parts.tsx';
import {
  dismissFolders,
  lookNow,
  refreshFolders,
  setRemovesVanished,
  stopLooking,
  unwatchFolder,
  useFolders,
  watchAgain,
  watchFolder,
} from './folders-store.ts';
import { sayCounts } from './words.ts';

function AddFolder() {
  const { isSaving } = useFolders();
  const [path, setPath] = useState('');
  const [removesVanished, setRemoves] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '' && (await watchFolder(path, removesVanished))) setPath('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-3">
      <div className="flex flex-wrap gap-2.5">
        <TextField
          value={path}
          aria-label={t('folders.path')}
          placeholder={t('folders.path.hint')}
          spellCheck={false}
          onChange={(event) => setPath(event.target.value)}
          className="min-w-0 flex-1 basis-72"
        />
        <Button type="submit" disabled={isSaving || path.trim() === ''}>
          {t('folders.watch')}
        </Button>
      </div>
      <div className="mt-2 flex items-center gap-2.5">
        <Switch
          isOn={removesVanished}
          label={t('folders.removes')}
          describedBy="folders-removes"
          onChange={setRemoves}
        />
        <p className="text-sec">
          {t('folders.removes')}{' '}
          <span id="folders-removes" className="text-text-2">
            {t('folders.removes.hint')}
          </span>
        </p>
      </div>
    </form>
  );
}

function Looking({ folder }: { readonly folder: WatchedFolder }) {
  const look = useFolders((state) => state.looks.get(folder.id));
  if (look === undefined) return null;
  const { done, total, file } = look;
  const text =
    total === 0 || file === ''
      ? t('folders.checking')
      : t('folders.checking.file', { done: formatNumber(done), total: formatNumber(total), file });
  return (
    <div className="mt-1.5">
      <Bar share={total === 0 ? 0 : done / total} label={text} />
      <p className="num mt-1 truncate text-sec text-text-2">{text}</p>
    </div>
  );
}

function Failures({ folder }: { readonly folder: WatchedFolder }) {
  const { failures, counts } = folder;
  if (failures.length === 0) return null;
  const files = count(Math.max(failures.length, counts?.failed ?? 0), 'files');
  return (
    <details className="mt-1 text-sec">
      <summary className="cursor-pointer text-rubric">{t('folders.failures', { files })}</summary>
      <ul className="mt-1">
        {failures.map(({ file, message }) => (
          <li key={file} className="border-t border-rule py-1.5">
            <bdi className="font-semibold break-all">{file}</bdi> <span className="text-text-2">{message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Folder({ folder }: { readonly folder: WatchedFolder }) {
  const { path, checkedAt, counts, problem, documents, removesVanished } = folder;
  const isLooking = useFolders((state) => state.looks.has(folder.id));
  const state = [
    checkedAt === null ? t('folders.never') : t('folders.last', { when: formatMoment(checkedAt) }),
    t('folders.found', { documents: count(documents, 'documents') }),
    ...(counts === null || problem !== null ? [] : sayCounts(counts)),
  ];
  return (
    <li className="border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <bdi className="min-w-0 flex-1 basis-60 font-mono text-[0.8125rem] break-all">{path}</bdi>
        {isLooking ? (
          <TextButton onClick={() => stopLooking(folder.id)}>{t('common.cancel')}</TextButton>
        ) : (
          <TextButton aria-label={t('folders.check.named', { path })} onClick={() => void lookNow(folder.id)}>
            {t('folders.check')}
          </TextButton>
        )}
        <TextButton aria-label={t('folders.unwatch.named', { path })} onClick={() => void unwatchFolder(folder)}>
          {t('folders.unwatch')}
        </TextButton>
      </div>
      <p className="num mt-0.5 text-sec text-text-2">{state.join(' · ')}</p>
      {isLooking ? <Looking folder={folder} /> : null}
      {problem === null ? null : (
        <div className="mt-2">
          <Failure>{problem}</Failure>
        </div>
      )}
      <Failures folder={folder} />
      <div className="mt-2 flex items-center gap-2.5">
        <Switch
          isOn={removesVanished}
          label={`${t('folders.removes')}: ${path}`}
          onChange={(isOn) => void setRemovesVanished(folder, isOn)}
        />
        <p className="text-sec text-text-2">{t('folders.removes')}</p>
      </div>
    </li>
  );
}

/** Folders that are looked into every hour. */
export function FoldersSection() {
  const { list, unwatched, failure } = useFolders();
  return (
    <section aria-label={t('folders.title')} className="mt-9">
      <h2 className="border-b border-rule pb-1.5 text-head font-semibold">{t('folders.title')}</h2>
      <p className="mt-2 max-w-[75ch] text-sec text-text-2">{t('folders.lead')}</p>
      {unwatched === null ? null : (
        <div className="mt-2 flex items-baseline gap-2.5 border-y border-rule py-2 text-sec">
          <span className="min-w-0 flex-1 break-all">{t('folders.unwatched', { path: unwatched.path })}</span>
          <TextButton onClick={() => void watchAgain()}>{t('common.undo')}</TextButton>
        </div>
      )}
      {failure === null ? null : (
        <div className="mt-2">
          <Failure actionLabel={t('common.dismiss')} onAction={dismissFolders}>
            {failure.message}
          </Failure>
        </div>
      )}
      {list.kind === 'loading' ? <Loading label={t('documents.loading')} lines={2} /> : null}
      {list.kind === 'failed' ? (
        <div className="mt-2">
          <Failure actionLabel={t('common.tryAgain')} onAction={() => void refreshFolders()}>
            {list.failure.message}
          </Failure>
        </div>
      ) : null}
      {list.kind === 'ready' ? (
        <ul>
          {list.value.map((folder) => (
            <Folder key={folder.id} folder={folder} />
          ))}
        </ul>
      ) : null}
      <AddFolder />
    </section>
  );
}
