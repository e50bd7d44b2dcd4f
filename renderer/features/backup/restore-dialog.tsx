import { useId, useState } from 'react';
import type { Backup, BackupConversation, ConversationId } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { count, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { joinPath, parentOf } from './paths.pure.ts';
import { listConversations, restoreConversations, restoreWhole } from './restore-store.ts';
import { nameOf } from './words.ts';

type Choice = { readonly kind: 'whole' } | { readonly kind: 'some'; readonly list: readonly BackupConversation[] };

/** More would only be scrolled past: a part of the title finds the rest. */
const SHOWN = 200;

/** Everything into a new folder, or some conversations into the present history. */
export function RestoreDialog({ backup, onClose }: { readonly backup: Backup; readonly onClose: () => void }) {
  const dataFolder = useApp((state) => state.status?.dataFolder ?? '');
  const [choice, setChoice] = useState<Choice>({ kind: 'whole' });
  const [parent, setParent] = useState(parentOf(dataFolder));
  const [name, setName] = useState(t('backup.restore.name.default'));
  const [chosen, setChosen] = useState<ReadonlySet<ConversationId>>(new Set());
  const isWhole = choice.kind === 'whole';
  const isReady = isWhole ? parent.trim() !== '' && name.trim() !== '' : chosen.size > 0;
  const restore = () => {
    onClose();
    if (isWhole) void restoreWhole(backup, joinPath(parent.trim(), name.trim()));
    else void restoreConversations(backup, [...chosen]);
  };
  const showSome = () => void listConversations(backup, (list) => setChoice({ kind: 'some', list }), onClose);
  return (
    <Dialog label={t('backup.restore.title', { at: nameOf(backup) })} isLabelShown width="wide" onClose={onClose}>
      <DialogBody
        actions={
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button variant="primary" disabled={!isReady} onClick={restore}>
              {isWhole
                ? t('backup.restore.do')
                : t('backup.restore.bring', { conversations: count(chosen.size, 'backupConversations') })}
            </Button>
          </>
        }
      >
        <Way
          label={t('backup.restore.whole')}
          what={t('backup.restore.whole.what')}
          isOn={isWhole}
          onChoose={() => setChoice({ kind: 'whole' })}
        />
        {isWhole ? <Target parent={parent} name={name} onParent={setParent} onName={setName} /> : null}
        <Way
          label={t('backup.restore.some')}
          what={t('backup.restore.some.what')}
          isOn={!isWhole}
          onChoose={showSome}
        />
        {choice.kind === 'some' ? <Conversations list={choice.list} chosen={chosen} onChange={setChosen} /> : null}
      </DialogBody>
    </Dialog>
  );
}

type WayProps = {
  readonly label: string;
  readonly what: string;
  readonly isOn: boolean;
  readonly onChoose: () => void;
};

function Way({ label, what, isOn, onChoose }: WayProps) {
  return (
    <label className="flex items-baseline gap-2.5">
      <input type="radio" name="restore-way" checked={isOn} onChange={onChoose} className="accent-ink" />
      <span>
        <span className="text-text">{label}</span>
        <span className="block max-w-[62ch] text-sec">{what}</span>
      </span>
    </label>
  );
}

type TargetProps = {
  readonly parent: string;
  readonly name: string;
  readonly onParent: (parent: string) => void;
  readonly onName: (name: string) => void;
};

function Target({ parent, name, onParent, onName }: TargetProps) {
  const id = useId();
  return (
    <div className="ms-6 grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-2.5 max-mid:ms-0 max-mid:grid-cols-1">
      <label htmlFor={`${id}-parent`} className="flex flex-col gap-1 text-sec">
        {t('backup.restore.parent')}
        <TextField
          id={`${id}-parent`}
          value={parent}
          spellCheck={false}
          onChange={(event) => onParent(event.target.value)}
          className="text-ui text-text"
        />
      </label>
      <label htmlFor={`${id}-name`} className="flex flex-col gap-1 text-sec">
        {t('backup.restore.name')}
        <TextField
          id={`${id}-name`}
          value={name}
          spellCheck={false}
          onChange={(event) => onName(event.target.value)}
          className="text-ui text-text"
        />
      </label>
    </div>
  );
}

type ConversationsProps = {
  readonly list: readonly BackupConversation[];
  readonly chosen: ReadonlySet<ConversationId>;
  readonly onChange: (chosen: ReadonlySet<ConversationId>) => void;
};

function Conversations({ list, chosen, onChange }: ConversationsProps) {
  const [query, setQuery] = useState('');
  const needle = query.trim().toLowerCase();
  const found = list.filter(({ title }) => title.toLowerCase().includes(needle));
  const toggle = (id: ConversationId) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  if (list.length === 0) return <p className="ms-6">{t('backup.restore.none')}</p>;
  return (
    <fieldset className="ms-6 flex min-h-0 flex-col gap-2 max-mid:ms-0">
      <legend className="sr-only">{t('backup.restore.choose')}</legend>
      <TextField
        type="search"
        aria-label={t('backup.restore.find')}
        placeholder={t('backup.restore.find')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="max-h-64 overflow-auto border-y border-rule">
        {found.slice(0, SHOWN).map(({ id, title, turns, lastAt }) => (
          <li key={id} className="border-b border-rule last:border-b-0">
            <label className="flex items-baseline gap-2.5 px-1 py-2">
              <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} className="accent-ink" />
              <bdi className="min-w-0 flex-1 truncate text-text">{title}</bdi>
              <span className="num text-sec whitespace-nowrap">
                {[count(turns, 'turns'), ...(lastAt === null ? [] : [formatDay(lastAt)])].join(' · ')}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="text-sec">{t('backup.restore.noMatch')}</p> : null}
      {found.length > SHOWN ? <p className="text-sec">{t('backup.restore.more', { n: SHOWN })}</p> : null}
    </fieldset>
  );
}
