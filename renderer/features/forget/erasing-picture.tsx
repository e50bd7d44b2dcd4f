import { lookOf, PICTURE, type StrokeLook } from './shapes.pure.ts';

const looks: Readonly<Record<StrokeLook, string>> = {
  ink: 'h-2 bg-rule-2',
  fading: 'h-2 bg-rule-2 opacity-50',
  hatch: 'scrape h-3.5',
};

const OFFSETS = PICTURE.map((_line, line) => PICTURE.slice(0, line).reduce((sum, { length }) => sum + length, 0));

/** A page being scraped: made-up strokes, hatched as far as the words are erased. Decoration; the steps say it in words. */
export function ErasingPicture({ share }: { readonly share: number }) {
  return (
    <div aria-hidden="true" className="flex max-w-[41rem] flex-col gap-4 overflow-hidden">
      {PICTURE.map((line, place) => (
        <div key={line[0]?.id} className="flex h-4 items-center gap-x-2 overflow-hidden">
          {line.map(({ id, rem }, stroke) => (
            <i
              key={id}
              className={`block flex-none rounded-[1px] transition-opacity duration-200 ${looks[lookOf((OFFSETS[place] ?? 0) + stroke, share)]}`}
              style={{ width: `${rem}rem` }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
