import type { ForgetReceipt } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { receiptText } from './words.ts';

/** Saves a receipt as a file where the window saves files; its name says only which record closed it. */
export function saveReceipt(receipt: ForgetReceipt, format: 'txt' | 'json'): void {
  const text = format === 'json' ? `${JSON.stringify(receipt, null, 2)}\n` : receiptText(receipt);
  const name = `palimpsest-receipt-${receipt.seq}.${format}`;
  const type = format === 'json' ? 'application/json' : 'text/plain;charset=utf-8';
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the bytes by the time the click returns; later is only kinder to slow disks.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
  announce(t('receipt.saved', { name }));
}
