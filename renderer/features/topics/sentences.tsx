import type { SummarySentence } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { openSource } from '../chat/note-actions.ts';

/** A summary, which is not testimony: each sentence leads to the first turn that says so. */
export function Sentences({ sentences }: { readonly sentences: readonly SummarySentence[] }) {
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
              onClick={() => void openSource(first, null)}
            >
              {text}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
