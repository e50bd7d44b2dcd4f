import { en } from '../../locales/en.ts';
import { t } from '../../locales/text.ts';
import type { SettingName, SettingValue } from './settings.pure.ts';

/** A part of a score as people would call it; a name that is not known here is shown as it stands. */
export function partName(name: string): string {
  const part = `part.${name}`;
  if (part in en) return t(part as 'part.lexical'); // it was just looked up
  const leg = `leg.${name}`;
  return leg in en ? t(leg as 'leg.lexical') : name; // likewise: the ranks of a leg are parts too
}

/** What a setting is set to, in words. */
export function settingValueName(name: SettingName, value: SettingValue): string {
  if (typeof value === 'boolean') return t(value ? 'setting.on' : 'setting.off');
  const key = `setting.${name}.${value}`;
  return key in en ? t(key as 'setting.ranker.learned') : value; // just looked up
}

/** "+1.24", "−0.30", "0": with a true minus, as wide as the plus. */
export function signed(value: number, digits = 2): string {
  const size = Math.abs(value).toFixed(digits);
  return Number(size) === 0 ? '0' : `${value < 0 ? '−' : '+'}${size}`;
}

/** A difference of times: "+3.4 ms", "−1,086 ms"; tenths only where they are worth reading. */
export const signedMs = (ms: number): string => t('compare.ms', { ms: signed(ms, Math.abs(ms) < 100 ? 1 : 0) });
