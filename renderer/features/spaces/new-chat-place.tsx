import type { SpaceId } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { useSpace } from '../../space.ts';
import { Select } from '../../ui/parts.tsx';
import { useConsent } from './consent-store.ts';
import { chooseSpace, useSpaces } from './spaces-store.ts';
import { SwitchLine } from './switch-line.tsx';

/** Where a new chat begins, and whether it is saved and uses memory. */
export function NewChatPlace() {
  const spaces = useSpaces((state) => state.spaces);
  const spaceId = useSpace((state) => state.spaceId);
  const failure = useConsent((state) => (state.of === spaceId ? state.failure : null));
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {spaces.length > 1 ? (
        <span className="inline-flex items-center gap-1.5 text-lab text-text-2">
          <label htmlFor="new-chat-space">{t('spaces.in')}</label>
          <Select
            id="new-chat-space"
            look="quiet"
            value={spaceId}
            onChange={(event) => void chooseSpace(event.target.value as SpaceId)}
          >
            {spaces.map((space) => (
              <option key={space.id} value={space.id}>
                {space.name}
              </option>
            ))}
          </Select>
        </span>
      ) : null}
      <SwitchLine place={{ spaceId }} />
      {failure ? <p className="text-sec text-rubric">{failure.message}</p> : null}
    </div>
  );
}
