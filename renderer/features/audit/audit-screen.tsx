import { type ReactNode, useEffect, useId, useState } from 'react';
import { type AuditCounts, SpaceId } from '../../../main/contract/index.ts';
import { formatBytes, formatMs } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Bar, Failure, Loading, Page, Select } from '../../ui/parts.tsx';
import { MenuButton } from '../frame/menu-button.tsx';
import { DateField, pointOf, readField } from '../memory/form.tsx';
import { useSpaces } from '../spaces/spaces-store.ts';
import { forgetBundle, previewAudit, save, stopWriting, useAudit, writeBundle } from './audit-store.ts';
import { CheckSection, Fingerprint } from './check-section.tsx';
import { coveredIn, type Wish } from './choice.pure.ts';

/** Counting reads the whole history, so it waits until nobody types any more. */
const QUIET_MS = 400;

type Typed = Pick<Wish, 'part' | 'spaceId' | 'isNamesCovered' | 'isBodiesCovered' | 'isSigned'> & {
  readonly from: string;
  readonly to: string;
  readonly validAt: string;
  readonly knownAt: string;
};

const NOTHING_TYPED: Typed = {
  ...{ part: 'everything', spaceId: null, from: '', to: '', validAt: '', knownAt: '' },
  ...{ isNamesCovered: false, isBodiesCovered: false, isSigned: true },
};

/** The wish, or null while a date cannot be read. */
function toWish({ from, to, validAt, knownAt, ...rest }: Typed): Wish | null {
  const dates = {
    from: pointOf(readField(from)),
    to: pointOf(readField(to)),
    validAt: pointOf(readField(validAt)),
    knownAt: pointOf(readField(knownAt)),
  };
  if (dates.from === undefined || dates.to === undefined || dates.validAt === undefined || dates.knownAt === undefined)
    return null;
  return { ...rest, from: dates.from, to: dates.to, validAt: dates.validAt, knownAt: dates.knownAt };
}

type ChoiceProps = {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly label: string;
  readonly note?: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
};

