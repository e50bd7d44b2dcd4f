import type { RecallSettings, Trace } from '../../../main/contract/index.ts';

export type SettingName = keyof RecallSettings;
export type SettingValue = NonNullable<RecallSettings[SettingName]>;

/** Every setting with what it can be, in the order of the work. A test holds this against the contract. */
export const SETTING_VALUES = {
  rewrites: [true, false],
  ranker: ['learned', 'ice'],
  rerank: [true, false],
  decay: [true, false],
  edgeDecay: ['dormant', 'ice', 'off'],
  diversity: [true, false],
  sessionDiversity: [true, false],
  packing: ['per token', 'by score'],
  excerpts: [true, false],
  injection: ['raw', 'summary', 'earned'],
  summaries: ['needed', 'always'],
  topics: [true, false],
  reflections: [true, false],
} as const satisfies { readonly [K in SettingName]: readonly SettingValue[] };

export const SETTING_NAMES = Object.keys(SETTING_VALUES) as readonly SettingName[]; // its keys are the contract's

/** What a recipe does where nothing else is said. A test holds this against the engine's. */
const OF_RECIPE: Readonly<Record<string, Required<RecallSettings>>> = {
  'six-legs-1': {
    rewrites: false,
    ranker: 'learned',
    rerank: true,
    decay: true,
    edgeDecay: 'dormant',
    diversity: true,
    sessionDiversity: false,
    packing: 'per token',
    excerpts: true,
    injection: 'raw',
    summaries: 'needed',
    topics: false,
    reflections: false,
  },
};

export type ShownSetting = { readonly name: SettingName; readonly value: SettingValue };

/** Settings of a trace that differ from its recipe; of a recipe that is not known here, all that the trace tells. */
export function listChanged({ settings, config }: Pick<Trace, 'settings' | 'config'>): readonly ShownSetting[] {
  const usual = OF_RECIPE[config.recipe];
  return SETTING_NAMES.flatMap((name) => {
    const value = settings[name];
    return value === undefined || value === usual?.[name] ? [] : [{ name, value }];
  });
}

/** `settings` with one of them set, or, with null, left to the recipe. */
export function withSetting(settings: RecallSettings, name: SettingName, value: SettingValue | null): RecallSettings {
  const { [name]: _, ...others } = settings;
  return value === null ? others : { ...others, [name]: value };
}

/** Support as words: a number means little to a reader. */
export type SupportWord = 'likely' | 'weak' | 'none';

const LIKELY = 0.5;

export const supportWord = ({
  support,
  abstain,
}: {
  readonly support: number;
  readonly abstain: boolean;
}): SupportWord => (abstain ? 'none' : support >= LIKELY ? 'likely' : 'weak');

/** A number as it was typed, or nothing where none was, or none that the engine would take. */
export function readNumber(typed: string, max: number): number | undefined {
  const value = Number(typed);
  return typed.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= max ? value : undefined;
}

export const MOST_RESULTS = 1_000;
export const MOST_TOKENS = 1_000_000;
