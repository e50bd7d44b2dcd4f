import { useEffect } from 'react';
import type { ConsentSwitch, ConversationId, SpaceId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { count, t } from '../../locales/text.ts';
import { TextButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/parts.tsx';
import { useApp } from '../frame/app-store.ts';
import { loadConsent, turnSwitch, useConsent } from './consent-store.ts';

type LineProps = {
  readonly name: 'save' | 'use';
  readonly isOn: boolean;
  readonly by: ConsentSwitch['by'];
  readonly onChange: (isOn: boolean) => void;
};

/** One switch with its word; where the settings say off, it says so and cannot be turned here. */
function Line({ name, isOn, by, onChange }: LineProps) {
  const isLocked = by === 'settings';
  const label = t(isLocked ? `consent.${name}.locked` : `consent.${name}.label`);
  return (
    <span
      className="inline-flex items-center gap-1.5 text-lab text-text-2"
      title={t(`consent.${name}.${isOn ? 'on' : 'off'}`)}
    >
      <span aria-hidden="true">{t(`consent.${name}`)}</span>
      <Switch label={label} isOn={isOn} isDisabled={isLocked} onChange={onChange} />
    </span>
  );
}

type Place = { readonly conversationId: ConversationId } | { readonly spaceId: SpaceId };

/** Whether what is said here is saved, and whether memory is used for it: the two switches of a conversation. */
export function SwitchLine({ place }: { readonly place: Place }) {
  const consent = useConsent((state) => state.consent);
  const own = useConsent((state) => state.own);
  const settings = useApp((state) => state.settings);
  const key = 'spaceId' in place ? place.spaceId : place.conversationId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is made anew at each drawing; its key and the settings say whether it changed
  useEffect(() => {
    const read = (): void => void loadConsent(place);
    read();
    // A turn that was said unsaved, or a switch of its space, changes what is shown here.
    const off = [api.on('conversations.changed', read), api.on('spaces.changed', read)];
    return () => {
      for (const each of off) each();
    };
  }, [key, settings?.isSaving, settings?.isUsing]);
  if (consent === null) return null;
  const isSaving = consent.save.by === 'settings' ? false : (own.isSaving ?? consent.save.isOn);
  const isUsing = consent.use.by === 'settings' ? false : (own.isUsing ?? consent.use.isOn);
  return (
    <fieldset className="m-0 flex flex-none items-center gap-3.5 border-0 p-0 max-mid:gap-2.5">
      <legend className="sr-only">{t('consent.legend')}</legend>
      <Line
        name="save"
        isOn={isSaving}
        by={consent.save.by}
        onChange={(isOn) => void turnSwitch(place, { isSaving: isOn })}
      />
      <Line
        name="use"
        isOn={isUsing}
        by={consent.use.by}
        onChange={(isOn) => void turnSwitch(place, { isUsing: isOn })}
      />
    </fieldset>
  );
}

/** Says what of this conversation is no part of memory, and offers to take it in. */
export function UnsavedNote({ conversationId }: { readonly conversationId: ConversationId }) {
  const consent = useConsent((state) => (state.of === conversationId ? state.consent : null));
  const failure = useConsent((state) => (state.of === conversationId ? state.failure : null));
  if (failure) return <p className="px-11 py-1.5 text-sec text-rubric max-mid:px-3">{failure.message}</p>;
  if (consent === null || consent.unsavedTurns === 0) return null;
  const turns = count(consent.unsavedTurns, 'turns');
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-rule px-11 py-1.5 text-sec text-text-2 max-mid:px-3">
      <span>{consent.save.isOn ? t('consent.some', { turns }) : t('consent.none')}</span>
      {consent.save.isOn ? (
        <TextButton onClick={() => void turnSwitch({ conversationId }, { isSaving: true })}>
          {t('consent.takeIn')}
        </TextButton>
      ) : null}
    </p>
  );
}
