import { useEffect, useMemo, useState } from 'react';
import type { EntityId } from '../../../main/contract/index.ts';
import { count, t } from '../../locales/text.ts';
import { useLayout } from '../../ui/layout.ts';
import { announce } from '../../ui/live.ts';
import { nameOf } from '../memory/words.ts';
import type { Scene } from './draw.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { setFocus, useGraph } from './graph-store.ts';
import type { Indexed, Shown } from './model.pure.ts';
import type { Highlight } from './plan-words.ts';
import { placeGraph } from './positions.ts';
import type { Focus } from './tree-rows.pure.ts';
import { sayGraph, typeText } from './words.ts';

/** Where everything stands, step by step as it is found; null before the first step. */
function usePositions({ data }: Indexed): { readonly positions: Float32Array; readonly isLast: boolean } | null {
  const [placed, setPlaced] = useState<{ of: Indexed['data']; positions: Float32Array; isLast: boolean } | null>(null);
  const stretch = useLayout() === 'narrow' ? 0.9 : 1.5;
  useEffect(() => placeGraph({ data, stretch, listener: (step) => setPlaced({ of: data, ...step }) }), [data, stretch]);
  return placed?.of === data ? placed : null;
}

function highlightOf({ at }: Indexed, { linksOf }: Shown, focus: Focus | null): Highlight {
  const place = focus === null ? undefined : at.get(focus.entity);
  const links = place === undefined ? undefined : linksOf.get(place);
  if (focus === null || place === undefined || links === undefined) return null;
  return { place, link: links.find(({ id }) => id === focus.link) ?? null };
}

/** Why there is little or nothing to be seen. */
function troubleOf({ data }: Indexed, shown: Shown, isFiltered: boolean): string | null {
  if (data.edges.length === 0) return t('graph.empty');
  if (shown.holding > 0) return null;
  return isFiltered && shown.links.length === 0 ? t('graph.noneFound') : t('graph.noLinks');
}

type PictureProps = {
  readonly indexed: Indexed;
  readonly shown: Shown;
  readonly onVisit: (entity: EntityId) => void;
};

/** The picture, what it has to say for itself, and what is in focus in it. */
export function GraphPicture({ indexed, shown, onVisit }: PictureProps) {
  const placed = usePositions(indexed);
  const focus = useGraph((state) => state.focus);
  const isFiltered = useGraph(({ filter }) => filter.types.length > 0 || filter.area !== null || filter.query !== '');
  const scene: Scene | null = useMemo(
    () => (placed === null ? null : { indexed, shown, positions: placed.positions }),
    [indexed, shown, placed],
  );
  const highlight = useMemo(() => highlightOf(indexed, shown, focus), [indexed, shown, focus]);
  const nodeAt = (place: number) => indexed.data.nodes[place];
  const trouble = troubleOf(indexed, shown, isFiltered);
  const onFocus = (place: number | null) => {
    const node = place === null ? undefined : nodeAt(place);
    if (place === null || !node) return setFocus(null);
    setFocus({ entity: node.id, link: null }, node.id);
    const links = count(shown.held.get(place) ?? 0, 'links');
    announce(t('graph.focus', { name: nameOf(node), type: typeText(node.type), links }));
  };
  return (
    <div className="relative min-h-[20rem] flex-1" data-placed={placed?.isLast ? 'all' : undefined}>
      <GraphCanvas
        scene={scene}
        focus={highlight}
        description={sayGraph(indexed, shown)}
        onFocus={onFocus}
        onOpen={(place) => {
          const node = nodeAt(place);
          if (node) onVisit(node.id);
        }}
      />
      {trouble ? <p className="absolute start-0 top-2 bg-leaf/85 py-1 pe-3 text-lead">{trouble}</p> : null}
      {placed?.isLast || trouble ? null : (
        <p className="absolute start-0 top-2 text-sec text-text-2">
          {t('graph.placing', { nodes: count(indexed.data.nodes.length, 'linked') })}
        </p>
      )}
    </div>
  );
}
