import { useEffect } from 'react';
import type { OutputOf, Procedure } from '../../../main/contract/index.ts';
import { api, useConnection } from '../../api.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Failure, Loading, Page } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { MemoryViews } from '../graph/memory-views.tsx';
import { DoneBar } from '../memory/done-bar.tsx';
import { HabitDialog } from './habit-dialog.tsx';
import { HabitRow } from './habit-row.tsx';
import { editHabit, loadHabits, useHabits } from './habits-store.ts';

function Group({ title, habits }: { readonly title: string; readonly habits: readonly Procedure[] }) {
  if (habits.length === 0) return null;
  return (
    <section aria-label={title} className="mt-6 first-of-type:mt-0">
      <h2 className="border-b border-rule pb-1.5 text-lab text-text-3">{title}</h2>
      <ul>
        {habits.map((habit) => (
          <HabitRow key={habit.id} habit={habit} />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ n }: { readonly n: number }) {
  if (n === 0) return null;
  return (
    <p className="mb-4">
      {n === 1 ? t('habits.waiting.one') : t('habits.waiting.other', { n: formatNumber(n) })}{' '}
      <a className="act" href={hrefs.inbox}>
        {t('habits.waiting.go')}
      </a>
    </p>
  );
}

function Habits({ page }: { readonly page: OutputOf<'procedures.list'> }) {
  const { procedures, counts } = page;
  if (counts.active + counts.inactive + counts.proposed === 0)
    return (
      <div className="max-w-[44rem] border-t border-rule pt-4">
        <p className="text-lead">{t('habits.empty')}</p>
        <p className="text-sec text-text-2">{t('habits.empty.hint')}</p>
      </div>
    );
  return (
    <div className="max-w-[48rem]">
      <Waiting n={counts.proposed} />
      <Group title={t('habits.on')} habits={procedures.filter(({ status }) => status === 'active')} />
      <Group title={t('habits.off')} habits={procedures.filter(({ status }) => status === 'inactive')} />
    </div>
  );
}

/** How the user likes things done, with the words that taught it. */
export function HabitsScreen() {
  const { page, editing, failure } = useHabits();
  const epoch = useConnection((state) => state.epoch);
  useEffect(() => {
    if (epoch > 0) void loadHabits();
    return api.on('procedures.changed', () => void loadHabits());
  }, [epoch]);
  return (
    <Page
      title={t('memory.title')}
      lead={t('habits.lead')}
      leading={<MenuButton />}
      beside={<MemoryViews current="habits" />}
      actions={
        <Button variant="primary" onClick={() => editHabit('new')}>
          {t('habits.add')}
        </Button>
      }
    >
      <DoneBar />
      {failure === null ? null : (
        <div className="mb-4">
          <Failure>{failure.message}</Failure>
        </div>
      )}
      {page.kind === 'loading' ? <Loading label={t('habits.loading')} lines={6} /> : null}
      {page.kind === 'failed' ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadHabits()}>
          {page.failure.message}
        </Failure>
      ) : null}
      {page.kind === 'ready' ? <Habits page={page.value} /> : null}
      {editing === null ? null : (
        <HabitDialog
          key={editing === 'new' ? 'new' : editing.id}
          habit={editing === 'new' ? null : editing}
          onClose={() => editHabit(null)}
        />
      )}
    </Page>
  );
}
