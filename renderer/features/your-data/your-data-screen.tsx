import { type ReactNode, useEffect } from 'react';
import type { AppStatus } from '../../../main/contract/index.ts';
import { formatBytes, formatMoment } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/live.ts';
import { Loading, Page } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { openLayer } from '../frame/frame-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { promiseOf } from '../frame/status-sentences.pure.ts';
import { ExportSection } from './export-section.tsx';
import { isPage, listPages } from './pages.pure.ts';
import { leaveSizes, lookAtSizes } from './sizes-store.ts';
import { StoredTable } from './stored-table.tsx';

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 text-[0.8125rem] leading-5 font-semibold">{title}</h2>
      <div className="flex flex-col gap-1.5 text-[0.8125rem] text-text-2">{children}</div>
    </section>
  );
}

async function copyPath(path: string): Promise<void> {
  if (await copyText(path)) announce(t('data.where.copied'));
}

function Where({ status }: { readonly status: AppStatus }) {
  return (
    <Part title={t('data.where')}>
      <p dir="ltr" className="font-mono text-lab break-all text-text">
        {status.dataFolder}
      </p>
      <p>
        <TextButton onClick={() => void copyPath(status.dataFolder)}>{t('data.where.copy')}</TextButton>
      </p>
      <p>{t('data.where.what')}</p>
      {status.freeBytes === null ? null : (
        <p className="num">{t('data.free', { size: formatBytes(status.freeBytes) })}</p>
      )}
    </Part>
  );
}

function Who({ status }: { readonly status: AppStatus }) {
  return (
    <Part title={t('data.who')}>
      <p className="text-text">{status.protection}</p>
      {isPage('#/protection') ? (
        <p>
          <a className="act" href="#/protection">
            {t('data.who.protection')}
          </a>
        </p>
      ) : null}
    </Part>
  );
}

function Left({ status }: { readonly status: AppStatus }) {
  const last = status.connections[0];
  return (
    <Part title={t('data.left')}>
      <p className="text-text">{t(`status.promise.${promiseOf(status)}`)}</p>
      {last ? (
        <p>{t('data.left.last', { when: formatMoment(last.at), host: last.host, purpose: last.purpose })}</p>
      ) : null}
      <p>
        <Button size="small" onClick={() => openLayer('connections')}>
          {t('data.left.all')}
        </Button>
      </p>
    </Part>
  );
}

function More() {
  return (
    <Part title={t('data.more')}>
      <ul className="flex flex-col gap-2">
        {listPages()
          .filter((name) => name !== 'protection')
          .map((name) => (
            <li key={name}>
              <a className="act" href={`#/${name}`}>
                {t(`data.more.${name}`)}
              </a>
              <span className="block text-sec">{t(`data.more.${name}.what`)}</span>
            </li>
          ))}
      </ul>
    </Part>
  );
}

/** What is stored, where, how large, who can read it, and the ways to take it out. */
export function YourDataScreen() {
  const status = useApp((state) => state.status);
  useEffect(() => {
    void lookAtSizes();
    return leaveSizes;
  }, []);
  return (
    <Page title={t('data.title')} lead={t('data.lead')} leading={<MenuButton />}>
      <div className="grid grid-cols-[minmax(0,1fr)_19rem] gap-10 max-wide:grid-cols-1 max-wide:gap-7">
        <div className="flex flex-col gap-9">
          <StoredTable />
          <ExportSection />
        </div>
        <aside aria-label={t('data.aside')} className="flex flex-col gap-6">
          {status ? (
            <>
              <Who status={status} />
              <Where status={status} />
              <Left status={status} />
            </>
          ) : (
            <Loading label={t('data.looking')} />
          )}
          <More />
        </aside>
      </div>
    </Page>
  );
}
