import type { Trace } from '../../../main/contract/index.ts';
import { formatMoment } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { Bar } from '../../ui/parts.tsx';
import { speakerName, voiceOf } from '../frame/names.ts';
import { fragmentId, listPacked, type PackedItem } from './candidates.pure.ts';

function PackedRow({
  item,
  place,
  whole,
}: {
  readonly item: PackedItem;
  readonly place: number;
  readonly whole: number;
}) {
  const { candidate, running } = item;
  const { excerpt, role, speaker, at, tokens } = candidate;
  return (
    <tr className="[&>td]:border-b [&>td]:border-rule [&>td]:py-[5px]">
      <td className="num pe-3 text-end text-text-3">{place}</td>
      <td className="max-w-0 pe-3">
        <bdi className={`block truncate text-quote ${voiceOf(role)}`}>“{excerpt}”</bdi>
        <span className="block truncate text-lab text-text-3">
          <bdi>{speakerName(speaker)}</bdi>, {at === null ? t('note.noTime') : formatMoment(at)}
        </span>
      </td>
      <td className="num pe-3 text-end">{formatNumber(tokens)}</td>
      <td className="num pe-3 text-end">{formatNumber(running)}</td>
      <td className="w-24">
        {whole === 0 ? null : (
          <Bar
            share={running / whole}
            label={t('packed.share', { n: formatNumber(running), whole: formatNumber(whole) })}
          />
        )}
      </td>
    </tr>
  );
}

/** What was packed, in the order in which it is read, with what it adds up to. */
export function PackedList({ trace }: { readonly trace: Trace }) {
  const items = listPacked(trace.candidates, trace.prompt !== null);
  const counted = items.at(-1)?.running ?? 0;
  const whole = trace.budget.tokens ?? counted;
  const { used, counter } = trace.budget;
  return (
    <section aria-label={t('packed.title')}>
      <h2 className="mb-0.5 text-[0.8125rem] leading-5 font-semibold">
        {t('packed.title')}{' '}
        <span className="font-normal text-text-2">{t('packed.sub', { tokens: count(counted, 'tokens') })}</span>
      </h2>
      {items.length > 0 && trace.prompt !== null && used !== counted ? (
        <p className="text-sec text-text-2">{t('packed.otherCounter', { counter, used: formatNumber(used) })}</p>
      ) : null}
      {items.length === 0 ? (
        <p className="py-2 text-sec text-text-2">{t('packed.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a narrow screen, also from the keyboard
        <section className="overflow-x-auto" tabIndex={0} aria-label={t('packed.table')}>
          <table className="w-full min-w-[32rem] table-fixed">
            <thead>
              <tr className="text-lab text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:font-normal">
                <th scope="col" className="w-9 pe-3 text-end">
                  <span className="sr-only">{t('packed.place')}</span>
                </th>
                <th scope="col" className="text-start">
                  {t('trace.said')}
                </th>
                <th scope="col" className="w-18 pe-3 text-end">
                  {t('trace.tokens')}
                </th>
                <th scope="col" className="w-18 pe-3 text-end">
                  {t('packed.running')}
                </th>
                <th scope="col" className="w-24 text-start">
                  {t(trace.budget.tokens === null ? 'packed.all' : 'packed.budget')}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item, index) => (
                <PackedRow key={fragmentId(item.candidate)} item={item} place={index + 1} whole={whole} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