function Choice({ type, name, label, note, isChosen, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 py-1.5">
      <input
        id={id}
        type={type}
        name={name}
        checked={isChosen}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-[3px] size-4 flex-none accent-ink"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {note === undefined ? null : (
          <p id={`${id}-note`} className="max-w-[62ch] text-sec text-text-2">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-[0.8125rem] leading-5 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

type FormProps = { readonly typed: Typed; readonly set: (patch: Partial<Typed>) => void };

function WhatGoesIn({ typed, set }: FormProps) {
  const spaces = useSpaces((state) => state.spaces);
  const id = useId();
  return (
    <Group title={t('audit.what')}>
      <Choice
        type="radio"
        name="part"
        label={t('audit.everything')}
        isChosen={typed.part === 'everything'}
        onChange={() => set({ part: 'everything' })}
      />
      <Choice
        type="radio"
        name="part"
        label={t('audit.part')}
        note={t('audit.part.note')}
        isChosen={typed.part === 'part'}
        onChange={() => set({ part: 'part' })}
      />
      {typed.part === 'part' ? (
        <div className="grid max-w-[38rem] grid-cols-3 gap-3 ps-[1.625rem] max-mid:grid-cols-1">
          <div className="flex flex-col gap-1">
            <label htmlFor={id} className="text-sec">
              {t('audit.space')}
            </label>
            <Select
              id={id}
              value={typed.spaceId ?? ''}
              onChange={({ target }) => set({ spaceId: target.value === '' ? null : SpaceId.parse(target.value) })}
            >
              <option value="">{t('audit.space.any')}</option>
              {spaces.map((space) => (
                <option key={space.id} value={space.id}>
                  {space.name}
                </option>
              ))}
            </Select>
          </div>
          <DateField label={t('audit.from')} text={typed.from} onChange={(from) => set({ from })} />
          <DateField label={t('audit.to')} text={typed.to} onChange={(to) => set({ to })} />
        </div>
      ) : null}
    </Group>
  );
}

function AuditForm({ typed, set }: FormProps) {
  return (
    <div className="flex flex-col gap-6">
      <WhatGoesIn typed={typed} set={set} />
      <Group title={t('audit.asOf')}>
        <div className="grid max-w-[30rem] grid-cols-2 gap-3 max-mid:grid-cols-1">
          <DateField
            label={t('audit.validAt')}
            text={typed.validAt}
            hint={t('audit.asOf.hint')}
            onChange={(validAt) => set({ validAt })}
          />
          <DateField
            label={t('audit.knownAt')}
            text={typed.knownAt}
            hint={t('audit.asOf.hint')}
            onChange={(knownAt) => set({ knownAt })}
          />
        </div>
      </Group>
      <Group title={t('audit.cover')}>
        <Choice
          type="checkbox"
          name="names"
          label={t('audit.cover.names')}
          note={t('audit.cover.names.note')}
          isChosen={typed.isNamesCovered}
          onChange={(isNamesCovered) => set({ isNamesCovered })}
        />
        <Choice
          type="checkbox"
          name="bodies"
          label={t('audit.cover.bodies')}
          note={t('audit.cover.bodies.note')}
          isChosen={typed.isBodiesCovered}
          onChange={(isBodiesCovered) => set({ isBodiesCovered })}
        />
      </Group>
      <Group title={t('audit.sign')}>
        <Choice
          type="checkbox"
          name="sign"
          label={t('audit.sign.label')}
          note={t('audit.sign.note')}
          isChosen={typed.isSigned}
          onChange={(isSigned) => set({ isSigned })}
        />
      </Group>
    </div>
  );
}

/** The live sentences that say what the bundle will hold. */
function sentencesOf(counts: AuditCounts, isSigned: boolean): readonly string[] {
  const covered = coveredIn(counts);
  const said = {
    open: count(counts.open, 'auditRecords'),
    records: count(counts.records, 'auditRecords'),
    facts: count(counts.facts, 'auditFacts'),
    traces: count(counts.traces, 'auditTraces'),
  };
  return [
    covered === 0 ? t('audit.preview.all', said) : t('audit.preview.some', said),
    ...(covered === 0
      ? []
      : [t('audit.preview.covered', { records: count(covered, 'auditRecords') }), t('audit.preview.traces')]),
    ...(counts.names === 0 ? [] : [t('audit.preview.names', { names: count(counts.names, 'auditNames') })]),
    ...(counts.erased === 0 ? [] : [t('audit.preview.erased', { records: count(counts.erased, 'auditRecords') })]),
    ...(isSigned ? [] : [t('audit.preview.unsigned')]),
  ];
}

function Preview({ isSigned }: { readonly isSigned: boolean }) {
  const preview = useAudit((state) => state.preview);
  return (
    <aside aria-label={t('audit.preview')} className="flex flex-col gap-2">
      <p className="text-sec text-text-2">{t('audit.preview')}</p>
      <div className="rounded-[4px] border border-rule bg-leaf p-6 shadow-[0_6px_24px_rgb(0_0_0/0.08)]">
        {preview.kind === 'loading' ? <Loading label={t('audit.preview.loading')} lines={3} /> : null}
        {preview.kind === 'failed' ? (
          <Failure>{t('audit.preview.failed', { why: preview.failure.message })}</Failure>
        ) : null}
        {preview.kind === 'ready' ? (
          <div aria-live="polite" className="flex flex-col gap-2">
            {sentencesOf(preview.value, isSigned).map((sentence, n) => (
              <p key={sentence} className={n === 0 ? '' : 'text-text-2'}>
                {sentence}
              </p>
            ))}
          </div>
        ) : null}
      </div>
    </aside>
  );
}

function WriteSection({ wish }: { readonly wish: Wish | null }) {
  const writing = useAudit((state) => state.writing);
  return (
    <div className="flex flex-col gap-3">
      {writing.kind === 'writing' ? (
        <div className="flex items-center gap-3">
          <Bar share={writing.share} label={t(`audit.step.${writing.step}`)} className="w-64" />
          <span className="text-sec text-text-2">{t(`audit.step.${writing.step}`)}</span>
          <Button size="small" onClick={stopWriting}>
            {t('audit.stop')}
          </Button>
        </div>
      ) : (
        <div>
          <Button
            variant="primary"
            disabled={wish === null}
            onClick={() => (wish === null ? undefined : void writeBundle(wish))}
          >
            {t('audit.write')}
          </Button>
        </div>
      )}
      {writing.kind === 'failed' ? <Failure>{t('audit.failed', { why: writing.failure.message })}</Failure> : null}
      {writing.kind === 'done' ? (
        <div className="flex flex-col gap-1.5">
          <p>
            {t('audit.done', {
              name: writing.name,
              size: formatBytes(writing.report.bytes),
              time: formatMs(writing.report.ms),
            })}{' '}
            {t('audit.done.where')}{' '}
            <TextButton onClick={() => save(writing.url, writing.name)}>{t('audit.again')}</TextButton>
          </p>
          {writing.report.fingerprint === null ? null : (
            <div>
              <p className="text-sec text-text-2">{t('audit.done.key')}</p>
              <Fingerprint value={writing.report.fingerprint} />
            </div>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** Writes a bundle for a stranger, and checks one of a stranger's. */
export function AuditScreen() {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const wish = toWish(typed);
  const question = JSON.stringify(wish);
  useEffect(() => {
    const asked = JSON.parse(question) as Wish | null; // what was made into text just above
    if (asked === null) return;
    const timer = window.setTimeout(() => void previewAudit(asked), QUIET_MS);
    return () => window.clearTimeout(timer);
  }, [question]);
  useEffect(() => forgetBundle, []);
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')} leading={<MenuButton />}>
      <div className="grid grid-cols-[minmax(0,1fr)_24rem] gap-[3.25rem] max-wide:grid-cols-1 max-wide:gap-7">
        <div className="flex flex-col gap-8">
          <AuditForm typed={typed} set={(patch) => setTyped((before) => ({ ...before, ...patch }))} />
          <WriteSection wish={wish} />
          <CheckSection />
        </div>
        <Preview isSigned={typed.isSigned} />
      </div>
    </Page>
  );
}
