import { useEffect } from 'react';
import { useConnection } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { useApp } from './app-store.ts';

/** Says so when the engine is away, or when it says something about itself that everybody should read. */
export function Banner() {
  const state = useConnection((connection) => connection.state);
  const notice = useApp((app) => app.status?.host.notice ?? null);
  const text =
    state === 'lost' ? t('banner.lost') : state === 'no-token' ? t('banner.noToken') : state === 'open' ? notice : null;
  useEffect(() => {
    if (text !== null) announce(text);
  }, [text]);
  if (text === null) return null;
  return <p className="border-b border-rubric bg-rubric-wash px-6 py-2 text-ui text-text">{text}</p>;
}
