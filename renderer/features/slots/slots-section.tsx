import { useEffect } from 'react';
import { SLOTS_TOKENS, type Slot } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Failure, Loading } from '../../ui/parts.tsx';
import { nameOfSpace, useSpaces } from '../spaces/spaces-store.ts';
import { SlotDialog } from './slot-dialog.tsx';
import { SlotHistory } from './slot-history.tsx';
import { editSlot, loadSlots, openHistory, removeSlot, undoSlotRemoval, useSlots } from './slots-store.ts';
import { titleOf } from './words.ts';

function SlotRow({ slot }: { readonly slot: Slot }) {
  const spaces = useSpaces((state) => state.spaces);
  const title = titleOf(slot);
  const where =
    slot.spaceId === null ? t('slots.everywhere') : t('slots.inSpace', { name: nameOfSpace(spaces, slot.spaceId) });
  const notes = [t('slots.tokens', { n: formatNumber(slot.tokens) }), ...(spaces.length > 1 ? [where] : [])];
  return (
    <li className="border-t border-rule py-[13px]">
      <p className="text-text-2">
        <bdi>{title}</bdi>
      </p>
      <p dir="auto" className="max-w-[62ch] font-serif break-words whitespace-pre-wrap">
        {slot.text}
      </p>
      <p className="num mt-0.5 flex flex-wrap gap-x-4 text-sec text-text-3">
        <span>{notes.join(', ')}</span>
        <TextButton aria-label={t('slots.edit.label', { title })} onClick={() => editSlot({ role: slot.role, slot })}>
          {t('slots.edit')}
        </TextButton>
        {slot.versions > 1 ? (
          <TextButton aria-label={t('slots.history.label', { title })} onClick={() => void openHistory(slot)}>
            {t('slots.history')}
          </TextButton>
        ) : null}
        <TextButton tone="rubric" aria-label={t('slots.remove.label', { title })} onClick={() => void removeSlot(slot)}>
          {t('slots.remove')}
        </TextButton>
      </p>
    </li>
  );
}

/** What stands in every prompt: to read, change, take out and bring back. */
export function SlotsSection() {
  const { list, editing, removed, failure } = useSlots();
  const spaceId = useSpace((state) => state.spaceId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another space has other slots
  useEffect(() => {
    void loadSlots();
  }, [spaceId]);
  if (list.kind === 'failed')
    return (
      <Failure actionLabel={t('common.tryAgain')} onAction={() => void loadSlots()}>
        {list.failure.message}
      </Failure>
    );
  if (list.kind === 'loading') return <Loading label={t('slots.loading')} />;
  const { slots, tokens } = list.value;
  const hasName = slots.some(({ role }) => role === 'name');
  return (
    <>
      <p className="max-w-[62ch] pb-2 text-sec text-text-2">
        {slots.length === 0
          ? t('slots.none')
          : t('slots.what', { used: formatNumber(tokens), most: formatNumber(SLOTS_TOKENS) })}
      </p>
      {failure && !editing ? <Failure>{failure.message}</Failure> : null}
      <ul className="m-0 list-none p-0">
        {slots.map((slot) => (
          <SlotRow key={slot.id} slot={slot} />
        ))}
      </ul>
      {removed ? (
        <p className="flex flex-wrap items-baseline gap-x-3 border-t border-rule py-2.5 text-sec text-text-2">
          <span>{t('slots.removed', { title: titleOf(removed) })}</span>
          <TextButton onClick={() => void undoSlotRemoval()}>{t('common.undo')}</TextButton>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2 border-t border-rule pt-3">
        {hasName ? null : (
          <Button size="small" onClick={() => editSlot({ role: 'name', slot: null })}>
            {t('slots.role.name')}
          </Button>
        )}
        <Button size="small" onClick={() => editSlot({ role: 'instructions', slot: null })}>
          {t('slots.add.instructions')}
        </Button>
        <Button size="small" onClick={() => editSlot({ role: 'note', slot: null })}>
          {t('slots.add.note')}
        </Button>
      </div>
      {editing ? <SlotDialog editing={editing} /> : null}
      <SlotHistory />
    </>
  );
}
