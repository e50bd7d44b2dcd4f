import { useRef, useState } from 'react';
import type { AuditReport } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Bar, Failure, TextField } from '../../ui/parts.tsx';
import { Field, fieldLook } from '../memory/form.tsx';
import { checkBundle, stopChecking, useAudit } from './audit-store.ts';

/** In groups, as it is read out on the telephone. */
export function Fingerprint({ value }: { readonly value: string }) {
  return (
    <code dir="ltr" className="block max-w-[46ch] font-mono text-sec [overflow-wrap:anywhere]">
      {value.replace(/(.{8})(?=.)/g, '$1 ')}
    </code>
  );
}

function Result({ name, report }: { readonly name: string; readonly report: AuditReport }) {
  const records = count(report.counts.records, 'auditRecords');
  return (
    <div className="flex flex-col gap-2 border-t border-rule pt-3">
      <h3 className={`font-semibold ${report.ok ? '' : 'text-rubric'}`}>
        {report.ok ? `✓ ${t('audit.check.sound')}` : `✗ ${t('audit.check.broken')}`}
      </h3>
      <p className="text-text-2">
        {report.ok
          ? t('audit.check.sound.text', { records, name })
          : t('audit.check.broken.text', { problems: count(report.problems.length, 'auditProblems'), name })}
      </p>
      {report.problems.length > 0 ? (
        <ul className="max-h-72 list-disc overflow-auto ps-5">
          {report.problems.map(({ check, file, seq, id, message, fix }) => (
            <li key={`${check} ${file} ${seq} ${id} ${message}`}>
              {message} <span className="text-sec text-text-2">{fix}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {report.fingerprint === null ? null : (
        <div>
          <p className="text-sec text-text-2">{t('audit.check.fingerprint')}</p>
          <Fingerprint value={report.fingerprint} />
        </div>
      )}
      <ul className="flex flex-col gap-1 text-sec text-text-2">
        {report.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}

/** Somebody else's bundle: chosen, read here, and said what is right and wrong with it. */
export function CheckSection() {
  const checking = useAudit((state) => state.checking);
  const [key, setKey] = useState('');
  const input = useRef<HTMLInputElement>(null);
  return (
    <section aria-labelledby="audit-check" className="flex flex-col gap-3">
      <h2 id="audit-check" className="text-head font-semibold">
        {t('audit.check')}
      </h2>
      <p className="max-w-[62ch] text-text-2">{t('audit.check.lead')}</p>
      <div className="max-w-[30rem]">
        <Field label={t('audit.check.key')} hint={t('audit.check.key.hint')}>
          {(ids) => (
            <TextField
              {...ids}
              value={key}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setKey(event.target.value)}
              className={fieldLook}
            />
          )}
        </Field>
      </div>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('audit.check.choose')}
        onChange={(event) => {
          void checkBundle(event.target.files?.[0], key);
          event.target.value = '';
        }}
      />
      {checking.kind === 'checking' ? (
        <div className="flex items-center gap-3">
          <Bar share={checking.share} label={t('audit.check.running', { name: checking.name })} className="w-64" />
          <Button size="small" onClick={stopChecking}>
            {t('audit.stop')}
          </Button>
        </div>
      ) : (
        <div>
          <Button onClick={() => input.current?.click()}>{t('audit.check.choose')}</Button>
        </div>
      )}
      {checking.kind === 'failed' ? (
        <Failure>{t('audit.check.failed', { why: checking.failure.message })}</Failure>
      ) : null}
      {checking.kind === 'done' ? <Result name={checking.name} report={checking.report} /> : null}
    </section>
  );
}
