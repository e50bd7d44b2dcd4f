import { useState } from 'react';
import type { Settings } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Select, Switch } from '../../ui/parts.tsx';
import { saveSettings } from '../frame/app-store.ts';
import { openLayer } from '../frame/frame-store.ts';
import { useSpaces } from '../spaces/spaces-store.ts';
import { describeSpaces } from '../spaces/words.ts';
import { AskFirstDialog } from './ask-first-dialog.tsx';
import { Row, Section } from './setting-row.tsx';

const BUDGETS = [768, 2048, 7000] as const;
const SURE = [0.6, 0.75, 0.9] as const;

type Part = { readonly settings: Settings };

function SwitchRow({
  name,
  isOn,
  onChange,
}: {
  readonly name: 'save' | 'use' | 'decay';
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const label = t(`settings.${name}`);
  return (
    <Row label={label} consequence={t(`settings.${name}.what`)}>
      {({ id, describedBy }) => (
        <Switch id={id} label={label} describedBy={describedBy} isOn={isOn} onChange={onChange} />
      )}
    </Row>
  );
}

const sureLabel = (value: number): string => (value >= 1 ? t('settings.accept.never') : value.toFixed(2));

function AcceptRow({ settings }: Part) {
  const values = [...new Set<number>([...SURE, 1, settings.acceptAbove])].sort((a, b) => a - b);
  return (
    <Row label={t('settings.accept')} consequence={t('settings.accept.what')}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          aria-describedby={describedBy}
          value={settings.acceptAbove}
          onChange={(event) => void saveSettings({ acceptAbove: Number(event.target.value) })}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {sureLabel(value)}
            </option>
          ))}
        </Select>
      )}
    </Row>
  );
}

function AskFirstRow({ settings }: Part) {
  const [isOpen, setIsOpen] = useState(false);
  const n = settings.askFirst.length;
  const chosen = n === 0 ? t('settings.askFirst.choose') : count(n, 'kinds');
  const kinds = settings.askFirst.map((kind) => t(`askFirst.${kind}`)).join(', ');
  return (
    <Row label={t('settings.askFirst')} consequence={kinds === '' ? t('settings.askFirst.nothing') : kinds}>
      {({ id, describedBy }) => (
        <>
          <Button
            id={id}
            size="small"
            aria-label={`${t('settings.askFirst')}: ${chosen}`}
            aria-describedby={describedBy}
            onClick={() => setIsOpen(true)}
          >
            {chosen}
          </Button>
          {isOpen ? <AskFirstDialog settings={settings} onClose={() => setIsOpen(false)} /> : null}
        </>
      )}
    </Row>
  );
}

function BudgetRow({ settings }: Part) {
  const known = [...new Set([...BUDGETS, ...(settings.budgetTokens === null ? [] : [settings.budgetTokens])])].sort(
    (a, b) => a - b,
  );
  return (
    <Row label={t('settings.budget')} consequence={t('settings.budget.what')}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          aria-describedby={describedBy}
          value={settings.budgetTokens ?? 'automatic'}
          onChange={(event) =>
            void saveSettings({ budgetTokens: event.target.value === 'automatic' ? null : Number(event.target.value) })
          }
        >
          <option value="automatic">{t('settings.budget.automatic')}</option>
          {known.map((tokens) => (
            <option key={tokens} value={tokens}>
              {t('settings.budget.tokens', { n: tokens.toLocaleString('en') })}
            </option>
          ))}
        </Select>
      )}
    </Row>
  );
}

function SpacesRow() {
  const spaces = useSpaces((state) => state.spaces);
  return (
    <Row
      label={t('settings.spaces')}
      consequence={spaces.length > 1 ? describeSpaces(spaces) : t('settings.spaces.one')}
    >
      {({ id, describedBy }) => (
        <Button
          id={id}
          size="small"
          aria-label={t('settings.spaces.edit')}
          aria-describedby={describedBy}
          onClick={() => openLayer('spaces')}
        >
          {t('settings.spaces.edit')}
        </Button>
      )}
    </Row>
  );
}

/** What is kept, what is used, and what is asked about first. */
export function MemorySection({ settings }: Part) {
  return (
    <Section title={t('settings.memory')}>
      <SwitchRow name="save" isOn={settings.isSaving} onChange={(isSaving) => void saveSettings({ isSaving })} />
      <SwitchRow name="use" isOn={settings.isUsing} onChange={(isUsing) => void saveSettings({ isUsing })} />
      <AcceptRow settings={settings} />
      <AskFirstRow settings={settings} />
      <BudgetRow settings={settings} />
      <SwitchRow name="decay" isOn={settings.isDecayOn} onChange={(isDecayOn) => void saveSettings({ isDecayOn })} />
      <SpacesRow />
      <p className="border-t border-rule pt-3 text-sec text-text-2">{t('settings.oneplace')}</p>
    </Section>
  );
}
