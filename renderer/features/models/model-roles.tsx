import type { ModelInfo, ModelRole } from '../../../main/contract/index.ts';
import { t } from '../../locales/text.ts';
import { setModelRole } from './models-store.ts';

const ROLES = ['writing', 'coding', 'small'] as const satisfies readonly ModelRole[];

/** What a model is taken for. The chosen one answers everything that no other is set for. */
export function ModelRoles({ model }: { readonly model: ModelInfo }) {
  const { name, roles, isSelected } = model;
  return (
    <fieldset className="mt-1 flex flex-wrap items-center gap-x-3 text-sec">
      <legend className="sr-only">{t('role.group', { name })}</legend>
      <span aria-hidden="true" className="text-text-3">
        {t('role.for')}
      </span>
      {ROLES.map((role) => (
        <label key={role} className="inline-flex min-h-6 items-center gap-1.5 max-mid:min-h-11">
          <input
            type="checkbox"
            className="accent-ink"
            checked={roles.includes(role)}
            aria-label={t('role.set', { name, role: t(`role.${role}`) })}
            onChange={(event) => void setModelRole(model.id, role, event.target.checked)}
          />
          {t(`role.${role}`)}
        </label>
      ))}
      {isSelected ? <span className="text-text-2">{t('role.general')}</span> : null}
    </fieldset>
  );
}
