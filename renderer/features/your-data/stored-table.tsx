import type { Stored } from '../../../main/contract/index.ts';
import { formatBytes } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { Failure, Loading } from '../../ui/parts.tsx';
import { lookAtSizes, useSizes } from './sizes-store.ts';

function StoredRow({ each }: { readonly each: Stored }) {
  const { kind, places, files, bytes } = each;
  return (
    <tr className="align-baseline [&>*]:border-b [&>*]:border-rule [&>*]:py-2">
      <th scope="row" className="w-[11rem] pe-4 text-start font-semibold max-mid:w-auto">
        {t(`data.kind.${kind}`)}
        <span className="block text-sec font-normal mid:hidden text-text-2">{t(`data.kind.${kind}.what`)}</span>
      </th>
      <td className="pe-4 text-text-2 max-mid:hidden">
        {t(`data.kind.${kind}.what`)}
        {kind === 'models' && files > 0 ? (
          <span dir="ltr" className="block font-mono text-lab break-all text-text-3">
            {places.join(', ')}
          </span>
        ) : null}
        {kind === 'other' ? <bdi className="block text-lab break-all text-text-3">{places.join(', ')}</bdi> : null}
      </td>
      <td className="num w-32 text-end whitespace-nowrap">
        {files === 0 ? t('data.none') : formatBytes(bytes)}
        {files > 0 ? <span className="block text-lab text-text-3">{count(files, 'files')}</span> : null}
      </td>
    </tr>
  );
}

/** What lies on the disk, what each is, and how large. Sizes come one after the other. */
export function StoredTable() {
  const { stored, total, failure } = useSizes();
  // What is never there for most people would only be a riddle.
  const shown = stored.filter(({ kind, files }) => files > 0 || (kind !== 'other' && kind !== 'passing'));
  return (
    <section aria-labelledby="stored">
      <h2 id="stored" className="text-[1.25rem] leading-7">
        {t('data.stored')}
      </h2>
      <p className="mb-2 max-w-[68ch] text-text-2">{t('data.stored.lead')}</p>
      {failure ? (
        <Failure actionLabel={t('common.tryAgain')} onAction={() => void lookAtSizes()}>
          {failure.message}
        </Failure>
      ) : null}
      {stored.length === 0 && !failure ? <Loading label={t('data.looking')} lines={8} /> : null}
      {shown.length > 0 ? (
        <table className="w-full border-t border-rule">
          <caption className="sr-only">{t('data.stored')}</caption>
          <tbody>
            {shown.map((each) => (
              <StoredRow key={each.kind} each={each} />
            ))}
          </tbody>
          <tfoot>
            <tr className="[&>*]:py-2">
              <th scope="row" className="pe-4 text-start font-semibold">
                {t('data.total')}
              </th>
              <td className="max-mid:hidden" />
              <td className="num text-end whitespace-nowrap font-semibold">
                {total === null ? t('data.counting') : formatBytes(total.bytes)}
              </td>
            </tr>
          </tfoot>
        </table>
      ) : null}
    </section>
  );
}
