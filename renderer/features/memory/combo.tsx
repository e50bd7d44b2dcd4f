import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/parts.tsx';
import { fieldLook } from './form.tsx';

export type Choice = { readonly key: string; readonly label: string; readonly detail: string };

type ComboProps = {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly listLabel: string;
  readonly text: string;
  readonly choices: readonly Choice[];
  /** What stands in the list when nothing fits. */
  readonly nothing?: ReactNode;
  readonly onText: (text: string) => void;
  readonly onPick: (key: string) => void;
};

/** Where an arrow takes the mark in the list, round its ends. */
const step = (key: string, at: number, size: number): number =>
  key === 'ArrowDown' ? (at + 1) % size : at <= 0 ? size - 1 : at - 1;

const MOST_PX = 232;

/** Under its field, or over it where there is more room. */
function placeUnder(popup: HTMLElement, field: HTMLElement | null): void {
  const box = field?.getBoundingClientRect();
  if (!box) return;
  const below = window.innerHeight - box.bottom - 12;
  const isBelow = below >= Math.min(MOST_PX, box.top);
  const height = Math.min(MOST_PX, isBelow ? below : box.top - 12);
  popup.style.insetInlineStart = 'auto';
  popup.style.left = `${box.left}px`;
  popup.style.width = `${box.width}px`;
  popup.style.maxHeight = `${height}px`;
  popup.style.top = isBelow ? `${box.bottom + 4}px` : 'auto';
  popup.style.bottom = isBelow ? 'auto' : `${window.innerHeight - box.top + 4}px`;
}

/** A field with a list of what is meant: typed to find, arrows to move, Enter to take. */
export function Combo({ listLabel, text, choices, nothing, onText, onPick, ...ids }: ComboProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const listId = `${ids.id}-list`;
  const marked = choices[at];
  const isListShown = isOpen && (choices.length > 0 || (nothing !== undefined && text !== ''));
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  // Over the dialog and never in its flow: a list that opens and closes must not move the button one is about to press.
  useLayoutEffect(() => {
    const popup = list.current;
    if (!isListShown || !popup) return;
    if (!popup.matches(':popover-open')) popup.showPopover();
    placeUnder(popup, document.getElementById(ids.id));
  });
  const pick = (key: string) => {
    onPick(key);
    setIsOpen(false);
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && choices.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      setAt(step(event.key, at, choices.length));
    } else if (event.key === 'Enter' && isOpen && marked) {
      event.preventDefault();
      pick(marked.key);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    }
  };
  return (
    <div>
      <TextField
        {...ids}
        role="combobox"
        dir="auto"
        autoComplete="off"
        aria-expanded={isListShown}
        aria-controls={isListShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isListShown && marked ? `${listId}-${at}` : undefined}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setIsOpen(true);
          setAt(-1);
        }}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
        className={fieldLook}
      />
      {isListShown ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          popover="manual"
          aria-label={listLabel}
          className="fixed m-0 overflow-auto rounded-ctl border border-rule-2 bg-leaf py-1 text-text shadow-over"
        >
          {choices.map((choice, place) => (
            <div
              key={choice.key}
              id={`${listId}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              // Before the field loses focus, or the list would be gone before the click.
              onPointerDown={(event) => {
                event.preventDefault();
                pick(choice.key);
              }}
              className={`cursor-pointer px-3 py-1.5 ${place === at ? 'bg-ink-wash' : 'hover:bg-sunk'}`}
            >
              <span dir="auto" className="block text-ui text-text">
                {choice.label}
              </span>
              {choice.detail === '' ? null : <span className="block text-sec text-text-2">{choice.detail}</span>}
            </div>
          ))}
          {choices.length === 0 ? <p className="px-3 py-1.5 text-sec text-text-2">{nothing}</p> : null}
        </div>
      ) : null}
    </div>
  );
}
