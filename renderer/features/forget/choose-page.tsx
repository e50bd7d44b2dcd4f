import { type FormEvent, type ReactNode, useState } from 'react';
import { formatDay } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { useSpace } from '../../space.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/parts.tsx';
import { DateField, Field, fieldLook, pointOf, readField } from '../memory/form.tsx';
import { nameOfSpace, useSpaces } from '../spaces/spaces-store.ts';
import { forgetEverything, MOST_WORDS, openForget, useForget } from './forget-store.ts';
import { ForgetFrame } from './parts.tsx';
import { endOfPoint } from './period.pure.ts';
import { Notice } from './preview-page.tsx';

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-t border-rule py-4">
      <h2 className="mb-2 text-head font-semibold">{title}</h2>
      {children}
    </section>
  );
}

type WhereProps = { readonly isEverywhere: boolean; readonly onChange: (isEverywhere: boolean) => void };

/** In this space, or in all: only asked where there are several. */
function Where({ isEverywhere, onChange }: WhereProps) {
  const spaces = useSpaces((state) => state.spaces);
  const spaceId = useSpace((state) => state.spaceId);
  if (spaces.length < 2) return null;
  return (
    <Select
      aria-label={t('forget.choose.where')}
      value={isEverywhere ? 'all' : 'one'}
      onChange={(event) => onChange(event.target.value === 'all')}
      className="max-w-64"
    >
      <option value="one">{t('forget.choose.everywhere.off', { space: nameOfSpace(spaces, spaceId) })}</option>
      <option value="all">{t('forget.choose.everywhere')}</option>
    </Select>
  );
}

/** The space that a selection is in; null is all of them. A folder with one space has nothing to ask. */
function useWhere() {
  const spaceId = useSpace((state) => state.spaceId);
  const isOne = useSpaces((state) => state.spaces.length < 2);
  const [isEverywhere, setIsEverywhere] = useState(false);
  return { isEverywhere, setIsEverywhere, spaceId: isEverywhere || isOne ? null : spaceId };
}

function About({ words: initial, hasFocus }: { readonly words: string; readonly hasFocus: boolean }) {
  const [words, setWords] = useState(initial);
  const { isEverywhere, setIsEverywhere, spaceId } = useWhere();
  const wanted = words.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== '') openForget({ selection: { kind: 'about', words: wanted, spaceId }, name: wanted });
  };
  return (
    <Section title={t('forget.choose.about')}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field label={t('forget.choose.about.label')} hint={t('forget.choose.about.hint')}>
          {(ids) => (
            <TextField
              {...ids}
              dir="auto"
              autoComplete="off"
              maxLength={MOST_WORDS}
              autoFocus={hasFocus}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              className={fieldLook}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Where isEverywhere={isEverywhere} onChange={setIsEverywhere} />
          <Button type="submit" disabled={wanted === ''}>
            {t('forget.choose.look')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** From one day to another, both included; one alone is that day, month or year. */
function Time({ hasFocus }: { readonly hasFocus: boolean }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { isEverywhere, setIsEverywhere, spaceId } = useWhere();
  const first = pointOf(readField(from));
  const last = pointOf(readField(to));
  const end = last === undefined || first === undefined ? null : (last ?? first);
  const until = end === null ? null : endOfPoint(end);
  const isWrongWayRound = first != null && until !== null && first.at > until;
  const isReady = first != null && until !== null && !isWrongWayRound;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const [start, finish] = [formatDay(first.at), formatDay(until)];
    const name =
      start === finish ? t('forget.time.day', { from: start }) : t('forget.time.span', { from: start, to: finish });
    openForget({ selection: { kind: 'time', from: first.at, to: until, spaceId }, name });
  };
  return (
    <Section title={t('forget.choose.time')}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid grid-cols-2 gap-3 max-mid:grid-cols-1">
          <DateField
            label={t('forget.choose.from')}
            text={from}
            hint={t('forget.choose.hint')}
            hasFocus={hasFocus}
            onChange={setFrom}
          />
          <DateField
            label={t('forget.choose.to')}
            text={to}
            trouble={isWrongWayRound ? t('forget.choose.order') : null}
            onChange={setTo}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Where isEverywhere={isEverywhere} onChange={setIsEverywhere} />
          <Button type="submit" disabled={!isReady}>
            {t('forget.choose.look')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Whole() {
  const spaces = useSpaces((state) => state.spaces);
  const spaceId = useSpace((state) => state.spaceId);
  const name = nameOfSpace(spaces, spaceId);
  return (
    <Section title={t('forget.choose.whole')}>
      <div className="flex flex-wrap gap-2">
        {spaces.length > 1 ? (
          <Button
            variant="dangerOutline"
            onClick={() => openForget({ selection: { kind: 'space', spaceId }, name })}
            className="max-w-full"
          >
            <span className="truncate">{t('forget.choose.space', { name })}</span>
          </Button>
        ) : null}
        <Button variant="dangerOutline" onClick={forgetEverything}>
          {t('forget.open.all')}
        </Button>
      </div>
    </Section>
  );
}

/** What is chosen by words, by days, or as a whole; everything else is chosen where it stands. */
export function ChoosePage() {
  const wanted = useForget((state) => state.wanted);
  return (
    <ForgetFrame label={t('forget.step.choose')} title={t('forget.title.choose')} lead={t('forget.lead.choose')}>
      <div className="max-w-[40rem]">
        <Notice />
        <About words={wanted?.kind === 'about' ? wanted.words : ''} hasFocus={wanted?.kind === 'about'} />
        <Time hasFocus={wanted?.kind === 'time'} />
        <Whole />
        <p className="border-t border-rule pt-4">
          <a className="act" href={hrefs.forgotten}>
            {t('forget.choose.receipts')}
          </a>
        </p>
      </div>
    </ForgetFrame>
  );
}
