import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ConversationId, ConversationModel, ModelId } from '../../../main/contract/index.ts';
import { api } from '../../api.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { toFailed } from '../failure.ts';

/** Who answers in the open conversation, read again when models change. */
function useConversationModel(id: ConversationId, turns: number) {
  const [model, setModel] = useState<ConversationModel | null>(null);
  const read = useCallback(async () => {
    try {
      setModel(await api.call('models.inConversation', { conversationId: id }));
    } catch {
      // The conversation may have gone a moment ago; the line is left out then.
      setModel(null);
    }
  }, [id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer may have come from another model
  useEffect(() => {
    void read();
    return api.on('models.changed', () => void read());
  }, [read, turns]);
  return { model, setModel };
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
  const { model, setModel } = useConversationModel(id, turns);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // Nobody waits for it: where it fails, the answer says why.
    api.call('models.warmUp', { conversationId: id }).catch(() => undefined);
  }, [id]);
  if (model === null || model.model === null || model.choices.length < 2) return children;
  const choose = async (modelId: ModelId | null): Promise<void> => {
    try {
      const next = await api.call('models.choose', { conversationId: id, modelId });
      setModel(next);
      const name = next.model?.name ?? '';
      announce(modelId === null ? t('route.freed') : t('route.fixed', { name }));
    } catch (error) {
      announce(toFailed(error).message);
    }
  };
  const { name } = model.model;
  return (
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
  );
}
