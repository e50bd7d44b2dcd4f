import { useEffect } from 'react';
import type { ForgetReceipt } from '../../../main/contract/index.ts';
import { useConnection } from '../../api.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Failure, Loading, Page } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { openForgetForm } from './forget-store.ts';
import { ReceiptActions, ReceiptCard } from './receipt-card.tsx';
import { loadReceipts, showOlderReceipts, toggleReceipt, useReceipts, watchReceipts } from './receipts-store.ts';
import { kindOf, listCounts, tied } from './words.ts';

function ReceiptLine({ receipt }: { readonly receipt: ForgetReceipt }) {
  const isOpen = useReceipts((state) => state.open === receipt.id);
  const when = formatMoment(receipt.at);
  const { found } = receipt.scan;
  return (
    <li className="border-t border-rule">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => toggleReceipt(receipt.id)}
        className="grid w-full grid-cols-[1rem_11rem_minmax(0,1fr)_auto] items-baseline gap-x-4 py-2.5 text-start hover:bg-paper max-mid:grid-cols-[1rem_minmax(0,1fr)]"
      >
        <Icon name="down" className={`self-center ${isOpen ? '' : '-rotate-90 rtl:rotate-90'}`} />
        <span className="num text-sec text-text-2">{when}</span>
        <span className="min-w-0 max-mid:col-start-2">
          <b>{t(`forgotten.kind.${kindOf(receipt.kind)}`)}</b>
          <span className="num block text-sec text-text-2">{tied(listCounts(receipt.counts))}</span>
        </span>
        <span className={`num text-sec max-mid:col-start-2 ${found === 0 ? 'text-text-2' : 'text-rubric'}`}>
          {found === 0 ? t('forgotten.clean') : t('forgotten.found', { places: count(found, 'places') })}
        </span>
      </button>
      {isOpen ? (
        <div className="ps-8 pt-2 pb-6 max-mid:ps-0">
          <ReceiptCard receipt={receipt} />
          <div className="mt-[1.125rem] flex flex-wrap gap-2">
            <ReceiptActions receipt={receipt} />
          </div>
        </div>
      ) : null}
    </li>
  );
}

function Receipts() {
  const { list, failure } = useReceipts();
  if (list.kind === 'loading') return <Loading label={t('forgotten.loading')} lines={6} />;
  if (list.kind === 'failed')
    return (
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadReceipts()}>
        {t('forgotten.failed', { why: list.failure.message })}
      </Failure>
    );
  const { receipts, total } = list.value;
  if (receipts.length === 0)
    return (
      <div className="border-t border-rule pt-4">
        <p className="text-lead">{t('forgotten.empty')}</p>
        <p className="text-sec text-text-2">{t('forgotten.empty.hint')}</p>
      </div>
    );
  return (
    <>
      <p className="num mb-2 text-sec text-text-2">{count(total, 'receipts')}</p>
      <ul aria-label={t('forgotten.list')} className="m-0 list-none border-b border-rule p-0">
        {receipts.map((receipt) => (
          <ReceiptLine key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      {failure === null ? null : (
        <div className="mt-3">
          <Failure>{failure.message}</Failure>
        </div>
      )}
      {receipts.length < total ? (
        <Button size="small" className="mt-3" onClick={() => void showOlderReceipts()}>
          {t('forgotten.more')}
        </Button>
      ) : null}
    </>
  );
}

/** Receipts of everything that was forgotten, newest first. */
export function ForgottenScreen() {
  const epoch = useConnection((state) => state.epoch);
  useEffect(() => {
    if (epoch > 0) void loadReceipts();
  }, [epoch]);
  useEffect(watchReceipts, []);
  return (
    <Page
      title={t('forgotten.title')}
      lead={t('forgotten.lead')}
      leading={<MenuButton />}
      actions={<Button onClick={() => openForgetForm(null)}>{t('forget.open')}</Button>}
    >
      <Receipts />
    </Page>
  );
}
