import { type ReactNode, useEffect, useRef } from 'react';
import { MenuButton } from '../frame/menu-button.tsx';

type ForgetFrameProps = {
  readonly label: string;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of the pages of forgetting. The heading takes the focus: each of them is a new place. */
export function ForgetFrame({ label, title, lead, children }: ForgetFrameProps) {
  return (
    <div className="h-full overflow-auto">
      <div className="max-w-[74.75rem] px-11 pt-[1.875rem] pb-10 max-mid:px-[1.125rem] max-mid:pt-5">
        <Head label={label} title={title} lead={lead} />
        {children}
      </div>
    </div>
  );
}

type HeadProps = {
  readonly label: string;
  readonly title: string;
  readonly lead?: ReactNode;
  /** Not where something more pressing takes it. */
  readonly hasFocus?: boolean;
};

export function Head({ label, title, lead, hasFocus = true }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  return (
    <header className="mb-4">
      <p className="flex items-center gap-2 text-lab text-text-3">
        <MenuButton />
        {label}
      </p>
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-1 -mb-1 line-clamp-4 pb-1 text-title tracking-[-0.012em] outline-none [overflow-wrap:anywhere]"
      >
        {title}
      </h1>
      {lead ? <div className="mt-[3px] max-w-[80ch] text-text-2">{lead}</div> : null}
    </header>
  );
}
