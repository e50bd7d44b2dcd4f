import { useState } from 'react';
import type { SummarySentence, TurnId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { announce } from '../../ui/live.ts';
import { openSource } from '../chat/note-actions.ts';

/** A summary, which is not testimony: each sentence leads to the first turn that says so. */
export function Sentences({ sentences }: { readonly sentences: readonly SummarySentence[] }) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const open = async (turnId: TurnId): Promise<void> => {
    const failure = await openSource(turnId, null);
    setTrouble(failure?.message ?? null);
    if (failure !== null) announce(failure.message);
  };
  return (
    <ul className="flex flex-col gap-1.5 text-ui">
      {sentences.map(({ text, turns: [first] }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences of one summary never change their order.
        <li key={n} dir="auto">
          {first === undefined ? (
            text
          ) : (
            <button
              type="button"
              className="text-start hover:underline"
              aria-label={t('months.source', { text })}
              onClick={() => void open(first)}
            >
              {text}
            </button>
          )}
        </li>
      ))}
      {trouble === null ? null : <li className="text-sec text-rubric">{trouble}</li>}
    </ul>
  );
}
