import { type RefObject, useEffect, useState } from 'react';
import { keepSpan, placeSelected, type Span } from './selected.pure.ts';

/** The range that is selected, if it lies wholly inside an element. */
function rangeIn(element: HTMLElement): Range | null {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return element.contains(range.startContainer) && element.contains(range.endContainer) ? range : null;
}

/** Where the selection begins in an element that shows nothing but text. */
function offsetIn(element: HTMLElement, range: Range): number | null {
  return range.startContainer.nodeType === Node.TEXT_NODE && element.firstChild === range.startContainer
    ? range.startOffset
    : null;
}

/** The part of a turn's text that is selected in the element that shows it; null where there is none. */
export function useSelected(element: RefObject<HTMLElement | null>, text: string): Span | null {
  const [span, setSpan] = useState<Span | null>(null);
  useEffect(() => {
    const read = () => {
      const shown = element.current;
      const range = shown === null ? null : rangeIn(shown);
      // Not `range.toString()`, which drops the line breaks between blocks.
      const next =
        shown === null || range === null
          ? null
          : placeSelected(text, window.getSelection()?.toString() ?? '', offsetIn(shown, range));
      setSpan((before) => keepSpan(before, next));
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [element, text]);
  return span;
}
