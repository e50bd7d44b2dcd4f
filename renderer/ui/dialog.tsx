import { type ReactNode, useEffect, useId, useRef } from 'react';

const widths = { narrow: 'w-[27rem]', wide: 'w-[38.75rem]', sheet: 'w-[17.5rem]' } as const;
const places = {
  centre: 'm-auto rounded-[6px] border border-rule-2 max-h-[86vh]',
  top: 'mx-auto mt-[5.25rem] mb-auto rounded-[6px] border border-rule-2 max-h-[76vh]',
  start: 'me-auto my-0 ms-0 h-full max-h-none border-e border-rule',
} as const;

type DialogProps = {
  readonly label: string;
  readonly isLabelShown?: boolean;
  readonly width?: keyof typeof widths;
  readonly place?: keyof typeof places;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Lies over the page. The browser's own modal keeps focus inside, closes on Esc and gives focus back. */
export function Dialog({
  label,
  isLabelShown = false,
  width = 'narrow',
  place = 'centre',
  onClose,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is only the mouse's way to what Esc does already
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      className={`max-w-[calc(100vw-1.5rem)] overflow-hidden bg-leaf p-0 text-text shadow-over backdrop:bg-paper/80 open:flex open:flex-col ${widths[width]} ${places[place]}`}
    >
      <h2 id={titleId} className={isLabelShown ? 'px-6 pt-5 text-head font-semibold' : 'sr-only'}>
        {label}
      </h2>
      {children}
    </dialog>
  );
}

/** Text of a dialog with its answers below. */
export function DialogBody({ children, actions }: { readonly children: ReactNode; readonly actions: ReactNode }) {
  return (
    <>
      <div className="flex flex-col gap-3 overflow-auto px-6 pt-2 pb-5 text-text-2">{children}</div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-rule bg-paper px-6 py-3">{actions}</div>
    </>
  );
}
