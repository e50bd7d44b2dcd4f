const paths = {
  write: 'M3 13l1-3 7-7 2 2-7 7z',
  find: 'M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0zM10.2 10.2L14 14',
  memory: 'M2 4h9M4 8h10M2 12h6',
  inbox: 'M2 9h3.5l1 2h3l1-2H14M2 9l2-6h8l2 6v4.5H2z',
  import: 'M8 2v8M5 7l3 3 3-3M3 13h10',
  models: 'M4 4h8v8H4zM8 1.5V4M8 12v2.5M1.5 8H4M12 8h2.5',
  health: 'M1.5 8h3l2-4 3 8 2-4h3',
  settings:
    'M2 5h7M12 5h2M2 11h2M7 11h7M12 5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM7 11a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z',
  data: 'M2.5 3.5h11v9h-11zM2.5 8h11M6.5 5.75h3M6.5 10.25h3',
  menu: 'M2 4h12M2 8h12M2 12h7',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6.5l4 4 4-4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  hourglass: 'M4.5 2.5h7M4.5 13.5h7M5 2.5c0 3 3 3.5 3 5.5s-3 2.5-3 5.5M11 2.5c0 3-3 3.5-3 5.5s3 2.5 3 5.5',
} as const;

export type IconName = keyof typeof paths;

/** A 16 px line drawing; always decoration, the control around it carries the name. */
export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  const width = name === 'more' ? 2.4 : 1.25;
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`size-4 flex-none ${className}`}
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** The mark: ink, ghost, hatch. */
export function Mark() {
  return (
    <span aria-hidden="true" className="grid size-[17px] flex-none content-center gap-[2.5px] grid-rows-[4px_3px_5px]">
      <i className="w-[15px] bg-ink" />
      <i className="ms-[3px] w-[14px] bg-ghost-ink opacity-75" />
      <i className="hatch w-3" />
    </span>
  );
}

/** The name of the app, as it is written everywhere. */
export function Brand() {
  return (
    <span className="flex items-center gap-[9px] font-serif text-[1.4375rem] leading-7 tracking-[-0.01em] text-text">
      <Mark />
      Palimpsest
    </span>
  );
}
