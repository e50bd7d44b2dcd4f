import { type ReactNode, useEffect, useId, useRef } from 'react';

export type MenuItem = { readonly label: string; readonly onSelect: () => void; readonly isDanger?: boolean };

type MenuProps = {
  readonly label: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly trigger: ReactNode;
  readonly triggerClassName?: string;
  readonly items: readonly MenuItem[];
};

/** A short list of actions behind one button, over everything else and never cut off by a scrolling list. */
export function Menu({ label, isOpen, onOpenChange, trigger, triggerClassName = '', items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    const popup = list.current;
    const anchor = button.current?.getBoundingClientRect();
    if (!isOpen || !popup || !anchor) return;
    popup.showPopover();
    const { offsetWidth, offsetHeight } = popup;
    popup.style.insetInlineStart = 'auto';
    popup.style.left = `${Math.max(8, Math.min(anchor.right - offsetWidth, window.innerWidth - offsetWidth - 8))}px`;
    popup.style.top = `${anchor.bottom + offsetHeight + 12 > window.innerHeight ? anchor.top - offsetHeight - 4 : anchor.bottom + 4}px`;
    popup.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [isOpen]);

  const move = (step: number) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const here = all.indexOf(document.activeElement as HTMLElement);
    all[(here + step + all.length) % all.length]?.focus();
  };
  const close = () => {
    onOpenChange(false);
    button.current?.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => onOpenChange(!isOpen)}
        className={`me-1 rounded-ctl p-1 text-text-2 hover:text-text ${triggerClassName}`}
      >
        {trigger}
      </button>
      {isOpen ? (
        <div
          ref={list}
          id={id}
          popover="auto"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onToggle={(event) => {
            if (event.newState === 'closed') onOpenChange(false);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              move(event.key === 'ArrowDown' ? 1 : -1);
            } else if (event.key === 'Escape') {
              event.stopPropagation();
              close();
            } else if (event.key === 'Tab') close();
          }}
          className="fixed m-0 max-w-[min(24rem,calc(100vw-1rem))] min-w-40 rounded-ctl border border-rule-2 bg-leaf py-1 text-text shadow-over"
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={`block w-full truncate px-3 py-1.5 text-start text-ui hover:bg-sunk focus-visible:bg-ink-wash focus-visible:outline-none ${item.isDanger ? 'text-rubric' : ''}`}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
}
