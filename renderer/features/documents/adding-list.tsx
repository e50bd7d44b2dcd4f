import { formatBytes } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { TextButton } from '../../ui/button.tsx';
import { Bar } from '../../ui/parts.tsx';
import { type Adding, isOver, isRunning, shareOf } from './adding.pure.ts';
import { addAgain, cancelAdding, clearAdded, useAdding } from './adding-store.ts';

function sentence({ state, sizeBytes }: Adding): string {
  switch (state.kind) {
    case 'waiting':
      return t('adding.waiting');
    case 'sending':
      return t('adding.sending', { sent: formatBytes(state.sentBytes), of: formatBytes(sizeBytes) });
    case 'reading':
      return state.pages === null
        ? t('adding.reading')
        : t('adding.pages', { done: formatNumber(state.pages.done), total: formatNumber(state.pages.total) });
    case 'saving':
      return t('adding.saving', { passages: count(state.passages, 'passages') });
    case 'stopped':
      return t('adding.stopped');
    case 'failed':
      return state.message;
    case 'done':
      return doneSentence(state.report);
  }
}

function doneSentence({
  imported,
  pendingVectors,
  notes,
}: Extract<Adding['state'], { kind: 'done' }>['report']): string {
  if (imported === 0) return t('adding.duplicate');
  const passages = count(imported, 'passages');
  const pictures = notes['page-without-text'] ?? 0;
  return [
    pendingVectors > 0 ? t('adding.done.pending', { passages }) : t('adding.done', { passages }),
    ...(pictures > 0 ? [t('adding.note.pages', { pages: count(pictures, 'pages') })] : []),
    ...(notes['guessed-encoding'] ? [t('adding.note.encoding')] : []),
  ].join(' ');
}

function Line({ adding }: { readonly adding: Adding }) {
  const { id, name, state } = adding;
  const text = sentence(adding);
  const isBad = state.kind === 'failed';
  return (
    <li className="border-b border-rule py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <bdi className="min-w-0 max-w-full truncate font-semibold">{name}</bdi>
        <span className={`num min-w-0 flex-1 text-sec ${isBad ? 'text-rubric' : 'text-text-2'}`}>{text}</span>
        {isOver(adding) ? null : (
          <TextButton aria-label={t('adding.cancel', { name })} onClick={() => cancelAdding(id)}>
            {t('common.cancel')}
          </TextButton>
        )}
        {state.kind === 'stopped' || isBad ? (
          <TextButton aria-label={t('adding.again', { name })} onClick={() => addAgain(id)}>
            {t('common.tryAgain')}
          </TextButton>
        ) : null}
      </div>
      {isRunning(adding) ? <Bar share={shareOf(adding)} label={`${name}: ${text}`} className="mt-1.5" /> : null}
    </li>
  );
}

/** Files on their way, and what became of them. */
export function AddingList() {
  const spaceId = useSpace((state) => state.spaceId);
  const all = useAdding((state) => state.files);
  const files = all.filter((each) => each.spaceId === spaceId);
  if (files.length === 0) return null;
  const title = t(files.every(isOver) ? 'adding.title.over' : 'adding.title');
  return (
    <section aria-label={title} className="mb-6">
      <div className="flex items-baseline gap-3 border-b border-rule pb-1.5">
        <h2 className="flex-1 text-head font-semibold">{title}</h2>
        {files.some(isOver) ? (
          <TextButton tone="quiet" onClick={clearAdded}>
            {t('adding.clear')}
          </TextButton>
        ) : null}
      </div>
      <ul>
        {files.map((adding) => (
          <Line key={adding.id} adding={adding} />
        ))}
      </ul>
    </section>
  );
}
