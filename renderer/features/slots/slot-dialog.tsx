import { type FormEvent, useEffect, useState } from 'react';
import type { OutputOf, SpaceId } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import { Failure, Select, TextField } from '../../ui/parts.tsx';
import { Field, fieldLook } from '../memory/form.tsx';
import { useSpaces } from '../spaces/spaces-store.ts';
import { countTokens, type Editing, editSlot, keepSlot, useSlots } from './slots-store.ts';

const PAUSE_MS = 200;

type Count = OutputOf<'slots.count'>;

/** Counted by the engine a moment after the last key. */
function useCount(title: string, text: string): Count | null {
  const [count, setCount] = useState<Count | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const timer = window.setTimeout(() => {
      void countTokens({ title: title.slice(0, 80), text: text.slice(0, 20_000) }, controller.signal).then((next) => {
        if (next && !controller.signal.aborted) setCount(next);
      });
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      controller.abort();
    };
  }, [title, text]);
  return count;
}

function WhereField({
  value,
  onChange,
}: {
  readonly value: SpaceId | null;
  readonly onChange: (id: SpaceId | null) => void;
}) {
  const spaces = useSpaces((state) => state.spaces);
  if (spaces.length < 2) return null;
  return (
    <Field label={t('slots.field.where')}>
      {({ id }) => (
        <Select
          id={id}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : (event.target.value as SpaceId))}
        >
          <option value="">{t('slots.field.where.all')}</option>
          {spaces.map((space) => (
            <option key={space.id} value={space.id}>
              {space.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Writes a slot, with its tokens counted while one writes. */
export function SlotDialog({ editing: { role, slot } }: { readonly editing: Editing }) {
  const [title, setTitle] = useState(slot?.title ?? '');
  const [text, setText] = useState(slot?.text ?? '');
  const [spaceId, setSpaceId] = useState<SpaceId | null>(slot?.spaceId ?? null);
  const failure = useSlots((state) => state.failure);
  const isBusy = useSlots((state) => state.isBusy);
  const count = useCount(role === 'name' ? '' : title, text);
  const isTooLong = count !== null && count.tokens > count.most;
  const counted =
    count === null || text.trim() === '' ? '' : { n: formatNumber(count.tokens), most: formatNumber(count.most) };
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    await keepSlot({ ...(slot ? { id: slot.id } : {}), role, title: role === 'name' ? '' : title, text, spaceId });
  };
  return (
    <Dialog label={t(`slots.dialog.${role}`)} isLabelShown onClose={() => editSlot(null)}>
      <form onSubmit={(event) => void keep(event)} className="contents">
        <DialogBody
          actions={
            <>
              <Button variant="quiet" onClick={() => editSlot(null)}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" variant="primary" disabled={isBusy || text.trim() === '' || isTooLong}>
                {t('slots.keep')}
              </Button>
            </>
          }
        >
          {role === 'name' ? null : (
            <Field label={t('slots.field.title')} hint={t('slots.field.title.hint')}>
              {(ids) => (
                <TextField
                  {...ids}
                  dir="auto"
                  maxLength={80}
                  value={title}
                  onChange={(event) => setTitle(event.target.value)}
                  className={fieldLook}
                />
              )}
            </Field>
          )}
          <Field
            label={t(`slots.field.${role}`)}
            hint={counted === '' ? '' : t('slots.count', counted)}
            trouble={isTooLong && counted !== '' ? t('slots.tooLong', counted) : null}
          >
            {(ids) => (
              <textarea
                {...ids}
                dir="auto"
                rows={role === 'name' ? 1 : 4}
                maxLength={role === 'name' ? 80 : 4_000}
                value={text}
                onChange={(event) => setText(event.target.value)}
                className={`rounded-ctl border border-rule-2 bg-leaf px-[11px] py-1.5 ${fieldLook}`}
              />
            )}
          </Field>
          {role === 'name' ? null : <WhereField value={spaceId} onChange={setSpaceId} />}
          {failure ? <Failure>{failure.message}</Failure> : null}
        </DialogBody>
      </form>
    </Dialog>
  );
}
