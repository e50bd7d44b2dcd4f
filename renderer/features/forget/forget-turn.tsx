import type { TurnId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { ForgetButton } from './forget-button.tsx';
import type { Span } from './selected.pure.ts';

type ForgetTurnProps = { readonly turnId: TurnId; readonly name: string; readonly selected: Span | null };

/** *Forget…* under a turn; and while some of its words are selected, only these. */
export function ForgetTurn({ turnId, name, selected }: ForgetTurnProps) {
  return (
    <>
      <ForgetButton
        chosen={{ selection: { kind: 'turns', turnIds: [turnId] }, name: null, place: turnId }}
        name={name}
      />
      {selected === null ? null : (
        <ForgetButton
          chosen={{ selection: { kind: 'text', turnId, ...selected }, name: null, place: turnId }}
          name={name}
          label={t('forget.open.selected')}
          tone="ink"
        />
      )}
    </>
  );
}
