import { type FormEvent, useEffect, useState } from 'react';
import type { Space } from '../../../main/contract/index.ts';
import { DEFAULT_SPACE } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure, Loading, Switch, TextField } from '../../ui/parts.tsx';
import { openForget } from '../forget/forget-store.ts';
import { closeLayer } from '../frame/frame-store.ts';
import {
  changeSpace,
  createSpace,
  dismissSpacesFailure,
  refreshSpaces,
  removeSpace,
  undoSpaceRemoval,
  useSpaces,
} from './spaces-store.ts';

const holds = ({ conversations, turns, documents }: Space): string =>
  [
    count(conversations, 'conversations'),
    count(turns, 'turns'),
    ...(documents > 0 ? [count(documents, 'documents')] : []),
  ].join(', ');

function SpaceRow({ space }: { readonly space: Space }) {
  const [name, setName] = useState(space.name);
  useEffect(() => setName(space.name), [space.name]);
  const keep = async () => {
    const wanted = name.trim();
    // A name that was refused stays to be changed.
    if (wanted === '' || wanted === space.name) setName(space.name);
    else await changeSpace({ id: space.id, name: wanted });
  };
  return (
    <li className="flex flex-col gap-2 border-t border-rule py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TextField
          dir="auto"
          maxLength={80}
          aria-label={t('spaces.name', { name: space.name })}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => void keep()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) void keep();
          }}
          className="min-w-0 flex-1 text-text"
        />
        <span className="inline-flex items-center gap-1.5 text-sec">
          <span aria-hidden="true">{t('consent.save')}</span>
          <Switch
            label={t('spaces.saves', { name: space.name })}
            isOn={space.isSaving}
            onChange={(isSaving) => void changeSpace({ id: space.id, isSaving })}
          />
        </span>
        <span className="inline-flex items-center gap-1.5 text-sec">
          <span aria-hidden="true">{t('consent.use')}</span>
          <Switch
            label={t('spaces.uses', { name: space.name })}
            isOn={space.isUsing}
            onChange={(isUsing) => void changeSpace({ id: space.id, isUsing })}
          />
        </span>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-4 text-sec text-text-2">
        <span className="num">{holds(space)}</span>
        {space.id === DEFAULT_SPACE ? (
          <span className="text-text-3">{t('spaces.first')}</span>
        ) : (
          <TextButton
            tone="rubric"
            aria-label={t('spaces.remove.named', { name: space.name })}
            onClick={() => void removeSpace(space.id)}
          >
            {t('spaces.remove')}
          </TextButton>
        )}
        <TextButton
          tone="rubric"
          aria-label={t('forget.open.named', { name: space.name })}
          onClick={() => {
            closeLayer();
            openForget({ selection: { kind: 'space', spaceId: space.id }, name: space.name });
          }}
        >
          {t('forget.open')}
        </TextButton>
      </p>
    </li>
  );
}

function NewSpace() {
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isBusy) return;
    setIsBusy(true);
    if (await createSpace(name.trim())) setName('');
    setIsBusy(false);
  };
  return (
    <form
      onSubmit={(event) => void make(event)}
      className="flex flex-wrap items-center gap-2 border-t border-rule pt-3"
    >
      <TextField
        dir="auto"
        maxLength={80}
        aria-label={t('spaces.new')}
        placeholder={t('spaces.new')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="min-w-0 flex-1 text-text"
      />
      <Button type="submit" disabled={isBusy || name.trim() === ''}>
        {t('spaces.make')}
      </Button>
    </form>
  );
}

/** Spaces: their names, their switches, what they hold. */
export function SpacesDialog({ onClose }: { readonly onClose: () => void }) {
  const { spaces, isLoaded, failure, removed } = useSpaces();
  useEffect(() => {
    void refreshSpaces();
  }, []);
  return (
    <Dialog label={t('spaces.title')} isLabelShown width="wide" onClose={onClose}>
      <DialogBody actions={<Button onClick={onClose}>{t('common.done')}</Button>}>
        <p>{t('spaces.what')}</p>
        {failure ? (
          <Failure actionLabel={t('common.dismiss')} onAction={dismissSpacesFailure}>
            {failure.message}
          </Failure>
        ) : null}
        {isLoaded ? (
          <ul className="m-0 list-none p-0">
            {spaces.map((space) => (
              <SpaceRow key={space.id} space={space} />
            ))}
          </ul>
        ) : (
          <Loading label={t('spaces.loading')} />
        )}
        {removed ? (
          <p className="flex flex-wrap items-baseline gap-x-3 border-t border-rule pt-3 text-sec">
            <span>{t('spaces.removed', { name: removed.name })}</span>
            <TextButton onClick={() => void undoSpaceRemoval()}>{t('common.undo')}</TextButton>
          </p>
        ) : null}
        <NewSpace />
      </DialogBody>
    </Dialog>
  );
}
