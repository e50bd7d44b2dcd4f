import { useState } from 'react';
import type { Revision } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { hrefs } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { openForget } from '../forget/forget-store.ts';
import { MenuButton } from '../frame/menu-button.tsx';
import { EntityMenu } from './entity-menu.tsx';
import { CorrectDialog, EndDialog, RetractDialog } from './fact-dialogs.tsx';
import type { FactView } from './fact-store.ts';
import { nameLifeline } from './lifeline.pure.ts';
import { inLayers, isWithdrawn, textOf } from './revisions.pure.ts';
import { historyText, nameOf, wholeFactText } from './words.ts';

/** Where a fact belongs: whose it is, and which relation. */
export function FactWhere({ view }: { readonly view: FactView }) {
  const { subject, relation } = view;
  return (
    <nav aria-label={t('fact.where')} className="flex items-center gap-2 text-lab text-text-3">
      <MenuButton />
      <span>
        <a className="act" href={hrefs.memory()}>
          {t('memory.title')}
        </a>{' '}
        /{' '}
        <a className="act" href={hrefs.memory(subject.id)}>
          <bdi>{nameOf(subject)}</bdi>
        </a>{' '}
        / {relation.name}
      </span>
      <EntityMenu entity={subject} facts={view.revisions.filter((each) => !isWithdrawn(each))} />
    </nav>
  );
}

const VALUE = 'text-[2.875rem] leading-[3.25rem] tracking-[-0.02em] max-mid:text-title max-mid:leading-9';

/** The value as it is, over what was there before: a page written again. */
function Ghosts({ value, before }: { readonly value: string; readonly before: readonly string[] }) {
  return (
    <div className="grid max-w-[36rem] min-w-0 pb-4">
      {before.slice(0, 2).map((text, depth) => (
        <i
          key={text}
          aria-hidden="true"
          data-text={text}
          className={`layered pointer-events-none max-w-[18rem] truncate text-ghost-ink not-italic [grid-area:1/1] ${VALUE}`}
          style={{
            marginInlineStart: `${4.5 + depth * 3.75}rem`,
            marginBlockStart: `${1.2 + depth * 0.95}rem`,
            opacity: depth === 0 ? 0.4 : 0.2,
          }}
        />
      ))}
      <p className={`z-[1] line-clamp-3 pb-2 [grid-area:1/1] [overflow-wrap:anywhere] ${VALUE}`}>
        <bdi>{value}</bdi>
      </p>
    </div>
  );
}

type FactHeadProps = { readonly view: FactView; readonly fact: Revision; readonly nowMs: number };

function Summary({ view, fact, nowMs }: FactHeadProps) {
  const { revisions, subject } = view;
  const disputed = new Set(view.conflicts.flat());
  const name = nameLifeline(revisions, disputed, nowMs);
  const values = new Set(revisions.map(({ object }) => textOf(object)));
  const figures = [
    count(values.size, 'values'),
    name.corrections === 0 ? t('fact.noCorrection') : count(name.corrections, 'corrections'),
    t(name.isConflict ? 'fact.conflict' : 'fact.noConflict'),
    t(`fact.by.${fact.assertedBy}`),
  ];
  return (
    <div className="min-w-0 flex-1 basis-80 pt-3">
      <h1 className="text-figure leading-[1.6875rem]">
        <bdi>{wholeFactText({ ...fact, subject: { id: subject.id, name: nameOf(subject) } })}</bdi>
      </h1>
      <p className="text-text-2">
        {historyText(name)}.
        <br />
        {figures.join(', ').replace(/^./, (letter) => letter.toUpperCase())}.
      </p>
    </div>
  );
}

/** What can be said about a fact: that the record is wrong, that it is over, that it never was so. */
function Actions({ view, fact }: Omit<FactHeadProps, 'nowMs'>) {
  const [dialog, setDialog] = useState<'correct' | 'end' | 'retract' | null>(null);
  const close = () => setDialog(null);
  const isOpen = !isWithdrawn(fact) && fact.knownTo === null;
  if (!isOpen) return null;
  return (
    <div className="flex flex-wrap gap-2 pt-3">
      <Button onClick={() => setDialog('correct')}>{t('fact.correct')}</Button>
      {fact.validTo === null && view.relation.bucket !== 'property' ? (
        <Button onClick={() => setDialog('end')}>{t('fact.end')}</Button>
      ) : null}
      <Button variant="dangerOutline" onClick={() => setDialog('retract')}>
        {t('fact.retract')}
      </Button>
      {dialog === 'correct' ? <CorrectDialog fact={fact} relation={view.relation} onClose={close} /> : null}
      {dialog === 'end' ? <EndDialog fact={fact} onClose={close} /> : null}
      {dialog === 'retract' ? <RetractDialog fact={fact} onClose={close} /> : null}
    </div>
  );
}

/** The turns that say so go, and what else rests on them. A fact entered by hand has none. */
function ForgetFact({ fact }: { readonly fact: Revision }) {
  const turnIds = [...new Set(fact.evidence.flatMap(({ turnId }) => turnId ?? []))];
  if (turnIds.length === 0) return null;
  return (
    <Button
      variant="quiet"
      className="mt-3"
      onClick={() => openForget({ selection: { kind: 'turns', turnIds }, name: null })}
    >
      {t('forget.open.fact')}
    </Button>
  );
}

/** The head of a fact's page: the value over older ones, one sentence, what can be said about it. */
export function FactHead({ view, fact, nowMs }: FactHeadProps) {
  const value = textOf(fact.object);
  const older = inLayers(view.revisions).filter(({ status }) => status !== 'retracted');
  const before = [...new Set(older.map(({ object }) => textOf(object)))].filter((text) => text !== value);
  return (
    <header className="mt-2.5 flex flex-wrap items-start gap-x-8 gap-y-1">
      <Ghosts value={value} before={before} />
      <Summary view={view} fact={fact} nowMs={nowMs} />
      <Actions view={view} fact={fact} />
      <ForgetFact fact={fact} />
    </header>
  );
}
