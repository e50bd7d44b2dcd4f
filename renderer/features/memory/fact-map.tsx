import type { Revision, RevisionId } from '../../../main/contract/index.ts';
import { formatDay } from '../../locales/format.pure.ts';
import { t } from '../../locales/text.ts';
import { type MapLayer, mapLayers, type Patch, planKnown } from './clock-map.pure.ts';
import { textOf } from './revisions.pure.ts';
import { listTicks, planScale, type Scale, shareOf } from './scale.pure.ts';
import { intervalText, knownText } from './words.ts';

const WIDTH = 340;
const HEIGHT = 300;
const START = 76;
const FOOT = 24;
const TOP = 8;

const x = (share: number): number => START + share * (WIDTH - START - 2);
const y = (share: number): number => HEIGHT - FOOT - share * (HEIGHT - FOOT - TOP);

/** Lines of the list of days stand at least so far apart, as a share of the height. */
const APART = 0.07;

/** The days on which something became known, or was found to be wrong: they are the axis. */
function listKnownDays(revisions: readonly Revision[], scale: Scale): readonly Label[] {
  const instants = revisions.flatMap(({ knownFrom, knownTo }) =>
    knownTo === null ? [knownFrom] : [knownFrom, knownTo],
  );
  const days: Label[] = [];
  for (const instant of [...instants].sort()) {
    const share = shareOf(scale, Date.parse(instant));
    if (share - (days.at(-1)?.share ?? -1) >= APART) days.push({ share, text: formatDay(instant) });
  }
  return days;
}

const yearOf = (ms: number): string => String(new Date(ms).getFullYear());
const monthOf = (ms: number): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit' }).format(new Date(ms));

type Label = { readonly share: number; readonly text: string };

/** Few enough names that they fit: every other mark, and the next one after that. */
function labels(scale: Scale): readonly Label[] {
  const ticks = listTicks(scale).flatMap(({ label }) => (label ? [label] : []));
  const step = Math.ceil(ticks.length / 4);
  return ticks
    .filter((_, place) => place % step === 0)
    .map(({ kind, ms, share }) => ({ share, text: kind === 'year' ? yearOf(ms) : monthOf(ms) }));
}

function Axes({ valid, known }: { readonly valid: Scale; readonly known: readonly Label[] }) {
  return (
    <g className="fill-text-3 text-[11px]">
      <path d={`M${START} ${TOP}V${HEIGHT - FOOT}H${WIDTH}`} fill="none" className="stroke-rule-2" />
      {labels(valid).map(({ share, text }) => (
        <text key={`x ${text}`} x={x(share)} y={HEIGHT - 7} textAnchor="middle">
          {text}
        </text>
      ))}
      {known.map(({ share, text }) => (
        <text key={`y ${share}`} x={START - 5} y={y(share) + 4} textAnchor="end">
          {text}
        </text>
      ))}
    </g>
  );
}

type MapProps = {
  readonly revisions: readonly Revision[];
  readonly current: RevisionId;
  readonly selected: RevisionId;
  readonly nowMs: number;
  readonly onSelect: (id: RevisionId) => void;
};

const boxOf = (patch: Patch) => ({
  x: x(patch.from),
  y: y(patch.knownTo),
  width: Math.max(2, x(patch.to) - x(patch.from)),
  height: Math.max(2, y(patch.knownFrom) - y(patch.knownTo)),
});

/** A letter is about so wide; a name that would not fit is in the list. */
const LETTER = 6.2;

type PatchesProps = {
  readonly layer: MapLayer;
  readonly name: string;
  readonly look: string;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
};

function Patches({ layer, name, look, isSelected, onSelect }: PatchesProps) {
  const boxes = layer.patches.map(boxOf);
  const room = boxes.find(({ width, height }) => width > name.length * LETTER + 12 && height > 20);
  return (
    <g onPointerDown={onSelect} className="cursor-pointer">
      {boxes.map((box) => (
        <g key={`${box.x} ${box.y}`}>
          <rect {...box} className="fill-leaf" />
          <rect {...box} className={`${look} ${isSelected ? 'stroke-ink stroke-[1.5]' : ''}`} />
        </g>
      ))}
      {room && !look.includes('ink-line') ? (
        <text x={room.x + 6} y={room.y + 15} className="fill-text text-[12px]">
          {name}
        </text>
      ) : null}
    </g>
  );
}

/** Where the record was found to be wrong. */
function Edge({ layer }: { readonly layer: MapLayer }) {
  const [patch] = layer.patches;
  if (layer.correctedAt === null || patch === undefined) return null;
  return <path d={`M${x(patch.from)} ${y(layer.correctedAt)}H${x(patch.to)}`} className="stroke-rubric stroke-2" />;
}

/** The further down, the fainter. */
const depths = ['opacity-55', 'opacity-40', 'opacity-25', 'opacity-15'] as const;

/** Both clocks at once: across when it was true, up when it became known. */
export function FactMap({ revisions, current, selected, nowMs, onSelect }: MapProps) {
  const valid = planScale({
    valid: revisions.flatMap(({ validFrom, validTo }) =>
      [validFrom, validTo].flatMap((at) => (at === null ? [] : [Date.parse(at)])),
    ),
    known: revisions.map(({ knownFrom }) => Date.parse(knownFrom)),
    nowMs,
  });
  const known = planKnown(revisions, nowMs);
  const byId = new Map(revisions.map((each) => [each.id, each]));
  const inOrder = [...revisions].sort((a, b) => Date.parse(a.knownFrom) - Date.parse(b.knownFrom));
  const layers = mapLayers(inOrder, { valid, known });
  const lookOf = (id: RevisionId): string => {
    if (id === current) return 'fill-ink-line';
    const depth = inOrder.filter((each) => each.id !== current).findLastIndex((each) => each.id === id);
    return `fill-ghost-ink ${depths[Math.max(0, inOrder.length - 2 - depth)] ?? depths[3]}`;
  };
  const nameOf = (id: RevisionId): string =>
    revisions.flatMap((each) => (each.id === id ? textOf(each.object) : [])).join('');
  const chosen = byId.get(selected);
  return (
    <section>
      <h2 className="text-[0.8125rem] leading-5 font-semibold">{t('fact.map')}</h2>
      <p className="mt-0.5 mb-2 text-sec text-text-2">{t('fact.map.what')}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        direction="ltr"
        aria-label={t('fact.map.label')}
        className="w-full max-w-[27rem]"
      >
        {layers.map((layer) => (
          <Patches
            key={layer.id}
            layer={layer}
            name={nameOf(layer.id)}
            look={lookOf(layer.id)}
            isSelected={layer.id === selected}
            onSelect={() => onSelect(layer.id)}
          />
        ))}
        {layers.map((layer) => (
          <Edge key={layer.id} layer={layer} />
        ))}
        <line
          x1={x(shareOf(valid, nowMs))}
          x2={x(shareOf(valid, nowMs))}
          y1={TOP}
          y2={HEIGHT - FOOT}
          className="stroke-ink opacity-55"
        />
        <Axes valid={valid} known={listKnownDays(revisions, known)} />
      </svg>
      {chosen ? (
        <p className="mt-3 text-[0.84375rem] leading-5">
          <b>
            <bdi>{textOf(chosen.object)}</bdi>
          </b>
          : {t('fact.map.true')} {intervalText(chosen)}, {knownText(chosen, byId)}.
        </p>
      ) : null}
    </section>
  );
}
