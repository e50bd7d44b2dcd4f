import type { ForgetReceipt } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { chooseAgain, leaveForget } from './forget-store.ts';
import { Head } from './parts.tsx';
import { ReceiptActions, ReceiptCard } from './receipt-card.tsx';
import { listSteps, type Seen } from './steps.pure.ts';
import { StepsList } from './steps-list.tsx';

type DonePageProps = { readonly receipt: ForgetReceipt; readonly seen: Seen | null; readonly endedMs: number };

/** It is gone, and the receipt says how that was checked; or it says where something was still found. */
export function DonePage({ receipt, seen, endedMs }: DonePageProps) {
  const { found } = receipt.scan;
  const title = t(found === 0 ? 'receipt.gone' : 'receipt.notGone');
  const gone = t(receipt.backups === 0 ? 'receipt.gone.lead' : 'receipt.gone.backups');
  const lead = found === 0 ? gone : t('receipt.notGone.lead', { places: count(found, 'places') });
  return (
    <div className="h-full overflow-auto">
      <div className="grid max-w-[74.75rem] grid-cols-[20.625rem_minmax(0,1fr)] gap-x-[3.75rem] gap-y-8 px-11 pt-[1.875rem] pb-10 max-wide:grid-cols-1 max-mid:px-[1.125rem] max-mid:pt-5">
        <div className="max-w-[36rem]">
          <Head label={t('forget.step.work')} title={title} lead={lead} />
          {seen === null ? null : <StepsList rows={listSteps(seen, endedMs)} />}
        </div>
        <div>
          <ReceiptCard receipt={receipt} />
          <div className="mt-[1.125rem] flex flex-wrap gap-2">
            <ReceiptActions receipt={receipt} />
            <Button variant="quiet" onClick={leaveForget}>
              {t('receipt.back')}
            </Button>
          </div>
          <p className="mt-3 flex flex-wrap gap-x-5 text-sec">
            {receipt.backups === 0 ? null : (
              <a className="act" href={hrefs.backups}>
                {t('receipt.gone.backups.do')}
              </a>
            )}
            <a className="act" href={hrefs.forgotten}>
              {t('receipt.all')}
            </a>
            <button type="button" className="act" onClick={chooseAgain}>
              {t('receipt.another')}
            </button>
          </p>
        </div>
      </div>
    </div>
  );
}
