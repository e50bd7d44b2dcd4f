import type { ImportReport } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { count, formatNumber, t } from '../../locales/text.ts';
import { unitOf } from './import-progress.pure.ts';
import { noteText, skipText } from './reasons.ts';

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

function Skipped({ skipped }: { readonly skipped: ImportReport['skipped'] }) {
  const rows = Object.entries(skipped).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return null;
  return (
    <table className="mt-1.5 w-full">
      <thead>
        <tr className="text-lab text-text-3 [&>th]:border-b [&>th]:border-rule [&>th]:py-1.5 [&>th]:font-normal">
          <th scope="col" className="text-start">
            {t('import.skippedBecause')}
          </th>
          <th scope="col" className="w-16 text-end">
            {t('import.howMany')}
          </th>
          <th scope="col" className="w-[55%] ps-6 text-start">
            {t('import.whatToDo')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([reason, n]) => {
          const text = skipText(reason);
          return (
            <tr key={reason} className="[&>td]:border-b [&>td]:border-rule [&>td]:py-2 [&>td]:align-top">
              <td>{text.why}</td>
              <td className="num text-end">{formatNumber(n)}</td>
              <td className="ps-6 text-text-2">{text.todo}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function span({ earliest, latest, conversations }: ImportReport): string {
  const many = count(conversations, 'conversations');
  if (earliest === null || latest === null) return many;
  return t('import.span', { conversations: many, from: formatDay(earliest), to: formatDay(latest) });
}

/** read = imported + skipped, and why. The same table says what would happen and what did. */
export function ReportTable({ report }: { readonly report: ImportReport }) {
  const skipped = sum(report.skipped);
  const notes = Object.entries(report.notes);
  const words = { read: formatNumber(report.read), skipped: formatNumber(skipped) };
  return (
    <div>
      <p className="num mt-1.5 text-figure">
        {t('import.equation.read', words)} ={' '}
        <b>
          {t(report.isDryRun ? 'import.equation.new' : 'import.equation.imported', {
            n: formatNumber(report.imported),
          })}
        </b>{' '}
        + {t('import.equation.skipped', words)}
      </p>
      {unitOf(report) === 'turns' ? <p className="text-sec text-text-2">{span(report)}</p> : null}
      <Skipped skipped={report.skipped} />
      {notes.length > 0 ? (
        <ul className="mt-2.5 text-sec text-text-2">
          {notes.map(([note, n]) => (
            <li key={note}>{noteText(note, n)}</li>
          ))}
        </ul>
      ) : null}
      {report.isCancelled ? <p className="mt-2 text-sec">{t('import.cancelled')}</p> : null}
      {report.pendingVectors > 0 ? (
        <p className="mt-2 text-sec text-text-2">
          {t('import.pending', { items: count(report.pendingVectors, unitOf(report)) })}
        </p>
      ) : null}
    </div>
  );
}
