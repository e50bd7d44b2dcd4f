import { useId } from 'react';
import type { ForgetReceipt } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { announce } from '../../ui/live.ts';
import { saveReceipt } from './save-receipt.ts';
import { kindOf, receiptRows, receiptText, tied } from './words.ts';

const tones = { strong: 'font-semibold', rubric: 'font-semibold text-rubric' } as const;

/** A digest is compared eight digits at a time. */
const inGroups = (digest: string): string =>
  /^[0-9a-f]{64}$/.test(digest) ? (digest.match(/.{8}/g) ?? []).join(' ') : digest;

/** What was proved. It leaves the app, so it lies above the page. */
export function ReceiptCard({ receipt }: { readonly receipt: ForgetReceipt }) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className="max-w-[41.25rem] rounded-[3px] border border-rule bg-leaf px-[2.625rem] pt-[2.125rem] pb-[1.875rem] shadow-over max-mid:px-4 max-mid:pt-5 max-mid:pb-4"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-[1.375rem] leading-[1.875rem]">
          {t('receipt.title')}
        </h2>
        <span className="font-mono text-sec text-text-2">
          {t('receipt.number', { seq: formatNumber(receipt.seq) })}
        </span>
      </header>
      <p className="num mt-0.5 text-text-2">
        <time dateTime={receipt.at}>{formatMoment(receipt.at)}</time>
      </p>
      <div className="my-[1.125rem] border-y border-rule py-[0.8125rem]">
        <p className="text-head">
          {t(`receipt.asked.${kindOf(receipt.kind)}`)}
          <i aria-hidden="true" className="scrape ms-2 inline-block h-[1em] w-24 align-[-0.14em]" />
        </p>
        <p className="mt-1.5 text-sec text-text-3">{t('receipt.noWord')}</p>
      </div>
      <dl className="num grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 max-mid:grid-cols-1 max-mid:gap-y-0">
        {receiptRows(receipt).map(({ name, value, isMono, tone }) => (
          <div key={name} className="contents">
            <dt className="text-text-2 max-mid:mt-1.5 max-mid:text-sec">{name}</dt>
            <dd
              dir={isMono ? 'ltr' : undefined}
              className={`${isMono ? 'max-w-[36ch] font-mono text-lab/5 break-all rtl:ms-auto rtl:text-end' : ''} ${tone ? tones[tone] : ''}`}
            >
              {isMono ? inGroups(value) : tied(value)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 border-t border-rule pt-3 text-sec text-text-2">{t('receipt.reach')}</p>
    </article>
  );
}

/** Takes a receipt out of the app. */
export function ReceiptActions({ receipt }: { readonly receipt: ForgetReceipt }) {
  const copy = async () => {
    if (await copyText(receiptText(receipt))) announce(t('common.copied'));
  };
  return (
    <>
      <Button onClick={() => saveReceipt(receipt, 'txt')}>{t('receipt.save')}</Button>
      <Button onClick={() => saveReceipt(receipt, 'json')}>{t('receipt.saveJson')}</Button>
      <Button onClick={() => void copy()}>{t('common.copy')}</Button>
    </>
  );
}
