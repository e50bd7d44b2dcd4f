import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ConversationId, ConversationModel, ModelId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toFailed } from '../failure.ts';

type Known = { readonly id: ConversationId; readonly model: ConversationModel };

/** Who answers in the open conversation, read again when models change. */
function useConversationModel(id: ConversationId, turns: number) {
  const [known, setKnown] = useState<Known | null>(null);
  const latest = useRef(0);
  /** Of several readings the one that was asked last counts; a choice is later than all of them. */
  const take = useCallback(
    async (reading: Promise<ConversationModel>): Promise<ConversationModel> => {
      latest.current += 1;
      const mine = latest.current;
      const model = await reading;
      if (mine === latest.current) setKnown({ id, model });
      return model;
    },
    [id],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer may have come from another model
  useEffect(() => {
    const read = (): void => {
      // The conversation may have gone a moment ago; the line is left out then.
      take(api.call('models.inConversation', { conversationId: id })).catch(() =>
        setKnown((now) => (now?.id === id ? null : now)),
      );
    };
    read();
    const off = api.on('models.changed', read);
    return () => {
      off();
      latest.current += 1;
    };
  }, [take, turns]);
  return { model: known?.id === id ? known.model : null, take };
}

type Choosing = ConversationModel & { readonly onChoose: (id: ModelId | null) => void };

function toItems({ model, isFixed, choices, onChoose }: Choosing): readonly MenuItem[] {
  return [
    { label: t(isFixed ? 'route.auto' : 'route.auto.now'), onSelect: () => onChoose(null) },
    ...choices.map(({ id, name, fit }) => ({
      label:
        fit === 'too large'
          ? t('route.choice.tooLarge', { name })
          : t(isFixed && id === model?.id ? 'route.choice.now' : 'route.choice', { name }),
      onSelect: () => onChoose(id),
    })),
  ];
}

type AnsweredByProps = {
  readonly id: ConversationId;
  /** How many turns there are: after another answer it is read again. */
  readonly turns: number;
  /** What stands here while there is nothing to choose. */
  readonly children: ReactNode;
};

/** Which model answers here, where there is more than one, and a way to change that. */
export function AnsweredBy({ id, turns, children }: AnsweredByProps) {
  const { model, take } = useConversationModel(id, turns);
  const [trouble, setTrouble] = useState<{ readonly id: ConversationId; readonly message: string } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // Nobody waits for it: where it fails, the answer says why.
    api.call('models.warmUp', { conversationId: id }).catch(() => undefined);
  }, [id]);
  if (model === null || model.model === null || model.choices.length < 2) return children;
  const choose = async (modelId: ModelId | null): Promise<void> => {
    try {
      const next = await take(api.call('models.choose', { conversationId: id, modelId }));
      setTrouble(null);
      const name = next.model?.name ?? '';
      announce(modelId === null ? t('route.freed') : t('route.fixed', { name }));
    } catch (error) {
      const { message } = toFailed(error);
      setTrouble({ id, message });
      announce(message);
    }
  };
  const { name } = model.model;
  return (
    <>
      <Menu
        label={t('route.change.label', { name })}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <span className="flex max-w-58 items-baseline gap-x-1 text-sec max-mid:max-w-40">
            <span className="whitespace-nowrap max-wide:hidden">{t('route.by')}</span>{' '}
            <span className="min-w-0 truncate text-text">{name}</span>{' '}
            <span className="whitespace-nowrap">
              · <span className="underline underline-offset-[3px]">{t('route.change')}</span>
            </span>
          </span>
        }
        items={toItems({ ...model, onChoose: (modelId) => void choose(modelId) })}
      />
      {trouble?.id === id ? <span className="order-last w-full text-sec text-rubric">{trouble.message}</span> : null}
    </>
  );
}
