import { useMemo } from 'react';
import { EntityType } from '../../../main/contract/index.ts';
import { formatNumber, t } from '../../locales/text.ts';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/parts.tsx';
import { areaText } from '../memory/words.ts';
import { setFilter, useGraph } from './graph-store.ts';
import { MarkIcon } from './mark-icon.tsx';
import { type Indexed, NO_FILTER } from './model.pure.ts';

/** Kinds that occur, with how many there are; and areas of the links. */
function useChoices({ data }: Indexed) {
  const areas = useGraph((state) => state.areas);
  return useMemo(() => {
    const counts = new Map<EntityType, number>();
    for (const { type } of data.nodes) counts.set(type, (counts.get(type) ?? 0) + 1);
    const found = new Set(data.edges.flatMap(({ relation }) => areas.get(relation) ?? []));
    const kinds = EntityType.options.flatMap((type) => {
      const n = counts.get(type);
      return n === undefined ? [] : [{ type, n }];
    });
    return { kinds, areas: [...found].sort((a, b) => areaText(a).localeCompare(areaText(b))) };
  }, [data, areas]);
}

type KindProps = {
  readonly type: EntityType;
  readonly n: number;
  readonly isOn: boolean;
  readonly onToggle: () => void;
};

function KindButton({ type, n, isOn, onToggle }: KindProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      aria-pressed={isOn}
      aria-label={t('graph.type.count', { type: t(`graph.type.${type}`), n: formatNumber(n) })}
      className={isOn ? 'border-ink! bg-ink-wash!' : ''}
      onClick={onToggle}
    >
      <MarkIcon type={type} />
      {t(`graph.type.${type}`)}
    </Button>
  );
}

/** Kinds (and what their marks look like), areas, and a name. */
export function GraphFilters({ indexed }: { readonly indexed: Indexed }) {
  const filter = useGraph((state) => state.filter);
  const { kinds, areas } = useChoices(indexed);
  const toggle = (type: EntityType) => {
    const types = filter.types.includes(type) ? filter.types.filter((each) => each !== type) : [...filter.types, type];
    setFilter({ ...filter, types });
  };
  const isFiltered = filter.types.length > 0 || filter.area !== null || filter.query !== '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend of its own
    <div role="group" aria-label={t('graph.filters')} className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
      <TextField
        type="search"
        aria-label={t('graph.find')}
        placeholder={t('graph.find')}
        className="me-1 w-40"
        value={filter.query}
        onChange={(event) => setFilter({ ...filter, query: event.target.value })}
      />
      {areas.length < 2 ? null : (
        <Select
          aria-label={t('graph.areas')}
          className="me-1 max-w-44"
          value={filter.area ?? ''}
          onChange={(event) => setFilter({ ...filter, area: event.target.value === '' ? null : event.target.value })}
        >
          <option value="">{t('graph.areas.all')}</option>
          {areas.map((area) => (
            <option key={area} value={area}>
              {areaText(area)}
            </option>
          ))}
        </Select>
      )}
      {kinds.map((kind) => (
        <KindButton
          key={kind.type}
          {...kind}
          isOn={filter.types.includes(kind.type)}
          onToggle={() => toggle(kind.type)}
        />
      ))}
      {isFiltered ? (
        <Button size="small" variant="quiet" className="text-ink" onClick={() => setFilter(NO_FILTER)}>
          {t('graph.clear')}
        </Button>
      ) : null}
    </div>
  );
}
