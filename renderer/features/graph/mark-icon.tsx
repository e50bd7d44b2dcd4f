import type { EntityType } from '../../../main/contract/index.ts';
import { type Shape, shapeOf } from './marks.ts';

const PATHS: Readonly<Record<Shape, string>> = {
  circle: 'M8 3.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9Z',
  square: 'M3.75 3.75h8.5v8.5h-8.5Z',
  diamond: 'M8 2.5L13.5 8L8 13.5L2.5 8Z',
  triangle: 'M8 3L13 12H3Z',
  capsule: 'M5.5 5h5a3 3 0 0 1 0 6h-5a3 3 0 0 1 0-6Z',
};

/** The mark of a kind, as the picture draws it. */
export function MarkIcon({ type, isCurrent = true }: { readonly type: EntityType; readonly isCurrent?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className={`size-4 flex-none fill-leaf ${isCurrent ? 'stroke-ink-line' : 'stroke-ghost-ink'}`}
    >
      <path d={PATHS[shapeOf(type)]} strokeWidth="1.4" />
    </svg>
  );
}
